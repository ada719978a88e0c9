import { placeOf, type NotebookEntry } from '../entries.ts';

/**
 * Where a shared passage leads: to its place in what everybody may read, else to the page of its book; null for a book that
 * the shop does not show now. The last file of a beginning may end before the passage: then it opens at its end.
 */
export function quoteLink(entry: NotebookEntry, origin: string): string | null {
  const { part, cfi } = entry;
  const step = placeOf(entry)?.steps[1];
  const isOpen = part.sample_last_step !== null && typeof step === 'number' && step <= part.sample_last_step;
  if (isOpen) return `${origin}/sample/${part.book_id}/${part.part_id}#${inFragment(cfi)}`;
  return part.is_listed ? `${origin}/book_share/book_share/${part.book_id}` : null;
}

/** A CFI without the characters at which programs end a link that they find in a text. */
const inFragment = (cfi: string): string =>
  encodeURIComponent(cfi).replaceAll(/[()!'*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
