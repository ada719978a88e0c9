import { newId } from '../../lib/new-id.ts';
import { withLock } from '../../lib/locks.ts';
import {
  type Dictionary,
  deleteDictionaries,
  dictionaryDatabase,
  type IndexEntry,
  noteDictionaries,
  ownUid,
  PLACING_LOCK,
} from './dictionary-database.ts';
import { DictionaryProblem } from './dictionary-problem.ts';
import { deleteLeftovers, keptDictionaries } from './kept-dictionaries.ts';
import { joinBytes } from './stardict/byte-reader.ts';
import { type ChosenFile, DICTIONARY_MAX, type DictionaryFiles, sortFiles } from './stardict/chosen-files.ts';
import { readText, type TextShape, unpacked } from './stardict/dictionary-text.ts';
import { isAllText } from './stardict/entry-text.ts';
import { type DictionaryFacts, parseIfo } from './stardict/ifo.ts';
import { type IndexWord, parseIndex, parseSynonyms, pause, type Synonym } from './stardict/index-words.ts';
import { wordKey } from './word-key.ts';

interface PlacingOptions {
  /** Aborts the import; no part of it is stored. */
  readonly signal: AbortSignal;
  /** Called with the progress, 0 to 1. */
  readonly onProgress: (part: number) => void;
}

/** Largest .ifo, .idx and .syn, unpacked, bytes: they are in memory during an import, and only then. */
const IFO_MAX = 65_536;
const INDEX_MAX = 60_000_000;
/** Number of words of an index page, which a look-up reads as a whole. */
const PAGE_WORDS = 128;
/** Size of one transaction, bytes of text and pages of the index. */
const BATCH_BYTES = 2_000_000;
const BATCH_PAGES = 64;
/** Share of the work that the index takes. */
const INDEX_PART = 0.3;

/**
 * Stores the dictionary of these files on this device, for the signed-in account. An import that fails or is aborted
 * leaves nothing behind.
 * @throws {DictionaryProblem} for faulty files or storage; the reason of the aborted signal
 */
export async function placeDictionary(files: readonly File[], options: PlacingOptions): Promise<Dictionary> {
  const uid = ownUid();
  if (uid === null) throw new DictionaryProblem({ kind: 'no-account' });
  const given = await sortFiles(files);
  const facts = parseIfo(await wholeOf(given.ifo, IFO_MAX, options.signal));
  const place = () => placeAlone(uid, given, facts, options);
  return withLock(PLACING_LOCK, place, { signal: options.signal });
}

async function placeAlone(
  uid: string,
  given: DictionaryFiles,
  facts: DictionaryFacts,
  options: PlacingOptions,
): Promise<Dictionary> {
  const id = newId();
  try {
    // From here on a page of this account deletes the rest of an unfinished import.
    noteDictionaries(uid, true);
    await deleteLeftovers();
    return await keep({ id, uid, size: given.size }, given, facts, options);
  } catch (error) {
    await deleteDictionaries([id]).catch(() => {});
    const rest = await keptDictionaries().catch(() => null);
    if (rest?.length === 0) noteDictionaries(uid, false);
    throw options.signal.aborted ? error : asProblem(error);
  }
}

/** Converts the error of full or refused storage into a problem of the dictionary; returns other errors unchanged. */
function asProblem(error: unknown): unknown {
  if (error instanceof DictionaryProblem) return error;
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  return new DictionaryProblem({ kind: isFull ? 'full' : 'refused' }, error);
}

