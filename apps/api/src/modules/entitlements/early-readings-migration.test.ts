import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrations } from '../../../migrations/migrations.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { makeTestDb, type TestDb } from '../../testing/open-test-db.ts';

let place: TestDb;
beforeEach(async () => {
  place = await makeTestDb();
});
afterEach(async () => place.drop());

async function holds(
  handle: Kysely<never>,
  userId: string,
  kind: 'early_access' | 'ownership',
  revokedAt: number | null,
) {
  await sql`insert into entitlements (id, user_id, part_id, kind, source, granted_at, revoked_at) values
    (${`${userId}-${kind}`}, ${userId}, 'p', ${kind}, ${kind === 'ownership' ? 'purchase' : kind}, 1, ${revokedAt})`.execute(
    handle,
  );
}

async function reads(handle: Kysely<never>, userId: string, at: number) {
  await sql`insert into reading_positions
    (user_id, part_id, edition_id, last_location, percentage, revision, updated_at) values
    (${userId}, 'p', 'e', 'epubcfi(/6/2)', 3, 1, ${at})`.execute(handle);
}

it('a position of somebody who reads early, or did, tells that the part was opened', async () => {
  const db = await place.open();
  await migrate(
    db,
    migrations.filter(({ number }) => number < 19),
    1,
  );
  const handle = db.handle as unknown as Kysely<never>;
  await holds(handle, 'early', 'early_access', null);
  await reads(handle, 'early', 11);
  // The access ended, and the part was bought since.
  await holds(handle, 'once', 'early_access', 5);
  await holds(handle, 'once', 'ownership', null);
  await reads(handle, 'once', 12);
  // Nothing tells that these read early.
  await holds(handle, 'unread', 'early_access', null);
  await holds(handle, 'owner', 'ownership', null);
  await reads(handle, 'owner', 13);
  await migrate(db, migrations, 2);
  expect(await db.read.selectFrom('early_readings').selectAll().orderBy('user_id').execute()).toEqual([
    { user_id: 'early', part_id: 'p', first_at: 11 },
    { user_id: 'once', part_id: 'p', first_at: 12 },
  ]);
});
