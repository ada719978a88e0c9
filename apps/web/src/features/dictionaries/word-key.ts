import { foldText } from '@cuentos/domain/text/fold';

/** Key by which a word is looked up: lower case without accents, ñ distinct from n, one kind of apostrophe. */
export const wordKey = (word: string): string => foldText(word.replaceAll('’', "'")).replaceAll(/\s+/g, ' ').trim();

/** Whether two words have the same letters and accents, in lower case. */
export const sameLetters = (one: string, other: string): boolean =>
  one.normalize('NFC').toLocaleLowerCase('es') === other.normalize('NFC').toLocaleLowerCase('es');
