import { describe, expect, it } from 'vitest';
import { refusal } from '../../testing/calls.ts';
import { addReader } from '../../testing/fixtures.ts';
import { book, library, notFound, part, partsOf, reader, stageReading, test } from './testing/reading-fixture.ts';

stageReading();

const send = (finished: boolean, base_revision = 0, mutation_id: string = crypto.randomUUID(), as = reader) =>
  test.app.inject({
    method: 'PUT',
    url: `/api/user_book_parts/${part.id}/finished`,
    headers: as.headers,
    payload: { finished, base_revision, mutation_id },
  });
const shown = async () => {
  const ofBook = (await partsOf(book.id)).find(({ id }) => id === part.id);
  const [ofLibrary] = (await library()).user_book_parts;
  expect(ofLibrary?.finish).toEqual(ofBook?.finish);
  return ofLibrary?.finish;
};

describe('the mark of a finished part', () => {
  it('is shown in the library, and can be removed', async () => {
    expect(await shown()).toBeNull();
    expect((await send(true)).json()).toEqual({ finished: true, revision: 1 });
    expect(await shown()).toEqual({ finished: true, revision: 1 });
    expect((await send(false, 1)).json()).toEqual({ finished: false, revision: 2 });
    expect(await shown()).toEqual({ finished: false, revision: 2 });
  });

  it('is set when one of two independent devices set it', async () => {
    await send(true);
    await send(false, 1);
    // Another device sets it again, and a third one sends a removal based on its old state.
    expect((await send(true, 1)).json()).toEqual({ finished: true, revision: 3 });
    expect((await send(false, 1)).json()).toEqual({ finished: true, revision: 3 });
  });

  it('is not changed by a late copy of an earlier change', async () => {
    const lost = crypto.randomUUID();
    await send(true, 0, lost);
    await send(false, 1);
    expect((await send(true, 0, lost)).json()).toEqual({ finished: false, revision: 2 });
  });

  it('answers for a part without an entitlement as for a missing one', async () => {
    const stranger = await addReader(test);
    expect(refusal(await send(true, 0, crypto.randomUUID(), stranger))).toMatchObject(notFound);
    expect(
      await test.ports.db.read.selectFrom('finished_parts').selectAll().where('part_id', '=', part.id).execute(),
    ).toEqual([]);
  });

  it.each([
    ['no base', { finished: true, mutation_id: crypto.randomUUID() }],
    ['no id', { finished: true, base_revision: 0 }],
    ['a word for yes', { finished: 'sí', base_revision: 0, mutation_id: crypto.randomUUID() }],
  ])('422 with %s', async (_, payload) => {
    const url = `/api/user_book_parts/${part.id}/finished`;
    expect((await test.app.inject({ method: 'PUT', url, headers: reader.headers, payload })).statusCode).toBe(422);
  });
});
