import { Gunzip, inflateSync } from 'fflate';
import { DictionaryProblem } from '../dictionary-problem.ts';
import { ByteReader, joinBytes } from './byte-reader.ts';

/** Division of the text into stored pieces. */
export interface TextShape {
  /** Size of an unpacked piece, bytes; the last one may be smaller. */
  readonly pieceLength: number;
  /** Whether pieces are chunks of a .dict.dz, each of which can be inflated by itself. */
  readonly isDeflated: boolean;
  /** Size of the whole text, unpacked, bytes. */
  readonly length: number;
}

/** Size of pieces that are cut here, bytes. */
const PIECE = 65_536;
/** Most that is unpacked at once, bytes, so that a file of a thousandfold size is noticed in time. */
const STEP = 16_384;
/**
 * Ends a chunk of a .dict.dz, which was flushed and not ended, so that it can be inflated by itself (RFC 1951, 3.2.6).
 */
const LAST_BLOCK = [3, 0];
/** Length of gzip's trailer after the data, bytes: checksum and size (RFC 1952). */
const TRAILER = 8;
/** End of the data as some tools write it: a block that belongs to no chunk. */
const END_BLOCK_MAX = 16;

/** Whether these are the first bytes of a gzip file. */
const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Inflates a chunk of a .dict.dz; null for one that is damaged or too long. */
export function inflateChunk(chunk: Uint8Array, most: number): Uint8Array | null {
  try {
    const bytes = inflateSync(joinBytes([chunk, new Uint8Array(LAST_BLOCK)]), { out: new Uint8Array(most + 1) });
    return bytes.length > most ? null : bytes;
  } catch {
    return null;
  }
}

/**
 * Unpacks a file that may be compressed with gzip.
 * @param most largest allowed size, bytes
 * @throws {DictionaryProblem} `unpacking` for a damaged file, `large` for a larger one
 */
export async function* unpacked(source: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(source);
  const isPacked = isGzip(await reader.peek(2));
  let size = 0;
  for await (const piece of isPacked ? gunzipped(reader.rest()) : reader.rest()) {
    size += piece.length;
    if (size > most) throw new DictionaryProblem({ kind: 'large', most, size: null });
    yield piece;
  }
}

async function* gunzipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const gunzip = new Gunzip((piece) => ready.push(piece));
  const push = (bytes: Uint8Array, isLast: boolean): Uint8Array[] => {
    ready = [];
    try {
      gunzip.push(bytes, isLast);
    } catch (error) {
      throw new DictionaryProblem({ kind: 'unpacking' }, error);
    }
    return ready;
  };
  for await (const piece of source) {
    for (let at = 0; at < piece.length; at += STEP) yield* push(piece.subarray(at, at + STEP), false);
  }
  yield* push(new Uint8Array(), true);
}

/**
 * Reads the text of all entries: plain, compressed with gzip, or with the chunk table of a .dict.dz, whose chunks are
 * stored as they are. Each chunk is unpacked once, to check it against the table.
 * @param keep called with each piece, in their order
 * @param isUtf8 whether all of it is text, which is checked
 * @throws {DictionaryProblem} `chunks` for a false table, `encoding`, and as {@link unpacked}
 */
export async function readText(
  source: AsyncIterable<Uint8Array>,
  most: number,
  isUtf8: boolean,
  keep: (piece: Uint8Array) => Promise<void>,
): Promise<TextShape> {
  const reader = new ByteReader(source);
  const check = isUtf8 ? checkUtf8() : () => {};
  const table = await readTable(reader);
  const shape = table ? await keepChunks(reader, table, check, keep) : await cut(reader, most, check, keep);
  check();
  return shape;
}

/** Checks pieces in their order for valid UTF-8; without a piece, whether the text may end here. */
function checkUtf8(): (piece?: Uint8Array) => void {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (piece) => {
    try {
      decoder.decode(piece, { stream: piece !== undefined });
    } catch (error) {
      throw new DictionaryProblem({ kind: 'encoding' }, error);
    }
  };
}

