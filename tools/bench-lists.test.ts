import { expect, it } from 'vitest';
import { bareUserRow } from '../apps/api/src/testing/bare-user-row.ts';
import { openTestDb } from '../apps/api/src/testing/open-test-db.ts';
import { runSql } from '../apps/api/src/testing/run-sql.ts';
import { seedSql } from '../bench/lists/seed-sql.ts';

it('the benchmark’s shop has each column that the schema requires', async () => {
  const { db, drop } = await openTestDb();
  try {
    await db.handle
      .insertInto('users')
      .values({ ...bareUserRow('Zoila'), role: 'admin' })
      .execute();
    await runSql(db, seedSql({ users: 11, purchases: 110, books: 11, highlights: 110 }));
    expect(await db.handle.selectFrom('sessions').select('id').execute()).toHaveLength(11);
  } finally {
    await drop();
  }
});
