import { longProof } from '@cuentos/domain/testing/long-proof';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAudit } from '../../modules/audit/service.ts';
import { storeNotice } from '../../modules/checkout/notice-repository.ts';
import { sweepAccounts } from '../../modules/auth/service.ts';
import { bareUserRow } from '../../testing/bare-user-row.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { get } from '../../testing/calls.ts';
import { addBook, addPart, addReader, addUser, give, type SignedIn, signIn, wipe } from '../../testing/fixtures.ts';

import type { Db } from './db.ts';
import { countLists, enterList, leaveList, readListPage } from './list-blocks.ts';
import { countRows, dumpTables, loadTables } from './dump.ts';

let test: TestApp;
let db: Db;
beforeAll(async () => {
  test = await buildTestApp();
  db = test.ports.db;
});
afterAll(async () => test.close());

/** What makes up each list, said a second time: table, key, condition. */
const LISTS = {
  users: ['users', 'sort_key', 'deleted_at is null'],
  purchases: ['entitlements', 'granted_at', `kind = 'ownership'`],
  early_access: ['entitlements', 'granted_at', `kind = 'early_access' and revoked_at is null`],
  sessions: ['sessions', 'created_at', 'revoked_at is null'],
  audit: ['audit_log', 'at', '1 = 1'],
  mails: ['mails', 'created_at', '1 = 1'],
  notices: ['payment_notices', 'received_at', '1 = 1'],
} as const;
type Name = keyof typeof LISTS;
const NAMES = Object.keys(LISTS) as Name[];

/** Every row of a list in its order. */
async function rowsOf(name: Name, on = db): Promise<{ key: string; id: string }[]> {
  const [table, key, only] = LISTS[name];
  const { rows } = await sql<{ key: string | number; id: string }>`select ${sql.ref(key)} as key, id
    from ${sql.table(table)} where ${sql.raw(only)} order by ${sql.ref(key)}, id`.execute(on.read);
  return rows.map((row) => ({
    key: typeof row.key === 'number' ? String(row.key).padStart(16, '0') : row.key,
    id: row.id,
  }));
}

/** Each block must hold as many rows as are counted one by one. */
async function expectCounted(name: Name, on = db): Promise<number> {
  const blocks = await on.read
    .selectFrom('list_blocks')
    .selectAll()
    .where('list', '=', name)
    .orderBy('end_key')
    .orderBy('end_id')
    .execute();
  const rows = await rowsOf(name, on);
  let before = 0;
  for (const block of blocks) {
    const through = rows.filter(
      ({ key, id }) => key < block.end_key || (key === block.end_key && id <= block.end_id),
    ).length;
    expect(block.rows, `${name} until ${block.end_key}`).toBe(through - before);
    before = through;
  }
  return blocks.length;
}

const FAR = 4_000_000_000_000;
const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => `u${at}`);

describe('pages of a list', () => {
  const step = fc.record({ action: fc.constantFrom('add', 'add', 'rename', 'remove', 'restore'), name: fc.nat(30) });

  const proof = longProof('list-blocks', 60);
  it(
    'are those that skipping rows would find, after any history of it',
    async () => {
      await proof.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), fc.nat(12), async (steps, offset) => {
          await wipe(db);
          const people: { id: string; sort_key: string }[] = [];
          const place = (person: { id: string; sort_key: string }) => ({ key: person.sort_key, id: person.id });
          for (const { action, name } of steps) {
            const sort_key = `n${String(name % 12).padStart(2, '0')}`;
            const chosen = people[name % Math.max(1, people.length)];
            await db.withTx(async (tx) => {
              if (action === 'restore') return countLists(tx, 3);
              if (action === 'add' || !chosen) {
                const user = { ...bareUserRow('x'), sort_key };
                people.push(user);
                await tx.insertInto('users').values(user).execute();
                return enterList(tx, 'users', place(user), 3);
              }
              await leaveList(tx, 'users', place(chosen));
              if (action === 'remove') {
                people.splice(people.indexOf(chosen), 1);
                return void (await tx
                  .updateTable('users')
                  .set({ deleted_at: 1 })
                  .where('id', '=', chosen.id)
                  .execute());
              }
              chosen.sort_key = sort_key;
              await tx.updateTable('users').set({ sort_key }).where('id', '=', chosen.id).execute();
              return enterList(tx, 'users', place(chosen), 3);
            });
          }
          await expectCounted('users');
          const all = (await rowsOf('users')).map(({ id }) => id);
          const first = await readListPage(db, 'users', { offset, limit: 4, from: 'first' });
          expect(first).toEqual({ ids: all.slice(offset, offset + 4), total: all.length });
          const last = await readListPage(db, 'users', { offset, limit: 4, from: 'last' });
          expect(last.ids.toReversed()).toEqual(all.toReversed().slice(offset, offset + 4));
        }),
      );
    },
    proof.timeout(600_000),
  );

  it('stay near a block that grows, which is cut', async () => {
    await wipe(db);
    const add = async (sort_key: string): Promise<void> => {
      const user = { ...bareUserRow('x'), sort_key };
      await db.withTx(async (tx) => {
        await tx.insertInto('users').values(user).execute();
        await enterList(tx, 'users', { key: sort_key, id: user.id }, 3);
      });
    };
    for (const name of ['b', 'c', 'd', 'e', 'f', 'g']) await add(name);
    await db.withTx(async (tx) => countLists(tx, 3));
    for (let at = 0; at < 20; at += 1) await add(`a${at % 7}`);
    expect(await expectCounted('users')).toBeGreaterThan(3);
    const sizes = await db.read.selectFrom('list_blocks').select('rows').execute();
    expect(Math.max(...sizes.map(({ rows }) => rows))).toBeLessThanOrEqual(6);
  });

  it('count what came behind the last block, and make blocks of it when that is much', async () => {
    await wipe(db);
    const users = ids(4200).map((id) => ({ ...bareUserRow('x'), id, email: id, sort_key: id.padStart(6, '0') }));
    await db.withTx(async (tx) => {
      for (let at = 0; at < users.length; at += 700)
        await tx
          .insertInto('users')
          .values(users.slice(at, at + 700))
          .execute();
    });
    const all = (await rowsOf('users')).map(({ id }) => id);
    for (const offset of [0, 999, 1000, 1001, 2990, 4195, 4200, 5000]) {
      const page = await readListPage(db, 'users', { offset, limit: 10, from: 'first' });
      expect(page).toEqual({ ids: all.slice(offset, offset + 10), total: 4200 });
    }
    expect(await expectCounted('users')).toBe(3);
  });
});

