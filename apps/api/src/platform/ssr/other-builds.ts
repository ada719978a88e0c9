import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { DAY_MS } from '@cuentos/domain/time/durations';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/db.ts';
import type { SharedBuildRow } from '../db/tables/operation.ts';
import { AppError } from '../http/app-error.ts';
import { safeError } from '../log/safe-error.ts';
import type { Clock } from '../../ports/clock.ts';
import { FileMissing, type StoragePort } from '../../ports/storage.ts';

/** Names of files in `assets` as the bundler makes them; nothing else is looked for. */
const NAME = /^[\w-]+(?:\.[\w-]+)*\.(?:js|css|woff2|svg|png|webp|avif|json|wasm)$/;

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

interface Place {
  /** Folder of the builds on this machine. */
  readonly builds: string;
  /** Shared by processes of this machine, or of all machines when it is a bucket. */
  readonly storage: StoragePort;
}

/** Registered beside the files of the process's own build. */
interface OtherBuildsDeps extends Place {
  readonly cacheControl: string;
}

/**
 * Serves files of other builds: earlier ones, which pages opened before a deployment still request, and later ones,
 * whose pages another process sends. They are looked up in the folders of this machine, then in the shared storage.
 * Such requests are few and end with the deployment, so nothing is cached.
 */
export function serveOtherBuilds(app: FastifyInstance, { cacheControl, ...place }: OtherBuildsDeps): void {
  app.get<{ Params: { '*': string } }>('/assets/*', { schema: { hide: true } }, async (request, reply) => {
    const name = request.params['*'];
    if (!NAME.test(name)) throw new AppError('not_found');
    const body = (await fromFolders(place.builds, name)) ?? (await fromStorage(place.storage, name));
    if (body === null) throw new AppError('not_found');
    reply.header('cache-control', cacheControl);
    return reply.type(mediaTypes[extname(name)] ?? 'application/octet-stream').send(body);
  });
}

async function fromFolders(builds: string, name: string): Promise<Buffer | null> {
  const folders = await readdir(builds).catch((): string[] => []);
  for (const folder of folders.toSorted().toReversed()) {
    const bytes = await readFile(join(builds, folder, 'client', 'assets', name)).catch(() => null);
    if (bytes !== null) return bytes;
  }
  return null;
}

async function fromStorage(storage: StoragePort, name: string): Promise<Readable | null> {
  try {
    const { stream } = await storage.read(keyOf(name));
    return stream;
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}

const keyOf = (name: string): string => `assets/${name}`;

/** Builds whose files stay in the storage, at least, and for how long after a process began with one. */
const KEPT_BUILDS = 3;
const KEPT_MS = 30 * DAY_MS;
/** Files that are stored at once: most of the time each waits for its answer. */
const AT_ONCE = 8;

interface SharingDeps extends Place, Pick<FastifyInstance, 'log'> {
  readonly db: Db;
  readonly clock: Clock;
}

/**
 * Uploads the files of this process's build to the shared storage, once for each build, and removes those of builds
 * that no process uses any more.
 */
export async function shareBuild(deps: SharingDeps, build: string): Promise<void> {
  const { builds, storage, db, clock, log } = deps;
  try {
    const folder = join(builds, build, 'client', 'assets');
    const names = (await readdir(folder)).filter((name) => NAME.test(name)).toSorted();
    const id = createHash('sha256').update(names.join('\n')).digest('hex');
    const sharedBuilds = await db.read.selectFrom('shared_builds').selectAll().orderBy('used_at', 'desc').execute();
    if (!sharedBuilds.some((each) => each.id === id)) {
      const left = names.values();
      const store = async (): Promise<void> => {
        for (const name of left)
          await storage.putFile(
            keyOf(name),
            join(folder, name),
            mediaTypes[extname(name)] ?? 'application/octet-stream',
          );
      };
      await Promise.all(Array.from({ length: AT_ONCE }, store));
    }
    const row = { id, names: JSON.stringify(names), used_at: clock.now() };
    await db.withTx(async (tx) =>
      tx
        .insertInto('shared_builds')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ used_at: row.used_at }))
        .execute(),
    );
    await removeOld(deps, [row, ...sharedBuilds.filter((each) => each.id !== id)]);
  } catch (error) {
    // Pages of other builds load themselves anew instead.
    log.warn({ failure: safeError(error) }, 'the files of the pages are not in the storage');
  }
}

/** @param sharedBuilds most recently used first */
async function removeOld({ storage, db, clock }: SharingDeps, sharedBuilds: readonly SharedBuildRow[]): Promise<void> {
  const isKept = ({ used_at: usedAt }: SharedBuildRow, at: number): boolean =>
    at < KEPT_BUILDS || usedAt > clock.now() - KEPT_MS;
  const namesOf = ({ names }: SharedBuildRow): string[] => JSON.parse(names) as string[];
  const kept = new Set(sharedBuilds.filter(isKept).flatMap(namesOf));
  for (const old of sharedBuilds.filter((each, at) => !isKept(each, at))) {
    for (const name of namesOf(old)) if (!kept.has(name)) await storage.delete(keyOf(name));
    await db.withTx(async (tx) => tx.deleteFrom('shared_builds').where('id', '=', old.id).execute());
  }
}
