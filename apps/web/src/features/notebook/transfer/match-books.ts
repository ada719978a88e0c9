import { foldText } from '@cuentos/domain/text/fold';
import { fullTitle, type PortableBook, type PortableNote } from '../../note-files/formats/portable-note.ts';
import { identifierOf } from '../../note-files/to-portable.ts';

/** An owned part, into which notes can be imported. */
export interface HeldPart {
  readonly partId: string;
  readonly partName: string;
  readonly bookId: string;
  readonly bookName: string;
}

/** A book as a file names it, with its notes. */
export interface NamedBook {
  readonly key: string;
  readonly book: PortableBook;
  readonly notes: readonly PortableNote[];
  /** The matching part; null when there is none, or several. */
  readonly partId: string | null;
}

/** Groups notes by the book of their file, with owned books first. */
export function namedBooks(notes: readonly PortableNote[], held: readonly HeldPart[], author: string): NamedBook[] {
  const named = Map.groupBy(notes, ({ book }) => JSON.stringify([fullTitle(book), book.author, book.ids]));
  const known = new Map<string, NamedBook>();
  for (const ofBook of named.values()) {
    const { book } = ofBook[0] as PortableNote;
    const partId = partOf(book, held, author);
    // Files write an author in several ways; books of one part are one row.
    const key = JSON.stringify([plain(fullTitle(book)), partId ?? book.author]);
    const before = known.get(key);
    known.set(key, { key, book: before?.book ?? book, notes: [...(before?.notes ?? []), ...ofBook], partId });
  }
  return [...known.values()].toSorted((one, other) => Number(one.partId === null) - Number(other.partId === null));
}

/** Finds the part of a file's book: by our own identifier, else by title and author. */
function partOf(book: PortableBook, held: readonly HeldPart[], author: string): string | null {
  const ids = new Set(book.ids.map((id) => id.trim().toLowerCase()));
  const named = held.find(({ partId }) => ids.has(identifierOf(partId)) || ids.has(partId));
  if (named) return named.partId;
  if (!isSameAuthor(book.author, author)) return null;
  const titles = new Set(titlesOf(book));
  titles.delete('');
  const exact = held.filter(
    (part) => titles.has(plain(`${part.bookName} ${part.partName}`)) || titles.has(plain(part.partName)),
  );
  const [one, ...others] = exact.length > 0 ? exact : held.filter(({ bookName }) => titles.has(plain(bookName)));
  return one && others.length === 0 ? one.partId : null;
}

const plain = (text: string): string =>
  foldText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Titles under which a shop may know a book: also without the parentheses at its end. */
function titlesOf(book: PortableBook): string[] {
  const whole = fullTitle(book);
  return [whole, whole.replace(/\s*[([][^)\]]*[)\]]\s*$/, '')].map(plain);
}

/** Whether two names may be the same author's: 'Ruiz, Ana' equals 'Ana Ruiz', and a missing name matches any. */
function isSameAuthor(named: string, known: string): boolean {
  const [words, others] = [named, known].map((name) =>
    plain(name)
      .split(' ')
      .filter((word) => word.length > 2),
  );
  if (!words?.length || !others?.length) return true;
  return words.some((word) => others.includes(word));
}
