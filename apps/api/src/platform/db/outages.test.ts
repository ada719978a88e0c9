import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sql } from 'kysely';
import { migrations } from './migrations.ts';
import { addReaders, placeOf, type Readers, startShop, type Turning, turnPages } from '../../testing/busy-shop.ts';
import { overlookOutside } from '../../testing/common-sql.ts';
import { type HeldPostgres, holdPostgres } from '../../testing/hold-postgres.ts';
import { canMount, mountDisk } from '../../testing/small-disk.ts';
import { openTestDb, type TestDb } from '../../testing/open-test-db.ts';
import type { Worker } from '../../testing/run-worker.ts';
import { type Db, isUnavailable } from './db.ts';
import { migrate } from './migrate.ts';
import { openDb } from './open-db.ts';

const READERS = 8;

afterAll(overlookOutside);

/** Returns the status of an answer, or 0 if none came. */
const ask = async (origin: string, path: string): Promise<number> =>
  fetch(`${origin}${path}`).then(
    (response) => response.status,
    () => 0,
  );

const busy = async (turning: Turning, more = 50): Promise<void> => {
  const begun = turning.acknowledged;
  await vi.waitUntil(() => turning.acknowledged >= begun + more, { timeout: 60_000, interval: 5 });
};

/** Waits until the shop is ready, for at most ten times the usual time. */
const untilReady = async (origin: string): Promise<void> => {
  await vi.waitUntil(async () => (await ask(origin, '/health/ready')) === 200, { timeout: 30_000, interval: 20 });
};

/** Checks that no acknowledged write is lost, and no answer was a 500. */
async function settle(turning: Turning, origin: string, readers: Readers): Promise<void> {
  await turning.stop();
  expect([...turning.statuses.keys()].filter((status) => ![200, 503].includes(status))).toEqual([]);
  expect(turning.speechless).toBe(0);
  for (const [reader, revision] of turning.revisions.entries()) {
    expect((await placeOf(origin, readers, reader)).revision).toBeGreaterThanOrEqual(revision);
  }
}

