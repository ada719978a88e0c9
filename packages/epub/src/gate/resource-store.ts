import { createHash } from 'node:crypto';
import { createWriteStream, writeFileSync } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { brotliCompressSync, constants, createBrotliCompress } from 'node:zlib';
import { imageDimensionsFromData } from 'image-dimensions';
import { uniqueIdentifier } from '../container/package-metadata.ts';
import { type BookFile, BookLinks } from './book-files.ts';
import { cleanDocument } from './clean-document.ts';
import { FontKey, isFont } from './encryption.ts';
import type { WarningLog } from './gate-warning.ts';
import type { Limits } from './limits.ts';
import type { OpenBook } from './open-book.ts';
import { BadBook } from './refusal.ts';
import type { ZipSource } from './zip-source.ts';

export interface CarriedFile extends StoredFile {
  readonly characters: number;
  readonly heading: string | null;
  readonly describedPictures: number;
  /** Pixels of an image whose header could be read, else null. */
  readonly pixels: number | null;
}

/** Number of bytes read for an image's header, enough for long metadata before the size. */
const HEADER_BYTES = 256 * 1024;
/** Pixels above which a picture in a page of text costs a phone tens of megabytes. */
const LARGE_IMAGE_PIXELS = 25_000_000;

/** Size of a text after which collecting garbage is worth its few milliseconds. */
const LONG_TEXT_BYTES = 256 * 1024;

/** Cleans or copies every file of the book into the store, one at a time. */
export class ResourceWriter {
  readonly #zip: ZipSource;
  readonly #book: OpenBook;
  readonly #store: ResourceStore;
  readonly #limits: Limits;
  readonly #log: WarningLog;
  readonly #identifiers: readonly string[];

  constructor(zip: ZipSource, book: OpenBook, store: ResourceStore, limits: Limits, log: WarningLog) {
    this.#zip = zip;
    this.#book = book;
    this.#store = store;
    this.#limits = limits;
    this.#log = log;
    const all = book.document.metadata.filter(({ name }) => name === 'dc:identifier').map(({ value }) => value);
    this.#identifiers = [...new Set([uniqueIdentifier(book.document), ...all])].slice(0, 10);
  }

  /** Writes a file; null when the edition does not carry it. */
  async write(file: BookFile): Promise<CarriedFile | null> {
    if (file.type === null) return null;
    if (file.path !== file.source) this.#log.add('name-repaired', file.path);
    switch (file.type.kind) {
      case 'image':
        return this.#keepImage(file);
      case 'font':
        return this.#keepFont(file);
      case 'media':
        return binary(await this.#store.putChunks(this.#zip.chunks(file.source)));
      default:
        return this.#keepDocument(file, file.type.kind);
    }
  }

  async #keepDocument(file: BookFile, kind: NonNullable<BookFile['type']>['kind']): Promise<CarriedFile | null> {
    const source = await this.#zip.read(file.source, this.#limits.documentBytes);
    const links = new BookLinks(this.#book.files, file);
    const clean = await cleanDocument(source, kind, links, this.#log, this.#limits.depth);
    if (clean === null) return null;
    const stored = await this.#store.putText(clean.chunks);
    if (stored.size > LONG_TEXT_BYTES) freeBuffers();
    if (kind === 'xhtml' && stored.size > this.#limits.longChapterBytes) this.#log.add('long-chapter', file.path);
    const { characters, heading, describedPictures } = clean;
    return { ...stored, characters, heading, describedPictures, pixels: null };
  }

  async #keepImage(file: BookFile): Promise<CarriedFile> {
    const head: Uint8Array[] = [];
    let length = 0;
    const stored = await this.#store.putChunks(
      tap(this.#zip.chunks(file.source), (chunk) => {
        if (length < HEADER_BYTES) head.push(chunk);
        length += chunk.length;
      }),
    );
    const pixels = imagePixels(Buffer.concat(head));
    const limit = this.#limits.imagePixels;
    if (pixels !== null && pixels > limit) throw new BadBook('too-large', { file: file.path, what: 'pixels', limit });
    if (pixels !== null && pixels > LARGE_IMAGE_PIXELS) this.#log.add('large-image', file.path);
    return { ...binary(stored), pixels };
  }

