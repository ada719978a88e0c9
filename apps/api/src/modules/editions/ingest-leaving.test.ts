import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeEpub } from '@cuentos/epub/testing/make-epub';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { ingestEpub } from './ingest.ts';

/** Fakes advice that runs until the sender aborts the upload. */
let asked: () => void = () => {};
vi.mock('@cuentos/epub/advice/advise-in-child', () => ({
  adviseInChild: async (_input: string, { signal }: { signal: AbortSignal }) => {
    asked();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return [];
  },
}));

let test: TestApp;
let folder: string;
beforeAll(async () => {
  test = await buildTestApp();
  folder = await mkdtemp(join(tmpdir(), 'leaving-'));
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

const stored = async () =>
  (await readdir(join(test.config.dataDir, 'files'), { recursive: true }).catch(() => [])).filter((name) =>
    name.includes('.'),
  );

it('an upload aborted while only the advice is running leaves no file', async () => {
  const input = join(folder, 'libro.epub');
  await writeFile(input, makeEpub({ title: 'Aconsejada' }));
  const before = await stored();
  const leaving = new AbortController();
  const { storage, db, clock } = test.ports;
  const advising = new Promise<void>((resolve) => (asked = resolve));
  const kept = new Promise<void>((resolve) => {
    const put = storage.putFile.bind(storage);
    vi.spyOn(storage, 'putFile').mockImplementation(async (key, path, type) => {
      await put(key, path, type);
      if (type === 'application/epub+zip') resolve();
    });
  });
  const outcome = ingestEpub({ db, clock, storage, images: test.services.images, advise: true }, input, leaving.signal);
  const refused = expect(outcome).rejects.toThrow('gone');
  await Promise.all([advising, kept]);
  expect((await stored()).length).toBeGreaterThan(before.length);
  leaving.abort(new Error('gone'));
  await refused;
  expect(await stored()).toEqual(before);
});
