import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDb } from '../../testing/open-test-db.ts';
import type { Db } from './db.ts';
import { forgetRows } from './forget-rows.ts';

let place: Awaited<ReturnType<typeof openTestDb>>;
let db: Db;
beforeAll(async () => {
  place = await openTestDb();
  ({ db } = place);
});
afterAll(async () => place.drop());

const OLD = 4500;
const count = async () => (await db.read.selectFrom('applied_mutations').select('mutation_id').execute()).length;
const forget = () => forgetRows(db, { table: 'applied_mutations', column: 'applied_at', keptFrom: (now) => now - 10 });

it('expired rows are deleted in batches, no others; the next run continues after a stop', async () => {
  const rows = Array.from({ length: OLD + 3 }, (_, at) => ({
    ...{ user_id: `u${at % 7}`, mutation_id: `m${at}` },
    applied_at: at < OLD ? 89 : 90,
  }));
  for (let from = 0; from < rows.length; from += 1000)
    await db.withTx(async (tx) =>
      tx
        .insertInto('applied_mutations')
        .values(rows.slice(from, from + 1000))
        .execute(),
    );
  const ending = new AbortController();
  const stopping: Db = {
    ...db,
    async withTx(work) {
      ending.abort();
      return db.withTx(work);
    },
  };
  await forgetRows(stopping, { table: 'applied_mutations', column: 'applied_at', keptFrom: () => 90 })(
    0,
    ending.signal,
  );
  expect(await count()).toBe(OLD + 3 - 2000);
  await forget()(100, new AbortController().signal);
  expect(await count()).toBe(3);
});

it('a column without an index, by which each batch would read the whole table, is refused', () => {
  expect(() => forgetRows(db, { table: 'applied_mutations', column: 'mutation_id', keptFrom: () => '' })).toThrow(
    'no index of applied_mutations begins with mutation_id',
  );
});