  async #keepFont(file: BookFile): Promise<CarriedFile> {
    const algorithm = this.#book.obfuscated.get(file);
    const keys = algorithm === undefined ? [] : FontKey.candidates(algorithm, this.#identifiers);
    let start: Uint8Array = new Uint8Array();
    const stored = await this.#store.putChunks(
      decoded(this.#zip.chunks(file.source), keys, (first) => {
        start = first;
      }),
    );
    if (!isFont(start)) this.#log.add('font-damaged', file.path);
    return binary(stored);
  }
}

/**
 * Collects garbage if the worker may request it. A chapter's bytes lie outside the heap, and the collector is slow to
 * free them, so that on a busy machine several chapters would stay in memory at once.
 */
function freeBuffers(): void {
  globalThis.gc?.();
}

function binary(stored: StoredFile): CarriedFile {
  return { ...stored, characters: 0, heading: null, describedPictures: 0, pixels: null };
}

/** Number of pixels according to the header; decodes nothing. */
function imagePixels(head: Uint8Array): number | null {
  try {
    const size = imageDimensionsFromData(head);
    return size === undefined ? null : size.width * size.height;
  } catch {
    return null;
  }
}

async function* tap(chunks: AsyncIterable<Uint8Array>, see: (chunk: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    see(chunk);
    yield chunk;
  }
}

/**
 * Decodes a font with the first key that gives a valid font; without one it stays as it is, and the text falls back.
 */
async function* decoded(
  chunks: AsyncIterable<Uint8Array>,
  keys: readonly FontKey[],
  seeStart: (plain: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  let offset = 0;
  let key: FontKey | undefined;
  for await (const chunk of chunks) {
    if (offset === 0) key = keys.find((candidate) => isFont(candidate.apply(chunk.subarray(0, 4), 0)));
    const plain = key?.apply(chunk, offset) ?? chunk;
    if (offset === 0) seeStart(plain);
    offset += chunk.length;
    yield plain;
  }
}

interface StoredFile {
  /** SHA-256 of the content, lower-case hex; the name of the file in the store. */
  readonly hash: string;
  readonly size: number;
}

/**
 * Largest size of a file that is written synchronously, bytes: waiting for a thread eight times costs more than the
 * work (2,000 chapters).
 */
const SMALL = 16 * 1024;
/** Quality of brotli; above 5 it costs several times more and gains few per cent on prose. */
const BROTLI_QUALITY = 5;
/**
 * Window of brotli, from 1 kB to 1 MB and no larger than the file: brotli allocates memory for it, and the default
 * would take 16 MB.
 */
const brotliWindow = (size: number): number => Math.min(20, Math.max(10, Math.ceil(Math.log2(size + 1))));

/** Writes files under their hash: `<hash>`, and for text also `<hash>.br`. Equal files are stored once. */
export class ResourceStore {
  readonly #directory: string;
  readonly #stored = new Set<string>();
  #temporary = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async prepare(): Promise<void> {
    await mkdir(this.#directory, { recursive: true });
  }

  pathOf(hash: string): string {
    return join(this.#directory, hash);
  }

  /** Stores a text with its compressed form. */
  async putText(chunks: readonly Uint8Array[]): Promise<StoredFile> {
    const hasher = createHash('sha256');
    for (const chunk of chunks) hasher.update(chunk);
    const hash = hasher.digest('hex');
    const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    if (this.#stored.has(hash)) return { hash, size };
    this.#stored.add(hash);
    const path = this.pathOf(hash);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: brotliWindow(size),
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
    };
    if (size <= SMALL) {
      const bytes = Buffer.concat(chunks);
      writeFileSync(path, bytes);
      writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
    } else {
      await writeFile(path, chunks);
      await pipeline(chunks, createBrotliCompress({ params }), createWriteStream(`${path}.br`));
    }
    return { hash, size };
  }

  /** Stores a file of any size without keeping it in memory. */
  async putChunks(chunks: AsyncIterable<Uint8Array>): Promise<StoredFile> {
    const temporary = this.pathOf(`.partial-${this.#temporary++}`);
    const hasher = createHash('sha256');
    let size = 0;
    const file = await open(temporary, 'wx');
    try {
      for await (const chunk of chunks) {
        hasher.update(chunk);
        size += chunk.length;
        await file.writeFile(chunk);
      }
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    const hash = hasher.digest('hex');
    await rename(temporary, this.pathOf(hash));
    return { hash, size };
  }
}