async function keep(
  own: Pick<Dictionary, 'id' | 'uid' | 'size'>,
  given: DictionaryFiles,
  facts: DictionaryFacts,
  { signal, onProgress }: PlacingOptions,
): Promise<Dictionary> {
  const name = facts.name || given.ifo.name.replace(/^.*[/]|[.]ifo$/gi, '');
  const others = await keptDictionaries();
  const isSame = (other: Dictionary) => other.name === name && other.words === facts.words && other.size === own.size;
  if (others.some(isSame)) throw new DictionaryProblem({ kind: 'placed' });
  const words = await parseIndex(await wholeOf(given.idx, INDEX_MAX, signal), facts, signal);
  const synonyms = given.syn
    ? await parseSynonyms(await wholeOf(given.syn, INDEX_MAX, signal), words.length, signal)
    : [];
  onProgress(INDEX_PART / 2);
  const onRead = (part: number) => onProgress(INDEX_PART / 2 + part * (1 - INDEX_PART));
  const shape = await keepText(own.id, given.dict, facts, signal, onRead);
  for (const { offset, size } of words)
    if (offset + size > shape.length) throw new DictionaryProblem({ kind: 'beyond' });
  await keepIndex(own.id, words, synonyms, signal);
  onProgress(1);
  const place = 1 + Math.max(0, ...others.map((other) => other.place));
  const dictionary = { ...own, place, name, words: words.length, language: facts.language, types: facts.types, shape };
  // Stores nothing when the account changed meanwhile.
  if (ownUid() !== own.uid) throw new DictionaryProblem({ kind: 'no-account' });
  signal.throwIfAborted();
  await dictionaryDatabase((database) => database.put('dictionaries', dictionary));
  return dictionary;
}

async function wholeOf(file: ChosenFile, most: number, signal: AbortSignal): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of unpacked(file.bytes(), most)) {
    signal.throwIfAborted();
    pieces.push(piece);
  }
  return joinBytes(pieces);
}

async function keepText(
  id: string,
  file: ChosenFile,
  facts: DictionaryFacts,
  signal: AbortSignal,
  onRead: (part: number) => void,
): Promise<TextShape> {
  let batch: Uint8Array[] = [];
  let written = 0;
  const flush = async () => {
    const pieces = batch;
    batch = [];
    await dictionaryDatabase(async (database) => {
      const { store, done } = database.transaction('text_pieces', 'readwrite');
      for (const [index, piece] of pieces.entries()) void store.put(piece, [id, written + index]).catch(ofTransaction);
      await done;
    });
    written += pieces.length;
    await pause(signal);
  };
  let size = 0;
  const keepPiece = async (piece: Uint8Array) => {
    // A view of a larger buffer would be stored with the whole buffer.
    batch.push(piece.slice());
    size += piece.length;
    if (size < BATCH_BYTES) return;
    size = 0;
    await flush();
  };
  const shape = await readText(file.bytes(onRead), DICTIONARY_MAX, isAllText(facts.types), keepPiece);
  await flush();
  return shape;
}

/** The transaction has the reason: its requests only report that it was aborted by a full disk. */
const ofTransaction = () => {};

/** Sorts all words by key and stores them in pages; words of one key are on one page. */
async function keepIndex(
  id: string,
  words: readonly IndexWord[],
  synonyms: readonly Synonym[],
  signal: AbortSignal,
): Promise<void> {
  const keyed: { readonly key: string; readonly entry: IndexEntry }[] = [];
  const add = async (word: string, headword: string | null, { offset, size }: IndexWord) => {
    const key = wordKey(word);
    if (key !== '') keyed.push({ key, entry: [word, headword, offset, size] });
    if (keyed.length % 4000 === 0) await pause(signal);
  };
  for (const word of words) await add(word.word, null, word);
  for (const { word, of } of synonyms) {
    const head = words[of];
    if (head) await add(word, head.word, head);
  }
  // Sorted by code units, as the database compares keys.
  const sorted = keyed.toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
  const pages: { readonly first: string; readonly entries: IndexEntry[] }[] = [];
  let last = '';
  for (const { key, entry } of sorted) {
    const page = pages.at(-1);
    if (page && (page.entries.length < PAGE_WORDS || key === last)) page.entries.push(entry);
    else pages.push({ first: key, entries: [entry] });
    last = key;
  }
  for (let at = 0; at < pages.length; at += BATCH_PAGES) {
    await dictionaryDatabase(async (database) => {
      const { store, done } = database.transaction('index_pages', 'readwrite');
      for (const { first, entries } of pages.slice(at, at + BATCH_PAGES))
        void store.put(entries, [id, first]).catch(ofTransaction);
      await done;
    });
    await pause(signal);
  }
}
