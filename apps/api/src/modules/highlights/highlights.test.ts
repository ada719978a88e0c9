import { describe, expect, it } from 'vitest';
import { TEST_NOW } from '../../testing/build-test-app.ts';
import { get, refusal } from '../../testing/calls.ts';
import { addReader, give } from '../../testing/fixtures.ts';
import { multipart } from '../../testing/multipart.ts';
import {
  OTHER_RANGE,
  RANGE,
  URL,
  answer,
  changes,
  edition,
  list,
  createHighlight,
  notFound,
  part,
  post,
  put,
  reader,
  remove,
  revoke,
  stageHighlights,
  test,
  uuid,
} from './testing/highlights-fixture.ts';

stageHighlights();

describe('the four calls', () => {
  it('GET /user_book_part_highlights/{part_id}: list of id, cfi_range, created_at, note, color', async () => {
    expect(await list()).toEqual([]);
    const id = await createHighlight({ note: 'Una nota', quote: 'palabras', prefix: 'antes ', suffix: ' después' });
    expect(await list()).toEqual([
      {
        id,
        book_part_id: part.id,
        cfi_range: RANGE,
        created_at: new Date(TEST_NOW).toISOString(),
        note: 'Una nota',
        color: 'green',
        quote: 'palabras',
        prefix: 'antes ',
        suffix: ' después',
        edition_id: edition,
        located: true,
        revision: 1,
        updated_at: new Date(TEST_NOW).toISOString(),
        notes: [{ mutation_id: expect.any(String), text: 'Una nota' }],
        deleted: false,
        trash: null,
        same_as: null,
      },
    ]);
    expect((await answer()).headers['cache-control']).toBe('no-store');
  });

  it('POST: form data book_part_id, cfi_range, color, note; returns object with id', async () => {
    const response = await post({ note: 'a' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), revision: 1 });
  });

  it('POST takes the same as JSON and as multipart', async () => {
    const fields = { book_part_id: part.id, color: 'red', note: 'Ñandú' };
    const json = await test.app.inject({
      method: 'POST',
      url: `${URL}/`,
      headers: reader.headers,
      payload: { ...fields, cfi_range: RANGE },
    });
    const { payload, headers } = await multipart({ ...fields, cfi_range: OTHER_RANGE });
    const parts = await test.app.inject({
      method: 'POST',
      url: `${URL}/`,
      headers: { ...reader.headers, ...headers },
      payload,
    });
    expect([json.statusCode, parts.statusCode]).toEqual([200, 200]);
    expect((await list()).map(({ color, note }) => `${color} ${note}`)).toEqual(['red Ñandú', 'red Ñandú']);
  });

  it('PUT: form data user_book_part_id (the part id), cfi_range, color, note', async () => {
    const id = await createHighlight({ note: 'vieja' });
    test.clock.time += 1000;
    const whole = { user_book_part_id: part.id, cfi_range: RANGE, color: 'pink', note: 'nueva' };
    expect((await put(id, whole)).json()).toEqual({ id, revision: 2 });
    expect(await list()).toMatchObject([
      { color: 'pink', note: 'nueva', updated_at: new Date(TEST_NOW + 1000).toISOString() },
    ]);
    // Choosing a colour keeps the note.
    await put(id, { ...whole, color: 'blue' });
    expect(await list()).toMatchObject([{ color: 'blue', note: 'nueva' }]);
    await put(id, { book_part_id: part.id, color: 'red' });
    expect(await list()).toMatchObject([{ color: 'red', note: 'nueva' }]);
    await put(id, { ...whole, note: '' });
    expect(await list()).toMatchObject([{ note: '', notes: [] }]);
  });

  it('DELETE /user_book_part_highlights/{highlight_id}, and again', async () => {
    const id = await createHighlight({ note: 'privada', quote: 'palabras' });
    expect((await remove(id)).json()).toEqual({ id, revision: 2 });
    expect((await remove(id)).json()).toEqual({ id, revision: 2 });
    expect(await list()).toEqual([]);
    expect(await changes(1)).toMatchObject([{ id, deleted: true, note: '', notes: [], revision: 2 }]);
    expect(refusal(await put(id, { color: 'red' }))).toMatchObject(notFound);
  });

  it('stand in the OpenAPI document', async () => {
    const { paths } = (await get(test, '/api/docs')).json<{ paths: Record<string, object> }>();
    expect(Object.keys(paths[`${URL}/`] ?? {})).toEqual(['post']);
    expect(Object.keys(paths[`${URL}/{id}`] ?? {}).toSorted()).toEqual(['delete', 'get', 'put']);
    expect(
      Object.keys((paths[`${URL}/`] as { post: { requestBody: { content: object } } }).post.requestBody.content),
    ).toEqual(['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json']);
  });
});

