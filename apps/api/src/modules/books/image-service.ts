import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childPool } from '../../platform/work-pool.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StoragePort } from '../../ports/storage.ts';
import type { EncodedPicture } from './encode-image-worker.ts';
import { runPictureChild, UnusablePicture } from './picture-child.ts';
import { pictureFallbackKey, pictureKey, pictureMasterKey, pictureWidths } from './picture.ts';
import * as repository from './repository.ts';

export type ImageService = ReturnType<typeof createImageService>;

/** Pictures of books and parts. */
export function createImageService({ db, storage, clock }: { db: Db; storage: StoragePort; clock: Clock }) {
  return {
    /**
     * Stores a picture file re-encoded in the sizes used and returns its id; the same bytes give the same id.
     * SVG is taken only from our own files.
     * @throws {UnusablePicture}
     * @throws {AppError} unavailable when the fault is ours
     */
    async store(path: string, { ownSvg = false }: { readonly ownSvg?: boolean } = {}): Promise<string> {
      const id = await hashFile(path);
      if (await repository.findImage(db, id)) return id;
      const folder = await mkdtemp(join(tmpdir(), 'cuentos-image-'));
      try {
        const size = await childPool.run(async () => encode(path, folder, ownSvg));
        for (const width of pictureWidths) {
          await storage.putFile(pictureKey(id, width), join(folder, `${width}.webp`), 'image/webp');
        }
        await storage.putFile(pictureFallbackKey(id), join(folder, 'fallback.jpg'), 'image/jpeg');
        await storage.putFile(pictureMasterKey(id), join(folder, 'master.webp'), 'image/webp');
        await db.withTx(async (tx) => repository.insertImage(tx, { id, ...size }, clock.now()));
        return id;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

async function encode(path: string, folder: string, ownSvg: boolean): Promise<{ width: number; height: number }> {
  const output = await runPictureChild('encode-image-worker.ts', [path, folder, ownSvg ? 'svg' : 'raster']);
  const encoded = JSON.parse(output.toString()) as EncodedPicture;
  if ('unusable' in encoded) throw new UnusablePicture(encoded.unusable);
  return encoded;
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex').slice(0, 40);
}
