import fc from 'fast-check';
import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEntitlements } from '../../modules/entitlements/admin/repository.ts';
import { listAudit, listMails, listNotices } from '../../modules/reports/repository.ts';
import { listSessions } from '../../modules/auth/admin/repository.ts';
import { listUsers } from '../../modules/users/admin/repository.ts';
import { bareUserRow } from '../../testing/bare-user-row.ts';
import { overlookOutside } from '../../testing/common-sql.ts';
import { openTestDb, type TestDb } from '../../testing/open-test-db.ts';
import type { Db } from './db.ts';
import { matchTyped } from './match-typed.ts';
import { readFound, readPage } from './read-page.ts';

let place: TestDb;
let db: Db;
/** Ids in the order of the list; many rows have the same name. */
let sorted: string[];
beforeAll(async () => {
  const opened = await openTestDb();
  place = opened;
  db = opened.db;
  const users = Array.from({ length: 23 }, (_, at) => bareUserRow(`n${at % 5}`));
  const gone = { ...bareUserRow('n0'), deleted_at: 1 };
  await db.withTx(async (tx) =>
    tx
      .insertInto('users')
      .values([...users, gone])
      .execute(),
  );
  sorted = users
    .toSorted((a, b) => (a.sort_key < b.sort_key || (a.sort_key === b.sort_key && a.id < b.id) ? -1 : 1))
    .map(({ id }) => id);
});
afterAll(async () => place.drop());
afterAll(overlookOutside);

const offsets = fc.record({ offset: fc.nat(30), limit: fc.integer({ min: 1, max: 30 }) });
const by = ['sort_key', 'id'];
const live = () => db.read.selectFrom('users').select('id').where('deleted_at', 'is', null);

describe('a page of a list', () => {
  it.each(['asc', 'desc'] as const)('has the rows of its place and the total count, %s', async (direction) => {
    const all = direction === 'asc' ? sorted : sorted.toReversed();
    const match = matchTyped('n')!;
    await fc.assert(
      fc.asyncProperty(offsets, async (request) => {
        const page = { ids: all.slice(request.offset, request.offset + request.limit), total: all.length };
        expect(await readPage(live(), request, { by, direction })).toEqual(page);
        const matching = live().where(match('search_text'));
        expect(await readFound(db.read, matching, request, { by, direction })).toEqual(page);
      }),
    );
  });

  it('has the total count when it is empty', async () => {
    const matching = live().where(matchTyped('zzz')!('search_text'));
    const page = await readFound(db.read, matching, { offset: 0, limit: 5 }, { by, direction: 'asc' });
    expect(page).toEqual({ ids: [], total: 0 });
  });
});

/** The statements with which some code reads. */
async function statementsOf(work: (spied: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  const spy: KyselyPlugin = {
    transformQuery({ node, queryId }): RootOperationNode {
      statements.push(db.read.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await work({ ...db, read: db.read.withPlugin(spy) });
  return statements;
}

/** The engine's plan for a statement, with table sizes for which an index is worth it. */
async function planOf(statement: CompiledQuery): Promise<string> {
  if (db.engine === 'sqlite') {
    const explain = CompiledQuery.raw(`explain query plan ${statement.sql}`, [...statement.parameters]);
    return JSON.stringify((await db.read.executeQuery(explain)).rows);
  }
  return db.read.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    await sql`set local enable_sort = off`.execute(tx);
    const explain = CompiledQuery.raw(`explain ${statement.sql}`, [...statement.parameters]);
    return JSON.stringify((await tx.executeQuery(explain)).rows);
  });
}

describe('a page of a list is read from an index in its order', () => {
  const request = { offset: 0, limit: 5 };
  it.each<[string, string, (spied: Db) => Promise<unknown>]>([
    ['users', 'users_live', async (spied) => listUsers(spied, request)],
    ['sessions', 'sessions_live', async (spied) => listSessions(spied, request, 0)],
    ['purchases', 'entitlements_owned', async (spied) => listEntitlements(spied, request, 'ownership')],
    ['early access', 'entitlements_early', async (spied) => listEntitlements(spied, request, 'early_access')],
    ['lines of the audit log', 'audit_log_at_id', async (spied) => listAudit(spied, request)],
    ['mails', 'mails_created_id', async (spied) => listMails(spied, request)],
    ['mails that were given up', 'mails_given_up', async (spied) => listMails(spied, request, 1)],
    ['notices', 'payment_notices_received', async (spied) => listNotices(spied, request)],
  ])('%s', async (_, name, work) => {
    await fillOne();
    const pages = (await statementsOf(work)).filter((each) => / offset /.test(each.sql));
    expect(pages).toHaveLength(1);
    const plan = await planOf(pages[0]!);
    expect(plan).toContain(name);
    expect(plan).not.toMatch(/TEMP B-TREE|"Sort|-> {2}Sort/);
  });
});

/** Adds a row to every list, since an empty list is only counted. */
async function fillOne(): Promise<void> {
  const id = sorted[0]!;
  const entitlement = { user_id: id, part_id: 'p', source: 'grant', granted_at: 1 } as const;
  const session = {
    authenticated_at: 1,
    last_used_at: 1,
    expires_at: 9,
    absolute_expires_at: 9,
    generation: 1,
    predecessor: 0,
    is_confirmed: 1 as const,
    voided_generation: 0,
  };
  const mail = {
    recipient: '',
    template: '',
    event: '',
    subject: '',
    text: '',
    html: '<p></p>',
    attempts: 0,
    priority: 1,
    is_held: 0,
  } as const;
  const notice = { provider: 'p', provider_payment_id: 'p', deliveries: 1, attempts: 0 };
  await db.withTx(async (tx) => {
    for (const kind of ['ownership', 'early_access'] as const)
      await tx
        .insertInto('entitlements')
        .values({ ...entitlement, id: kind, kind })
        .onConflict((each) => each.doNothing())
        .execute();
    await tx
      .insertInto('sessions')
      .values({ ...session, id: 's', user_id: id, created_at: 1, rotated_at: 1, user_agent: '', address: '' })
      .onConflict((each) => each.doNothing())
      .execute();
    await tx
      .insertInto('audit_log')
      .values({ id: 'a', at: 1, action: '', subject: '', detail: '' })
      .onConflict((each) => each.doNothing())
      .execute();
    await tx
      .insertInto('mails')
      .values({ ...mail, id: 'm', dedupe_key: 'm', created_at: 1 })
      .onConflict((each) => each.doNothing())
      .execute();
    await tx
      .insertInto('payment_notices')
      .values({ ...notice, id: 'n', received_at: 1 })
      .onConflict((each) => each.doNothing())
      .execute();
  });
}
