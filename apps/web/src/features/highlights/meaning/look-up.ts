/** Longest label of the button, letters. */
const LABEL = 18;

/** Longest look-up, words: the dictionary has words and set phrases. */
const MOST_WORDS = 3;

/**
 * Characters of a word that the dictionary's address may hold; anything else could lead to another page of its site.
 */
const PHRASE = /^[\p{L}\p{M}]+(?:[ ’'-][\p{L}\p{M}]+)*$/u;

/** A word or short phrase that the dictionary may have. */
export interface LookUp {
  /** Label of the button, cut where it is long. */
  readonly label: string;
  readonly href: string;
}

/**
 * Extracts the word or short phrase of a selection, without punctuation around it; null for a longer text, or for no
 * word.
 */
export function phraseOf(selection: string): string | null {
  const phrase = selection
    .replaceAll(/[\u00AD\u2060]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, '')
    .normalize('NFC');
  return PHRASE.test(phrase) && phrase.split(' ').length <= MOST_WORDS ? phrase : null;
}

/** Address of a selection in the academy's dictionary; null for a text that is not Spanish or no word. */
export function lookUp(selection: string, language: string): LookUp | null {
  const phrase = /^es(-|$)/i.test(language) ? phraseOf(selection) : null;
  if (phrase === null) return null;
  const label = phrase.length > LABEL ? `${phrase.slice(0, LABEL - 1).trimEnd()}…` : phrase;
  return { label, href: `https://dle.rae.es/${phrase.toLocaleLowerCase('es')}` };
}
