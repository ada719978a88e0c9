import { type Dictionary, dictionaryDatabase, type IndexEntry } from './dictionary-database.ts';
import { keptDictionaries, sweepLeftovers } from './kept-dictionaries.ts';
import { inflateChunk } from './stardict/dictionary-text.ts';
import { joinBytes } from './stardict/byte-reader.ts';
import { entryText } from './stardict/entry-text.ts';
import { spanishHeadwords } from './spanish-forms.ts';
import { sameLetters, wordKey } from './word-key.ts';

/** Entry of a dictionary for a word. */
export interface Meaning {
  /** Headword of the entry; not always the searched word. */
  readonly headword: string;
  /** Plain text, in lines. */
  readonly text: string;
  readonly dictionary: Pick<Dictionary, 'id' | 'name' | 'language'>;
}

/** Largest number of entries of one dictionary for one word, and largest text of an entry, bytes. */
const ENTRIES_MAX = 8;
const ENTRY_BYTES_MAX = 100_000;

/**
 * Looks a word up in the account's dictionaries, in their order: the word with its accents, else a word with other
 * accents, else, in a Spanish text, the words of which it may be a form. Reads one page of the index for each and the
 * pieces of its entry, and makes no request.
 * @param language BCP 47 tag of the surrounding text
 * @returns null without any dictionary; empty where none has the word
 * @throws where the storage does not answer or a piece is missing or damaged
 */
export async function lookUpWord(phrase: string, language: string): Promise<Meaning[] | null> {
  const dictionaries = await keptDictionaries();
  if (dictionaries.length === 0) {
    sweepLeftovers().catch(() => {});
    return null;
  }
  const isSpanish = /^es(-|$)/i.test(language);
  const meanings = await Promise.all(
    dictionaries.map(async (dictionary) => {
      const entries = await entriesFor(dictionary.id, phrase, isSpanish);
      return Promise.all(entries.slice(0, ENTRIES_MAX).map(async (entry) => readMeaning(dictionary, entry)));
    }),
  );
  return meanings.flat();
}

async function entriesFor(id: string, phrase: string, isSpanish: boolean): Promise<IndexEntry[]> {
  return dictionaryDatabase(async (database) => {
    const { store } = database.transaction('index_pages');
    const find = async (key: string): Promise<readonly IndexEntry[]> => {
      const cursor = await store.openCursor(IDBKeyRange.bound([id], [id, key]), 'prev');
      return cursor?.value.filter(([word]) => wordKey(word) === key) ?? [];
    };
    const key = wordKey(phrase);
    const found = await find(key);
    const same = found.filter(([word]) => sameLetters(word, phrase));
    if (found.length > 0) return once(same.length > 0 ? same : found);
    const forms = isSpanish && !key.includes(' ') ? spanishHeadwords(key) : [];
    return once((await Promise.all(forms.map(find))).flat());
  });
}

/** Lists each entry once, though several words lead to it. */
function once(entries: readonly IndexEntry[]): IndexEntry[] {
  return [...new Map(entries.map((entry) => [`${entry[2]} ${entry[3]}`, entry])).values()];
}

async function readMeaning(dictionary: Dictionary, [word, headword, offset, size]: IndexEntry): Promise<Meaning> {
  const bytes = await readBytes(dictionary, offset, Math.min(size, ENTRY_BYTES_MAX));
  return { headword: headword ?? word, text: entryText(bytes, dictionary.types), dictionary };
}

async function readBytes({ id, shape }: Dictionary, offset: number, size: number): Promise<Uint8Array> {
  if (size === 0) return new Uint8Array();
  const { pieceLength } = shape;
  const first = Math.floor(offset / pieceLength);
  const last = Math.floor((offset + size - 1) / pieceLength);
  const stored = await dictionaryDatabase((database) =>
    database.getAll('text_pieces', IDBKeyRange.bound([id, first], [id, last])),
  );
  const pieces = stored.map((piece) => (shape.isDeflated ? inflateChunk(piece, pieceLength) : piece));
  const whole = pieces.filter((piece) => piece !== null);
  if (whole.length !== last - first + 1) throw new Error('a piece of a dictionary is missing or damaged');
  const from = offset - first * pieceLength;
  return joinBytes(whole).subarray(from, from + size);
}
