import { createHash } from 'node:crypto';
import { access, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

export interface StoredFile {
  /** SHA-256 of the content, lower-case hex; the name of the file in the store. */
  readonly hash: string;
  readonly size: number;
}

const compress = promisify(brotliCompress);
/** Above 5 brotli costs several times more and gains few per cent on prose. */
const BROTLI_QUALITY = 5;
/** Window of 1 MB: chapters are smaller, and the default would hold 16 MB. */
const BROTLI_WINDOW = 20;

/** Writes files under their hash: `<hash>`, and for text also `<hash>.br`. Equal files are stored once. */
export class ResourceStore {
  readonly #directory: string;
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

  /** Stores a text that is already in memory, with its compressed form. */
  async putText(bytes: Uint8Array): Promise<StoredFile> {
    const hash = createHash('sha256').update(bytes).digest('hex');
    const path = this.pathOf(hash);
    if (await exists(path)) return { hash, size: bytes.length };
    await writeFile(path, bytes);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    await writeFile(`${path}.br`, await compress(bytes, { params }));
    return { hash, size: bytes.length };
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

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
