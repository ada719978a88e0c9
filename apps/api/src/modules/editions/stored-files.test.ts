import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDb } from '../../platform/db/open-db.ts';
import type { Ports } from '../../ports/ports.ts';
import { refusal } from '../../testing/calls.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addBook, addEdition, addPart, addReader, ingest, type SignedIn } from '../../testing/fixtures.ts';
import { assembleModules } from '../../modules.ts';
import { SWEEP_JOB } from '../../platform/jobs/sweep-job.ts';
import { attachEdition, discardFiles } from './service.ts';
import { claimFiles, missingFiles, sweepFiles, inTurns } from './stored-files.ts';

let test: TestApp;
let admin: SignedIn;
let partId: string;
beforeEach(async () => {
  test = await buildTestApp();
  admin = await addReader(test, { role: 'admin' });
  partId = (await addPart(test, (await addBook(test)).id)).id;
});
afterEach(async () => test.close());

const editor = () => ({ userId: admin.user.id, role: 'admin' as const, secondFactor: 'none' as const });
const discard = async (edition: string) => test.services.adminEditions.discard(editor(), edition);

const stored = async (): Promise<string[]> => {
  const root = join(test.config.dataDir, 'files');
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

/** Files that editions name and the storage has lost. */
const lost = async (): Promise<string[]> => {
  const editions = await test.ports.db.read.selectFrom('editions').select(['id', 'file_hash']).execute();
  return (await Promise.all(editions.map(async (edition) => missingFiles(test.ports, edition)))).flat();
};

const claims = async () => test.ports.db.read.selectFrom('file_claims').selectAll().execute();
const deletions = async () => test.ports.db.read.selectFrom('file_deletions').selectAll().execute();

describe('an upload in progress', () => {
  it('keeps its files when a waiting edition with the same files is deleted', async () => {
    const first = await addEdition(test, partId, await ingest(test), false);
    const second = await ingest(test);
    await discard(first);
    const id = await addEdition(test, partId, second, false);
    expect(await lost()).toEqual([]);
    await test.services.adminEditions.publish(editor(), id, false);
    await discard(await addEdition(test, partId, await ingest(test, { title: 'Otra' }), false));
    expect(await lost()).toEqual([]);
    expect(await claims()).toEqual([]);
    expect(await deletions()).toEqual([]);
  });

  it('that fails deletes no file that another upload needs, and leaves no other file', async () => {
    const [first, second] = [await ingest(test), await ingest(test)];
    await discardFiles(test.ports, first.claim);
    await addEdition(test, partId, second, false);
    expect(await lost()).toEqual([]);
    const alone = await ingest(test, { title: 'Sola' });
    const before = await stored();
    await discardFiles(test.ports, alone.claim);
    expect((await stored()).length).toBeLessThan(before.length);
    expect(await lost()).toEqual([]);
  });

  it('waits for a file that is being deleted, and stores it again', async () => {
    const first = await addEdition(test, partId, await ingest(test), false);
    const remove = test.ports.storage.delete.bind(test.ports.storage);
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    let begun = (): void => undefined;
    const deleting = new Promise<void>((resolve) => (begun = resolve));
    test.ports.storage.delete = async (key) => {
      begun();
      await gate;
      await remove(key);
    };
    const discarding = discard(first);
    await deleting;
    const uploading = ingest(test);
    setTimeout(go, 300);
    await Promise.all([discarding, uploading]);
    await addEdition(test, partId, await uploading, false);
    expect(await lost()).toEqual([]);
  });

  it('takes over the deletion of a process that died', async () => {
    const first = await addEdition(test, partId, await ingest(test), false);
    test.ports.storage.delete = async () => Promise.reject(new Error('killed'));
    await discard(first);
    expect((await deletions()).length).toBeGreaterThan(0);
    delete (test.ports.storage as { delete?: unknown }).delete;
    Object.assign(test.ports.storage, { delete: async () => undefined });
    test.clock.time += 61_000;
    await addEdition(test, partId, await ingest(test), false);
    expect(await deletions()).toEqual([]);
    expect(await lost()).toEqual([]);
  });

  it('keeps files whose deletion began before a restore brought back the rows that name them', async () => {
    const edition = await addEdition(test, partId, await ingest(test), false);
    const before = await stored();
    const named = await test.ports.db.read.selectFrom('edition_resources').select('hash').distinct().execute();
    const begun_at = test.clock.now();
    const rows = [...named, { hash: 'f'.repeat(64) }].map(({ hash }) => ({ hash, begun_at }));
    await test.ports.db.handle.insertInto('file_deletions').values(rows).execute();
    test.clock.time += 61_000;
    await sweepFiles(test.ports, test.clock.now());
    expect(await stored()).toEqual(before);
    expect(await lost()).toEqual([]);
    expect(await deletions()).toEqual([]);
    await discard(edition);
    expect(await stored()).toEqual([]);
  });

  it('loses its files to the sweep a day after its process died', async () => {
    await ingest(test);
    const keptEdition = await addEdition(test, partId, await ingest(test, { title: 'Otra' }), false);
    const { config, ports, secrets } = test;
    const sweep = assembleModules({ config, secrets, ports })
      .jobs()
      .find(({ name }) => name === SWEEP_JOB)!;
    const before = await stored();
    await sweep.run(new AbortController().signal);
    expect(await stored()).toEqual(before);
    test.clock.time += 25 * 3_600_000;
    await sweep.run(new AbortController().signal);
    expect(await claims()).toEqual([]);
    expect((await stored()).length).toBeLessThan(before.length);
    expect(await lost()).toEqual([]);
    await discard(keptEdition);
    expect(await stored()).toEqual([]);
  });

  it('loses no file while two processes upload and delete editions with the same files', async () => {
    const db = await openDb({ dataDir: test.config.dataDir, databaseUrl: test.config.DATABASE_URL });
    const other: Ports = { ...test.ports, db };
    const edition = 'e'.repeat(64);
    const hash = (n: number): string => String(n).repeat(64);
    const upload = async (ports: Ports, turn: number): Promise<void> => {
      const resources = [hash(turn % 3), hash((turn + 1) % 3)];
      const claim = await claimFiles(ports, { edition, resources });
      const { putBytes } = ports.storage;
      for (const each of resources) {
        await putBytes(`resources/${each.slice(0, 2)}/${each}`, Buffer.from(each), 'text/plain');
      }
      await putBytes(`editions/${edition}.epub`, Buffer.from('epub'), 'application/epub+zip');
      if (turn % 4 === 0) return discardFiles(ports, claim);
      const rows = resources.map((each, n) => ({
        path: `${n}`,
        hash: each,
        media_type: 'x',
        size: 1,
        has_br: 0 as const,
      }));
      const book = { ...bare, claim, fileHash: edition, resources: rows };
      const to = { partId, createdBy: null, publish: false };
      const id = await ports.db.withTx(async (tx) => attachEdition(tx, book, to, test.clock.now()));
      const { adminEditions } = assembleModules({ config: test.config, secrets: test.secrets, ports }).services;
      if (turn % 5 !== 0) await adminEditions.discard(editor(), id);
    };
    const work = async (ports: Ports, start: number): Promise<void> => {
      for (let turn = start; turn < start + 12; turn += 1) await upload(ports, turn);
    };
    await Promise.all([work(test.ports, 0), work(test.ports, 5), work(other, 2), work(other, 9)]);
    expect(await lost()).toEqual([]);
    expect(await claims()).toEqual([]);
    expect(await deletions()).toEqual([]);
    const named = await test.ports.db.read.selectFrom('edition_resources').select('hash').distinct().execute();
    const expected = [...named.map(({ hash: name }) => name), ...(named.length > 0 ? [`${edition}.epub`] : [])];
    expect((await stored()).toSorted()).toEqual(expected.toSorted());
    await db.close();
  });
});

const bare = {
  fileSize: 1,
  publication: { metadata: { title: '' } } as never,
  warnings: [],
  accessibility: { statements: [], summary: null, certifier: null },
  coverImageId: null,
};

describe('an edition with missing files', () => {
  it('is not published', async () => {
    const book = await ingest(test);
    const id = await addEdition(test, partId, book, false);
    const { hash } = book.resources[0]!;
    await test.ports.storage.delete(`resources/${hash.slice(0, 2)}/${hash}`);
    const url = `/api/admin/editions/${id}/publish`;
    const response = await test.app.inject({ method: 'POST', url, headers: admin.headers });
    expect(refusal(response)).toMatchObject({ status: 409, code: 'edition_files_missing' });
    const [row] = await test.ports.db.read.selectFrom('editions').select('state').execute();
    expect(row!.state).toBe('pending');
  });
});

it('is not needed for the sweep to finish earlier deletions', async () => {
  const first = await addEdition(test, partId, await ingest(test), false);
  const remove = test.ports.storage.delete.bind(test.ports.storage);
  Object.assign(test.ports.storage, { delete: async () => Promise.reject(new Error('down')) });
  await discard(first);
  expect(await stored()).not.toEqual([]);
  Object.assign(test.ports.storage, { delete: remove });
  await sweepFiles(test.ports, test.clock.now() + 61_000);
  expect(await stored()).toEqual([]);
  expect(await deletions()).toEqual([]);
});

it('storing many files reports a failure once the running stores have ended, and starts no further one', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  let release = (): void => undefined;
  const hold = new Promise<void>((resolve) => (release = resolve));
  let isTold = false;
  const work = inTurns(
    Array.from({ length: 20 }, (_, at) => at),
    async (item) => {
      begun.push(item);
      if (item === 0) throw new Error('no room');
      await hold;
      ended.push(item);
    },
  );
  work.catch(() => (isTold = true));
  await new Promise(setImmediate);
  expect(isTold).toBe(false);
  release();
  await expect(work).rejects.toThrow('no room');
  expect([begun.length, ended.length]).toEqual([8, 7]);
});
