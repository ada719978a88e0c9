import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bareUserRow } from '../../testing/bare-user-row.ts';
import { openTestDb, type TestDb } from '../../testing/open-test-db.ts';
import type { Db } from './db.ts';
import { matchTyped } from './match-typed.ts';

let place: TestDb;
let db: Db;
beforeAll(async () => {
  const opened = await openTestDb();
  place = opened;
  db = opened.db;
  await db.withTx(async (tx) => {
    for (const name of ['Ana Pérez', 'Perla Anaya', 'Ñandú_50%']) {
      await tx.insertInto('users').values(bareUserRow(name)).execute();
    }
  });
});
afterAll(async () => place.drop());

it.each([
  ['every word typed, in any order', 'PÉR ana', ['Ana Pérez', 'Perla Anaya']],
  ['no text that lacks one', 'anay zzz', []],
  ['the middle of a word', 'erez', ['Ana Pérez']],
  ['what is typed with its signs', 'ñandú_50%', ['Ñandú_50%']],
  ['ñ, which is no n', 'nandu', []],
  ['nothing by signs alone', '%', []],
  ['words on both sides of a sign, which is no pattern', 'n_a', ['Ana Pérez', 'Ñandú_50%', 'Perla Anaya']],
  ['nothing by an end of the statement', "zzz' or '1' = '1", []],
])('a search finds %s', async (_, typed, names) => {
  const match = matchTyped(typed) ?? (() => sql<boolean>`1 = 1`);
  const rows = await db.read
    .selectFrom('users')
    .select('name')
    .where(match('search_text'))
    .orderBy('sort_key')
    .execute();
  expect(rows.map(({ name }) => name)).toEqual(names);
});

it('an empty text is no search', () => {
  expect([undefined, '', '  '].map(matchTyped)).toEqual([null, null, null]);
});
