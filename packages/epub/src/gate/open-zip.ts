import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { fromRandomAccessReaderPromise, openPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { BadBook } from './refusal.ts';

const LOCAL_SIGNATURE = 0x04034b50;
const END_SIGNATURE = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
/** End record and the longest comment that may follow it (APPNOTE 4.3.16). */
const END_LENGTH = 22;
const TAIL_LENGTH = END_LENGTH + 0xffff;

/**
 * Opens a zip, also one with foreign bytes before it (a mail gateway's or a self-extractor's header), whose offsets
 * then all lie behind by that much; `leadingBytes` says how many.
 * @throws {BadBook} `not-a-zip`, or `corrupt-zip` when the file starts as a zip and its directory is gone.
 */
export async function openZip(path: string, size: number): Promise<{ zip: ZipFile; leadingBytes: number }> {
  const { startsAsZip, leadingBytes } = await probe(path, size);
  try {
    const options = { autoClose: false, lazyEntries: true, decodeStrings: false };
    const zip =
      leadingBytes === 0
        ? await openPromise(path, options)
        : await fromRandomAccessReaderPromise(new ShiftedReader(path, leadingBytes), size - leadingBytes, options);
    return { zip, leadingBytes };
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    throw new BadBook(startsAsZip ? 'corrupt-zip' : 'not-a-zip');
  }
}

async function probe(path: string, size: number): Promise<{ startsAsZip: boolean; leadingBytes: number }> {
  const file = await open(path, 'r');
  try {
    const start = await readAt(file, 0, 4);
    const startsAsZip = start.length === 4 && start.readUInt32LE() === LOCAL_SIGNATURE;
    if (startsAsZip) return { startsAsZip, leadingBytes: 0 };
    const tailStart = Math.max(0, size - TAIL_LENGTH);
    const tail = await readAt(file, tailStart, size - tailStart);
    const end = tail.lastIndexOf(END_SIGNATURE);
    if (end < 0 || end + END_LENGTH > tail.length) return { startsAsZip, leadingBytes: 0 };
    const directoryEnd = tail.readUInt32LE(end + 12) + tail.readUInt32LE(end + 16);
    return { startsAsZip, leadingBytes: Math.max(0, tailStart + end - directoryEnd) };
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

class ShiftedReader extends RandomAccessReader {
  readonly #path: string;
  readonly #shift: number;

  constructor(path: string, shift: number) {
    super();
    this.#path = path;
    this.#shift = shift;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start: start + this.#shift, end: end + this.#shift - 1 });
  }
}
