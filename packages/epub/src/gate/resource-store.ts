import { createHash } from 'node:crypto';
import { createWriteStream, writeFileSync } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { brotliCompressSync, constants, createBrotliCompress } from 'node:zlib';

export interface StoredFile {
  /** SHA-256 of the content, lower-case hex; the name of the file in the store. */
  readonly hash: string;
  readonly size: number;
}

/** Up to here a file is written at once: waiting for a thread eight times costs more than the work (2,000 chapters). */
const SMALL = 16 * 1024;
/** Above 5 brotli costs several times more and gains few per cent on prose. */
const BROTLI_QUALITY = 5;
/** Windows from 1 kB to 1 MB, no larger than the file: brotli allocates by them, and the default would hold 16 MB. */
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

  /** Stores a file of any size without holding it. */
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
