import { DictionaryProblem } from '../dictionary-problem.ts';
import { readNumber } from './byte-reader.ts';
import type { DictionaryFacts } from './ifo.ts';

/** A headword and the place of its entry in the text, bytes. */
export interface IndexWord {
  readonly word: string;
  readonly offset: number;
  readonly size: number;
}

/** Another word for the entry of a headword. */
export interface Synonym {
  readonly word: string;
  /** Index of the headword in the .idx, from 0. */
  readonly of: number;
}

/** Number of records between two pauses, in which the page can be painted. */
const BETWEEN_PAUSES = 4000;

/** Lets the page be painted; ends cancelled work. @throws the reason of the aborted signal */
export async function pause(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  signal.throwIfAborted();
}

/**
 * The words of an unpacked .idx in its order, on which nothing here relies: many tools sort it otherwise than StarDict.
 * @throws {DictionaryProblem} `index` where size or number differ from the .ifo, `broken-index` for a record without an
 * end, `encoding` for a word that is not UTF-8
 */
export async function parseIndex(bytes: Uint8Array, facts: DictionaryFacts, signal: AbortSignal): Promise<IndexWord[]> {
  if (bytes.length !== facts.indexSize)
    throw new DictionaryProblem({ kind: 'index', told: facts.indexSize, found: bytes.length, unit: 'bytes' });
  const words: IndexWord[] = [];
  const { offsetWidth } = facts;
  await eachRecord(bytes, offsetWidth + 4, signal, (word, at) =>
    words.push({
      word,
      offset: readNumber(bytes, at, offsetWidth),
      size: readNumber(bytes, at + offsetWidth, 4),
    }),
  );
  if (words.length !== facts.words)
    throw new DictionaryProblem({ kind: 'index', told: facts.words, found: words.length, unit: 'words' });
  return words;
}

/**
 * The words of an unpacked .syn.
 * @param words number of headwords
 * @throws {DictionaryProblem} `synonyms` for a word of a missing headword, and as {@link parseIndex}
 */
export async function parseSynonyms(bytes: Uint8Array, words: number, signal: AbortSignal): Promise<Synonym[]> {
  const synonyms: Synonym[] = [];
  await eachRecord(bytes, 4, signal, (word, at) => {
    const of = readNumber(bytes, at, 4);
    if (of >= words) throw new DictionaryProblem({ kind: 'synonyms' });
    synonyms.push({ word, of });
  });
  return synonyms;
}

/** Yields each zero-terminated word, and the offset of the numbers after it. */
async function eachRecord(
  bytes: Uint8Array,
  numbers: number,
  signal: AbortSignal,
  take: (word: string, at: number) => unknown,
): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let count = 0;
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0, at);
    if (end === -1 || end + 1 + numbers > bytes.length) throw new DictionaryProblem({ kind: 'broken-index' });
    let word;
    try {
      word = decoder.decode(bytes.subarray(at, end));
    } catch (error) {
      throw new DictionaryProblem({ kind: 'encoding' }, error);
    }
    take(word, end + 1);
    at = end + 1 + numbers;
    count += 1;
    if (count % BETWEEN_PAUSES === 0) await pause(signal);
  }
}
