import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { normalizeText } from '@cuentos/domain/text/normalize';
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  openPromise,
  RandomAccessReader,
  validateFileName,
  type ZipFile,
} from 'yauzl';
import type { Limits } from './limits.ts';
import { formatOfStart, type OtherFormat, START_LENGTH } from './other-formats.ts';
import { BadBook } from './refusal.ts';

const LOCAL_SIGNATURE = 0x04034b50;
const END_SIGNATURE = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
/** Length of the end record, and of the longest comment that may follow it (APPNOTE 4.3.16). */
const END_LENGTH = 22;
const TAIL_LENGTH = END_LENGTH + 0xffff;

/**
 * Opens a zip, also one with foreign bytes before it (a mail gateway's or a self-extractor's header), which shift all
 * its offsets; `leadingBytes` is their number. Ignores bytes after its end, which a broken download or a mail program
 * leaves there.
 * @throws {BadBook} `not-a-zip`, or `corrupt-zip` when the file starts as a zip and its directory is missing.
 */
async function openArchive(path: string, size: number): Promise<{ zip: ZipFile; leadingBytes: number }> {
  const { startsAsZip, format, leadingBytes, length } = await probe(path, size);
  try {
    const options = { autoClose: false, lazyEntries: true, decodeStrings: false };
    const zip =
      leadingBytes === 0 && length === size
        ? await openPromise(path, options)
        : await fromRandomAccessReaderPromise(new ShiftedReader(path, leadingBytes), length, options);
    return { zip, leadingBytes };
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    if (startsAsZip) throw new BadBook('corrupt-zip');
    throw new BadBook('not-a-zip', format === null ? {} : { what: format });
  }
}

interface ArchiveSpan {
  readonly startsAsZip: boolean;
  /** The recognised format of the file, if any. */
  readonly format: OtherFormat | null;
  /** Number of foreign bytes before the archive, and the archive's own length without those after it. */
  readonly leadingBytes: number;
  readonly length: number;
}

