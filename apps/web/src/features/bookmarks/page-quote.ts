import type { Publication } from '@cuentos/epub/container/publication';
import { LINE_MARKS } from '@cuentos/epub/locator/line-marks';
import type { Reader } from '@cuentos/epub/render/reader';

/** Long enough to stand but once in a book as a rule, characters. */
const LENGTH = 80;
const BEFORE = 30;
/** A shorter text may stand anywhere. */
const LEAST = 12;
const BLOCK = 'p,li,h1,h2,h3,h4,h5,h6,dd,dt,td,th,figcaption,blockquote,div,section,article,body';

/** Words at the top of a page, by which it is found again in another edition. */
export interface PageQuote {
  readonly text: string;
  /** Up to 30 characters of the same paragraph. */
  readonly before: string;
}

/** A place that another edition had. */
export interface LostPosition {
  readonly quote: PageQuote;
  readonly percentage: number;
}

interface LostPlace {
  readonly lost: LostPosition | null;
  readonly publication: Publication;
}

const plain = (text: string) => text.replace(LINE_MARKS, '').replace(/\s+/g, ' ');

/** The words at a shown place and those before them in the same paragraph; null where there are none. */
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
 * Where the quoted words stand in the book that is open: after the same words as ever, else nearest to where they
 * were. Null when they are gone.
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
 * Where a part was left in an earlier edition: its words say where that is now.
 * @param isWanted asked when it is found: who has turned a page meanwhile is left there
 */
export async function goToLostPosition(
  { lost, publication }: LostPlace,
  reader: Reader,
  isWanted: () => boolean,
): Promise<void> {
  const cfi = lost && (await findQuote(reader, publication, lost.quote, lost.percentage).catch(() => null));
  if (cfi && isWanted()) await reader.goTo(cfi, { remember: false });
}
