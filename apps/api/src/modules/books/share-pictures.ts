import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { PublicBook } from '@cuentos/contract/books';
import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { childPool } from '../../platform/work-pool.ts';
import type { Clock } from '../../ports/clock.ts';
import { FileMissing, type StoragePort } from '../../ports/storage.ts';
import { runPictureChild } from './picture-child.ts';

/** Version of the drawing: raised with every change, so that stored pictures of earlier versions are not used. */
const DRAWING = 2;
/** Number of covers on the shop's own picture. */
const SHOP_COVERS = 3;
/** How long a picture that lacks a cover is shown before it is tried again. */
export const LACKING_MS = MINUTE_MS;

/** Name and colours of the shop in pictures. */
export interface ShareIdentity {
  readonly storeName: string;
  /** Empty: no author is named. */
  readonly author: string;
  /** Ground, text on it and sewing, as `#rrggbb`. */
  readonly ink: string;
  readonly onInk: string;
  readonly thread: string;
}

/** A picture for the worker to draw; `covers` are files. */
export interface ShareDrawing extends ShareIdentity {
  /** Empty: the shop's own picture. */
  readonly title: string;
  readonly covers: readonly string[];
}

/** A picture of 1200 × 630 and what its content is known by. */
export interface SharePicture {
  readonly hash: string;
  readonly bytes: Buffer;
  /** False when the file of a cover is lost. The picture is not kept then, because the cover may be restored. */
  readonly isWhole: boolean;
}

export interface SharePictures {
  /** Makes the picture of a link to a book in chats; drawn at the first request. */
  ofBook(book: PublicBook): Promise<SharePicture>;
  /** Makes the picture of a link to the shop itself. */
  ofShop(books: readonly PublicBook[]): Promise<SharePicture>;
}

interface Deps {
  readonly storage: StoragePort;
  readonly clock: Clock;
}

/** Pictures for links, each kept under the hash of everything that it shows. */
export function createSharePictures({ storage, clock }: Deps, identity: () => ShareIdentity): SharePictures {
  const drawings = new Map<string, Promise<DrawnPicture>>();
  /** Pictures drawn without a missing cover, kept for a while: drawing again for each request costs too much. */
  const incompletePictures = new Map<string, { readonly picture: SharePicture; readonly until: number }>();
  const draw = async (title: string, covers: readonly string[]): Promise<SharePicture> => {
    const parts = { DRAWING, ...identity(), title, covers };
    const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40);
    for (const [each, { until }] of incompletePictures) if (until <= clock.now()) incompletePictures.delete(each);
    const fallback = incompletePictures.get(hash);
    if (fallback) return fallback.picture;
    // Many programs ask for a link's picture in the same second.
    const work = drawings.get(hash) ?? keptOrDrawn(storage, `share/${hash}.jpg`, { ...identity(), title, covers });
    drawings.set(hash, work);
    try {
      const { bytes, missing: missingCovers } = await work;
      if (missingCovers === 0) return { hash, bytes, isWhole: true };
      const picture = { hash: `${hash}-${missingCovers}`, bytes, isWhole: false };
      incompletePictures.set(hash, { picture, until: clock.now() + LACKING_MS });
      return picture;
    } finally {
      drawings.delete(hash);
    }
  };
  return {
    ofBook: async (book) => draw(book.name, coverKeys([book])),
    ofShop: async (books) => draw('', coverKeys(books).slice(0, SHOP_COVERS)),
  };
}

/** Storage keys of the covers, which are their addresses too. */
function coverKeys(books: readonly PublicBook[]): string[] {
  return books.flatMap(({ image }) => (image ? [image.src.replace(/^\//, '')] : []));
}

interface DrawnPicture {
  readonly bytes: Buffer;
  /** Covers that the storage has lost. */
  readonly missing: number;
}

async function keptOrDrawn(storage: StoragePort, key: string, drawing: ShareDrawing): Promise<DrawnPicture> {
  try {
    return { bytes: await buffer((await storage.read(key)).stream), missing: 0 };
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
  }
  const picture = await childPool.run(async () => drawn(storage, drawing));
  if (picture.missing === 0) await storage.putBytes(key, picture.bytes, 'image/jpeg');
  return picture;
}

async function drawn(storage: StoragePort, drawing: ShareDrawing): Promise<DrawnPicture> {
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-image-'));
  try {
    const covers: string[] = [];
    let missingCovers = 0;
    for (const [index, key] of drawing.covers.entries()) {
      const path = join(folder, `${index}.jpg`);
      // A lost cover must not prevent the picture; a cover that cannot be read now is requested again later.
      const picture = await storage.read(key).catch((error: unknown) => {
        if (error instanceof FileMissing) return null;
        throw error;
      });
      if (picture === null) missingCovers += 1;
      else {
        await pipeline(picture.stream, createWriteStream(path));
        covers.push(path);
      }
    }
    const spec = join(folder, 'drawing.json');
    await writeFile(spec, JSON.stringify({ ...drawing, covers } satisfies ShareDrawing));
    return { bytes: await runPictureChild('draw-share-picture-worker.ts', [spec]), missing: missingCovers };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
