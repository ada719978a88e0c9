import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { SampleKind } from '@cuentos/contract/reading';
import { isOpenToAll } from '@cuentos/domain/books/sample';
import type { Sample } from '@cuentos/epub/sample/make-sample';
import { makeSampleInChild, previewCutInChild, SampleFailed } from '@cuentos/epub/sample/make-sample-in-child';
import type { CutPreview } from '@cuentos/epub/sample/preview-cut';
import type { Db, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { BookPartRow } from '../../platform/db/tables/books.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Job } from '../../platform/jobs/job-runner.ts';
import type { BacklogState } from '../../platform/monitoring.ts';
import { childPool } from '../../platform/work-pool.ts';
import type { Clock } from '../../ports/clock.ts';
import { FileMissing, type StoragePort } from '../../ports/storage.ts';
import { findPart, partsWithEbook, updatePart } from '../books/service.ts';
import { type EditionRow, findEdition } from './repository.ts';
import * as repository from './sample-repository.ts';
import type { SampleFile, SampleListing } from './sample-repository.ts';
import {
  beginDeletion,
  claimFiles,
  discardFiles,
  editionFileKey,
  endClaim,
  finishDeletion,
  resourceKey,
} from './stored-files.ts';

/** Name of the job that makes the samples of parts. */
export const SAMPLE_JOB = 'samples';

const EVERY_MS = 3_000;
/** Number of the rule by which samples are cut. A higher one has all of them made anew. */
const RULE = 2;

interface Deps {
  readonly db: Db;
  readonly storage: StoragePort;
  readonly clock: Clock;
}

/**
 * Makes the samples that parts lack and removes those that they show no more. The lack is seen from the rows
 * themselves: nothing has to ask for it, a stopped process leaves it to the next run, and parts from before there were
 * samples get theirs.
 */
export function createSampleJob(deps: Deps): Job {
  return {
    name: SAMPLE_JOB,
    everyMs: EVERY_MS,
    async run(signal) {
      const failures: unknown[] = [];
      const attempt = async (work: () => Promise<void>): Promise<void> => {
        // Continues after a part that fails, so that it does not block the others.
        if (!signal.aborted) await work().catch((error: unknown) => failures.push(error));
      };
      const { lacking: missingSamples, over } = await compare(deps);
      for (const { part, kind } of missingSamples) await attempt(async () => make(deps, part, kind, signal));
      for (const sample of over) await attempt(async () => remove(deps, sample));
      if (failures.length > 0 && !signal.aborted) throw failures[0];
    },
  };
}

/** Samples that wait to be made. Each waits since its part was changed last, or less long. */
export async function sampleBacklog(deps: Deps): Promise<BacklogState> {
  const { lacking } = await compare(deps);
  const changes = lacking.map(({ part }) => part.updated_at);
  return { waiting: lacking.length, oldestAt: changes.length === 0 ? null : Math.min(...changes) };
}

interface MissingSample {
  readonly part: BookPartRow;
  readonly kind: SampleKind;
}

async function compare({ db, clock }: Deps): Promise<{ lacking: MissingSample[]; over: SampleListing[] }> {
  const parts = await partsWithEbook(db.read);
  const { samples, empty } = await repository.listSamples(db.read);
  const lackingSamples = new Map<string, MissingSample>();
  for (const part of parts) {
    for (const kind of kindsOf(part, clock.now())) lackingSamples.set(`${part.id} ${kind}`, { part, kind });
  }
  const over = samples.filter((sample) => {
    const key = `${sample.part_id} ${sample.kind}`;
    const part = lackingSamples.get(key)?.part;
    const isCut = part !== undefined && sample.share === shareOf(part, sample.kind);
    const isCurrent = isCut && part.edition_id === sample.edition_id && sample.rule === RULE;
    const isKept = isCurrent && (empty.has(sample.id) || part[COLUMNS[sample.kind]] === sample.id);
    if (isKept) lackingSamples.delete(key);
    return !isKept;
  });
  return { lacking: [...lackingSamples.values()], over };
}

/** A free part has a beginning too, which is open at once when it gets a price. */
function kindsOf(
  { value, release_at: releaseAt, sample_share: share }: BookPartRow,
  now: number,
): readonly SampleKind[] {
  if (share === 0) return [];
  return isOpenToAll({ value, releaseAt }, now) ? ['beginning', 'whole'] : ['beginning'];
}

/** Finds the share of a part's sample. */
function shareOf(part: Pick<BookPartRow, 'sample_share'>, kind: SampleKind): number | null {
  return kind === 'whole' ? null : part.sample_share;
}

const COLUMNS = { beginning: 'sample_beginning_id', whole: 'sample_whole_id' } as const;

/** A sample that is about to be stored. */
interface NewSample {
  /** Null when the part has no sample. */
  readonly publication: string | null;
  readonly files: readonly SampleFile[];
}

async function make(deps: Deps, part: BookPartRow, kind: SampleKind, signal: AbortSignal): Promise<void> {
  const edition = part.edition_id === null ? undefined : await findEdition(deps.db.read, part.edition_id);
  if (!edition) return;
  if (kind === 'whole') {
    const files = await repository.filesOfEdition(deps.db.read, edition.id);
    return store(
      deps,
      edition,
      { kind, share: null },
      { publication: edition.publication, files },
      async () => undefined,
    );
  }
  const sampleRequest = { kind, share: part.sample_share };
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-sample-'));
  try {
    const path = await bring(deps, edition, folder);
    const run = { share: sampleRequest.share, signal };
    const sample = await childPool.run(async () => makeSampleInChild(path, join(folder, 'cut'), run));
    const files = sample === null ? [] : await filesOf(deps, edition, sample);
    const publication = sample && JSON.stringify(sample.publication);
    await store(deps, edition, sampleRequest, { publication, files }, async () => putCut(deps, sample, folder));
  } catch (error) {
    // Another try would fail, too; the failure is reported once.
    const isForGood = error instanceof SampleFailed || error instanceof FileMissing;
    if (isForGood) await store(deps, edition, sampleRequest, { publication: null, files: [] }, async () => undefined);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The edition's file in a folder; returns its path. */
async function bring({ storage }: Pick<Deps, 'storage'>, edition: EditionRow, folder: string): Promise<string> {
  const path = join(folder, 'edition.epub');
  const { stream } = await storage.read(editionFileKey(edition.file_hash));
  await pipeline(stream, createWriteStream(path));
  return path;
}

/**
 * Where the beginning of an edition would end if its author showed `share` percent of it, with the words around the cut;
 * null when there would be nothing to show. Keeps nothing.
 * @param share 1 to 50; null asks the rule
 * @throws {AppError} edition_not_found
 */
export async function previewSample(
  deps: Pick<Deps, 'db' | 'storage'>,
  editionId: string,
  share: number | null,
): Promise<CutPreview | null> {
  const edition = await findEdition(deps.db.read, editionId);
  if (!edition) throw new AppError('edition_not_found');
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-sample-'));
  try {
    const path = await bring(deps, edition, folder);
    return await childPool.run(async () => previewCutInChild(path, { share }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function filesOf({ db }: Deps, edition: EditionRow, { publication, cutHash }: Sample): Promise<SampleFile[]> {
  const compressed = new Map((await repository.filesOfEdition(db.read, edition.id)).map((file) => [file.path, file]));
  return publication.resources.map(({ path, hash, mediaType, size }) => ({
    path,
    hash,
    media_type: mediaType,
    size,
    has_br: hash === cutHash ? 1 : (compressed.get(path)?.has_br ?? 0),
  }));
}

/** Stores the document that was cut; every other file is the edition's. */
async function putCut({ storage }: Deps, sample: Sample | null, folder: string): Promise<void> {
  const hash = sample?.cutHash ?? null;
  const type = sample?.publication.resources.find((resource) => resource.hash === hash)?.mediaType;
  if (hash === null || type === undefined) return;
  await storage.putFile(resourceKey(hash, null), join(folder, 'cut', hash), type);
  await storage.putFile(resourceKey(hash, 'br'), join(folder, 'cut', `${hash}.br`), type);
}

/** Stores a sample and publishes it, unless the part has another edition meanwhile, or another share was chosen. */
async function store(
  deps: Deps,
  edition: EditionRow,
  { kind, share }: { readonly kind: SampleKind; readonly share: number | null },
  { publication, files }: NewSample,
  put: () => Promise<void>,
): Promise<void> {
  const { db, clock } = deps;
  const claim = await claimFiles(deps, { edition: edition.file_hash, resources: files.map(({ hash }) => hash) });
  try {
    await put();
    const now = clock.now();
    const sample = { id: newId(now), part_id: edition.part_id, edition_id: edition.id, kind, share, rule: RULE };
    const isStored = await db.withTx(async (tx) => {
      const current = await findPart(tx, edition.part_id);
      if (current?.part.edition_id !== edition.id) return false;
      // Chosen anew while this one was cut: what its author shows no more is never shown.
      if (current.part.sample_share === 0 || shareOf(current.part, kind) !== share) return false;
      await repository.insertSample(tx, { ...sample, publication, created_at: now }, files);
      await updatePart(tx, edition.part_id, { [COLUMNS[kind]]: publication === null ? null : sample.id });
      await endClaim(tx, claim);
      return true;
    });
    if (!isStored) await discardFiles(deps, claim);
  } catch (error) {
    await discardFiles(deps, claim);
    throw error;
  }
}

async function remove(deps: Deps, sample: SampleListing): Promise<void> {
  const { db, clock } = deps;
  const unused = await db.withTx(async (tx) => {
    await hide(tx, sample);
    return beginDeletion(tx, await repository.deleteSample(tx, sample.id), clock.now());
  });
  await finishDeletion(deps, unused);
}

async function hide(tx: Tx, { id, part_id: partId, kind }: SampleListing): Promise<void> {
  const column = COLUMNS[kind];
  const current = await findPart(tx, partId);
  if (current?.part[column] === id) await updatePart(tx, partId, { [column]: null });
}
