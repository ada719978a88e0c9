import type { AdminPart } from '@cuentos/contract/parts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BookPartRow } from '../../../platform/db/tables/books.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { addBook, addPart, addReader, type SignedIn } from '../../../testing/fixtures.ts';
import { updatePart } from '../service.ts';

let test: TestApp;
let admin: SignedIn;
let writter: SignedIn;
let part: BookPartRow;
beforeAll(async () => {
  test = await buildTestApp();
  admin = await addReader(test, { role: 'admin' });
  writter = await addReader(test, { role: 'writter', name: 'Mara Soto' });
});
afterAll(async () => test.close());
beforeEach(async () => {
  const book = await addBook(test);
  part = await addPart(test, book.id);
  const { handle } = test.ports.db;
  await handle.insertInto('book_writers').values({ book_id: book.id, user_id: writter.user.id }).execute();
});

/** Chooses a share. @returns the share shown of the part and the share that was requested */
async function choose(share: number | null, { headers }: SignedIn) {
  const url = `/api/admin/book_parts/${part.id}/sample`;
  const answer = await test.app.inject({ method: 'PUT', url, headers, payload: { share } });
  const { sample_share, sample_request: request } = answer.json<AdminPart>();
  return { share: sample_share, request };
}
const change = async (columns: Partial<BookPartRow>) =>
  test.ports.db.withTx(async (tx) => updatePart(tx, part.id, columns));
const rowOfPart = async () =>
  test.ports.db.read.selectFrom('book_parts').selectAll().where('id', '=', part.id).executeTakeFirstOrThrow();
const waiting = async () => (await test.services.today.waiting()).find(({ kind }) => kind === 'sample');

describe('a sample share that a writter chooses', () => {
  it.each([
    ['a larger share', 5, 15],
    ['a share in place of nothing', 0, 1],
    ['a share in place of the rule', null, 1],
    ['the rule', 10, null],
  ])('waits for an admin where the part was on sale: %s', async (_, shown, share) => {
    await choose(shown, admin);
    await change({ sample_beginning_id: 'shown' });
    expect(await choose(share, writter)).toEqual({ share: shown, request: { share, asked_by: 'Mara Soto' } });
    // The shown share stays open.
    expect(await rowOfPart()).toMatchObject({ sample_share: shown, sample_beginning_id: 'shown' });
    expect(await waiting()).toMatchObject({ count: 1, person: { name: 'Mara Soto' } });
    expect(await choose(share, admin)).toEqual({ share, request: null });
    expect(await waiting()).toBeUndefined();
    const audits = test.ports.db.read
      .selectFrom('audit_log')
      .select(['actor_id', 'detail'])
      .where('subject', '=', part.id);
    expect(await audits.where('action', '=', 'part.sample_asked').execute()).toEqual([
      { actor_id: writter.user.id, detail: JSON.stringify({ from: shown, to: share }) },
    ]);
  });

  it('applies at once if it shows less, and cancels an open request', async () => {
    await choose(20, admin);
    await choose(40, writter);
    expect(await choose(10, writter)).toEqual({ share: 10, request: null });
    await choose(40, writter);
    expect(await choose(0, writter)).toEqual({ share: 0, request: null });
  });

  it('applies at once while the part was never on sale', async () => {
    await change({ first_active_at: null });
    expect(await choose(40, writter)).toEqual({ share: 40, request: null });
  });

  it('is refused by an admin, who keeps the shown share', async () => {
    await choose(20, admin);
    await choose(40, writter);
    expect(await choose(20, admin)).toEqual({ share: 20, request: null });
  });
});
