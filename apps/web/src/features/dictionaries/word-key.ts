import { foldText } from '@cuentos/domain/text/fold';

/** Key by which a word is looked up: small letters without accents, ñ apart from n, one kind of apostrophe. */
export const wordKey = (word: string): string => foldText(word.replaceAll('’', "'")).replaceAll(/\s+/g, ' ').trim();

/** Words with their accents, whatever the size of their letters. */
export const sameLetters = (one: string, other: string): boolean =>
  one.normalize('NFC').toLocaleLowerCase('es') === other.normalize('NFC').toLocaleLowerCase('es');
