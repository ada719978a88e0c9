import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';

interface MadeEntry {
  readonly word: string;
  /** Text of the entry, or its raw bytes. */
  readonly text: string | Uint8Array<ArrayBuffer>;
  readonly synonyms?: readonly string[];
}

interface Made {
  readonly entries: readonly MadeEntry[];
  readonly name?: string;
  /** Lines of the .ifo file that replace the generated ones or are added to them. */
  readonly ifo?: Readonly<Record<string, string | number>>;
  readonly offsetBits?: 32 | 64;
}

type Bytes = Uint8Array<ArrayBuffer>;

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
const join = (...pieces: readonly Uint8Array[]): Bytes => new Uint8Array(Buffer.concat(pieces));

/** Encodes a number with its highest byte first. */
function numberBytes(value: number, width: 4 | 8): Bytes {
  const bytes = new Uint8Array(width);
  const view = new DataView(bytes.buffer);
  if (width === 8) view.setBigUint64(0, BigInt(value));
  else view.setUint32(0, value);
  return bytes;
}

/** Returns the bytes of a StarDict dictionary's files, by file type; the entries keep their order. */
export function makeStarDict({ entries, name = 'Diccionario de prueba', ifo = {}, offsetBits = 32 }: Made) {
  const texts = entries.map(({ text }) => (typeof text === 'string' ? utf8(text) : text));
  let offset = 0;
  const records = entries.map(({ word }, index) => {
    const size = texts[index]?.length ?? 0;
    const numbers = [numberBytes(offset, offsetBits === 64 ? 8 : 4), numberBytes(size, 4)];
    offset += size;
    return join(utf8(word), new Uint8Array(1), ...numbers);
  });
  const idx = join(...records);
  const syn = join(
    ...entries.flatMap(({ synonyms = [] }, index) =>
      synonyms.map((word) => join(utf8(word), new Uint8Array(1), numberBytes(index, 4))),
    ),
  );
  const facts = {
    version: offsetBits === 64 ? '3.0.0' : '2.4.2',
    bookname: name,
    wordcount: entries.length,
    idxfilesize: idx.length,
    sametypesequence: 'm',
    ...(offsetBits === 64 ? { idxoffsetbits: 64 } : {}),
    ...ifo,
  };
  const lines = Object.entries(facts).map(([key, value]) => `${key}=${value}\n`);
  return { ifo: utf8(`StarDict's dict ifo file\n${lines.join('')}`), idx, syn, dict: join(...texts) };
}

/** Compresses as dictzip does: in chunks that can be inflated separately, with a table of their sizes in the header. */
export function dictzip(text: Uint8Array, chunkLength = 1000, change: (sizes: number[]) => void = () => {}): Bytes {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < text.length; at += chunkLength)
    chunks.push(deflateRawSync(text.subarray(at, at + chunkLength), { finishFlush: constants.Z_FULL_FLUSH }));
  const sizes = chunks.map(({ length }) => length);
  change(sizes);
  const pairs = (...numbers: number[]) => Uint8Array.from(numbers.flatMap((value) => [value & 255, value >> 8]));
  const table = join(utf8('RA'), pairs(6 + 2 * sizes.length), pairs(1, chunkLength, sizes.length, ...sizes));
  const FLAGS = 4 + 8;
  const head = join(
    Uint8Array.of(0x1f, 0x8b, 8, FLAGS, 0, 0, 0, 0, 0, 3),
    pairs(table.length),
    table,
    utf8('a.dict\0'),
  );
  const low = (value: number) => numberBytes(value, 4).toReversed();
  return join(head, ...chunks, Uint8Array.of(3, 0), low(crc32(text)), low(text.length));
}

export const gzip = (bytes: Uint8Array): Bytes => new Uint8Array(gzipSync(bytes));

/** Makes files as a reader chooses them, from their contents by name. */
export const asFiles = (contents: Readonly<Record<string, Bytes>>): File[] =>
  Object.entries(contents).map(([name, bytes]) => new File([bytes], name));

/** Returns the files of an uncompressed dictionary. */
export function plainFiles(made: Made, name = 'prueba'): File[] {
  const { ifo, idx, syn, dict } = makeStarDict(made);
  return asFiles({
    [`${name}.ifo`]: ifo,
    [`${name}.idx`]: idx,
    [`${name}.dict`]: dict,
    ...(syn.length > 0 ? { [`${name}.syn`]: syn } : {}),
  });
}
