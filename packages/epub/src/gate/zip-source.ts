import { stat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import type { Limits } from './limits.ts';
import { openZip } from './open-zip.ts';
import { BadBook } from './refusal.ts';
import { zipName } from './zip-name.ts';

/** The zip of an uploaded book: its directory is checked whole before anything is inflated. */
export class ZipSource {
  /** Files by NFC name. Of entries with the same name the last counts, as in most tools; no other is ever read. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** Names that occurred more than once. */
  readonly duplicates: readonly string[];
  /** The first file of the archive, which has to be `mimetype`, stored (EPUB OCF §4.3). */
  readonly firstEntry: Entry | null;
  /** Foreign bytes before the archive. */
  readonly leadingBytes: number;
  readonly #zip: ZipFile;

  private constructor(zip: ZipFile, leadingBytes: number, directory: Directory) {
    this.#zip = zip;
    this.leadingBytes = leadingBytes;
    this.entries = directory.entries;
    this.duplicates = directory.duplicates;
    this.firstEntry = directory.first;
  }

  /**
   * @throws {BadBook} `empty`, `not-a-zip`, `corrupt-zip`, `encrypted-zip`, `unsupported-zip`, `unsafe-path`,
   * `too-large`.
   */
  static async open(path: string, limits: Limits): Promise<ZipSource> {
    const { size } = await stat(path);
    if (size === 0) throw new BadBook('empty');
    if (size > limits.fileBytes) throw new BadBook('too-large', { limit: limits.fileBytes });
    const { zip, leadingBytes } = await openZip(path, size);
    try {
      return new ZipSource(zip, leadingBytes, await readDirectory(zip, size, limits));
    } catch (error) {
      zip.close();
      throw asBadBook(error);
    }
  }

  /**
   * Inflates one entry, checking its declared size and CRC on the way.
   * @throws {BadBook} `too-large` when it holds more than it declares, `corrupt-zip` for anything else.
   */
  async *chunks(name: string): AsyncGenerator<Buffer, void, undefined> {
    const entry = this.entries.get(name);
    if (entry === undefined) throw new BadBook('missing-resource', { file: name });
    let checksum = 0;
    try {
      const stream = await this.#zip.openReadStreamPromise(entry);
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        checksum = crc32(chunk, checksum);
        yield chunk;
      }
    } catch (error) {
      throw asBadBook(error, name);
    }
    if (checksum !== entry.crc32) throw new BadBook('corrupt-zip', { file: name });
  }

  /** Whole entry in memory, in pieces. @throws {BadBook} `too-large` above `limit` bytes, else as {@link ZipSource.chunks}. */
  async read(name: string, limit: number): Promise<Buffer[]> {
    if ((this.entries.get(name)?.uncompressedSize ?? 0) > limit) throw new BadBook('too-large', { file: name, limit });
    const chunks: Buffer[] = [];
    for await (const chunk of this.chunks(name)) chunks.push(chunk);
    return chunks;
  }

  close(): void {
    this.#zip.close();
  }
}

interface Directory {
  readonly entries: Map<string, Entry>;
  readonly duplicates: string[];
  readonly first: Entry | null;
}

async function readDirectory(zip: ZipFile, fileSize: number, limits: Limits): Promise<Directory> {
  if (zip.entryCount > limits.entries) throw new BadBook('too-large', { limit: limits.entries });
  const entries = new Map<string, Entry>();
  const duplicates: string[] = [];
  const all: Entry[] = [];
  const allowed = Math.max(limits.ratioFloorBytes, fileSize * limits.ratio);
  let expanded = 0;
  for await (const entry of zip.eachEntry()) {
    if (all.push(entry) > limits.entries) throw new BadBook('too-large', { limit: limits.entries });
    const name = zipName(entry, limits);
    if (entry.isEncrypted()) throw new BadBook('encrypted-zip', { file: name });
    if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
      throw new BadBook('unsupported-zip', { file: name });
    }
    expanded += entry.uncompressedSize;
    if (expanded > allowed) throw new BadBook('too-large');
    if (name.endsWith('/')) continue;
    if (entries.has(name)) duplicates.push(name);
    entries.set(name, entry);
  }
  const ordered = all.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  refuseOverlaps(ordered);
  return { entries, duplicates, first: ordered[0] ?? null };
}

/** Bytes of a local file header without its name and extra field (APPNOTE 4.3.7). */
const LOCAL_HEADER = 30;

/** Entries that share bytes let a small file expand without end ('zip quine' and overlap bombs). */
function refuseOverlaps(ordered: readonly Entry[]): void {
  let end = 0;
  for (const entry of ordered) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new BadBook('corrupt-zip');
    end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER + entry.fileNameLength + entry.compressedSize;
  }
}

/** yauzl and zlib report by message only. */
function asBadBook(error: unknown, file?: string): unknown {
  if (error instanceof BadBook || !(error instanceof Error)) return error;
  // A failing disk is our fault, not the book's.
  if ('syscall' in error) return error;
  const detail = file === undefined ? {} : { file };
  if (/too many bytes/.test(error.message)) return new BadBook('too-large', detail);
  if (/encrypt/.test(error.message)) return new BadBook('encrypted-zip', detail);
  return new BadBook('corrupt-zip', detail);
}
