import { Copy, Highlighter, ImageUp, Pencil, StickyNote, Trash2 } from 'lucide-react';
import { formatLongDate } from '../../lib/formats.ts';
import { useStore } from '../../lib/react-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { EmptyPocketDrawing } from '../../ui/pictures/drawings.tsx';
import type { ShownHighlight } from './highlight-store.ts';
import type { HighlightEditor } from './highlight-editor.ts';
import { Swatch } from './swatch.tsx';
import { highlightTexts as t } from './texts.ts';

interface HighlightListProps {
  readonly editor: HighlightEditor;
  /** Called before a jump, so that the panel closes. */
  readonly onLeave: () => void;
  /** Shares the words of a highlight as a picture; null where the shop forbids it. */
  readonly onShare: ((highlight: ShownHighlight) => void) | null;
}

/** The reader's highlights of the part. */
export function HighlightList({ editor, onLeave, onShare }: HighlightListProps) {
  const highlights = useStore(editor).highlights ?? [];
  const placedHighlights = highlights.filter(({ place }) => place !== null);
  const lostHighlights = highlights.filter(({ place }) => place === null);
  const rows = (some: readonly ShownHighlight[]) => (
    <ul>
      {some.map((each) => (
        <HighlightItem key={each.id} highlight={each} editor={editor} onLeave={onLeave} onShare={onShare} />
      ))}
    </ul>
  );
  const pick = (
    <Button
      icon={<Highlighter />}
      title={t.highlightKey}
      onClick={() => {
        onLeave();
        void editor.pickSentence();
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
        <Button variant="quiet" icon={<Copy />} onClick={() => void editor.copyNotes()}>
          {t.copyNotes}
        </Button>
      </div>
      {rows(placedHighlights)}
      {lostHighlights.length > 0 && (
        <section aria-label={t.lost} className="pt-6">
          <h2 className="text-[0.9375rem] font-semibold">{t.lost}</h2>
          <p className="text-[0.8125rem] leading-[1.125rem] text-(--rd-muted)">{t.lostText}</p>
          {rows(lostHighlights)}
        </section>
      )}
    </>
  );
}

interface HighlightRowProps extends HighlightListProps {
  readonly highlight: ShownHighlight;
}

/** Shows a highlight: its words link to it; note, date, editing and deletion are below. */
function HighlightItem({ highlight, editor, onLeave, onShare }: HighlightRowProps) {
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
              void editor.jump(id);
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
        <RowFoot highlight={highlight} editor={editor} onLeave={onLeave} onShare={onShare} />
      </div>
    </li>
  );
}

function RowFoot({ highlight, editor, onLeave, onShare }: HighlightRowProps) {
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
        {onShare && short !== '' && (
          <IconButton
            label={t.shareNamed(short)}
            title={t.share}
            icon={<ImageUp />}
            onClick={() => onShare(highlight)}
          />
        )}
        <IconButton
          label={t.editNamed(short)}
          title={t.edit}
          icon={<Pencil />}
          onClick={() => {
            onLeave();
            void editor.editAt(id);
          }}
        />
        <IconButton
          label={t.removeNamed(short)}
          title={t.remove}
          icon={<Trash2 />}
          onClick={() => editor.askRemoval(id)}
        />
      </span>
    </div>
  );
}
