import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { anchorInChild } from '@cuentos/epub/anchoring/anchor-in-child';
import type { Db } from '../../platform/db/db.ts';
import type { Job } from '../../platform/jobs/job-runner.ts';
import type { StoragePort } from '../../ports/storage.ts';
import { saveHighlightAnchors, unanchoredHighlights } from '../highlights/service.ts';
import { findPart } from '../books/service.ts';
import { dequeue, editionFileKey, findEdition, type QueuedAnchoring, queuedParts } from '../editions/service.ts';
import { savePositionAnchors, unanchoredPositions } from '../reading/service.ts';

/** Name of the job that finds highlights and positions again in a new edition. */
export const ANCHORING_JOB = 'anchoring';

const EVERY_MS = 3_000;
/** Highlights and positions of one run of the child process, and of one transaction. */
const BATCH = 200;

interface Deps {
  readonly db: Db;
  readonly storage: StoragePort;
  /** Rows of one batch; tests take small ones. */
  readonly batch?: number;
}

/**
 * Finds highlights and positions of earlier editions again in the one on sale, batch by batch: what a stopped process
 * left undone is still without a place, and the next run begins there.
 */
export function createReAnchoringJob(deps: Deps): Job {
  return {
    name: ANCHORING_JOB,
    everyMs: EVERY_MS,
    async run(signal) {
      const failures: unknown[] = [];
      for (const [partId, queued] of await queuedParts(deps.db.read)) {
        if (signal.aborted) return;
        // Leaves a part that fails in the queue, so that it does not block the others.
        await anchorPart(deps, partId, queued, signal).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0 && !signal.aborted) throw failures[0];
    },
  };
}

async function anchorPart(
  deps: Deps,
  partId: string,
  queued: readonly QueuedAnchoring[],
  signal: AbortSignal,
): Promise<void> {
  const editionId = (await findPart(deps.db.read, partId))?.part.edition_id ?? null;
  if (editionId !== null) {
    const folder = await mkdtemp(join(tmpdir(), 'cuentos-anchoring-'));
    try {
      const work: AnchoringRun = { ...deps, partId, editionId, fileOf: editionFiles(deps, folder), signal };
      await anchorHighlights(work);
      await anchorPositions(work);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  if (signal.aborted) return;
  for (let start = 0; start < queued.length; start += BATCH) {
    await deps.db.withTx(async (tx) => dequeue(tx, queued.slice(start, start + BATCH)));
  }
}

interface AnchoringRun extends Deps {
  readonly partId: string;
  readonly editionId: string;
  /** Path of an edition's file on disk. */
  fileOf(editionId: string): Promise<string>;
  readonly signal: AbortSignal;
}

async function anchorHighlights(work: AnchoringRun): Promise<void> {
  const { db, editionId, fileOf, signal, batch = BATCH } = work;
  for (let last = null; !signal.aborted;) {
    const notes = await unanchoredHighlights(db.read, work, last, batch);
    if (notes.length === 0) return;
    const quotes = notes.map(({ quote }) => quote);
    const result = await anchorInChild({ edition: await fileOf(editionId), quotes, places: [] }, signal);
    const anchors = notes.map((note, index) => ({ note, cfi: result.quotes[index] ?? null }));
    await db.withTx(async (tx) => saveHighlightAnchors(tx, editionId, anchors));
    last = notes.at(-1) ?? null;
  }
}

async function anchorPositions(work: AnchoringRun): Promise<void> {
  const { db, editionId, fileOf, signal, batch = BATCH } = work;
  for (let last = ''; !signal.aborted;) {
    const positions = await unanchoredPositions(db.read, work, last, batch);
    if (positions.length === 0) return;
    const groups = [...Map.groupBy(positions, ({ edition_id }) => edition_id)];
    const places = [];
    for (const [old, rows] of groups) {
      places.push({ edition: await fileOf(old), places: rows.map((row) => ({ cfi: row.last_location })) });
    }
    const result = await anchorInChild({ edition: await fileOf(editionId), quotes: [], places }, signal);
    const anchors = groups.flatMap(([, rows], group) =>
      rows.map((position, index) => ({ position, place: result.places[group]?.[index] ?? null })),
    );
    await db.withTx(async (tx) => savePositionAnchors(tx, editionId, anchors));
    last = positions.at(-1)?.user_id ?? last;
  }
}

/** Brings editions from the storage to disk, each once. */
function editionFiles({ db, storage }: Deps, folder: string): AnchoringRun['fileOf'] {
  const files = new Map<string, Promise<string>>();
  const bring = async (editionId: string): Promise<string> => {
    const edition = await findEdition(db.read, editionId);
    if (!edition) throw new Error(`edition ${editionId} is gone`);
    const path = join(folder, `${edition.file_hash}.epub`);
    const { stream } = await storage.read(editionFileKey(edition.file_hash));
    await pipeline(stream, createWriteStream(path));
    return path;
  };
  return (editionId) => {
    const file = files.get(editionId) ?? bring(editionId);
    files.set(editionId, file);
    return file;
  };
}
