/** Result of reading the text of an ISBN field. */
export type IsbnReading =
  | {
      readonly kind: 'isbn';
      /** 10 or 13 characters, without hyphens; the last of ten may be X. */ readonly isbn: string;
    }
  /** The text has neither ten nor thirteen characters of an ISBN. */
  | { readonly kind: 'form' }
  /** The last character does not follow from the others; `expected` would. */
  | { readonly kind: 'digit'; readonly expected: string };

/**
 * Reads an ISBN as people write it, with hyphens or spaces or without, and checks its last character (ISO 2108).
 * Thirteen digits begin with 978 or 979.
 */
export function readIsbn(text: string): IsbnReading {
  const plain = text
    .replaceAll(/[\s\u2010-\u2015-]/g, '')
    .replace(/^ISBN:?/i, '')
    .toUpperCase();
  const isTen = /^\d{9}[\dX]$/.test(plain);
  if (!isTen && !/^97[89]\d{10}$/.test(plain)) return { kind: 'form' };
  const expected = isTen ? tenthOf(plain) : thirteenthOf(plain);
  return plain.endsWith(expected) ? { kind: 'isbn', isbn: plain } : { kind: 'digit', expected };
}

/** Weights fall from 10 to 2; a remainder of ten is written X. */
function tenthOf(plain: string): string {
  const sum = Array.from(plain.slice(0, 9)).reduce((total, digit, index) => total + Number(digit) * (10 - index), 0);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'X' : String(check);
}

/** Weights are 1 and 3 in turn. */
function thirteenthOf(plain: string): string {
  const sum = Array.from(plain.slice(0, 12)).reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1),
    0,
  );
  return String((10 - (sum % 10)) % 10);
}
