import { lazy, Suspense, useEffect, useState } from 'react';
import { buttonClass } from '../../../ui/button-class.ts';
import { Link } from '../../../ui/navigation.tsx';
import { useLayer } from '../../../ui/overlays/use-layer.ts';
import type { ShownHighlight } from '../../highlights/highlight-store.ts';
import { HighlightList } from '../../highlights/highlight-list.tsx';
import type { Passage } from '../../notebook/quote-card/quote-link.ts';
import type { QuoteSource } from '../../notebook/quote-card/quote-source.ts';
import { panelTexts as t } from '../panel-texts.ts';
import type { ReaderProps } from '../tools/reading-tools.ts';

const QuoteDialog = lazy(async () => ({
  default: (await import('../../notebook/quote-card/quote-dialog.tsx')).QuoteDialog,
}));

/** The tab 'Resaltados': the highlights of the part, and a link to the whole book's in the notebook. */
export function HighlightsTab({ session, tools }: ReaderProps) {
  const { partId, bookId, localReader } = session.book;
  // Marks in a sample are on this device only, so the notebook has none of them.
  const isInNotebook = localReader === null;
  const source = useQuoteSource(isInNotebook ? partId : null);
  const [passage, setPassage] = useState<Passage | null>(null);
  const close = () => setPassage(null);
  useLayer(session.layers, passage !== null, close);
  const { part } = source ?? {};
  const share =
    part && (({ quote, cfi, place }: ShownHighlight) => setPassage({ quote, cfi, isLocated: place !== null, part }));
  return (
    <>
      <HighlightList editor={tools.notes} onLeave={session.closePanel} onShare={share ?? null} />
      {isInNotebook && (
        <Link to={`/notebook?book=${bookId}`} className={`${buttonClass({ variant: 'quiet' })} -ms-2.5 mt-3`}>
          {t.toNotebook}
        </Link>
      )}
      {source && passage && (
        <Suspense>
          <QuoteDialog passage={passage} author={source.author} max={source.max} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** How passages of a part are shared; null while unknown, where sharing is forbidden, and without a part. */
function useQuoteSource(partId: string | null): QuoteSource | null {
  const [source, setSource] = useState<QuoteSource | null>(null);
  useEffect(() => {
    if (partId === null) return undefined;
    let isWanted = true;
    import('../../notebook/quote-card/quote-source.ts')
      .then(async ({ readQuoteSource }) => readQuoteSource(partId))
      .then((found) => isWanted && setSource(found))
      // Without its code sharing is unavailable; the list is shown nevertheless.
      .catch(() => {});
    return () => {
      isWanted = false;
    };
  }, [partId]);
  return source;
}