async function send(method: 'POST' | 'PUT' | 'DELETE', url: string, headers: SignedIn['headers'], payload?: object) {
  const answer = await test.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer;
}

/** Something of everything, each list in one block that ends after whatever comes later. */
async function fillLists() {
  await wipe(db);
  const admin = await signIn(test, await addUser(test, { role: 'admin', name: 'Zoila' }));
  const reader = await addReader(test, { name: 'Mara', isProved: true });
  const stranger = await addUser(test, { name: 'Nora' });
  const book = await addBook(test);
  const parts = [await addPart(test, book.id), await addPart(test, book.id), await addPart(test, book.id)];
  await give(test, reader.user.id, parts[0]!.id);
  await storeNotice(db, 'sandbox', 'p1', 5);
  await storeNotice(db, 'sandbox', 'p2', test.clock.now() + 1000);
  for (const list of NAMES) {
    const end_key = list === 'users' ? 'zz' : String(FAR).padStart(16, '0');
    const block = { list, end_key, end_id: 'z', rows: (await rowsOf(list)).length };
    await db.withTx(async (tx) => tx.insertInto('list_blocks').values(block).execute());
  }
  return { admin, reader, stranger, parts };
}

it('every call that brings rows into a list or takes them out counts them', async () => {
  const { admin, reader, stranger, parts } = await fillLists();
  const [, second, third] = parts;
  const url = `/api/admin/users/${reader.user.id}`;
  const lengths = async (): Promise<Record<string, number>> => {
    for (const name of NAMES) expect(await expectCounted(name)).toBe(1);
    return Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, (await rowsOf(name)).length])));
  };
  const before = await lengths();
  const password = 'una-clave-larga-7';
  const person = { role_id: 'reader', name: 'Nueva', email: 'nueva@ejemplo.cl', password, confirmPassword: password };
  const made = await send('POST', '/api/admin/users', admin.headers, person);
  await send('PUT', `/api/admin/users/${made.json<{ id: string }>().id}`, admin.headers, { name: 'Ana' });
  await send('POST', `${url}/books_parts/${second!.id}`, admin.headers, {});
  await send('POST', `${url}/early_access/${third!.id}`, admin.headers, {});
  await storeNotice(db, 'sandbox', 'p1', test.clock.now());
  await storeNotice(db, 'sandbox', 'p3', test.clock.now());
  await test.services.verification.sendAgain(stranger.id);
  await db.withTx(async (tx) => recordAudit(tx, { actorId: null, action: 'notice.retried', subject: '' }, 1));
  const other = await signIn(test, reader.user);
  const grown = await lengths();
  const growth = Object.fromEntries(NAMES.map((name) => [name, grown[name]! - before[name]!]));
  expect(growth).toMatchObject({ users: 1, purchases: 1, early_access: 1, sessions: 1, notices: 1 });
  expect(growth['audit']).toBeGreaterThanOrEqual(3);
  expect(growth['mails']).toBeGreaterThanOrEqual(1);

  await send('DELETE', `${url}/early_access/${third!.id}`, admin.headers);
  await send('DELETE', `${url}/books_parts/${second!.id}`, admin.headers);
  await test.services.sessions.end(other.headers.authorization);
  expect(await lengths()).toMatchObject({ early_access: 0, sessions: 2, purchases: grown['purchases']! });
  await send('DELETE', url, admin.headers);
  expect(await lengths()).toMatchObject({ users: 3, sessions: 1 });

  test.clock.time += 400 * 86_400_000;
  const fresh = await signIn(test, admin.user);
  const page = await get(test, '/api/admin/active_sessions/0/10', fresh.headers);
  expect(page.headers['x-total-count']).toBe('1');
  expect(await lengths()).toMatchObject({ sessions: 1 });
  test.clock.time += 400 * 86_400_000;
  await db.withTx(async (tx) => sweepAccounts(tx, test.clock.now()));
  expect(await lengths()).toMatchObject({ sessions: 0 });
});

it('a restored shop counts anew, whatever its archive says of the lists', async () => {
  await wipe(db);
  for (const name of ids(2500))
    await db.handle
      .insertInto('users')
      .values({ ...bareUserRow(name), id: name })
      .execute();
  const wrong = { list: 'users', end_key: 'u7', end_id: 'u7', rows: 1 };
  await db.handle.insertInto('list_blocks').values(wrong).execute();
  const archive: Parameters<Parameters<typeof dumpTables>[1]>[] = [];
  await dumpTables(db, async (...pages) => void archive.push(pages));
  const expected = await countRows(db.read);
  await loadTables(db, {
    async *rows() {
      for (const [table, rows] of archive) yield { table, rows };
    },
    expected,
    now: 0,
  });
  expect(await expectCounted('users')).toBe(1);
  expect((await readListPage(db, 'users', { offset: 0, limit: 1, from: 'first' })).total).toBe(2500);
});
