import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@cuentos/domain/time/durations';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLocalStorage } from '../../adapters/local-storage/local-storage.ts';
import { createS3Storage } from '../../adapters/s3-storage/s3-storage.ts';
import type { StoragePort } from '../../ports/storage.ts';
import { S3_TEST_KEYS, startStrictS3, type StrictS3 } from '../../testing/strict-s3.ts';
import { openTestDb } from '../../testing/open-test-db.ts';
import type { Db } from '../db/db.ts';
import { installErrorHandler } from '../http/error-handler.ts';
import { serveOtherBuilds, shareBuild } from './other-builds.ts';

let folder: string;
let s3: StrictS3;
let database: Awaited<ReturnType<typeof openTestDb>>;
let db: Db;
const clock = { time: 0, now: () => clock.time };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuentos-builds-'));
  s3 = await startStrictS3();
  database = await openTestDb();
  ({ db } = database);
  for (const [machine, build, name] of [
    ['one', '1', 'page-old1.js'],
    ['one', '2', 'page-new2.js'],
    ['two', '1', 'page-old1.js'],
  ] as const) {
    const assets = join(folder, machine, build, 'client', 'assets');
    await mkdir(assets, { recursive: true });
    await writeFile(join(assets, name), `/* ${machine} ${build} */`);
    await writeFile(join(assets, '..', '..', 'secret.js'), 'secret');
  }
});
afterAll(async () => {
  await s3.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const bucket = () => createS3Storage({ endpoint: s3.endpoint, ...S3_TEST_KEYS });
const disk = () => createLocalStorage({ folder: join(folder, 'files'), secret: Buffer.from('secret') });
function machine(name: string, storage: StoragePort): { app: FastifyInstance; share(build: string): Promise<void> } {
  const app = Fastify();
  const place = { builds: join(folder, name), storage };
  installErrorHandler(app);
  serveOtherBuilds(app, { ...place, cacheControl: 'public, max-age=1' });
  return { app, share: async (build) => shareBuild({ ...place, db, clock, log: app.log }, build) };
}

it('files of earlier builds are served, so that pages opened before a deployment keep working', async () => {
  const { app } = machine('one', disk());
  const old = await app.inject('/assets/page-old1.js');
  expect([old.statusCode, old.body, old.headers['content-type'], old.headers['cache-control']]).toEqual([
    200,
    '/* one 1 */',
    'text/javascript; charset=utf-8',
    'public, max-age=1',
  ]);
  for (const name of ['page-none.js', '..%2f..%2fsecret.js', '%2e%2e/secret.js', 'lists/x.txt', ''])
    expect((await app.inject(`/assets/${name}`)).statusCode, name).toBe(404);
});

it('a machine with the earlier build serves files of a newer one from the shared bucket', async () => {
  const [newer, older] = [machine('one', bucket()), machine('two', bucket())];
  expect((await older.app.inject('/assets/page-new2.js')).statusCode).toBe(404);
  await newer.share('2');
  const answer = await older.app.inject('/assets/page-new2.js');
  expect([answer.statusCode, answer.body]).toEqual([200, '/* one 2 */']);
});

it('a machine on the same disk does so too, whatever letters the bundler uses in names', async () => {
  const assets = join(folder, 'three', '1', 'client', 'assets');
  await mkdir(assets, { recursive: true });
  await writeFile(join(assets, 'file-zone-_u4pMnoP.js'), '/* three */');
  await machine('three', disk()).share('1');
  const answer = await machine('two', disk()).app.inject('/assets/file-zone-_u4pMnoP.js');
  expect([answer.statusCode, answer.body]).toEqual([200, '/* three */']);
});

it('a build is uploaded once, and a failing storage does not prevent a start', async () => {
  const { app, share } = machine('one', bucket());
  await share('2');
  for (const key of s3.objects.keys()) if (key.endsWith('page-new2.js')) s3.objects.delete(key);
  await share('2');
  expect([...s3.objects.keys()]).toEqual([]);
  s3.failWith = 500;
  await share('1');
  expect((await app.inject('/assets/page-new2.js')).body).toBe('/* one 2 */');
  expect((await app.inject('/assets/page-gone.js')).statusCode).toBe(503);
  s3.failWith = null;
});

it('files of the last three builds and of the last month are kept, and so are files that those builds need', async () => {
  const { share } = machine('many', bucket());
  const assets = (build: number) => join(folder, 'many', String(build), 'client', 'assets');
  for (const build of [1, 2, 3, 4, 5]) {
    await mkdir(assets(build), { recursive: true });
    await writeFile(join(assets(build), 'all-same.js'), '');
    await writeFile(join(assets(build), `own-${build}.js`), '');
    clock.time += build === 5 ? 60 * DAY_MS : DAY_MS;
    await share(String(build));
  }
  expect([...s3.objects.keys()].toSorted()).toEqual([
    'assets/all-same.js',
    ...[3, 4, 5].map((build) => `assets/own-${build}.js`),
  ]);
  const rows = await db.read.selectFrom('shared_builds').select('id').execute();
  expect(rows).toHaveLength(3);
});
