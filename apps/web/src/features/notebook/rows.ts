import { formatLongDate } from '../../lib/formats.ts';
import type { NotebookEntry } from './entries.ts';
import { notebookTexts as t } from './texts.ts';

/** A row of the list: the heading of a book, of a chapter or of a day, or an entry. */
export type Row<Entry extends NotebookEntry = NotebookEntry> =
  | {
      readonly kind: 'book';
      readonly key: string;
      readonly first: Entry;
      readonly count: number;
      readonly parts: number;
    }
  | { readonly kind: 'chapter'; readonly key: string; readonly title: string }
  | { readonly kind: 'day'; readonly key: string; readonly title: string }
  | {
      readonly kind: 'entry';
      readonly key: string;
      readonly entry: Entry;
      /** Position among the shown entries, from 1. */
      readonly number: number;
    };

/** Makes rows of entries sorted by book, part and place. */
export function rowsByBook<Entry extends NotebookEntry>(entries: readonly Entry[]): Row<Entry>[] {
  const rows: Row<Entry>[] = [];
  let number = 0;
  for (const [bookId, ofBook] of Map.groupBy(entries, ({ part }) => part.book_id)) {
    const [first] = ofBook as [Entry, ...Entry[]];
    const parts = new Set(ofBook.map(({ part }) => part.part_id)).size;
    rows.push({ kind: 'book', key: `book ${bookId}`, first, count: ofBook.length, parts });
    let before: Entry | null = null;
    for (const entry of ofBook) {
      if (before === null || !isUnderOne(before, entry))
        rows.push({ kind: 'chapter', key: `chapter of ${entry.key}`, title: headingOf(entry) });
      before = entry;
      number += 1;
      rows.push({ kind: 'entry', key: entry.key, entry, number });
    }
  }
  return rows;
}

/** Makes rows of entries by the day of their creation, the newest first. */
export function rowsByDay<Entry extends NotebookEntry>(entries: readonly Entry[]): Row<Entry>[] {
  const rows: Row<Entry>[] = [];
  let number = 0;
  const newest = entries.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  for (const [day, ofDay] of Map.groupBy(newest, ({ createdAt }) => dayOf(createdAt))) {
    rows.push({ kind: 'day', key: `day ${day}`, title: day });
    for (const entry of ofDay) {
      number += 1;
      rows.push({ kind: 'entry', key: entry.key, entry, number });
    }
  }
  return rows;
}

/** Whether two entries share a heading. */
const isUnderOne = (a: NotebookEntry, b: NotebookEntry): boolean =>
  a.part === b.part && a.chapter === b.chapter && a.isLocated === b.isLocated;

/** Part and chapter of an entry. */
export function headingOf({ part, chapter, isLocated }: NotebookEntry): string {
  if (!isLocated) return t.withoutPlace(part.part_name);
  return chapter === null ? part.part_name : t.chapterOf(part.part_name, chapter);
}

const dayOf = (date: string): string => (date === '' ? t.noDate : formatLongDate(date));
