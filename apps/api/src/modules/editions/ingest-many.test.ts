import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeEpub } from '@cuentos/epub/testing/make-epub';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../../platform/http/app-error.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { ingestEpub } from './ingest.ts';

let test: TestApp;
let folder: string;
beforeAll(async () => {
  test = await buildTestApp();
  folder = await mkdtemp(join(tmpdir(), 'many-'));
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

/** Child processes that are running. */
const children = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

async function upload(index: number, signal?: AbortSignal) {
  const input = join(folder, `libro-${index}.epub`);
  await writeFile(input, makeEpub({ title: `Libro ${index}` }));
  const { clock, db, storage } = test.ports;
  return ingestEpub({ clock, db, storage, images: test.services.images, advise: true }, input, signal);
}

it('of eight books uploaded at once, two are processed at a time', async () => {
  let most = 0;
  const look = setInterval(() => (most = Math.max(most, children())), 2);
  const books = await Promise.all(Array.from({ length: 8 }, async (_, index) => upload(index)));
  clearInterval(look);
  expect(books.filter((book) => 'fileHash' in book)).toHaveLength(8);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(2);
});

it('uploads beyond the queue are refused, and nothing is started for an aborted upload', async () => {
  const leaving = new AbortController();
  const books = Array.from({ length: 40 }, async (_, index) => upload(100 + index, leaving.signal));
  const outcomes = Promise.allSettled(books);
  const [first] = await Promise.allSettled([Promise.any(books.map(async (book) => book.catch((error) => error)))]);
  expect(first).toMatchObject({ value: new AppError('busy') });
  leaving.abort(new Error('gone'));
  const reasons = (await outcomes).map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : 'done'));
  expect(reasons.filter((reason) => reason.includes('busy')).length).toBeGreaterThanOrEqual(10);
  expect(reasons.filter((reason) => reason === 'done').length).toBeLessThanOrEqual(2);
  expect(children()).toBe(0);
});
