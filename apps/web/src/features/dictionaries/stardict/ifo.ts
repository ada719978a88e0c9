import { DictionaryProblem } from '../dictionary-problem.ts';

/** Facts in the .ifo of a dictionary. */
export interface DictionaryFacts {
  /** Name; empty without one. */
  readonly name: string;
  readonly words: number;
  /** Size of the unpacked .idx, bytes. */
  readonly indexSize: number;
  /** Size of an offset in the .idx, bytes. */
  readonly offsetWidth: 4 | 8;
  /** Letters of the fields that each entry has, `sametypesequence`; empty where each field names its own. */
  readonly types: string;
  /** Language of the words, as written; few dictionaries have it. */
  readonly language: string | null;
}

const MAGIC = "StarDict's dict ifo file";

/**
 * Reads an .ifo (StarDict's `DICTFILE_FORMAT`, versions 2.4.2 and 3.0.0).
 * @throws {DictionaryProblem} `not-ifo` without the first line, `encoding` for text that is not UTF-8, `ifo` where a
 * value is missing or not a number
 */
export function parseIfo(bytes: Uint8Array): DictionaryFacts {
  const [, ...lines] = decodeIfo(bytes).split(/\r?\n|\r/);
  const facts = new Map(
    lines.flatMap((line) => {
      const at = line.indexOf('=');
      return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()]] : [];
    }),
  );
  const offsetBits = facts.get('idxoffsetbits') ?? '32';
  if (offsetBits !== '32' && offsetBits !== '64') throw new DictionaryProblem({ kind: 'ifo' });
  return {
    name: facts.get('bookname') ?? '',
    words: numberOf(facts.get('wordcount')),
    indexSize: numberOf(facts.get('idxfilesize')),
    offsetWidth: offsetBits === '64' ? 8 : 4,
    types: facts.get('sametypesequence') ?? '',
    language: facts.get('lang') ?? null,
  };
}

/** UTF-8 byte order mark before the first line. */
const MARK = 3;

/** Checks the first line first, since a file in another encoding has it too. */
function decodeIfo(bytes: Uint8Array): string {
  const start = new TextDecoder().decode(bytes.subarray(0, MAGIC.length + MARK));
  if (!start.startsWith(MAGIC)) throw new DictionaryProblem({ kind: 'not-ifo' });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new DictionaryProblem({ kind: 'encoding' }, error);
  }
}

function numberOf(text: string | undefined): number {
  if (text === undefined || !/^\d{1,12}$/.test(text)) throw new DictionaryProblem({ kind: 'ifo' });
  return Number(text);
}
