/** Prevents a line break at its place; has no width. */
const WORD_JOINER = '\u2060';
const RAYA = '\u2014';
const ENDS_WORD = /[\p{L}\p{N}\p{M}»”’)\]]/u;
const ENDS_CLAUSE = /[.,;:!?…]/;
const BEGINS_WORD = /[\p{L}\p{N}¿¡«“‘([]/u;
/** Matches the text before a character that begins a word: nothing, white space or an opening mark. */
const FREE = /^$|[\s¿¡«“‘([]/u;

/**
 * Ties the rayas of a block to their words, because browsers may break a line on either side of any dash: an opening
 * one (`—dijo`) to the word after it, a closing one (`Ana—`) to the word before it. In a book without spaces around
 * rayas, as Galdós' printers set them (`Aquí—dijo Ana.—Vete`), the first raya closes the speech and may end a line, and
 * the second ends the narrator's words. After punctuation outside the narrator's words, a raya before a word begins
 * another speech and is not tied.
 */
export class RayaTies {
  /** The last character of the block so far. */
  #before = '';
  /** Whether the narrator's words have begun and not yet ended. */
  #isInside = false;
  /** Whether the block so far ends in an opening raya. */
  #isWaiting = false;

  /** Begins another block. */
  begin(): void {
    this.#before = '';
    this.#isInside = false;
    this.#isWaiting = false;
  }

  /**
   * @param text the next piece of the same block
   * @returns the piece with its ties
   */
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

  /** @param next the character after the raya, empty at the end of the piece */
  #tiedRaya(next: string): string {
    const before = this.#before;
    if (FREE.test(before)) {
      const opens = next === '' || BEGINS_WORD.test(next);
      // Treats the first raya of a block as the beginning of a speech, which no raya ends.
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
