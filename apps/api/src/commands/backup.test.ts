import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { longProof } from '@cuentos/domain/testing/long-proof';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMailFiles } from '../adapters/nodemailer/nodemailer-mail.ts';
import type { Shop } from '../compose.ts';
import type { Db } from '../platform/db/db.ts';
import { dumpedTables, isEmptyShop } from '../platform/db/dump.ts';
import { acquireLease } from '../platform/db/leases.ts';
import { migrations } from '../platform/db/migrations.ts';
import { tableNames } from '../platform/db/schema.ts';
import { createPresence } from '../platform/db/processes.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { addBook, addEdition, addPart, addReader, addUser, give, ingest } from '../testing/fixtures.ts';
import { startWorker } from '../testing/run-worker.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { CommandFailure } from './run-command.ts';
import { filesIn, rowsOf } from './testing/shop-contents.ts';

let folder: string;
let archive: string;
let original: TestApp;
let before: Map<string, string>;
const others: TestApp[] = [];

/** The members of a shop that these commands use. */
const shopOf = ({ config, ports, services }: TestApp): Shop => ({ config, ports, services }) as Shop;

async function another(env: Record<string, string> = {}): Promise<TestApp> {
  const test = await buildTestApp({ env });
  others.push(test);
  return test;
}

/** One digest per table, equal on both engines. */
async function digests(db: Db, leaveOut: readonly string[] = []): Promise<Map<string, string>> {
  const dumpedRows = new Map<string, string>();
  for (const table of tableNames.filter((name) => !leaveOut.includes(name))) {
    const rows = await rowsOf(db, table);
    const digest = createHash('sha256').update([...rows.values()].join('\n'));
    dumpedRows.set(table, `${rows.size} ${digest.digest('hex')}`);
  }
  return dumpedRows;
}

/** Tables that a restore changes on purpose: it ends sessions and links that sign in, and records itself. */
const CHANGED = ['sessions', 'account_tokens', 'recovery_requests', 'maintenance_runs'];
const comparableRows = (all: Map<string, string>, more: readonly string[] = []): Map<string, string> =>
  new Map([...all].filter(([table]) => !CHANGED.includes(table) && !more.includes(table)));

const files = async ({ config }: TestApp): Promise<string[]> => [...(await filesIn(config.dataDir)).keys()];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuentos-backup-'));
  archive = join(folder, 'respaldo.tar.gz');
  original = await buildTestApp();
  const book = await addBook(original, { name: 'Ñandú «azul» 🦤' });
  const part = await addPart(original, book.id);
  await addEdition(original, part.id, await ingest(original));
  const { user } = await addReader(original);
  await give(original, user.id, part.id);
  // More rows than one page of the dump holds, in a table whose key has two columns.
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
});
afterEach(async () => {
  while (others.length > 0) await others.pop()!.close();
});
afterAll(async () => {
  await original.close();
  await rm(folder, { recursive: true, force: true });
});

describe('backup and restore', () => {
  const proof = longProof('restores', 1);
  it('give back every row and every file', { timeout: proof.timeout(120_000) }, async () => {
    for (const _ of proof.runs()) {
      const test = await another();
      // A device has asked for changes, so the shop has an epoch, which the restore must replace.
      await test.services.changes.list('nobody', null);
      expect(await restore(shopOf(test), [archive])).toMatch(/repuesto: \d+ filas/);
      expect(await digests(test.ports.db, CHANGED)).toEqual(comparableRows(before));
      expect(await filesIn(test.config.dataDir)).toEqual(await filesIn(original.config.dataDir));
      expect((await test.app.inject('/api/books/')).body).toBe((await original.app.inject('/api/books/')).body);
    }
  });

  it('copies one consistent moment while the shop is in use', async () => {
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
    expect(await digests(copy.ports.db, [...still, ...CHANGED])).toEqual(comparableRows(before, still));
  });

  it.runIf(process.env['TEST_DATABASE_URL'])(
    'move a shop to the other engine and back',
    async () => {
      const sqlite = await another({ DATABASE_URL: '' });
      expect(sqlite.ports.db.engine).toBe('sqlite');
      await restore(shopOf(sqlite), [archive]);
      expect(await digests(sqlite.ports.db, CHANGED)).toEqual(comparableRows(before));
      const file = join(folder, 'from-sqlite.tar.gz');
      await backup(shopOf(sqlite), [file]);
      const postgres = await another();
      expect(postgres.ports.db.engine).toBe('postgres');
      await restore(shopOf(postgres), [file]);
      expect(await digests(postgres.ports.db, CHANGED)).toEqual(comparableRows(before));
    },
    30_000,
  );

  it('name a missing file, save everything else and exit with an error', async () => {
    const test = await another();
    await restore(shopOf(test), [archive]);
    const lost = (await files(test))[0]!;
    await test.ports.storage.delete(lost);
    const file = join(folder, 'half.tar.gz');
    const failed = await backup(shopOf(test), [file]).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(CommandFailure);
    expect((failed as Error).message).toContain(`Archivos que la tienda ya no tiene (1):\n${lost}`);
    expect((await readdir(folder)).filter((name) => name.startsWith('half'))).toEqual(['half.tar.gz']);
    const copy = await another();
    expect(await restore(shopOf(copy), [file])).toContain('Archivos que ya le faltaban al respaldo: 1.');
    expect(await files(copy)).toEqual((await files(original)).filter((key) => key !== lost));
    expect(await digests(copy.ports.db, CHANGED)).toEqual(comparableRows(before));
  });

  it('write files that other users of the machine cannot read', async () => {
    const test = await another();
    await restore(shopOf(test), [archive]);
    await createMailFiles(join(test.config.dataDir, 'outbox'), 'tienda@ejemplo.cl').send({
      messageId: 'carta',
      to: 'lectora@ejemplo.cl',
      subject: 'Hola',
      text: 'Hola',
      html: '<p>Hola</p>',
    });
    const readable: string[] = [];
    for (const path of [archive, ...(await below(test.config.dataDir))]) {
      if (((await stat(path)).mode & 0o077) !== 0) readable.push(path);
    }
    expect(readable).toEqual([]);
  });
});

