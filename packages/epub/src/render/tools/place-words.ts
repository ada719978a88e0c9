import type { Loader } from '../../container/loader.ts';
import type { Publication, Section } from '../../container/publication.ts';
import { LINE_MARKS } from '../../locator/line-marks.ts';
import { placeAtFraction } from '../../locator/locations.ts';
import { INLINE } from '../../locator/section-text.ts';
import { TextIndex } from '../../locator/text-index.ts';
import { parseDocument } from '../sections/parse-document.ts';

/** Longest word, letters; a longer run comes from a script that writes no spaces. */
const LONGEST_WORD = 40;

/** A text node of a section: its characters, and whether it begins a block. */
interface Piece {
  readonly start: number;
  readonly data: string;
  readonly isBlockStart: boolean;
}

/** Finds the words at places of a book without laying out pages. Keeps the section that was read last. */
export class PlaceWords {
  readonly #publication: Publication;
  readonly #loader: Loader;
  #section: Section | null = null;
  #pieces: Promise<readonly Piece[]> = Promise.resolve([]);

  constructor(publication: Publication, loader: Loader) {
    this.#publication = publication;
    this.#loader = loader;
  }

  /**
   * Returns the words that begin at a part of the book, 0 to 1, the first one whole; an empty string for a place
   * without text, such as a drawn page.
   * @param letters largest number of letters
   * @throws when the section does not load
   */
  async from(fraction: number, letters: number): Promise<string> {
    const place = placeAtFraction(fraction, this.#publication);
    if (!place || place.section.missing || place.section.characters === 0) return '';
    const pieces = await this.#piecesOf(place.section);
    return wordsFrom(pieces, Math.floor(place.characters), letters);
  }

  #piecesOf(section: Section): Promise<readonly Piece[]> {
    if (section === this.#section) return this.#pieces;
    this.#section = section;
    this.#pieces = this.#loader.text(section.path).then((source) => {
      const body = parseDocument(source, section.mediaType).querySelector('body');
      return body ? readPieces(new TextIndex(body)) : [];
    });
    // Forgets a failed section, so that the next call loads it again.
    this.#pieces.catch(() => {
      if (this.#section === section) this.#section = null;
    });
    return this.#pieces;
  }
}

function readPieces(text: TextIndex): Piece[] {
  let block: Element | null = null;
  return text.nodes.map((node, index) => {
    let holder = node.parentElement;
    while (holder && INLINE.has(holder.localName)) holder = holder.parentElement;
    const isBlockStart = holder !== block;
    block = holder;
    return { start: text.startOf(index), data: node.data, isBlockStart };
  });
}

function wordsFrom(pieces: readonly Piece[], characters: number, letters: number): string {
  let at = pieces.findLastIndex(({ start }) => start <= characters);
  if (at < 0) return '';
  const { start, data } = pieces[at] as Piece;
  // Begins with the whole word around the place, unless the script writes no spaces.
  const inside = Math.min(characters - start, data.length);
  const before = /\S*$/.exec(data.slice(Math.max(0, inside - LONGEST_WORD), inside))?.[0].length ?? 0;
  let text = data.slice(inside - (before < LONGEST_WORD ? before : 0));
  for (at += 1; at < pieces.length && text.length < letters * 2; at += 1) {
    const { data: next, isBlockStart } = pieces[at] as Piece;
    text += isBlockStart ? ` ${next}` : next;
  }
  const words = text.replaceAll(LINE_MARKS, '').replaceAll(/\s+/g, ' ').trim();
  if (words.length <= letters) return words;
  const end = words.lastIndexOf(' ', letters);
  return `${words.slice(0, end > 0 ? end : letters).replace(/[\s,;:.—–-]+$/, '')}…`;
}
