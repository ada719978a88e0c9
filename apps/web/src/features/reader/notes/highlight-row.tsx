import { Pencil, StickyNote, Trash2 } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { formatLongDate } from '../../../lib/formats.ts';
import type { PlacedHighlight } from './book-order.ts';
import type { NotesDesk } from './notes-desk.ts';
import { notesTexts as t } from './notes-texts.ts';
import { Swatch } from './swatch.tsx';

interface HighlightRowProps {
  readonly highlight: PlacedHighlight;
  readonly desk: NotesDesk;
  /** The panel makes way for the page. */
  readonly onLeave: () => void;
}

/** One highlight: its words lead to it; note, date, editing and deletion below. */
export function HighlightRow({ highlight, desk, onLeave }: HighlightRowProps) {
  const { id, color, place } = highlight;
  const quote = highlight.quote === '' ? t.wordless : highlight.quote;
  const note = highlight.note.trim();
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-3.5 border-b border-(--rd-line) pt-3 pb-1">
      <span className="pt-1" title={t.colour(color)}>
        <Swatch colour={color} small />
        <span className="sr-only">{t.colour(color)}</span>
      </span>
      <div className="min-w-0">
        {place === null ? (
          <p className="line-clamp-3 font-serif text-[1.0313rem] leading-[1.45]">{quote}</p>
        ) : (
          <button
            type="button"
            className="-mx-1 block w-[calc(100%+8px)] rounded-2 px-1 text-start hover:bg-sunken"
            onClick={() => {
              onLeave();
              void desk.jump(id);
            }}
          >
            <span className="line-clamp-3 font-serif text-[1.0313rem] leading-[1.45] whitespace-pre-line">{quote}</span>
          </button>
        )}
        {note !== '' && (
          <p className="mt-1.5 line-clamp-4 text-[0.9375rem] leading-[1.35rem] [overflow-wrap:anywhere] whitespace-pre-line">
            {note}
          </p>
        )}
        <RowFoot highlight={highlight} desk={desk} onLeave={onLeave} />
      </div>
    </li>
  );
}

function RowFoot({ highlight, desk, onLeave }: HighlightRowProps) {
  const { id, created_at: date } = highlight;
  const short = highlight.quote.slice(0, 60);
  const hasNote = highlight.note.trim() !== '';
  return (
    <div className="flex items-center justify-between gap-2 text-[0.8125rem] text-(--rd-muted)">
      <span className="flex items-center gap-2">
        {hasNote && (
          <>
            <StickyNote aria-hidden="true" className="size-4" />
            <span className="sr-only">{t.hasNote}</span>
          </>
        )}
        {date !== '' && <time dateTime={date}>{formatLongDate(date)}</time>}
      </span>
      <span className="-me-3 flex">
        <IconButton
          label={t.editNamed(short)}
          title={t.edit}
          icon={<Pencil />}
          onClick={() => {
            onLeave();
            void desk.editAt(id);
          }}
        />
        <IconButton
          label={t.removeNamed(short)}
          title={t.remove}
          icon={<Trash2 />}
          onClick={() => desk.askRemoval(id)}
        />
      </span>
    </div>
  );
}
