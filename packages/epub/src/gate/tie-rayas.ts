/** Keeps the line from breaking where it stands; it has no width. */
const WORD_JOINER = '\u2060';
const RAYA = '\u2014';
const ENDS_WORD = /[\p{L}\p{N}\p{M}»”’)\]]/u;
const ENDS_CLAUSE = /[.,;:!?…]/;
const BEGINS_WORD = /[\p{L}\p{N}¿¡«“‘([]/u;
/** Nothing, white space or an opening mark: the next character begins a word. */
const FREE = /^$|[\s¿¡«“‘([]/u;

/**
 * Ties the rayas of a block to their words, since browsers may break a line on either side of any dash: one that opens
 * (`—dijo`) to the word after it, one that closes (`Ana—`) to the word before it. Where a book sets no spaces, as Galdós'
 * printers did (`Aquí—dijo Ana.—Vete`), the first closes what was said and may end a line, and the second ends the words
 * of who tells; behind a stop with nothing to end, a raya begins another speech and stays free.
 */
export class RayaTies {
  /** The last character of the block so far. */
  #before = '';
  /** Whether the narrator's words have begun and not ended. */
  #isInside = false;
  /** Whether the block ends in a raya that opens, for now. */
  #isWaiting = false;

  /** Begins another block. */
  begin(): void {
    this.#before = '';
    this.#isInside = false;
    this.#isWaiting = false;
  }

  /** @param text the next piece of the block, without a border of blocks in it. @returns it with its ties. */
  tie(text: string): string {
    if (text === '') return text;
    let tied = this.#isWaiting && BEGINS_WORD.test(text[0] ?? '') ? WORD_JOINER : '';
    this.#isWaiting = false;
    if (text.includes(RAYA)) {
      for (let at = 0; at < text.length; at += 1) {
        const letter = text[at] ?? '';
        tied += letter === RAYA ? this.#tiedRaya(text[at + 1] ?? '') : letter;
        this.#before = letter;
      }
    } else {
      tied += text;
      this.#before = text.at(-1) ?? '';
    }
    return tied;
  }

  /** @param next the character after it, empty at the end of the piece. */
  #tiedRaya(next: string): string {
    const before = this.#before;
    if (FREE.test(before)) {
      const opens = next === '' || BEGINS_WORD.test(next);
      // The first one of a block begins a speech, which nothing ends.
      if (opens) this.#isInside = before !== '';
      this.#isWaiting = next === '';
      return opens && next !== '' ? RAYA + WORD_JOINER : RAYA;
    }
    const isBehindWord = ENDS_WORD.test(before);
    const beginsWord = next === '' || BEGINS_WORD.test(next);
    const closes = isBehindWord || (ENDS_CLAUSE.test(before) && (this.#isInside || !beginsWord));
    this.#isInside = isBehindWord && beginsWord && !this.#isInside;
    return closes ? WORD_JOINER + RAYA : RAYA;
  }
}
