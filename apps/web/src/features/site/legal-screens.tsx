import type { LegalDocument } from '@cuentos/contract/shop';
import type { ReactNode } from 'react';
import { formatDate } from '../../lib/formats.ts';
import { Island } from '../../lib/island.tsx';
import { useSite, useStoreName } from '../../lib/page-data.ts';
import { useScreenData } from '../../lib/screen-data.ts';
import { Link } from '../../ui/navigation.tsx';
import { ConsentSwitch } from './analytics/consent-switch.tsx';
import { consentTexts } from './analytics/consent-texts.ts';
import { legalPaths } from './legal-paths.ts';
import { PublicFrame } from './page-frames.tsx';
import { appTexts as t } from './app-texts.ts';
import { PageMeta } from './public-meta.tsx';
import { legalTexts } from './legal-texts.ts';

/** Data that is loaded for a legal page. */
export interface LegalPageData {
  readonly document: LegalDocument;
}

export function PrivacyScreen() {
  const measurementId = useSite()?.googleAnalyticsId;
  return (
    <LegalFrame>
      {measurementId && (
        <section aria-labelledby="measuring-title" className="wrap -mt-12 pb-24">
          <h2 id="measuring-title" className="type-1 mb-2">
            {consentTexts.label}
          </h2>
          <Island name="consent" of={measurementId} component={ConsentSwitch} wakes="idle" />
        </section>
      )}
    </LegalFrame>
  );
}

export function TermsScreen() {
  return <LegalFrame />;
}

function LegalFrame({ children }: { readonly children?: ReactNode }) {
  const store = useStoreName();
  const { document } = useScreenData() as LegalPageData;
  const path = legalPaths[document.kind];
  const isNewest = document.version === document.versions[0]?.version;
  return (
    <PublicFrame>
      <PageMeta title={t.titled(document.title, store)} description={document.lead} path={path} />
      {!isNewest && <meta name="robots" content="noindex" />}
      <LegalArticle document={document} path={path} isNewest={isNewest} />
      {children}
    </PublicFrame>
  );
}

interface ArticleProps {
  readonly document: LegalDocument;
  readonly path: string;
  readonly isNewest: boolean;
}

/** A document in its sections, typeset as a page of a book. */
function LegalArticle({ document, path, isNewest }: ArticleProps) {
  const { title, lead, sections, seller, version, published_at: since } = document;
  return (
    <article className="wrap pt-10 pb-24 font-(family-name:--cb-font-steady) lg:pt-16">
      <h1 className="type-3 max-w-[14em]">{title}</h1>
      <p className="mt-3 max-w-[34em] text-[clamp(1.0625rem,1rem+0.3vw,1.25rem)] leading-[1.6] text-ink-2">{lead}</p>
      <p className="figures mt-3 text-sm text-ink-3">
        {legalTexts.version(version, formatDate(since))}
        {!isNewest && (
          <>
            {` ${legalTexts.outdated} `}
            <Link to={path} className="text-accent underline underline-offset-[0.25em]">
              {legalTexts.newest}
            </Link>
          </>
        )}
      </p>
      <ol className="mt-10 border-b border-line lg:mt-14">
        {sections.map((section, index) => (
          <li
            key={section.title}
            className="grid gap-x-10 gap-y-3 border-t border-line py-7 lg:grid-cols-[4fr_8fr] lg:py-9"
          >
            <h2 className="type-1 flex gap-3 max-[360px]:wrap-anywhere">
              <span aria-hidden="true" className="figures text-ink-3">
                {index + 1}
              </span>
              {section.title}
            </h2>
            <div className="grid max-w-[62ch] gap-4 text-ink-2">
              {section.paragraphs.map((paragraph) => (
                <p key={paragraph} className="wrap-anywhere">
                  {paragraph}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ol>
      {seller !== '' && (
        <p className="mt-8 text-sm text-ink-3">
          {legalTexts.seller}: {seller}.
        </p>
      )}
      <Versions document={document} path={path} />
    </article>
  );
}

/** Links to the versions, if there are several. */
function Versions({ document, path }: Pick<ArticleProps, 'document' | 'path'>) {
  const { versions } = document;
  if (versions.length < 2) return null;
  return (
    <nav aria-label={legalTexts.versions} className="mt-8 text-sm">
      <h2 className="font-semibold">{legalTexts.versions}</h2>
      <ul className="mt-1 flex flex-wrap gap-x-6">
        {versions.map(({ version, published_at: since }) => (
          <li key={version}>
            <Link
              to={`${path}/${version}`}
              {...(version === document.version ? { 'aria-current': 'page' as const } : {})}
              className="figures inline-flex min-h-11 items-center text-accent underline underline-offset-[0.25em] aria-[current]:text-ink aria-[current]:no-underline"
            >
              {legalTexts.versionOf(version, formatDate(since))}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
