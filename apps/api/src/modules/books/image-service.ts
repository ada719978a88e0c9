import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { childPool } from '../../platform/work-pool.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StoragePort } from '../../ports/storage.ts';
import { pictureFallbackKey, pictureKey, pictureWidths } from './picture.ts';
import * as repository from './repository.ts';

const run = promisify(execFile);
const worker = fileURLToPath(new URL('encode-image-worker.ts', import.meta.url));
const TIMEOUT_MS = 30_000;

/** The file is no picture that can be used: wrong kind, damaged, or too many pixels. */
export class UnusablePicture extends Error {
  override name = 'UnusablePicture';
}

export interface ImageService {
  /**
   * Stores a picture file re-encoded in the sizes used and returns its id; the same bytes give the same id.
   * SVG is taken only from our own files.
   * @throws {UnusablePicture}
   */
  store(path: string, options?: { readonly ownSvg?: boolean }): Promise<string>;
}

/** Pictures of books and parts. */
export function createImageService({
  db,
  storage,
  clock,
}: {
  db: Db;
  storage: StoragePort;
  clock: Clock;
}): ImageService {
  return {
    async store(path, { ownSvg = false } = {}) {
      const id = await hashFile(path);
      if (await repository.findImage(db, id)) return id;
      const folder = await mkdtemp(join(tmpdir(), 'cuentos-image-'));
      try {
        const size = await childPool.run(async () => encode(path, folder, ownSvg));
        for (const width of pictureWidths) {
          await storage.putFile(pictureKey(id, width), join(folder, `${width}.webp`), 'image/webp');
        }
        await storage.putFile(pictureFallbackKey(id), join(folder, 'fallback.jpg'), 'image/jpeg');
        await db.withTx(async (tx) => repository.insertImage(tx, { id, ...size }, clock.now()));
        return id;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

async function encode(path: string, folder: string, ownSvg: boolean): Promise<{ width: number; height: number }> {
  const args = ['--max-old-space-size=128', worker, path, folder, ownSvg ? 'svg' : 'raster'];
  try {
    const { stdout } = await run(process.execPath, args, { timeout: TIMEOUT_MS, env: surroundings() });
    const { width, height } = JSON.parse(stdout) as { width: number; height: number };
    return { width, height };
  } catch (error) {
    throw new UnusablePicture('picture could not be encoded', { cause: error });
  }
}

/** What a decoder needs of the server's environment: folders and fonts, and none of the settings, which hold secrets. */
function surroundings(): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, LD_LIBRARY_PATH, FONTCONFIG_FILE, FONTCONFIG_PATH, SystemRoot } = process.env;
  const needed = { PATH, HOME, LANG, LD_LIBRARY_PATH, FONTCONFIG_FILE, FONTCONFIG_PATH, SystemRoot, TMPDIR: tmpdir() };
  return Object.fromEntries(Object.entries(needed).filter(([, value]) => value !== undefined));
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex').slice(0, 40);
}
