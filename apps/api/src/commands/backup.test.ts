import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Shop } from '../compose.ts';
import type { Db } from '../platform/db/db.ts';
import { tableKeys, tableNames } from '../platform/db/dump.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { addBook, addEdition, addPart, addReader, addUser, give, ingest } from '../testing/fixtures.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { CommandFailure } from './run-command.ts';

let folder: string;
let archive: string;
let original: TestApp;
let before: Map<string, string>;
const others: TestApp[] = [];

/** The parts of a shop that these commands use. */
const shopOf = ({ config, ports, services }: TestApp): Shop => ({ config, ports, services }) as Shop;

async function another(env: Record<string, string> = {}): Promise<TestApp> {
  const test = await buildTestApp({ env });
  others.push(test);
  return test;
}

/** One digest per table, the same on both engines. */
async function digests(db: Db, leaveOut: readonly string[] = []): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const table of tableNames.filter((name) => !leaveOut.includes(name))) {
    const rows = (await db.read.selectFrom(table).selectAll().execute()) as Record<string, unknown>[];
    const keyOf = (row: Record<string, unknown>) => tableKeys[table].map((key) => String(row[key])).join('|');
    const texts = rows
      .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      .map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))));
    found.set(table, `${rows.length} ${createHash('sha256').update(texts.join('\n')).digest('hex')}`);
  }
  return found;
}

const files = async (test: TestApp): Promise<string[]> => {
  const root = join(test.config.dataDir, 'files');
  return (await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .toSorted();
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuentos-backup-'));
  archive = join(folder, 'respaldo.tar.gz');
  original = await buildTestApp();
  const book = await addBook(original, { name: 'Ñandú «azul» 🦤' });
  const part = await addPart(original, book.id);
  await addEdition(original, part.id, await ingest(original));
  const { user } = await addReader(original);
  await give(original, user.id, part.id);
  // More rows than one page of the dump, in a table with a key of two columns too.
  await original.ports.db.withTx(async (tx) => {
    const mutations = Array.from({ length: 2500 }, (_, n) => ({
      user_id: n % 2 === 0 ? 'a' : 'b',
      mutation_id: `m${n}`,
      applied_at: n,
    }));
    for (let start = 0; start < mutations.length; start += 500)
      await tx
        .insertInto('applied_mutations')
        .values(mutations.slice(start, start + 500))
        .execute();
  });
  before = await digests(original.ports.db);
  await backup(shopOf(original), [archive]);
}, 30_000);
afterEach(async () => {
  while (others.length > 0) await others.pop()!.close();
});
afterAll(async () => {
  await original.close();
  await rm(folder, { recursive: true, force: true });
});