async function cut(
  reader: ByteReader,
  most: number,
  check: (piece: Uint8Array) => void,
  keep: (piece: Uint8Array) => Promise<void>,
): Promise<TextShape> {
  const text = new ByteReader(unpacked(reader.rest(), most));
  let length = 0;
  for (let piece = await text.read(PIECE); piece.length > 0; piece = await text.read(PIECE)) {
    check(piece);
    await keep(piece);
    length += piece.length;
  }
  return { pieceLength: PIECE, isDeflated: false, length };
}

interface ChunkTable {
  /** Size of an unpacked chunk, bytes. */
  readonly chunkLength: number;
  /** Sizes of the compressed chunks, bytes. */
  readonly sizes: readonly number[];
}

/** Bits of the header's flags (RFC 1952, 2.3.1). */
const flagBits = { check: 2, extra: 4, name: 8, comment: 16 };

/** Reads the chunk table in the header of a .dict.dz, and advances the reader past the header; null without a table. */
async function readTable(reader: ByteReader): Promise<ChunkTable | null> {
  const start = await reader.peek(12);
  const flags = start[3] ?? 0;
  if (start.length < 12 || !isGzip(start) || (flags & flagBits.extra) === 0) return null;
  const extra = 12 + pairAt(start, 10);
  const table = tableOf((await reader.peek(extra)).subarray(12));
  if (!table) return null;
  await reader.read(extra);
  if (flags & flagBits.name) await skipText(reader);
  if (flags & flagBits.comment) await skipText(reader);
  if (flags & flagBits.check) await reader.read(2);
  return table;
}

/** Reads a little-endian number, as gzip writes numbers. */
const pairAt = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);

/** Finds the field `RA` of version 1 in the header's extra fields (dictzip). */
function tableOf(fields: Uint8Array): ChunkTable | null {
  for (let at = 0; at + 4 <= fields.length; at += 4 + pairAt(fields, at + 2)) {
    if (fields[at] !== 0x52 || fields[at + 1] !== 0x41) continue;
    const field = fields.subarray(at + 4, at + 4 + pairAt(fields, at + 2));
    const count = pairAt(field, 4);
    const chunkLength = pairAt(field, 2);
    if (pairAt(field, 0) !== 1 || chunkLength === 0 || field.length < 6 + 2 * count)
      throw new DictionaryProblem({ kind: 'chunks' });
    return { chunkLength, sizes: Array.from({ length: count }, (_, index) => pairAt(field, 6 + 2 * index)) };
  }
  return null;
}

async function skipText(reader: ByteReader): Promise<void> {
  for (let byte = await reader.read(1); byte.length > 0 && byte[0] !== 0;) byte = await reader.read(1);
}

async function keepChunks(
  reader: ByteReader,
  { chunkLength, sizes }: ChunkTable,
  check: (piece: Uint8Array) => void,
  keep: (piece: Uint8Array) => Promise<void>,
): Promise<TextShape> {
  let length = 0;
  for (const [index, size] of sizes.entries()) {
    const chunk = await reader.read(size);
    const bytes = inflateChunk(chunk, chunkLength);
    const isLast = index === sizes.length - 1;
    if (!bytes || (bytes.length < chunkLength && !isLast)) throw new DictionaryProblem({ kind: 'chunks' });
    check(bytes);
    await keep(chunk);
    length += bytes.length;
  }
  const end = await reader.read(END_BLOCK_MAX + TRAILER + 1);
  const told = end.length < TRAILER ? -1 : pairAt(end, end.length - 4) + 65_536 * pairAt(end, end.length - 2);
  if (end.length > END_BLOCK_MAX + TRAILER || told !== length) throw new DictionaryProblem({ kind: 'chunks' });
  return { pieceLength: chunkLength, isDeflated: true, length };
}