async function probe(path: string, size: number): Promise<ArchiveSpan> {
  const file = await open(path, 'r');
  try {
    const start = await readAt(file, 0, START_LENGTH);
    const startsAsZip = start.length >= 4 && start.readUInt32LE() === LOCAL_SIGNATURE;
    const format = formatOfStart(start);
    const tailStart = Math.max(0, size - TAIL_LENGTH);
    const tail = await readAt(file, tailStart, size - tailStart);
    const end = tail.lastIndexOf(END_SIGNATURE);
    if (end < 0 || end + END_LENGTH > tail.length) return { startsAsZip, format, leadingBytes: 0, length: size };
    const directoryEnd = tail.readUInt32LE(end + 12) + tail.readUInt32LE(end + 16);
    const leadingBytes = startsAsZip ? 0 : Math.max(0, tailStart + end - directoryEnd);
    // A comment longer than the rest of the file means that the end is lost: the file is read as it is, and refused.
    const fileEnd = tailStart + end + END_LENGTH + tail.readUInt16LE(end + 20);
    return { startsAsZip, format, leadingBytes, length: Math.min(fileEnd, size) - leadingBytes };
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

/** General purpose bit 11: the name is UTF-8 (APPNOTE 4.4.4). */
const UTF8_FLAG = 0x800;
/** Unix file type bits in the high half of the external attributes. */
const FILE_TYPE_MASK = 0o170000;
const SYMBOLIC_LINK = 0o120000;

/**
 * Name of a zip entry, NFC. Many tools write UTF-8 without setting the flag, so that bytes which are valid UTF-8 are
 * read as UTF-8; other names without the flag are code page 437, as the format says. Some tools write names with
 * backslashes, or relative to the folder: `OEBPS\a.xhtml` and `./OEBPS/a.xhtml` are `OEBPS/a.xhtml`.
 *
 * @throws {BadBook} `unsafe-path` for absolute, climbing, over-long or non-printable names and links.
 */
function zipName(entry: Entry, limits: Limits): string {
  const name = writtenName(entry)
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '');
  const climbs = name.split('/').some((step) => step === '..' || step === '.');
  const isLink = ((entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK) === SYMBOLIC_LINK;
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  const isUnprintable = /[\u0000-\u001f\u007f]/.test(name);
  if (climbs || isLink || isUnprintable || name.length > limits.nameLength || validateFileName(name) !== null) {
    throw new BadBook('unsafe-path', { file: name });
  }
  return name;
}

/** Decodes the exact name, NFC. */
function writtenName({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8_FLAG : generalPurposeBitFlag;
  return normalizeText(getFileNameLowLevel(flags, fileNameRaw, extraFields, true));
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The zip of an uploaded book; its whole directory is checked before any file is inflated. */
export class ZipSource {
  /**
   * Files by NFC name. The last of several entries with the same name counts, as in most tools; the others are never
   * read.
   */
  readonly entries: ReadonlyMap<string, Entry>;
  /** Names that occurred more than once. */
  readonly duplicates: readonly string[];
  /** The first file of the archive, which has to be `mimetype`, stored (EPUB OCF §4.3). */
  readonly firstEntry: Entry | null;
  /** Number of foreign bytes before the archive. */
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
    const { zip, leadingBytes } = await openArchive(path, size);
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
  const writtenNames = new Map<string, string>();
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
    const written = writtenName(entry);
    const other = writtenNames.get(name);
    // Refuses two names of the same file, because the author's choice is unknown.
    if (other !== undefined && other !== written) throw new BadBook('unsafe-path', { file: name });
    writtenNames.set(name, written);
    if (entries.has(name)) duplicates.push(name);
    entries.set(name, entry);
  }
  const ordered = all.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  refuseOverlaps(ordered);
  return { entries: unwrapped(entries), duplicates, first: ordered[0] ?? null };
}

const CONTAINER_ENTRY = 'META-INF/container.xml';
/** Files that an operating system adds beside the folder that it zips. */
const ALONGSIDE = /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/i;

/**
 * Returns the files of a book whose whole folder was zipped, without that folder. Keeps the names if there is any file
 * beside the folder, or a second book, because the author's folder is then unknown.
 */
function unwrapped(entries: Map<string, Entry>): Map<string, Entry> {
  if (entries.has(CONTAINER_ENTRY)) return entries;
  const own = [...entries].filter(([name]) => !ALONGSIDE.test(name));
  const first = own[0]?.[0] ?? '';
  const folder = first.slice(0, first.indexOf('/') + 1);
  const isWhole = folder !== '' && own.every(([name]) => name.startsWith(folder));
  if (!isWhole || !entries.has(folder + CONTAINER_ENTRY)) return entries;
  return new Map(own.map(([name, entry]) => [name.slice(folder.length), entry]));
}

/** Length of a local file header without its name and extra field, bytes (APPNOTE 4.3.7). */
const LOCAL_HEADER = 30;

/**
 * Refuses entries that share bytes, because they let a small file expand without end ('zip quine' and overlap bombs).
 */
function refuseOverlaps(ordered: readonly Entry[]): void {
  let end = 0;
  for (const entry of ordered) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new BadBook('corrupt-zip');
    end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER + entry.fileNameLength + entry.compressedSize;
  }
}

/** Converts errors of yauzl and zlib, which have only a message. */
function asBadBook(error: unknown, file?: string): unknown {
  if (error instanceof BadBook || !(error instanceof Error)) return error;
  // Returns errors of the disk unchanged, because they are not the book's fault.
  if ('syscall' in error) return error;
  const detail = file === undefined ? {} : { file };
  if (/too many bytes/.test(error.message)) return new BadBook('too-large', detail);
  if (/encrypt/.test(error.message)) return new BadBook('encrypted-zip', detail);
  return new BadBook('corrupt-zip', detail);
}