describe('backup and restore', () => {
  it('give back every row and every file', async () => {
    const test = await another();
    expect(await restore(shopOf(test), [archive])).toMatch(/repuesto: \d+ filas/);
    expect(await digests(test.ports.db)).toEqual(before);
    expect(await files(test)).toEqual(await files(original));
    for (const key of await files(test)) {
      const [mine, theirs] = await Promise.all(
        [test, original].map(async ({ ports }) => buffer((await ports.storage.read(key)).stream)),
      );
      expect(mine!.equals(theirs!)).toBe(true);
    }
    expect((await test.app.inject('/api/books/')).body).toBe((await original.app.inject('/api/books/')).body);
  });

  it('of a shop at work are one moment of it', async () => {
    const busy = await another();
    await restore(shopOf(busy), [archive]);
    const state = { stop: false, written: 0 };
    const writer = async (): Promise<void> => {
      while (!state.stop) {
        const id = crypto.randomUUID();
        await busy.ports.db.withTx(async (tx) => {
          await tx
            .insertInto('audit_log')
            .values({ id, at: 0, actor_id: null, action: 'x', subject: '', detail: '' })
            .execute();
          await tx
            .insertInto('applied_mutations')
            .values({ user_id: 'audit', mutation_id: id, applied_at: 0 })
            .execute();
        });
        state.written += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const writers = [writer(), writer()];
    while (state.written < 20) await new Promise((resolve) => setTimeout(resolve, 1));
    const file = join(folder, 'busy.tar.gz');
    await backup(shopOf(busy), [file]);
    state.stop = true;
    await Promise.all(writers);
    const copy = await another();
    await restore(shopOf(copy), [file]);
    const audits = (await copy.ports.db.read.selectFrom('audit_log').select('id').execute()).map(({ id }) => id);
    const pairs = (
      await copy.ports.db.read
        .selectFrom('applied_mutations')
        .select('mutation_id')
        .where('user_id', '=', 'audit')
        .execute()
    ).map((row) => row.mutation_id);
    expect(audits.length).toBeGreaterThanOrEqual(20);
    expect(audits.toSorted()).toEqual(pairs.toSorted());
    const still = ['audit_log', 'applied_mutations', 'rate_counters'];
    expect(await digests(copy.ports.db, still)).toEqual(
      new Map([...before].filter(([table]) => !still.includes(table))),
    );
  }, 30_000);

  it.runIf(process.env['TEST_DATABASE_URL'])(
    'move a shop to the other engine and back',
    async () => {
      const sqlite = await another({ DATABASE_URL: '' });
      expect(sqlite.ports.db.engine).toBe('sqlite');
      await restore(shopOf(sqlite), [archive]);
      expect(await digests(sqlite.ports.db)).toEqual(before);
      const file = join(folder, 'from-sqlite.tar.gz');
      await backup(shopOf(sqlite), [file]);
      const postgres = await another();
      expect(postgres.ports.db.engine).toBe('postgres');
      await restore(shopOf(postgres), [file]);
      expect(await digests(postgres.ports.db)).toEqual(before);
    },
    30_000,
  );

  it('leave no half archive when a file is missing', async () => {
    const test = await another();
    await restore(shopOf(test), [archive]);
    await test.ports.storage.delete((await files(test))[0]!);
    const file = join(folder, 'half.tar.gz');
    await expect(backup(shopOf(test), [file])).rejects.toThrow();
    expect((await readdir(folder)).filter((name) => name.startsWith('half'))).toEqual([]);
  });
});

describe('a restore is refused', () => {
  const damaged = async (name: string, change: (bytes: Buffer) => Buffer): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, change(await readFile(archive)));
    return file;
  };

  it('into a shop that has data, unless told to replace it', async () => {
    const test = await another();
    const mine = await addUser(test);
    await expect(restore(shopOf(test), [archive])).rejects.toThrow(CommandFailure);
    expect((await test.ports.db.read.selectFrom('users').select('id').execute()).map(({ id }) => id)).toEqual([
      mine.id,
    ]);
    await restore(shopOf(test), [archive, '--replace']);
    expect(await digests(test.ports.db)).toEqual(before);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['cut in the middle', (bytes) => bytes.subarray(0, bytes.length / 2)],
    ['without its last bytes', (bytes) => bytes.subarray(0, -1)],
    ['without its manifest', (bytes) => gzipSync(gunzipSync(bytes).subarray(0, -20 * 512))],
    [
      'with one bit changed',
      (bytes) => Buffer.from(bytes.map((byte, at) => (at === Math.floor(bytes.length / 2) ? byte ^ 1 : byte))),
    ],
    [
      'with one letter of a row changed',
      (bytes) => gzipSync(Buffer.from(gunzipSync(bytes).toString('latin1').replace('"reader"', '"admin!"'), 'latin1')),
    ],
    ['that is something else', () => Buffer.from('PK no es un respaldo')],
    ['that is empty', () => Buffer.alloc(0)],
  ])('%s, with nothing changed', async (name, change) => {
    const test = await another();
    const mine = await addUser(test);
    const file = await damaged(`${name}.tar.gz`, change);
    const refused = await restore(shopOf(test), [file, '--replace']).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CommandFailure);
    expect((refused as Error).message).toBe('El respaldo está dañado o incompleto. No se cambió nada.');
    expect((await test.ports.db.read.selectFrom('users').select('id').execute()).map(({ id }) => id)).toEqual([
      mine.id,
    ]);
    expect(await files(test)).toEqual([]);
  });

  it('of a file that is not there, or of none', async () => {
    const test = await another();
    await expect(restore(shopOf(test), [join(folder, 'nada.tar.gz')])).rejects.toThrow(CommandFailure);
    await expect(restore(shopOf(test), [])).rejects.toThrow(CommandFailure);
    await truncate(join(folder, 'that is empty.tar.gz')).catch(() => undefined);
  });
});
