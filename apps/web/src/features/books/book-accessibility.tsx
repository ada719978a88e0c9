import type { PublicBook, PublicPart } from '@cuentos/contract/books';
import { type StatementTone, toneOf } from '@cuentos/domain/books/accessibility';
import { Accessibility as AccessibilityIcon, Check, ChevronDown, Minus, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { accessibilitySections, accessibilityTexts } from './accessibility-texts.ts';
import { bookTexts as t } from './texts.ts';

const icons = {
  present: <Check aria-hidden="true" className="text-ok" />,
  absent: <Minus aria-hidden="true" className="text-ink-3" />,
  hazard: <TriangleAlert aria-hidden="true" className="text-danger" />,
};

/**
 * Accessibility of a book in the words of the W3C's display guide: once where all parts are alike, otherwise by part.
 */
export function BookAccessibility({ book }: { readonly book: Pick<PublicBook, 'parts'> }) {
  const groups = groupsOf(book.parts);
  if (groups.length === 0) return null;
  return (
    <details className="group border-y border-line">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2.5 font-semibold [&>svg]:size-5">
        <AccessibilityIcon aria-hidden="true" />
        {t.accessibility}
        <ChevronDown aria-hidden="true" className="ml-auto text-ink-3 group-open:rotate-180" />
      </summary>
      <div className="grid gap-5 pb-5">
        {groups.map(([first, ...others]) => (
          <div key={first.id} className="grid gap-2">
            {groups.length > 1 && (
              <h3 className="text-sm font-semibold">{[first, ...others].map(({ name }) => name).join(', ')}</h3>
            )}
            <Statements part={first} />
          </div>
        ))}
      </div>
    </details>
  );
}

function Statements({ part }: { readonly part: PublicPart }) {
  if (!part.accessibility) return null;
  const { statements, certifier, summary } = part.accessibility;
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm md:grid-cols-[11rem_minmax(0,1fr)]">
      {Object.entries(accessibilitySections).map(([section, title]) => {
        const sectionStatements = statements.filter((statement) => statement.startsWith(`${section}-`));
        if (sectionStatements.length === 0) return null;
        return (
          <Section key={section} title={title}>
            {sectionStatements.map((statement) => (
              <Said key={statement} tone={toneOf(statement)}>
                {accessibilityTexts[statement]}
              </Said>
            ))}
            {section === 'conformance' && certifier && <Said tone="present">{t.certifiedBy(certifier)}</Said>}
          </Section>
        );
      })}
      {summary && <Section title={t.accessibilitySummary}>{summary}</Section>}
    </dl>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="font-semibold max-md:not-first:mt-2">{title}</dt>
      <dd className="grid gap-2 text-ink-2">{children}</dd>
    </div>
  );
}

function Said({ tone, children }: { readonly tone: StatementTone; readonly children: ReactNode }) {
  return (
    <p className="flex gap-2.5 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
      {icons[tone]}
      {children}
    </p>
  );
}

/** Groups the parts with equal statements; parts without any are left out. */
function groupsOf(parts: readonly PublicPart[]): (readonly [PublicPart, ...PublicPart[]])[] {
  const describedParts = parts.filter((part) => part.accessibility);
  const alike = Map.groupBy(describedParts, (part) => JSON.stringify(part.accessibility));
  return [...alike.values()].flatMap(([first, ...others]) => (first ? [[first, ...others] as const] : []));
}
