import { useStoreName } from '../../lib/page-data.ts';
import { formatLongDate } from '../../lib/formats.ts';
import { entryCaption } from './as-text.ts';
import { hasNote, type NotebookEntry } from './entries.ts';
import { Ribbon } from './entry-row.tsx';
import { rowsByBook } from './rows.ts';
import { notebookTexts as t } from './texts.ts';

interface BookletProps {
  readonly entries: readonly NotebookEntry[];
  /** Epoch milliseconds. */
  readonly printedAt: number;
}

/** The notebook for printing: all entries, each book on a new page, colours in words too. */
export function Booklet({ entries, printedAt }: BookletProps) {
  const store = useStoreName();
  return (
    <div data-highlight-colours="" className="hidden pt-6 print:block">
      <p className="text-sm">{store}</p>
      <h1 className="type-3 mt-1">{t.title}</h1>
      <p className="mt-2 text-sm">{`${t.entries(entries.length)}, ${formatLongDate(printedAt)}`}</p>
      {rowsByBook(entries).map((row, index) => {
        if (row.kind === 'book')
          return (
            <h2 key={row.key} className={`type-2 mt-8 ${index === 0 ? '' : 'break-before-page'}`}>
              {row.first.part.book_name}
            </h2>
          );
        if (row.kind !== 'entry')
          return (
            <h3
              key={row.key}
              className="mt-6 border-b border-line pb-1 font-sans text-sm font-semibold tracking-normal"
            >
              {row.title}
            </h3>
          );
        const { entry } = row;
        return (
          <article key={row.key} className="grid grid-cols-[10px_minmax(0,1fr)] gap-x-4 py-3">
            {entry.color === null ? <span /> : <Ribbon color={entry.color} />}
            <div>
              <blockquote className="font-serif leading-normal whitespace-pre-line">
                {entry.quote === '' ? t.page : entry.quote}
                {entry.kind === 'bookmark' && entry.quote !== '' && '…'}
              </blockquote>
              {hasNote(entry) && <p className="mt-1.5 text-[0.9375rem] whitespace-pre-line">{entry.note.trim()}</p>}
              <p className="mt-1 text-[0.8125rem]">{entryCaption(entry)}</p>
            </div>
          </article>
        );
      })}
    </div>
  );
}
