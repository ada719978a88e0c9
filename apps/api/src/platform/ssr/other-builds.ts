import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../http/app-error.ts';
import { safeError } from '../log/safe-error.ts';
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
  /** Folder that holds the builds of this machine. */
  readonly builds: string;
  /** Shared by the machines when it is a bucket. */
  readonly storage: StoragePort;
}

/** Registered beside the files of the process's own build. */
interface OtherBuildsDeps extends Place {
  readonly cacheControl: string;
}

/**
 * Serves files of builds that are not this process's: of earlier ones, which pages that were open during a deploy go on
 * asking for, and of later ones, whose pages another process sends. They are looked for in the folders of this machine,
 * then in the bucket that the machines share. Such requests are few and end with the deploy, so that nothing is kept.
 */
export function serveOtherBuilds(app: FastifyInstance, { cacheControl, ...place }: OtherBuildsDeps): void {
  app.get<{ Params: { '*': string } }>('/assets/*', { schema: { hide: true } }, async (request, reply) => {
    const name = request.params['*'];
    if (!NAME.test(name)) throw new AppError('not_found');
    const body = (await fromFolders(place.builds, name)) ?? (await fromBucket(place.storage, name));
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

async function fromBucket(storage: StoragePort, name: string) {
  if (storage.origin === null) return null;
  try {
    const { stream } = await storage.read(keyOf(name));
    return stream;
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}

const keyOf = (name: string): string => `assets/${name}`;

/** Puts the files of this process's build into the bucket that machines share, once for each build. */
export async function shareBuild(
  { builds, storage, log }: Place & Pick<FastifyInstance, 'log'>,
  build: string,
): Promise<void> {
  if (storage.origin === null) return;
  try {
    const folder = join(builds, build, 'client', 'assets');
    const names = (await readdir(folder)).filter((name) => NAME.test(name)).toSorted();
    // A list under the digest of its names says that all of them are there.
    const list = Buffer.from(names.join('\n'));
    const listKey = `assets/lists/${createHash('sha256').update(list).digest('hex')}.txt`;
    if (await storage.exists(listKey)) return;
    for (const name of names)
      await storage.putFile(keyOf(name), join(folder, name), mediaTypes[extname(name)] ?? 'application/octet-stream');
    await storage.putBytes(listKey, list, 'text/plain');
  } catch (error) {
    // Pages of other machines' builds load themselves anew instead.
    log.warn({ failure: safeError(error) }, 'the files of the pages are not in the bucket');
  }
}
