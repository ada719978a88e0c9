import type { AdminEdition, PageReview, ReviewPlace } from '@cuentos/contract/editions';
import type { AdminPart } from '@cuentos/contract/parts';
import { wrongWords } from '@cuentos/domain/books/page-review';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, ScanText, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatPercent } from '../../../lib/format-percent.ts';
import { useStore } from '../../../lib/react-store.ts';
import { Button } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { formatMinute } from '../../admin/dates.ts';
import { editionsQuery } from './api.ts';
import { pageReviewer, reviewCode } from './page-reviewer.ts';
import { reviewTexts as t } from './texts.ts';

interface EditionPagesProps {
  readonly part: AdminPart;
  readonly edition: AdminEdition;
  /** 'Edición 2'. */
  readonly name: string;
}

const keptKey = (editionId: string) => ['kept-page-review', editionId] as const;

/** Starts reviews and keeps their shown progress up to date. */
export function usePageReview(part: AdminPart) {
  const client = useQueryClient();
  return (editionId: string): void => {
    const onEnd = () => {
      void client.invalidateQueries({ queryKey: editionsQuery(part.id).queryKey });
      void client.invalidateQueries({ queryKey: keptKey(editionId) });
    };
    void pageReviewer.start({ partId: part.id, editionId, onEnd });
  };
}

/** 'Revisar páginas': the result of an edition's last review, and a new one. */
export function EditionPages({ part, edition, name }: EditionPagesProps) {
  const { editionId, chapter, chapters } = useStore(pageReviewer);
  const start = usePageReview(part);
  const isWalked = editionId === edition.id;
  return (
    <section aria-label={t.reviewOf(name)} className="grid gap-3">
      {isWalked ? (
        <Walk chapter={chapter} chapters={chapters} />
      ) : (
        <Begin edition={edition} name={name} isBusy={editionId !== null} onStart={() => start(edition.id)} />
      )}
      {edition.page_review && <Result part={part} edition={edition} review={edition.page_review} />}
    </section>
  );
}

function Walk({ chapter, chapters }: { readonly chapter: number; readonly chapters: number }) {
  const percent = chapters === 0 ? 0 : ((chapter - 1) / chapters) * 100;
  return (
    <div className="grid gap-2 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p>{chapters === 0 ? t.opening : t.walking(chapter, chapters)}</p>
        <Button variant="quiet" onClick={() => pageReviewer.stop()}>
          {t.stop}
        </Button>
      </div>
      <ProgressBar percent={percent} label={formatPercent(percent)} name={t.progress} />
      <p className="text-xs text-ink-3">{t.goOn}</p>
    </div>
  );
}

interface BeginProps {
  readonly edition: AdminEdition;
  readonly name: string;
  /** Whether another edition is being reviewed. */
  readonly isBusy: boolean;
  readonly onStart: () => void;
}

function Begin({ edition, name, isBusy, onStart }: BeginProps) {
  const { data: kept } = useQuery({
    queryKey: keptKey(edition.id),
    queryFn: async () => (await reviewCode()).keptReview(edition.id),
    staleTime: 0,
  });
  const label = kept ? t.resume : t.review;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button icon={<ScanText aria-hidden="true" />} aria-label={t.of(label, name)} disabled={isBusy} onClick={onStart}>
        {label}
      </Button>
      {isBusy && <p className="text-sm text-ink-2">{t.busy}</p>}
      {!isBusy && kept && (
        <p className="figures text-sm text-ink-2">
          {t.left(Math.min(kept.tally.chapters + 1, kept.chapters), kept.chapters)}
        </p>
      )}
    </div>
  );
}

interface ResultProps {
  readonly part: AdminPart;
  readonly edition: AdminEdition;
  readonly review: PageReview;
}

function Result({ part, edition, review }: ResultProps) {
  const { words, seen, repeated, reviewed_at: day, reviewer, places } = review;
  if (words === 0) return <p className="text-sm text-ink-2">{t.nothingToCount}</p>;
  const isWell = wrongWords(review) === 0;
  return (
    <div className="grid gap-3">
      <div>
        <p
          className={`figures flex items-start gap-2 text-sm font-medium [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0 ${isWell ? 'text-ok' : 'text-spot-ink'}`}
        >
          {isWell ? <CircleCheck aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
          {seen === words ? t.all(seen, words) : t.some(seen, words)}
          {repeated > 0 && ` ${t.repeated(repeated)}`}
        </p>
        <p className="figures pl-6 text-xs text-ink-3">{t.by(formatMinute(day), reviewer)}</p>
      </div>
      <Places title={t.wrong} places={places.filter(({ fault }) => fault !== null)} part={part} edition={edition} />
      <Places title={t.mended} places={places.filter(({ fault }) => fault === null)} part={part} edition={edition} />
    </div>
  );
}

type PlacesProps = Omit<ResultProps, 'review'> & {
  readonly title: string;
  readonly places: readonly ReviewPlace[];
};

function Places({ title, places, part, edition }: PlacesProps) {
  if (places.length === 0) return null;
  return (
    <details open={places[0]?.fault !== null}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-medium text-accent">
        {`${title} (${places.length})`}
      </summary>
      <ul className="border-t border-line">
        {places.map((place) => (
          <li
            key={`${place.path} ${place.cfi ?? place.excerpt} ${place.fault}`}
            className="grid gap-1 border-b border-line py-3 text-sm"
          >
            <Place place={place} part={part} edition={edition} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Place({ place, part, edition }: Omit<ResultProps, 'review'> & { readonly place: ReviewPlace }) {
  const [isShown, setShown] = useState(false);
  const { chapter, path, excerpt, fault, words, looks } = place;
  return (
    <>
      <p className="font-serif [overflow-wrap:anywhere]">{`«${excerpt}»`}</p>
      <p className="figures text-ink-2">{`${t.faults[fault ?? 'mended']} ${t.count(words)}`}</p>
      <p className="text-xs [overflow-wrap:anywhere] text-ink-3">
        {`${chapter ?? path} · ${looks.map((look) => t.looks[look]).join(', ')}`}
      </p>
      <div>
        <Button
          variant="quiet"
          aria-expanded={isShown}
          aria-label={t.of(isShown ? t.hidePage : t.showPage, `«${excerpt}»`)}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? t.hidePage : t.showPage}
        </Button>
      </div>
      {isShown && <PagePicture place={place} part={part} edition={edition} />}
    </>
  );
}

/** A small picture of the page as the reader would show it, with the words marked. */
function PagePicture({ place, part, edition }: Omit<ResultProps, 'review'> & { readonly place: ReviewPlace }) {
  const box = useRef<HTMLDivElement>(null);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    let close: (() => void) | null = null;
    let isGone = false;
    const show = async () => {
      const { showPlace } = await reviewCode();
      const container = box.current;
      if (isGone || !container) return;
      const remove = await showPlace(container, { partId: part.id, editionId: edition.id }, place);
      if (isGone) remove();
      else close = remove;
    };
    show().catch(() => setFailed(true));
    return () => {
      isGone = true;
      close?.();
    };
  }, [place, part.id, edition.id]);
  if (isFailed) return <p className="text-ink-2">{t.pageFailed}</p>;
  const width = place.looks[0]?.startsWith('phone')
    ? 'w-[195px] aspect-[390/844]'
    : 'w-full max-w-[560px] aspect-[1280/800]';
  return (
    <div
      ref={box}
      // oxlint-disable-next-line prefer-tag-over-role -- an img would need an address
      role="img"
      aria-label={t.pageOf(place.excerpt)}
      className={`${width} skeleton overflow-hidden rounded-1 border border-line`}
    />
  );
}