describe.runIf(process.env['TEST_DATABASE_URL'])('a PostgreSQL server under load', () => {
  let server: HeldPostgres;
  let folder: string;
  let readers: Readers;
  let worker: Worker | null = null;
  beforeEach(async () => {
    server = await holdPostgres();
    folder = await mkdtemp(join(tmpdir(), 'cuentos-outage-'));
    const db = await openDb({ dataDir: folder, databaseUrl: server.url });
    await migrate(db, migrations, 0);
    readers = await addReaders(db, READERS);
    await db.close();
  });
  afterEach(async () => {
    worker?.process.kill('SIGKILL');
    await worker?.ended;
    worker = null;
    server.thaw();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  const start = async (url = server.url): Promise<string> => {
    const started = await startShop({ folder, url });
    ({ worker } = started);
    return started.origin;
  };

  it('that restarts three times loses no write and causes no 500 and no exit', async () => {
    const origin = await start();
    const turning = turnPages([origin], readers);
    for (let turn = 0; turn < 3; turn += 1) {
      await busy(turning);
      server.crash();
      await vi.waitUntil(async () => (await ask(origin, '/health/ready')) === 503, { timeout: 10_000 });
      expect(await ask(origin, '/health/live')).toBe(200);
      await server.restart();
      await untilReady(origin);
    }
    await busy(turning);
    await settle(turning, origin, readers);
    expect(turning.statuses.get(503)).toBeGreaterThan(0);
  }, 120_000);

  it('that hangs makes the shop not ready, and loses nothing', async () => {
    const origin = await start();
    const turning = turnPages([origin], readers);
    await busy(turning);
    expect(await ask(origin, '/api/books/')).toBe(200);
    server.freeze();
    // The server stands still until it is thawed, so these answers come without it.
    for (let turn = 0; turn < 3; turn += 1) expect(await ask(origin, '/health/ready')).toBe(503);
    expect(await ask(origin, '/health/live')).toBe(200);
    // The catalogue is in memory.
    expect(await ask(origin, '/api/books/')).toBe(200);
    // Requests are answered with 503 before the server continues.
    await vi.waitUntil(() => (turning.statuses.get(503) ?? 0) >= READERS, { timeout: 30_000 });
    server.thaw();
    await untilReady(origin);
    await busy(turning);
    await settle(turning, origin, readers);
  }, 120_000);

  it('that vanishes silently is given up: new connections replace those that hang', async () => {
    const wire = await startWire(server.url);
    const origin = await start(wire.url);
    const turning = turnPages([origin], readers);
    await busy(turning);
    wire.swallow();
    expect([200, 503]).toContain(await ask(origin, '/health/ready'));
    // Every reader continues, including those whose request hung.
    const before = [...turning.revisions];
    const goesOn = (): boolean => turning.revisions.every((revision, reader) => revision > before[reader]!);
    await vi.waitUntil(goesOn, { timeout: 20_000, interval: 20 });
    await untilReady(origin);
    await settle(turning, origin, readers);
    await wire.close();
  }, 120_000);
});

describe.runIf(canMount)('a disk under load', () => {
  it('that is full makes the shop not ready, loses no write, causes no 500, and is used again once it has space', async () => {
    const onPostgres = Boolean(process.env['TEST_DATABASE_URL']);
    const disk = mountDisk(onPostgres ? 160 : 24);
    chmodSync(disk.folder, 0o777);
    const server = onPostgres ? await holdPostgres(disk.folder) : null;
    const place = { dataDir: disk.folder, databaseUrl: server?.url };
    const db = await openDb(place);
    await migrate(db, migrations, 0);
    const readers = await addReaders(db, READERS);
    await db.close();
    // With PostgreSQL the process's own files are elsewhere, so that only the server's disk is full.
    const folder = server ? mkdtempSync(join(tmpdir(), 'cuentos-outage-')) : disk.folder;
    const { worker, origin } = await startShop({ folder, url: server?.url ?? '' });
    const turning = turnPages([origin], readers);
    await busy(turning);
    disk.fill();
    await vi.waitUntil(async () => (await ask(origin, '/health/ready')) === 503, { timeout: 30_000 });
    if (!server) await vi.waitUntil(() => (turning.statuses.get(503) ?? 0) > READERS, { timeout: 60_000 });
    disk.free();
    // PostgreSQL exits when it cannot write its log; here the test restarts it, like a supervisor would.
    await server?.restartIfEnded();
    await untilReady(origin);
    await busy(turning);
    await settle(turning, origin, readers);
    expect(await ask(origin, '/health/ready')).toBe(200);
    worker.process.kill('SIGKILL');
    await worker.ended;
    await server?.close();
    disk.unmount();
  }, 180_000);
});

describe('a database that is gone or read-only', () => {
  it('is reported as unavailable, also by readiness', async () => {
    const place = await openTestDb();
    const readers = await addReaders(place.db, READERS);
    const { worker, origin } = await startShop(place);
    const turning = turnPages([origin], readers);
    await busy(turning);
    if (place.db.engine === 'sqlite') {
      await rm(join(place.folder, 'shop.sqlite'));
    } else {
      const name = new URL(place.url).pathname.slice(1);
      await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(place.db.handle);
      // Open connections keep their old setting, so they are closed.
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(place.db.handle);
    }
    await vi.waitUntil(async () => (await ask(origin, '/health/ready')) === 503, { timeout: 10_000 });
    await vi.waitUntil(() => (turning.statuses.get(503) ?? 0) > READERS, { timeout: 30_000 });
    await turning.stop();
    expect([...turning.statuses.keys()].filter((status) => ![200, 503].includes(status))).toEqual([]);
    worker.process.kill('SIGKILL');
    await worker.ended;
    await place.drop();
  });
});

/** A proxy to a server that can be told to drop the data of its open connections; new ones work. */
async function startWire(target: string): Promise<{ url: string; swallow(): void; close(): Promise<void> }> {
  const url = new URL(target);
  const port = Number(url.port);
  const sockets = new Set<Socket>();
  const pairs = new Set<readonly [Socket, Socket]>();
  const wire = createServer((client) => {
    const server = connect(port, url.hostname);
    const pair = [client, server] as const;
    pairs.add(pair);
    for (const socket of pair) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  url.port = String((wire.address() as AddressInfo).port);
  return {
    url: url.href,
    swallow() {
      for (const pair of pairs) {
        for (const socket of pair) {
          socket.unpipe();
          socket.pause();
        }
      }
      pairs.clear();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      wire.close();
      await once(wire, 'close');
    },
  };
}

describe('a database that another process locks for too long', () => {
  let place: TestDb & { readonly db: Db };
  afterEach(async () => place.drop());

  it('is reported as unavailable, never as a fault, also by readiness, and is ready again at once', async () => {
    place = await openTestDb();
    const readers = await addReaders(place.db, READERS);
    const { worker, origin } = await startShop(place);
    const turning = turnPages([origin], readers);
    await busy(turning);
    let release = (): void => undefined;
    const locked = place.db.withTx(async (tx) => {
      if (place.db.engine === 'postgres') await sql`lock table processes, reading_positions`.execute(tx);
      await new Promise<void>((resolve) => (release = resolve));
    });
    await vi.waitUntil(async () => (await ask(origin, '/health/ready')) === 503, { timeout: 10_000 });
    await vi.waitUntil(() => (turning.statuses.get(503) ?? 0) > 0, { timeout: 30_000 });
    release();
    await locked;
    await untilReady(origin);
    await busy(turning);
    await settle(turning, origin, readers);
    expect(turning.statuses.get(503)).toBeGreaterThan(0);
    worker.process.kill('SIGKILL');
    await worker.ended;
  }, 120_000);
});

describe('a transaction whose rollback fails, too', () => {
  it('reports the first error', async () => {
    const place = await openTestDb();
    const failed = await place.db
      .withTx(async (tx) => {
        // Ends the transaction, so that the rollback after it finds none.
        if (place.db.engine === 'sqlite') await sql`rollback`.execute(tx);
        else await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx).catch(() => undefined);
        throw new Error('the reason');
      })
      .catch((error: unknown) => error);
    expect((failed as Error).message).toBe('the reason');
    await place.db.withTx(async (tx) => sql`select 1`.execute(tx));
    await place.drop();
  });

  it('a conflict that does not end is answered as unavailable', async () => {
    const place = await openTestDb();
    const endless = await place.db
      .withTx(async () => {
        throw Object.assign(new Error('could not serialize access'), { code: '40001' });
      })
      .catch((error: unknown) => error);
    expect(isUnavailable(endless)).toBe(true);
    await place.drop();
  });
});
