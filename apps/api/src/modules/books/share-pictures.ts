import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PublicBook } from '@cuentos/contract/books';
import { childPool } from '../../platform/work-pool.ts';
import { FileMissing, type StoragePort } from '../../ports/storage.ts';

const run = promisify(execFile);
const worker = fileURLToPath(new URL('draw-share-picture-worker.ts', import.meta.url));
const TIMEOUT_MS = 30_000;
/** Another one with every change of how pictures are drawn, so that none of before is shown. */
const DRAWING = 1;
/** Covers that stand on the shop's own picture. */
const SHOP_COVERS = 3;

/** In whose name and colours pictures are drawn. */
export interface ShareIdentity {
  readonly storeName: string;
  /** Empty: nobody is named. */
  readonly author: string;
  /** Ground, text on it and sewing, as `#rrggbb`. */
  readonly ink: string;
  readonly onInk: string;
  readonly thread: string;
}

/** What the worker draws; `covers` are files. */
export interface ShareDrawing extends ShareIdentity {
  /** Empty: the shop's own picture. */
  readonly title: string;
  readonly covers: readonly string[];
}

/** A picture of 1200 × 630 and what its content is known by. */
export interface SharePicture {
  readonly hash: string;
  readonly bytes: Buffer;
}

export interface SharePictures {
  /** What a link to a book looks like in a chat; drawn when it is first asked for. */
  ofBook(book: PublicBook): Promise<SharePicture>;
  /** What a link to the shop itself looks like. */
  ofShop(books: readonly PublicBook[]): Promise<SharePicture>;
}

/** Pictures for links, each kept under the hash of everything that it shows. */
export function createSharePictures(storage: StoragePort, identity: () => ShareIdentity): SharePictures {
  const underWay = new Map<string, Promise<Buffer>>();
  const draw = async (title: string, covers: readonly string[]): Promise<SharePicture> => {
    const parts = { DRAWING, ...identity(), title, covers };
    const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40);
    // Many programs ask for a link's picture in the same second.
    const work = underWay.get(hash) ?? keptOrDrawn(storage, `share/${hash}.jpg`, { ...identity(), title, covers });
    underWay.set(hash, work);
    try {
      return { hash, bytes: await work };
    } finally {
      underWay.delete(hash);
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

async function keptOrDrawn(storage: StoragePort, key: string, drawing: ShareDrawing): Promise<Buffer> {
  try {
    return await buffer((await storage.read(key)).stream);
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
  }
  const bytes = await childPool.run(async () => drawn(storage, drawing));
  await storage.putBytes(key, bytes, 'image/jpeg');
  return bytes;
}

async function drawn(storage: StoragePort, drawing: ShareDrawing): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-image-'));
  try {
    const covers: string[] = [];
    for (const [index, key] of drawing.covers.entries()) {
      const path = join(folder, `${index}.jpg`);
      // A cover that is lost must not take the whole picture with it.
      const { stream } = await storage.read(key).catch(() => ({ stream: null }));
      if (stream === null) continue;
      await pipeline(stream, createWriteStream(path));
      covers.push(path);
    }
    const spec = join(folder, 'drawing.json');
    await writeFile(spec, JSON.stringify({ ...drawing, covers } satisfies ShareDrawing));
    const args = ['--max-old-space-size=128', worker, spec];
    const { stdout } = await run(process.execPath, args, {
      timeout: TIMEOUT_MS,
      encoding: 'buffer',
      maxBuffer: 4 * 1024 * 1024,
    });
    return stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
