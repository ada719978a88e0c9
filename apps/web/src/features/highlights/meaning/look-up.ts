/** Letters of a label before it is cut. */
const LABEL = 18;

/** The dictionary has words and set phrases. */
const MOST_WORDS = 3;

/** What a word of the dictionary is written with; anything else could lead to another page of its site. */
const PHRASE = /^[\p{L}\p{M}]+(?:[ ’'-][\p{L}\p{M}]+)*$/u;

/** A word or short phrase that the dictionary may have. */
export interface LookUp {
  /** What the button says, cut where it is long. */
  readonly label: string;
  readonly href: string;
}

/** Where the academy's dictionary explains a selection; null for a text that is not Spanish or no word. */
export function lookUp(selection: string, language: string): LookUp | null {
  if (!/^es(-|$)/i.test(language)) return null;
  const phrase = selection
    .replaceAll(/[\u00AD\u2060]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, '')
    .normalize('NFC');
  if (!PHRASE.test(phrase) || phrase.split(' ').length > MOST_WORDS) return null;
  const label = phrase.length > LABEL ? `${phrase.slice(0, LABEL - 1).trimEnd()}…` : phrase;
  return { label, href: `https://dle.rae.es/${phrase.toLocaleLowerCase('es')}` };
}
