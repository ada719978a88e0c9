import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDb, type TestDb } from '../../testing/open-test-db.ts';
import { startWorker } from '../../testing/run-worker.ts';
import { type Db, isUnavailable, type Tx } from './db.ts';

let place: TestDb;
let db: Db;
beforeEach(async () => {
  const opened = await openTestDb();
  place = opened;
  db = opened.db;
  await db.withTx(async (tx) => put(tx, 'counter'));
});
afterEach(async () => place.drop());

const put = async (tx: Tx, key: string) =>
  tx.insertInto('rate_counters').values({ key, window_start: 0, count: 0 }).execute();
const keys = async (reader: Db['read'] = db.read) =>
  (await reader.selectFrom('rate_counters').select('key').orderBy('key').execute()).map(({ key }) => key);
const counter = async () =>
  (await db.read.selectFrom('rate_counters').select('count').where('key', '=', 'counter').executeTakeFirstOrThrow())
    .count;
const increment = async (handle: Db) =>
  handle.withTx(async (tx) => {
    const { count } = await tx
      .selectFrom('rate_counters')
      .select('count')
      .where('key', '=', 'counter')
      .executeTakeFirstOrThrow();
    await new Promise((resolve) => setImmediate(resolve));
    await tx
      .updateTable('rate_counters')
      .set({ count: count + 1 })
      .where('key', '=', 'counter')
      .execute();
  });

describe('a full disk', () => {
  it('makes everybody in the commit unavailable, keeps earlier data, and works again with space', async () => {
    if (db.engine !== 'sqlite') return expect(db.engine).toBe('postgres');
    const pages = await sql<{ page_count: number }>`pragma page_count`.execute(db.handle);
    await sql.raw(`pragma max_page_count = ${pages.rows[0]?.page_count}`).execute(db.handle);
    const large = 'x'.repeat(200_000);
    const works = await Promise.allSettled([
      db.withTx(async (tx) => put(tx, 'small')),
      db.withTx(async (tx) => put(tx, large)),
      db.withTx(async (tx) => put(tx, 'late')),
    ]);
    expect(works.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    for (const work of works) expect(work.status === 'rejected' && isUnavailable(work.reason)).toBe(true);
    expect(await keys()).toEqual(['counter']);
    await sql`pragma max_page_count = 1073741823`.execute(db.handle);
    await db.withTx(async (tx) => put(tx, 'after'));
    expect(await keys()).toEqual(['after', 'counter']);
  });
});

describe('a transaction', () => {
  it('leaves nothing when it fails, and reports the reason', async () => {
    const failing = db.withTx(async (tx) => {
      await put(tx, 'half');
      throw new Error('broken work');
    });
    await expect(failing).rejects.toThrow('broken work');
    expect(await keys()).toEqual(['counter']);
  });

  it('returns the result of its work once every other connection can see it', async () => {
    const other = await place.open();
    for (let turn = 0; turn < 20; turn += 1) {
      const name = await db.withTx(async (tx) => {
        await put(tx, `k${turn}`);
        return `k${turn}`;
      });
      expect(await keys(other.read)).toContain(name);
    }
  });

  it('shows nothing to readers before its end', async () => {
    const other = await place.open();
    await db.withTx(async (tx) => {
      await put(tx, 'new');
      expect(await keys(other.read)).toEqual(['counter']);
      expect(await keys(tx)).toEqual(['counter', 'new']);
    });
    expect(await keys(other.read)).toEqual(['counter', 'new']);
  });

  it('cannot begin inside another one, for which it would wait forever', async () => {
    await expect(db.withTx(async () => db.withTx(async () => 1))).rejects.toThrow(
      'withTx inside withTx would wait for itself',
    );
    await expect(db.withTx(async () => 2)).resolves.toBe(2);
  });

  it('does not make reads wait', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const open = db.withTx(async (tx) => {
      await put(tx, 'slow');
      await gate;
    });
    expect(await counter()).toBe(0);
    release();
    await open;
  });

  it('fails alone among thirty simultaneous ones', async () => {
    const works = Array.from({ length: 30 }, async (_, n) =>
      db.withTx(async (tx) => {
        await put(tx, `w${n}`);
        if (n % 3 === 0) throw new Error(`work ${n}`);
        // Inserts an existing key, for a failure of the engine instead of the test's own.
        if (n % 3 === 1) await put(tx, 'counter');
        return n;
      }),
    );
    const results = await Promise.allSettled(works);
    for (const [n, result] of results.entries()) {
      if (n % 3 === 2) expect(result).toEqual({ status: 'fulfilled', value: n });
      else expect(result.status).toBe('rejected');
      if (n % 3 === 0) expect(result).toMatchObject({ reason: { message: `work ${n}` } });
    }
    const keptRows = results.flatMap((result, n) => (result.status === 'fulfilled' ? [`w${n}`] : []));
    expect(await keys()).toEqual(['counter', ...keptRows].toSorted());
  });
});

describe('lost updates are prevented', () => {
  it('among a hundred transactions of one process', async () => {
    await Promise.all(Array.from({ length: 100 }, async () => increment(db)));
    expect(await counter()).toBe(100);
  });

  it('between two connections', async () => {
    const other = await place.open();
    await Promise.all(Array.from({ length: 20 }, async (_, n) => increment(n % 2 === 0 ? db : other)));
    expect(await counter()).toBe(20);
  });

  it('between two processes, 200 times each', async () => {
    const workers = [1, 2].map(() => startWorker('database-worker.ts', ['increment', place.folder, place.url]));
    expect(
      await Promise.all(workers.map(async ({ ended }) => ended)),
      workers.map(({ output }) => output()).join(''),
    ).toEqual([0, 0]);
    expect(await counter()).toBe(400);
  });
});

describe('the engine', () => {
  it('keeps acknowledged writes through a power failure', async () => {
    if (db.engine === 'sqlite') {
      for (const handle of [db.handle, db.read]) {
        const read = async (pragma: string) =>
          Object.values((await sql.raw<Record<string, unknown>>(`pragma ${pragma}`).execute(handle)).rows[0]!)[0];
        expect(await read('synchronous')).toBe(2);
        expect(await read('foreign_keys')).toBe(1);
        expect(await read('journal_mode')).toBe('wal');
      }
    } else {
      const read = async (setting: string) =>
        (await sql<{ value: string }>`select current_setting(${setting}) as value`.execute(db.handle)).rows[0]!.value;
      expect(await read('synchronous_commit')).toBe('on');
      expect(
        await db.withTx(
          async (tx) =>
            (await sql<{ value: string }>`select current_setting('transaction_isolation') as value`.execute(tx))
              .rows[0]!.value,
        ),
      ).toBe('serializable');
    }
  });

  it('reads through a connection that is read-only', async () => {
    if (db.engine === 'postgres') return expect(db.read).toBe(db.handle);
    await expect(
      db.read.insertInto('rate_counters').values({ key: 'x', window_start: 0, count: 0 }).execute(),
    ).rejects.toThrow(/readonly/);
  });

  it('reports when it is gone', async () => {
    const other = await place.open();
    await sql`select 1`.execute(other.read);
    await other.close();
    const failed = await sql`select 1`.execute(other.read).catch((error: unknown) => error);
    expect(isUnavailable(failed)).toBe(true);
  });
});
