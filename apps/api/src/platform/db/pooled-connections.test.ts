import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDb } from '../../testing/open-test-db.ts';

/** Runs only with PgBouncer in front of the server (`npm run test:postgres -- --pgbouncer`). */
describe.runIf(process.env['TEST_POOLER_PORT'])('behind a pooler that shares connections by the transaction', () => {
  let place: Awaited<ReturnType<typeof openTestDb>>;
  beforeAll(async () => {
    place = await openTestDb();
  });
  afterAll(async () => place.drop());

  it('a transaction has its limits, and leaves no setting on the shared connection', async () => {
    const names = ['statement_timeout', 'idle_in_transaction_session_timeout', 'enable_seqscan', 'jit'];
    const settingsOf = async (read: (name: string) => Promise<unknown>) =>
      Object.fromEntries(await Promise.all(names.map(async (name) => [name, await read(name)] as const)));
    const stranger = new pg.Client({ connectionString: place.url });
    await stranger.connect();
    const show = async (name: string) => (await stranger.query<Record<string, string>>(`show ${name}`)).rows[0]?.[name];
    const before = await settingsOf(show);
    await Promise.all(
      Array.from({ length: 40 }, async () =>
        place.db.withTx(async (tx) => {
          const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as "limit"`.execute(
            tx,
          );
          expect(rows).toEqual([{ limit: '8s' }]);
        }),
      ),
    );
    await place.db.read.selectFrom('users').select('id').execute();
    for (let time = 0; time < 30; time += 1) expect(await settingsOf(show)).toEqual(before);
    await stranger.end();
  });
});