/** Returns every file and folder below a folder. */
async function below(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.map(({ parentPath, name }) => join(parentPath, name));
}

/** A database whose first attempt of each transaction fails at its end, as after a serialisation conflict. */
function refusingFirst(db: Db): Db {
  return {
    ...db,
    async withTx(work) {
      let refused = false;
      return db.withTx(async (tx) => {
        const result = await work(tx);
        if (refused) return result;
        refused = true;
        throw Object.assign(new Error('could not serialize access'), { code: '40001' });
      });
    },
  };
}

describe('a restore', () => {
  it('restores everything even if the engine repeats its transaction', async () => {
    const test = await another();
    const ports = { ...test.ports, db: refusingFirst(test.ports.db) };
    await restore({ ...shopOf(test), ports }, [archive]);
    expect(await digests(test.ports.db, CHANGED)).toEqual(comparableRows(before));
  });

  it('changes nothing if the archive has fewer rows than its manifest counts', async () => {
    const test = await another();
    const mine = await addUser(test);
    const manifest = /"rows":\{[^}]*"users":1\b/;
    const raw = gunzipSync(await readFile(archive)).toString('latin1');
    expect(raw).toMatch(manifest);
    const file = join(folder, 'miscounted.tar.gz');
    const changed = raw.replace(manifest, (found) => found.replace('"users":1', '"users":2'));
    await writeFile(file, gzipSync(Buffer.from(changed, 'latin1')));
    await expect(restore(shopOf(test), [file, '--replace'])).rejects.toThrow('No se cambió nada.');
    const users = await test.ports.db.read.selectFrom('users').select('id').execute();
    expect(users.map(({ id }) => id)).toEqual([mine.id]);
  });

  it('revives no session, sign-in link or code, and no data that a person deleted since the backup', async () => {
    const test = await another();
    const { db } = test.ports;
    const gone = await addReader(test);
    const staying = await addReader(test);
    const demoted = await addUser(test, { role: 'admin' });
    const part = await addPart(test, (await addBook(test)).id);
    await give(test, staying.user.id, part.id);
    const row = { purpose: 'recover' as const, token_hash: 'h', email: 'a@b.cl', created_at: 0, expires_at: 9e15 };
    await db.handle
      .insertInto('account_tokens')
      .values({ ...row, user_id: staying.user.id })
      .execute();
    const code = { email: 'a@b.cl', request_hash: 'r', code_hash: 'c', tries: 0, wrong_codes: '[]', expires_at: 9e15 };
    await db.handle.insertInto('entry_codes').values(code).execute();
    expect(dumpedTables, 'no backup holds one').not.toContain('entry_codes');
    const file = join(folder, 'endings.tar.gz');
    await backup(shopOf(test), [file]);
    await db.handle.updateTable('users').set({ deleted_at: 5 }).where('id', '=', gone.user.id).execute();
    await db.handle.updateTable('users').set({ role: 'reader' }).where('id', '=', demoted.id).execute();
    const reader = { role: 'admin' as const };
    await db.handle.updateTable('users').set(reader).where('id', '=', staying.user.id).execute();
    await db.handle.updateTable('entitlements').set({ revoked_at: 6, revoke_reason: 'refund' }).execute();
    await restore(shopOf(test), [file, '--replace']);
    const users = await db.read.selectFrom('users').select(['id', 'role', 'deleted_at']).orderBy('id').execute();
    const expected = [
      { id: gone.user.id, role: 'reader', deleted_at: 5 },
      { id: staying.user.id, role: 'reader', deleted_at: null },
      { id: demoted.id, role: 'reader', deleted_at: null },
    ].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(users).toEqual(expected);
    expect(await db.read.selectFrom('entitlements').select(['revoked_at', 'revoke_reason']).execute()).toEqual([
      { revoked_at: 6, revoke_reason: 'refund' },
    ]);
    expect(await db.read.selectFrom('sessions').select('id').where('revoked_at', 'is', null).execute()).toEqual([]);
    expect(await db.read.selectFrom('account_tokens').selectAll().execute()).toEqual([]);
    expect(await db.read.selectFrom('entry_codes').selectAll().execute()).toEqual([]);
    const answer = await test.app.inject({ url: '/api/users/me/', headers: staying.headers });
    expect(answer.statusCode).toBe(401);
  });
});

