import { type AsyncFlateStreamHandler, Unzip, UnzipInflate } from 'fflate';
import { DictionaryProblem } from '../dictionary-problem.ts';

/** A chosen file, or a file in a chosen archive. */
export interface ChosenFile {
  readonly name: string;
  /**
   * Streams its bytes, from the beginning at each call.
   * @param onRead called with the share of the containing file that has been read, 0 to 1
   */
  readonly bytes: (onRead?: (part: number) => void) => AsyncIterable<Uint8Array>;
}

/** The files of one dictionary. */
export interface DictionaryFiles {
  readonly ifo: ChosenFile;
  readonly idx: ChosenFile;
  readonly dict: ChosenFile;
  readonly syn: ChosenFile | null;
  /** Size of all files as they were chosen, bytes. */
  readonly size: number;
}

/** Largest dictionary, by its chosen files and by its unpacked text, bytes. */
export const DICTIONARY_MAX = 250_000_000;
/** Portion read from a file at once, bytes. */
const STEP = 262_144;
/** Portion unpacked at once, bytes, so that no result exceeds some megabytes. */
const UNZIP_STEP = 16_384;

const PART = /[.](ifo|idx|dict|syn)(?:[.](?:gz|dz))?$/i;
/** Kinds of archives that cannot be opened here. */
const PACKED = /[.](tar|tgz|tbz2?|txz|7z|rar|bz2|xz|tar[.]\w+)$/i;

/**
 * The files of the chosen dictionary, as they are or in a .zip; other files are ignored.
 * @throws {DictionaryProblem} `large`, `foreign`, `packed`, `missing`, `twice`, `unreadable`
 */
export async function sortFiles(given: readonly File[]): Promise<DictionaryFiles> {
  const size = given.reduce((sum, file) => sum + file.size, 0);
  if (size > DICTIONARY_MAX) throw new DictionaryProblem({ kind: 'large', most: DICTIONARY_MAX, size });
  const lists = await Promise.all(given.map(async (file) => ((await isZip(file)) ? unzipped(file) : [fromFile(file)])));
  const files = lists.flat();
  const parts = files.filter(({ name }) => PART.test(name));
  const [first] = given;
  if (parts.length === 0 && first) {
    const packed = given.find(({ name }) => PACKED.test(name));
    throw new DictionaryProblem(packed ? { kind: 'packed', file: packed.name } : { kind: 'foreign', file: first.name });
  }
  const [syn = null] = onlyOne(parts, '.syn');
  return { ifo: needed(parts, '.ifo'), idx: needed(parts, '.idx'), dict: needed(parts, '.dict'), syn, size };
}

type Part = '.ifo' | '.idx' | '.dict' | '.syn';

function onlyOne(files: readonly ChosenFile[], part: Part): ChosenFile[] {
  const found = files.filter(({ name }) => `.${PART.exec(name)?.[1]?.toLowerCase()}` === part);
  if (found.length > 1) throw new DictionaryProblem({ kind: 'twice', part });
  return found;
}

function needed(files: readonly ChosenFile[], part: Part): ChosenFile {
  const [file] = onlyOne(files, part);
  if (!file) throw new DictionaryProblem({ kind: 'missing', part });
  return file;
}

const fromFile = (file: File): ChosenFile => ({ name: file.name, bytes: (onRead) => readFile(file, onRead) });

/** @throws {DictionaryProblem} `unreadable` where the device no longer provides the file */
async function* readFile(file: File, onRead: (part: number) => void = () => {}): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += STEP) {
    yield await readSlice(file, at, at + STEP);
    onRead(Math.min(1, (at + STEP) / file.size));
  }
}

async function readSlice(file: File, from: number, to: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(from, to).arrayBuffer());
  } catch (error) {
    throw new DictionaryProblem({ kind: 'unreadable', file: file.name }, error);
  }
}

/** A phone may pass a file on without its ending, so the first bytes decide. */
async function isZip(file: File): Promise<boolean> {
  const [p, k, three, four] = await readSlice(file, 0, 4);
  return p === 0x50 && k === 0x4b && three === 3 && four === 4;
}

/** Lists the files in a .zip. The archive is read again for each of its files, so that none is held in memory. */
async function unzipped(zip: File): Promise<ChosenFile[]> {
  const names: string[] = [];
  // macOS adds folders with a second file of the same ending for each file.
  const isOwn = (name: string) => !/(^|[/])(__MACOSX[/]|[.]_)/.test(name);
  for await (const name of walk(zip, () => false)) if (typeof name === 'string' && isOwn(name)) names.push(name);
  return names.map((name) => ({ name, bytes: (onRead) => unzipOne(zip, name, onRead) }));
}

async function* unzipOne(zip: File, name: string, onRead?: (part: number) => void): AsyncGenerator<Uint8Array> {
  for await (const piece of walk(zip, (other) => other === name, onRead)) if (typeof piece !== 'string') yield piece;
}

/** Reads a .zip once: the name of each file, and the bytes of the wanted one. */
async function* walk(
  zip: File,
  isWanted: (name: string) => boolean,
  onRead?: (part: number) => void,
): AsyncGenerator<string | Uint8Array> {
  const ready: (string | Uint8Array)[] = [];
  const failures: unknown[] = [];
  let hasEnded = false;
  const unzip = new Unzip((file) => {
    ready.push(file.name);
    file.ondata = (error, piece, isLast) => {
      if (!isWanted(file.name)) return;
      if (error) failures.push(error);
      else ready.push(piece);
      hasEnded = isLast;
    };
    // The library buffers the bytes of a file that is not started.
    file.start();
  });
  unzip.register(inflatingOnly(isWanted));
  for await (const bytes of readFile(zip, onRead)) {
    for (let at = 0; at < bytes.length; at += UNZIP_STEP) {
      try {
        unzip.push(bytes.subarray(at, at + UNZIP_STEP));
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) throw new DictionaryProblem({ kind: 'unpacking' }, failures[0]);
      yield* ready.splice(0);
      if (hasEnded) return;
    }
  }
}

/** Decoder for the library: discards the bytes of files that are not wanted. */
function inflatingOnly(isWanted: (name: string) => boolean) {
  return class {
    static readonly compression = 8;
    ondata: AsyncFlateStreamHandler = () => {};
    readonly #inflate: UnzipInflate | null;

    constructor(name: string) {
      this.#inflate = isWanted(name) ? new UnzipInflate() : null;
      if (this.#inflate) this.#inflate.ondata = (...given) => this.ondata(...given);
    }

    push(bytes: Uint8Array, isLast: boolean): void {
      this.#inflate?.push(bytes, isLast);
    }
  };
}
