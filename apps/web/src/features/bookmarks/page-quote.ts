import type { Publication } from '@cuentos/epub/container/publication';
import { LINE_MARKS } from '@cuentos/epub/locator/line-marks';
import type { Reader } from '@cuentos/epub/render/reader';

/** Long enough to occur once in a book as a rule, characters. */
const LENGTH = 80;
const BEFORE = 30;
/** A shorter text may occur anywhere, characters. */
const LEAST = 12;
const BLOCK = 'p,li,h1,h2,h3,h4,h5,h6,dd,dt,td,th,figcaption,blockquote,div,section,article,body';

/** Words at the top of a page, by which it is found again in another edition. */
export interface PageQuote {
  readonly text: string;
  /** Up to 30 characters of the same paragraph. */
  readonly before: string;
}

/** A place of another edition. */
export interface LostPosition {
  readonly quote: PageQuote;
  readonly percentage: number;
}

interface LostPlace {
  readonly lost: LostPosition | null;
  readonly publication: Publication;
}

/** Returns a text as quotes have it: its words with single spaces, without marks of lines. */
export const plain = (text: string) => text.replace(LINE_MARKS, '').replace(/\s+/g, ' ');

/** Returns the words at a shown place with those before them in the same paragraph; null without words. */
export function quoteAt(reader: Pick<Reader, 'rangeOf'>, cfi: string): PageQuote | null {
  const start = reader.rangeOf(cfi)?.range;
  const node = start?.startContainer;
  const element = node?.nodeType === Node.ELEMENT_NODE ? (node as Element) : node?.parentElement;
  const block = element?.closest(BLOCK);
  if (!start || !block) return null;
  const range = block.ownerDocument.createRange();
  range.selectNodeContents(block);
  range.setEnd(start.startContainer, start.startOffset);
  const before = plain(range.toString()).slice(-BEFORE);
  range.selectNodeContents(block);
  range.setStart(start.startContainer, start.startOffset);
  const text = plain(range.toString()).trim().slice(0, LENGTH);
  return text.length < LEAST ? null : { text, before };
}

/**
 * Finds the quoted words in the open book: after the same words as before, else nearest to their old place. Null when
 * they are gone.
 */
export async function findQuote(
  reader: Pick<Reader, 'search'>,
  { sections, characters }: Pick<Publication, 'sections' | 'characters'>,
  quote: PageQuote,
  percentage: number,
): Promise<string | null> {
  const was = (percentage / 100) * characters;
  const before = plain(quote.before).trim();
  let best: { readonly cfi: string; readonly distance: number } | null = null;
  for await (const { sectionIndex, matches } of reader.search(quote.text, { limit: 50 })) {
    const section = sections[sectionIndex];
    if (!section) continue;
    const distance = Math.max(section.start - was, was - section.start - section.characters, 0);
    for (const match of matches) {
      if (before !== '' && match.before.trim().endsWith(before.slice(-12))) return match.cfi;
      if (!best || distance < best.distance) best = { cfi: match.cfi, distance };
    }
  }
  return best?.cfi ?? null;
}

/**
 * Finds a position of an earlier edition by its words.
 * @param isWanted asked when it is found: a reader who has turned a page meanwhile stays there
 */
export async function goToLostPosition(
  { lost, publication }: LostPlace,
  reader: Reader,
  isWanted: () => boolean,
): Promise<void> {
  const cfi = lost && (await findQuote(reader, publication, lost.quote, lost.percentage).catch(() => null));
  if (cfi && isWanted()) await reader.goTo(cfi, { remember: false });
}
