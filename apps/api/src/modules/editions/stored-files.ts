import { MINUTE_MS, SECOND_MS } from '@cuentos/domain/time/durations';
import type { Db, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StoragePort } from '../../ports/storage.ts';
import * as repository from './repository.ts';

/**
 * Files are named by their content and shared by every edition that has the same bytes. An upload claims its files
 * before it stores them, and its edition's rows take the claim's place; a file is deleted only when no row and no claim
 * names it, which is asked and written down in one transaction. An upload that claims a file under deletion waits until
 * it is gone and then stores it anew. So neither can take a file away from the other.
 */
export interface StoredFiles {
  /** Path of the whole book. */
  readonly edition: string;
  readonly resources: readonly string[];
}

interface Deps {
  readonly db: Db;
  readonly storage: StoragePort;
  readonly clock: Clock;
}

/** A deletion that does not end by then was begun by a process that died. */
const ABANDONED_MS = MINUTE_MS;
/** Time limit of a deleting process, well before another one takes over. */
const DELETE_WITHIN_MS = 20 * SECOND_MS;
const ASK_AGAIN_MS = 50;

/** Claims files for an upload. @returns the claim, which ends with {@link endClaim} or {@link discardFiles}. */
export async function claimFiles(deps: Deps, files: StoredFiles, signal?: AbortSignal): Promise<string> {
  const { db, clock } = deps;
  const hashes = hashesOf(files);
  const holder = newId(clock.now());
  for (;;) {
    const going = await db.withTx(async (tx) => {
      const deletions = await repository.findDeletions(tx, hashes);
      if (deletions.length === 0) await repository.insertClaims(tx, hashes, holder, clock.now());
      return deletions;
    });
    if (going.length === 0) return holder;
    signal?.throwIfAborted();
    const abandoned = going.filter(({ begun_at }) => begun_at < clock.now() - ABANDONED_MS);
    if (abandoned.length > 0) await finish(deps, await takeOver(deps, abandoned));
    else await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

/** Ends a claim in the transaction whose rows name its files from now on. */
export async function endClaim(tx: Tx, claim: string): Promise<void> {
  await repository.dropClaims(tx, claim);
}

/**
 * Removes what an upload put into the storage, except what others have in common with it. A file that cannot be removed
 * now is no reason to fail: the sweep removes it.
 */
export async function discardFiles(deps: Deps, claim: string): Promise<void> {
  await discard(deps, claim).catch(() => undefined);
}

async function discard(deps: Deps, claim: string): Promise<void> {
  const { db, clock } = deps;
  const begin = async (tx: Tx) => beginDeletion(tx, await repository.dropClaims(tx, claim), clock.now());
  await finish(deps, await db.withTx(begin));
}

/**
 * Writes down which of some files are to be deleted now, in the transaction that removed the last row that named them.
 * @returns those files, for {@link finishDeletion} after the commit.
 */
export async function beginDeletion(tx: Tx, hashes: readonly string[], now: number): Promise<string[]> {
  const unused = await repository.unusedHashes(tx, [...new Set(hashes)]);
  await repository.insertDeletions(tx, unused, now);
  return unused;
}

/**
 * Deletes the files of {@link beginDeletion}. The sweep, or the next upload of the file, completes an interrupted
 * deletion.
 */
export async function finishDeletion(deps: Deps, hashes: readonly string[]): Promise<void> {
  await finish(deps, hashes).catch(() => undefined);
}

async function finish({ db, storage }: Deps, hashes: readonly string[]): Promise<void> {
  const until = performance.now() + DELETE_WITHIN_MS;
  const deletedHashes: string[] = [];
  try {
    for (const hash of hashes) {
      if (performance.now() > until) return;
      for (const key of keysOf(hash)) await storage.delete(key);
      deletedHashes.push(hash);
    }
  } finally {
    await db.withTx(async (tx) => repository.dropDeletions(tx, deletedHashes));
  }
}

/**
 * Goes on in the place of the process that began; of many that want to, one does. A file that a row names by now stays:
 * a restore may have brought it back since.
 */
async function takeOver({ db, clock }: Deps, abandoned: readonly repository.Deletion[]): Promise<string[]> {
  return db.withTx(async (tx) => {
    const begunAtByHash = new Map(abandoned.map(({ hash, begun_at }) => [hash, begun_at]));
    const still = await repository.findDeletions(tx, [...begunAtByHash.keys()]);
    const mine = still.filter(({ hash, begun_at }) => begunAtByHash.get(hash) === begun_at).map(({ hash }) => hash);
    await repository.dropDeletions(tx, mine);
    return beginDeletion(tx, mine, clock.now());
  });
}

/** Longer than any upload, so a process with an older claim is dead. */
const UPLOAD_MS = 24 * 60 * MINUTE_MS;

/** Deletes files of dead uploads, and completes deletions of dead processes. */
export async function sweepFiles(deps: Deps, now: number): Promise<void> {
  for (const holder of await repository.holdersBefore(deps.db.read, now - UPLOAD_MS)) await discard(deps, holder);
  const abandoned = await repository.deletionsBefore(deps.db.read, now - ABANDONED_MS);
  if (abandoned.length > 0) await finish(deps, await takeOver(deps, abandoned));
}

/** Storage keys of an edition that the storage does not have. */
export async function missingFiles({ db, storage }: Omit<Deps, 'clock'>, edition: Edition): Promise<string[]> {
  const files = await repository.resourceFiles(db.read, edition.id);
  const keys = [
    editionFileKey(edition.file_hash),
    ...files.flatMap(({ hash, has_br }) => [
      resourceKey(hash, null),
      ...(has_br === 1 ? [resourceKey(hash, 'br')] : []),
    ]),
  ];
  const missingFiles: string[] = [];
  await inTurns(keys, async (key) => {
    if (!(await storage.exists(key))) missingFiles.push(key);
  });
  return missingFiles;
}

interface Edition {
  readonly id: string;
  readonly file_hash: string;
}

/** Calls of the storage at once. */
const TURNS = 8;

/**
 * Does something with each of many, a few at a time. After a failure no other one is begun, and those under way have ended
 * before it is told: what they store later would escape the cleaning up that follows.
 */
export async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const failures: unknown[] = [];
  const turn = async (): Promise<void> => {
    for (const item of rest) {
      if (failures.length > 0) return;
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: TURNS }, turn));
  if (failures.length > 0) throw failures[0];
}

function hashesOf({ edition, resources }: StoredFiles): string[] {
  return [...new Set([edition, ...resources])];
}

/** All keys under which a file may be stored. */
function keysOf(hash: string): string[] {
  return [resourceKey(hash, null), resourceKey(hash, 'br'), editionFileKey(hash)];
}

/** Storage key of one file of a book, shared by all editions that contain the same bytes. */
export function resourceKey(hash: string, encoding: 'br' | null): string {
  return `resources/${hash.slice(0, 2)}/${hash}${encoding === null ? '' : '.br'}`;
}

/** Storage key of an edition's whole file. */
export function editionFileKey(hash: string): string {
  return `editions/${hash}.epub`;
}