describe('a restore beside a process of the shop', () => {
  it('is refused, even if the process was silent for a moment, until the process ends or dies', async () => {
    const test = await another();
    const mine = await addUser(test);
    const presence = createPresence(test.ports.db);
    await presence.beat();
    expect(await acquireLease(test.ports.db, 'mail', 'the process', 60_000)).toBe(true);
    // The process writes its next heartbeat after the restore has begun to wait.
    setTimeout(() => void presence.beat(), 300);
    const refused = restore(shopOf(test), [archive, '--replace'], 5000);
    await expect(refused).rejects.toThrow('La tienda está funcionando.');
    const users = await test.ports.db.read.selectFrom('users').select('id').execute();
    expect(users.map(({ id }) => id)).toEqual([mine.id]);
    expect(await files(test)).toEqual([]);
    // The process was killed: its row and its lease stay behind, and no heartbeat follows.
    await restore(shopOf(test), [archive, '--replace'], 300);
    expect(await test.ports.db.read.selectFrom('processes').selectAll().execute()).toEqual([]);
    expect(await test.ports.db.read.selectFrom('leases').selectAll().execute()).toEqual([]);
    expect(await digests(test.ports.db, CHANGED)).toEqual(comparableRows(before));
  });

  it('is refused when a process starts at the last moment, and made with --beside-running', async () => {
    const test = await another();
    const { db } = test.ports;
    const late = createPresence(db);
    const starting: Db = {
      ...db,
      async withTx(work) {
        await late.beat();
        return db.withTx(work);
      },
    };
    const shop = { ...shopOf(test), ports: { ...test.ports, db: starting } } as Shop;
    await expect(restore(shop, [archive], 10)).rejects.toThrow('La tienda está funcionando.');
    expect(await isEmptyShop(db)).toBe(true);
    await restore(shop, [archive, '--beside-running'], 10);
    expect(await digests(db, [...CHANGED, 'processes'])).toEqual(comparableRows(before, ['processes']));
  });

  it.runIf(process.platform !== 'win32')(
    'is refused by a real process, and made after that process was killed',
    async () => {
      const test = await another();
      const env = {
        ...process.env,
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        DATA_DIR: test.config.dataDir,
        DATABASE_URL: test.config.DATABASE_URL ?? '',
        AUTH_SECRET: 'a secret that only the tests know, long enough',
        CAPTCHA_PROVIDER: 'none',
        PORT: '0',
      };
      const worker = startWorker('server-worker.ts', [], env);
      await worker.waitFor('port ');
      await expect(restore(shopOf(test), [archive])).rejects.toThrow('La tienda está funcionando.');
      worker.process.kill('SIGKILL');
      await worker.ended;
      await restore(shopOf(test), [archive], 3000);
      // The process recorded the results of its jobs and the time since which it makes automatic backups.
      const noted = ['job_runs', 'backup_facts'];
      expect(await digests(test.ports.db, [...CHANGED, ...noted])).toEqual(comparableRows(before, noted));
    },
    60_000,
  );
});

describe('a restore is refused', () => {
  const damaged = async (name: string, change: (bytes: Buffer) => Buffer): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, change(await readFile(archive)));
    return file;
  };

  it('into a shop that has data, unless --replace is given', async () => {
    const test = await another();
    const mine = await addUser(test);
    await expect(restore(shopOf(test), [archive])).rejects.toThrow(CommandFailure);
    expect((await test.ports.db.read.selectFrom('users').select('id').execute()).map(({ id }) => id)).toEqual([
      mine.id,
    ]);
    await restore(shopOf(test), [archive, '--replace']);
    expect(await digests(test.ports.db, CHANGED)).toEqual(comparableRows(before));
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

  it.each([
    ['an earlier version', '"format":2', '"format":1', /una versión anterior.*No se cambió nada/],
    ['a newer schema', `"schema":${migrations.length}`, '"schema":9', /una versión más nueva.*No se cambió nada/],
  ])('refuses %s, and changes nothing', async (name, now, then, sentence) => {
    const test = await another();
    const mine = await addUser(test);
    const file = await damaged(`${name}.tar.gz`, (bytes) =>
      gzipSync(Buffer.from(gunzipSync(bytes).toString('latin1').replace(now, then), 'latin1')),
    );
    await expect(restore(shopOf(test), [file, '--replace'])).rejects.toThrow(sentence);
    expect(await test.ports.db.read.selectFrom('users').select('id').execute()).toEqual([{ id: mine.id }]);
    expect(await files(test)).toEqual([]);
  });

  it('if the file does not exist or no file is named', async () => {
    const test = await another();
    await expect(restore(shopOf(test), [join(folder, 'nada.tar.gz')])).rejects.toThrow(CommandFailure);
    await expect(restore(shopOf(test), [])).rejects.toThrow(CommandFailure);
    await truncate(join(folder, 'that is empty.tar.gz')).catch(() => undefined);
  });
});
