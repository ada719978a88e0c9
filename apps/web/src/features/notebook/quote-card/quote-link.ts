import { placeOf, type NotebookEntry } from '../entries.ts';

/** A passage that can be shared, with its part. */
export type Passage = Pick<NotebookEntry, 'quote' | 'part' | 'cfi' | 'isLocated'>;

/**
 * Address of a shared passage: its place in the sample, else the page of its book; null for a book that the shop does
 * not show now. The last file of a sample may end before the passage: then it opens at the sample's end.
 */
export function quoteLink(passage: Passage, origin: string): string | null {
  const { part, cfi } = passage;
  const step = placeOf(passage)?.steps[1];
  const isOpen = part.sample_last_step !== null && typeof step === 'number' && step <= part.sample_last_step;
  if (isOpen) return `${origin}/sample/${part.book_id}/${part.part_id}#${inFragment(cfi)}`;
  return part.is_listed ? `${origin}/book_share/book_share/${part.book_id}` : null;
}

/** Encodes the characters of a CFI at which programs would end a link in a text. */
const inFragment = (cfi: string): string =>
  encodeURIComponent(cfi).replaceAll(/[()!'*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
