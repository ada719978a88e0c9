import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLocalStorage } from '../../adapters/local-storage/local-storage.ts';
import { createS3Storage } from '../../adapters/s3-storage/s3-storage.ts';
import type { StoragePort } from '../../ports/storage.ts';
import { S3_TEST_KEYS, startStrictS3, type StrictS3 } from '../../testing/strict-s3.ts';
import { installErrorHandler } from '../http/error-handler.ts';
import { serveOtherBuilds, shareBuild } from './other-builds.ts';

let folder: string;
let s3: StrictS3;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuentos-builds-'));
  s3 = await startStrictS3();
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
  await rm(folder, { recursive: true, force: true });
});

const bucket = () => createS3Storage({ endpoint: s3.endpoint, ...S3_TEST_KEYS });
const disk = () => createLocalStorage({ folder: join(folder, 'files'), secret: Buffer.from('secret') });
function machine(name: string, storage: StoragePort): { app: FastifyInstance; share(build: string): Promise<void> } {
  const app = Fastify();
  const place = { builds: join(folder, name), storage };
  installErrorHandler(app);
  serveOtherBuilds(app, { ...place, cacheControl: 'public, max-age=1' });
  return { app, share: async (build) => shareBuild({ ...place, log: app.log }, build) };
}

it('files of the builds before are served, so that pages which were open during a deploy go on', async () => {
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

it('a machine with the build before serves the files of a newer one from the bucket that both share', async () => {
  const [newer, older] = [machine('one', bucket()), machine('two', bucket())];
  expect((await older.app.inject('/assets/page-new2.js')).statusCode).toBe(404);
  await newer.share('2');
  const answer = await older.app.inject('/assets/page-new2.js');
  expect([answer.statusCode, answer.body]).toEqual([200, '/* one 2 */']);
});

it('a build is put there once, and a bucket that fails keeps no process from starting', async () => {
  const { app, share } = machine('one', bucket());
  await share('2');
  for (const key of s3.objects.keys()) if (key.endsWith('page-new2.js')) s3.objects.delete(key);
  await share('2');
  expect([...s3.objects.keys()].filter((key) => key.endsWith('.js'))).toEqual([]);
  s3.failWith = 500;
  await share('1');
  expect((await app.inject('/assets/page-new2.js')).body).toBe('/* one 2 */');
  expect((await app.inject('/assets/page-gone.js')).statusCode).toBe(503);
  s3.failWith = null;
});