describe('whose they are: another user’s highlight answers 404', () => {
  it("another reader's highlight looks like a missing one, even to an admin who owns the part", async () => {
    const id = await createHighlight({ note: 'secreta' });
    for (const role of ['reader', 'admin'] as const) {
      const other = await addReader(test, { role });
      await give(test, other.user.id, part.id);
      for (const [theirs, none] of [
        [await put(id, { color: 'red' }, other), await put(uuid(), { color: 'red' }, other)],
        [await remove(id, other), await remove(uuid(), other)],
      ] as const) {
        expect(refusal(theirs)).toMatchObject(notFound);
        expect(refusal(theirs)).toEqual(refusal(none));
      }
      expect(await list(other)).toEqual([]);
      // Ids are unique per reader, so using the same id reveals nothing about other readers.
      expect(await createHighlight({ id, note: 'mía' }, other)).toBe(id);
      expect(await list(other)).toMatchObject([{ id, note: 'mía' }]);
    }
    expect(await list()).toMatchObject([{ id, color: 'green', note: 'secreta' }]);
  });

  it('a part without an entitlement answers like a missing one', async () => {
    const stranger = await addReader(test);
    await createHighlight();
    for (const [theirs, none] of [
      [await answer(stranger), await answer(stranger, uuid())],
      [await answer(stranger, part.id, '?since=0'), await answer(stranger, uuid(), '?since=0')],
      [await post({}, stranger), await post({ book_part_id: uuid() }, stranger)],
    ] as const) {
      expect(refusal(theirs)).toMatchObject({ status: 404, code: 'part_not_found' });
      expect(refusal(theirs)).toEqual(refusal(none));
    }
  });

  it('early readers can create highlights until their access ends', async () => {
    const early = await addReader(test);
    await give(test, early.user.id, part.id, { source: 'early_access', expiresAt: TEST_NOW + 60_000 });
    const id = await createHighlight({}, early);
    test.clock.time += 60_000;
    const late = await post({ cfi_range: OTHER_RANGE }, early);
    expect(refusal(late)).toMatchObject({ status: 404, code: 'part_not_found' });
    expect((await put(id, { color: 'red' }, early)).statusCode).toBe(200);
    expect(await list(early)).toMatchObject([{ id, color: 'red' }]);
  });

  it('after a revocation own notes can be read, changed and deleted, but not created', async () => {
    const id = await createHighlight({ note: 'mía' });
    await revoke();
    const before = await changes(0);
    for (const response of [await post({ cfi_range: OTHER_RANGE }), await post({ note: 'más' })])
      expect(refusal(response)).toMatchObject({ status: 404, code: 'part_not_found' });
    expect(await changes(0)).toEqual(before);
    expect((await put(id, { color: 'red', note: 'mía aún' })).statusCode).toBe(200);
    expect(await list()).toMatchObject([{ id, color: 'red', note: 'mía aún' }]);
    const stranger = await addReader(test);
    for (const response of [await put(id, { color: 'blue' }, stranger), await remove(id, stranger)])
      expect(refusal(response)).toMatchObject(notFound);
    expect((await remove(id)).statusCode).toBe(200);
    expect(await list()).toEqual([]);
  });
});
