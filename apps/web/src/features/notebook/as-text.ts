import { formatLongDate } from '../../lib/formats.ts';
import { highlightTexts } from '../highlights/texts.ts';
import { hasNote, type NotebookEntry } from './entries.ts';
import { headingOf } from './rows.ts';
import { notebookTexts as t } from './texts.ts';

/** Colour of a highlight in words, or the word for a bookmark, with its day. */
export const entryCaption = ({ color, createdAt }: NotebookEntry): string =>
  t.dated(color === null ? t.bookmark : highlightTexts.colour(color), createdAt);

/** The words of an entry, in quotation marks where it has any, and its note. */
export function entryAsText(entry: NotebookEntry): string {
  const { quote, note, createdAt } = entry;
  const words = quote === '' ? t.page : entry.kind === 'bookmark' ? `«${quote}…»` : `«${quote}»`;
  const date = createdAt === '' ? '' : formatLongDate(createdAt);
  return [words, hasNote(entry) ? note.trim() : '', date].filter((line) => line !== '').join('\n');
}

/** Entries as plain text under their books, parts and chapters, in the given order. */
export function entriesAsText(entries: readonly NotebookEntry[]): string {
  const blocks: string[] = [];
  let [book, heading] = ['', ''];
  for (const entry of entries) {
    const { part } = entry;
    const title = headingOf(entry);
    if (part.book_id !== book) blocks.push(part.book_name.toUpperCase());
    if (part.book_id !== book || title !== heading) blocks.push(title);
    [book, heading] = [part.book_id, title];
    blocks.push(entryAsText(entry));
  }
  return blocks.join('\n\n');
}
