import { type AsyncFlateStreamHandler, Unzip, UnzipInflate } from 'fflate';
import { DictionaryProblem } from '../dictionary-problem.ts';

/** A file that was chosen, or that stands in an archive that was. */
export interface ChosenFile {
  readonly name: string;
  /**
   * Its bytes, from the beginning at each call.
   * @param onRead hears how much of what holds it has been read, 0 to 1
   */
  readonly bytes: (onRead?: (part: number) => void) => AsyncIterable<Uint8Array>;
}

/** The files of one dictionary. */
export interface DictionaryFiles {
  readonly ifo: ChosenFile;
  readonly idx: ChosenFile;
  readonly dict: ChosenFile;
  readonly syn: ChosenFile | null;
  /** Of all files as they were given, bytes. */
  readonly size: number;
}

/** Largest dictionary that is taken, of its files as they are given and of its unpacked text, bytes. */
export const DICTIONARY_MAX = 250_000_000;
/** Read from a file at once, bytes. */
const STEP = 262_144;
/** Unpacked at once, so that no piece becomes more than some megabytes. */
const UNZIP_STEP = 16_384;

const PART = /[.](ifo|idx|dict|syn)(?:[.](?:gz|dz))?$/i;
/** Archives that cannot be opened here. */
const PACKED = /[.](tar|tgz|tbz2?|txz|7z|rar|bz2|xz|tar[.]\w+)$/i;

/**
 * The files of the one dictionary that was chosen, as such or in a .zip; what else is among them is left aside.
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

/** @throws {DictionaryProblem} `unreadable` where the device does not give the file any more */
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

/** A phone may give a file without its ending, so that the first bytes decide. */
async function isZip(file: File): Promise<boolean> {
  const [p, k, three, four] = await readSlice(file, 0, 4);
  return p === 0x50 && k === 0x4b && three === 3 && four === 4;
}

/** Returns the files in a .zip. The archive is read again for each of its files: nothing of it is held in memory. */
async function unzipped(zip: File): Promise<ChosenFile[]> {
  const names: string[] = [];
  // Folders that macOS adds hold a second file for each, of the same ending.
  const isOwn = (name: string) => !/(^|[/])(__MACOSX[/]|[.]_)/.test(name);
  for await (const name of walk(zip, () => false)) if (typeof name === 'string' && isOwn(name)) names.push(name);
  return names.map((name) => ({ name, bytes: (onRead) => unzipOne(zip, name, onRead) }));
}

async function* unzipOne(zip: File, name: string, onRead?: (part: number) => void): AsyncGenerator<Uint8Array> {
  for await (const piece of walk(zip, (other) => other === name, onRead)) if (typeof piece !== 'string') yield piece;
}

/** Goes through a .zip once: the name of each file, and the bytes of the one that is wanted, to its end. */
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
    // The library holds the bytes of a file that is not started.
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

/** How the library inflates files: those that are not wanted are dropped as they come. */
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
