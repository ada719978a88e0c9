import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bareUserRow } from '../../testing/bare-user-row.ts';
import { openTestDb, type TestDb } from '../../testing/open-test-db.ts';
import type { Db } from './db.ts';
import { indexEverything, indexWords, matchWords, wordsOf } from './search-words.ts';

let place: TestDb;
let db: Db;
beforeAll(async () => {
  const opened = await openTestDb();
  place = opened;
  db = opened.db;
});
afterAll(async () => place.drop());

/** Names of the users that a search finds. */
async function found(q: string, on = db): Promise<string[]> {
  const match = await matchWords(on.read, 'user', q);
  const query = on.read.selectFrom('users').select('name').orderBy('sort_key');
  return (await (match ? query.where(match('users.id')) : query).execute()).map(({ name }) => name);
}

describe('the words of a text', () => {
  it.each([
    ['Ana Pérez ana.perez@ejemplo.cl', ['ana', 'perez', 'ejemplo', 'cl']],
    ['  ÑANDÚ, ñandú! ', ['ñandu']],
    ['%_\\', []],
    ['x'.repeat(100), ['x'.repeat(64)]],
  ])('%j', (text, words) => expect(wordsOf(text)).toEqual(words));
});

describe('searching', () => {
  it('finds the beginnings of all words typed, in any order, and nothing by signs alone', async () => {
    const names = ['Ana Pérez', 'Perla Anaya', 'Pedro Soto'];
    for (const name of names) {
      const user = bareUserRow(name);
      await db.withTx(async (tx) => {
        await tx.insertInto('users').values(user).execute();
        await indexWords(tx, 'user', user.id, user.search_text);
      });
    }
    expect(await found('per')).toEqual(['Ana Pérez', 'Perla Anaya']);
    expect(await found('PÉR ana')).toEqual(['Ana Pérez', 'Perla Anaya']);
    expect(await found('anay per')).toEqual(['Perla Anaya']);
    expect(await found('erez')).toEqual([]);
    expect(await found('%')).toEqual([]);
    expect(await found(' ')).toEqual(names.toSorted());
  });

  it('forgets the words that a text has no more', async () => {
    const user = bareUserRow('Berta Antes');
    await db.withTx(async (tx) => {
      await tx.insertInto('users').values(user).execute();
      await indexWords(tx, 'user', user.id, 'berta antes');
      await indexWords(tx, 'user', user.id, 'berta despues');
    });
    expect(await found('antes')).toEqual([]);
    expect(await found('despues')).toEqual(['Berta Antes']);
  });

  it('finds by words that more than a thousand have', async () => {
    const rows = Array.from({ length: 1100 }, (_, at) => bareUserRow(`Clara Común${at % 100 === 0 ? ' Rara' : ''}`));
    await db.withTx(async (tx) => {
      for (let at = 0; at < rows.length; at += 500)
        await tx
          .insertInto('users')
          .values(rows.slice(at, at + 500))
          .execute();
      await indexEverything(tx);
    });
    expect(await found('clara')).toHaveLength(1100);
    expect(await found('comun clar')).toHaveLength(1100);
    expect(await found('clara rara')).toHaveLength(11);
    expect(await found('clara nadie')).toEqual([]);
  });
});
