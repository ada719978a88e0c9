import { Copy, Highlighter } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { EmptyPocketDrawing } from '../../../ui/drawings.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useStore } from '../store.ts';
import type { PlacedHighlight } from './book-order.ts';
import { HighlightRow } from './highlight-row.tsx';
import type { NotesDesk } from './notes-desk.ts';
import { notesTexts as t } from './notes-texts.ts';

interface HighlightsTabProps {
  readonly desk: NotesDesk;
  /** The panel makes way for the page. */
  readonly onLeave: () => void;
}

/** The reader's highlights of the part. */
export function HighlightsTab({ desk, onLeave }: HighlightsTabProps) {
  const highlights = useStore(desk).highlights ?? [];
  const found = highlights.filter(({ place }) => place !== null);
  const lost = highlights.filter(({ place }) => place === null);
  const rows = (some: readonly PlacedHighlight[]) => (
    <ul>
      {some.map((each) => (
        <HighlightRow key={each.id} highlight={each} desk={desk} onLeave={onLeave} />
      ))}
    </ul>
  );
  const pick = (
    <Button
      icon={<Highlighter />}
      title={t.highlightKey}
      onClick={() => {
        onLeave();
        void desk.pickSentence();
      }}
    >
      {t.highlightSentence}
    </Button>
  );
  if (highlights.length === 0)
    return <EmptyState drawing={<EmptyPocketDrawing />} title={t.none} text={t.howTo} action={pick} />;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-(--rd-line) py-3">
        {pick}
        <Button variant="quiet" icon={<Copy />} onClick={() => void desk.copyNotes()}>
          {t.copyNotes}
        </Button>
      </div>
      {rows(found)}
      {lost.length > 0 && (
        <section aria-label={t.lost} className="pt-6">
          <h2 className="text-[0.9375rem] font-semibold">{t.lost}</h2>
          <p className="text-[0.8125rem] leading-[1.125rem] text-(--rd-muted)">{t.lostText}</p>
          {rows(lost)}
        </section>
      )}
    </>
  );
}
