/** Longest price that is read; the normalisation of a longer text can take time by the square of its length. */
const MAX_LETTERS = 40;
/** Currency signs and words that people write around the figures of a price. */
const AROUND = /^\$\s*|\s*(?:CLP|pesos?)\.?$/giu;
/** Whole pesos with dots, spaces or nothing between thousands. */
const WHOLE = /^(?:\d{1,9}|\d{1,3}(?:\.\d{3}){1,2}|\d{1,3}(?: \d{3}){1,2})$/u;

/**
 * Reads a price as people type it: `1490`, `1.490`, `$1.490`, `1 490 CLP`, also in full-width figures.
 * @returns whole pesos; null for anything else, as what could be read in two ways: `1,490`, `19.90`, `1e3`.
 */
export function pesosOfText(text: string): number | null {
  if (text.length > MAX_LETTERS) return null;
  const figures = text.normalize('NFKC').trim().replaceAll(AROUND, '');
  return WHOLE.test(figures) ? Number(figures.replaceAll(/[. ]/gu, '')) : null;
}
