import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Backoff, nextTryAt } from '@cuentos/domain/time/backoff';
import type { Db } from '../../platform/db/db.ts';
import type { Job } from '../../platform/jobs/job-runner.ts';
import { workThrough } from '../../platform/jobs/work-through.ts';
import { childPool } from '../../platform/work-pool.ts';
import type { Clock } from '../../ports/clock.ts';
import { FileMissing, type StoragePort } from '../../ports/storage.ts';
import { runPictureChild, UnusablePicture } from './picture-child.ts';
import { pictureKey, pictureMasterKey, shownWidths, type StoredPicture } from './picture.ts';
import * as repository from './repository.ts';

/** Name of the job that makes the AVIF of pictures. */
export const AVIF_JOB = 'avif';

const EVERY_MS = 5_000;
/** Waits after a fault that is not the picture's, such as storage that is away or a full disk. */
const BACKOFF: Backoff = { waitsMin: [1, 5, 15, 60], after: 'repeat' };
/** An AVIF stays if it has at most this share of the WebP's bytes, in every size. */
const LARGEST_SHARE = 0.9;

interface Deps {
  readonly db: Db;
  readonly storage: StoragePort;
  readonly clock: Clock;
}

interface Waiting {
  readonly failures: number;
  /** Epoch milliseconds. */
  readonly until: number;
}

/**
 * Makes the AVIF of one picture after the other, behind the upload, since it takes twice the processor of all that an
 * upload makes. A picture is noted when its files are stored, so a stopped process leaves it to the next run.
 */
export function createAvifJob(deps: Deps): Job {
  /** Pictures that failed in this process. */
  const waiting = new Map<string, Waiting>();
  const makeOrWait = async (picture: StoredPicture, signal: AbortSignal): Promise<void> => {
    const { failures = 0 } = waiting.get(picture.id) ?? {};
    try {
      await make(deps, picture, signal);
      waiting.delete(picture.id);
    } catch (error) {
      const now = deps.clock.now();
      waiting.set(picture.id, { failures: failures + 1, until: nextTryAt(BACKOFF, failures, now) ?? now });
      throw error;
    }
  };
  return {
    name: AVIF_JOB,
    everyMs: EVERY_MS,
    async run(signal) {
      const now = deps.clock.now();
      const pictures = await repository.imagesBeforeAvif(deps.db.read);
      const duePictures = pictures.filter(({ id }) => (waiting.get(id)?.until ?? 0) <= now);
      await workThrough(duePictures, signal, async (picture) => makeOrWait(picture, signal));
    },
  };
}

async function make(deps: Deps, picture: StoredPicture, signal: AbortSignal): Promise<void> {
  const { db, storage } = deps;
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-image-'));
  const end = async (hasAvif: 0 | 1): Promise<void> => {
    await db.withTx(async (tx) => repository.setHasAvif(tx, picture.id, hasAvif));
    await storage.delete(pictureMasterKey(picture.id));
  };
  try {
    const widths = shownWidths(picture);
    const master = join(folder, 'master.webp');
    await pipeline((await storage.read(pictureMasterKey(picture.id))).stream, createWriteStream(master));
    await childPool.run(async () =>
      runPictureChild('encode-avif-worker.ts', [master, folder, ...widths.map(String)], signal),
    );
    if (!(await isSmaller(storage, picture.id, widths, folder))) return await end(0);
    for (const width of widths) {
      await storage.putFile(pictureKey(picture.id, width, 'avif'), join(folder, `${width}.avif`), 'image/avif');
    }
    await end(1);
  } catch (error) {
    // Another try would fail, too. A restored picture has no master, because backups only hold the files that browsers
    // request.
    const isForGood = error instanceof UnusablePicture || error instanceof FileMissing;
    if (isForGood) await end(0);
    if (!(error instanceof FileMissing)) throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function isSmaller(
  storage: StoragePort,
  id: string,
  widths: readonly number[],
  folder: string,
): Promise<boolean> {
  for (const width of widths) {
    const { size } = await stat(join(folder, `${width}.avif`));
    const webp = await storage.read(pictureKey(id, width));
    webp.stream.destroy();
    if (size > webp.size * LARGEST_SHARE) return false;
  }
  return true;
}
