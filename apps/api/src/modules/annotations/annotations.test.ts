import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HighlightRecord, HighlightResult } from '@cuentos/contract/annotations';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';
import { get, refusal } from '../../testing/calls.ts';
import { addBareEdition, addOwner, addPart, addReader, give, type SignedIn } from '../../testing/fixtures.ts';
import { multipart } from '../../testing/multipart.ts';
import type { BookPartRow, BookRow } from '../../platform/db/schema.ts';

const URL = '/api/user_book_part_highlights';
const RANGE = 'epubcfi(/6/4!/4/2,/1:0,/1:5)';
const OTHER_RANGE = 'epubcfi(/6/4!/4,/2/1:3,/6/1:9)';
const notFound = { status: 404, code: 'highlight_not_found' };
const uuid = () => crypto.randomUUID();

let test: TestApp;
let reader: SignedIn;
let book: BookRow;
let part: BookPartRow;
let edition: string;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => test.close());
beforeEach(async () => {
  test.clock.time = TEST_NOW;
  ({ reader, book, part, edition } = await addOwner(test));
});

type Fields = Readonly<Record<string, string>>;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const post = async (fields: Fields, as = reader) =>
  test.app.inject({
    method: 'POST',
    url: `${URL}/`,
    headers: { ...as.headers, ...form },
    payload: new URLSearchParams({
      book_part_id: part.id,
      cfi_range: RANGE,
      color: 'green',
      note: '',
      ...fields,
    }).toString(),
  });
const put = async (id: string, fields: Fields, as = reader) =>
  test.app.inject({
    method: 'PUT',
    url: `${URL}/${id}`,
    headers: { ...as.headers, ...form },
    payload: new URLSearchParams(fields).toString(),
  });
const remove = async (id: string, as = reader) =>
  test.app.inject({ method: 'DELETE', url: `${URL}/${id}`, headers: as.headers });
const made = async (fields: Fields = {}, as = reader) => (await post(fields, as)).json<HighlightResult>().id;
const answer = async (as = reader, partId = part.id, query = '') => get(test, `${URL}/${partId}${query}`, as.headers);
const list = async (as = reader) => (await answer(as)).json<HighlightRecord[]>();
const changes = async (since: number) => (await answer(reader, part.id, `?since=${since}`)).json<HighlightRecord[]>();
const revoke = async () =>
  test.ports.db.handle
    .updateTable('entitlements')
    .set({ revoked_at: TEST_NOW })
    .where('user_id', '=', reader.user.id)
    .execute();

describe('the four calls (spec §7, "Highlights")', () => {
  it('GET /user_book_part_highlights/{part_id}: list of id, cfi_range, created_at, note, color', async () => {
    expect(await list()).toEqual([]);
    const id = await made({ note: 'Una nota', quote: 'palabras', prefix: 'antes ', suffix: ' después' });
    expect(await list()).toEqual([
      {
        id,
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
    const id = await made({ note: 'vieja' });
    test.clock.time += 1000;
    const whole = { user_book_part_id: part.id, cfi_range: RANGE, color: 'pink', note: 'nueva' };
    expect((await put(id, whole)).json()).toEqual({ id, revision: 2 });
    expect(await list()).toMatchObject([
      { color: 'pink', note: 'nueva', updated_at: new Date(TEST_NOW + 1000).toISOString() },
    ]);
    // Spec §4: picking a colour updates the colour keeping the note.
    await put(id, { ...whole, color: 'blue' });
    expect(await list()).toMatchObject([{ color: 'blue', note: 'nueva' }]);
    await put(id, { book_part_id: part.id, color: 'red' });
    expect(await list()).toMatchObject([{ color: 'red', note: 'nueva' }]);
    await put(id, { ...whole, note: '' });
    expect(await list()).toMatchObject([{ note: '', notes: [] }]);
  });

  it('DELETE /user_book_part_highlights/{highlight_id}, and again', async () => {
    const id = await made({ note: 'privada', quote: 'palabras' });
    expect((await remove(id)).json()).toEqual({ id, revision: 2 });
    expect((await remove(id)).json()).toEqual({ id, revision: 2 });
    expect(await list()).toEqual([]);
    expect(await changes(1)).toMatchObject([{ id, deleted: true, note: '', quote: '', revision: 2 }]);
    expect(refusal(await put(id, { color: 'red' }))).toMatchObject(notFound);
    expect(JSON.stringify(await test.ports.db.handle.selectFrom('annotations').selectAll().execute())).not.toContain(
      'privada',
    );
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

describe('what a highlight may hold (spec §3, §5; decisions: "Note length", "Colours 5 vs 8")', () => {
  it.each([
    ['a point', 'epubcfi(/6/4!/4/2/1:0)'],
    ['two parts', 'epubcfi(/6/4!/4/2,/1:0)'],
    ['a range that runs backwards', 'epubcfi(/6/4!/4/2,/1:5,/1:0)'],
    ['an empty range', 'epubcfi(/6/4!/4/2,/1:5,/1:5)'],
    ['no CFI', 'capítulo 1'],
    ['nothing', ''],
    ['U+0000', 'epubcfi(/6/4!/4/2,/1:0,/1:5\u0000)'],
    ['2,049 characters', `epubcfi(/6/4!/4${'/2'.repeat(1010)},/1:0,/1:1234)`],
  ])("422 'CFI no es un rango válido' for %s", async (name, cfi_range) => {
    if (name.startsWith('2,049')) expect(cfi_range).toHaveLength(2049);
    const id = await made({ cfi_range: OTHER_RANGE });
    for (const response of [await post({ cfi_range }), await put(id, { cfi_range, color: 'red' })]) {
      expect(refusal(response)).toMatchObject({
        status: 422,
        detail: 'CFI no es un rango válido',
        fields: { cfi_range: 'CFI no es un rango válido' },
      });
    }
    expect(await list()).toMatchObject([{ cfi_range: OTHER_RANGE, color: 'green' }]);
  });

  it('a range as long as allowed, in letters that take three bytes', async () => {
    const cfi_range = `epubcfi(/6/4!/4/2[${'ক'.repeat(2015)}],/1:0,/1:5)`;
    expect(cfi_range.length).toBeLessThanOrEqual(2048);
    expect((await post({ cfi_range })).statusCode).toBe(200);
    expect(await list()).toMatchObject([{ cfi_range }]);
  });

  it.each(['yellow', 'green', 'blue', 'pink', 'orange', 'purple', 'gray', 'red'])('%s', async (color) => {
    const id = await made({ color });
    expect(await list()).toMatchObject([{ color }]);
    await put(id, { color: 'teal' });
    expect(await list()).toMatchObject([{ color: 'yellow' }]);
  });

  it.each(['', 'teal', 'YELLOW', '__proto__'])('the unknown colour %j becomes yellow', async (color) => {
    await made({ color });
    expect(await list()).toMatchObject([{ color: 'yellow' }]);
  });

  it('a note of 5,000 letters as a person counts them, not one more, kept as plain text', async () => {
    const note = '👩‍👧'.repeat(4999);
    const id = await made({ note: `${note}<` });
    expect(await list()).toMatchObject([{ note: `${note}<` }]);
    expect(refusal(await put(id, { note: `${note}ab` }))).toMatchObject({
      status: 422,
      fields: { note: 'La nota puede tener hasta 5.000 caracteres.' },
    });
    await put(id, { note: '<b onclick=x>hola</b>\r\n&amp;' });
    expect(await list()).toMatchObject([{ note: '<b onclick=x>hola</b>\n&amp;' }]);
  });

  it.each([
    ['quote', 10_000],
    ['prefix', 30],
    ['suffix', 30],
  ])('%s of up to %i characters', async (field, max) => {
    expect((await post({ [field]: 'x'.repeat(max) })).statusCode).toBe(200);
    expect((await post({ [field]: 'x'.repeat(max + 1) })).statusCode).toBe(422);
  });

  it.each([
    ['no part', { book_part_id: '' }],
    ['an id of another form', { id: '1' }],
    ['a mutation id of another form', { mutation_id: '1' }],
  ])('422 for %s', async (_, fields) => {
    expect(refusal(await post(fields))).toMatchObject({ status: 422, code: 'invalid_request' });
    expect(await list()).toEqual([]);
  });

  it('an edition of this very part, and not one that is being prepared', async () => {
    const older = edition;
    const newer = await addBareEdition(test, part.id);
    await made({ edition_id: older });
    await made({ cfi_range: OTHER_RANGE });
    expect((await list()).map(({ edition_id }) => edition_id).toSorted()).toEqual([older, newer].toSorted());
    const foreign = await addBareEdition(test, (await addPart(test, book.id)).id);
    await test.ports.db.handle.updateTable('editions').set({ state: 'pending' }).where('id', '=', older).execute();
    for (const edition_id of [foreign, uuid(), older])
      expect(refusal(await post({ edition_id }))).toMatchObject({ status: 404, code: 'edition_not_found' });
    const bare = await addPart(test, book.id);
    await give(test, reader.user.id, bare.id);
    expect(refusal(await post({ book_part_id: bare.id }))).toMatchObject({ status: 409, code: 'part_without_ebook' });
  });

  it('never another part or range (decisions: "PUT highlight `user_book_part_id`")', async () => {
    const id = await made();
    const other = await addPart(test, book.id);
    await give(test, reader.user.id, other.id);
    await put(id, { user_book_part_id: other.id, book_part_id: other.id, cfi_range: OTHER_RANGE, color: 'red' });
    expect(await list()).toMatchObject([{ id, cfi_range: RANGE, color: 'red' }]);
    expect((await answer(reader, other.id)).json()).toEqual([]);
    await addBareEdition(test, other.id);
    expect(refusal(await post({ id, book_part_id: other.id }))).toMatchObject({ status: 422, code: 'invalid_request' });
  });
});

describe('each once (decisions: "Duplicate range", "Writes offline")', () => {
  it('a range that is highlighted answers the highlight it has, and a note joins', async () => {
    const id = await made({ note: 'una' });
    expect((await post({ color: 'red' })).json()).toEqual({ id, revision: 1 });
    expect((await post({ note: 'una' })).json()).toEqual({ id, revision: 1 });
    expect(await made({ note: 'otra' })).toBe(id);
    expect(await list()).toMatchObject([{ id, color: 'green', note: 'una\n\notra' }]);
    await remove(id);
    expect(await made()).not.toBe(id);
    expect(await list()).toHaveLength(1);
  });

  it('the same range in another part or of another reader is another highlight', async () => {
    const id = await made();
    const other = await addReader(test);
    await give(test, other.user.id, part.id);
    expect(await made({}, other)).not.toBe(id);
    const second = await addPart(test, book.id);
    await addBareEdition(test, second.id);
    await give(test, reader.user.id, second.id);
    expect(await made({ book_part_id: second.id })).not.toBe(id);
  });

  it.each([
    ['client id', { id: uuid() }],
    ['mutation id', { mutation_id: uuid() }],
    ['client and mutation id', { id: uuid(), mutation_id: uuid() }],
  ])('the same %s twice makes one, and none after a deletion', async (_, ids) => {
    const first = (await post({ ...ids, note: 'n' })).json();
    expect((await post({ ...ids, note: 'n' })).json()).toEqual(first);
    expect(await list()).toMatchObject([{ note: 'n' }]);
    await remove((first as HighlightResult).id);
    expect((await post({ ...ids, note: 'n' })).statusCode).toBe(200);
    expect(await list()).toEqual([]);
  });

  it('a client id that turned out a duplicate leads to the one that stands', async () => {
    const id = await made();
    const mine = uuid();
    expect(await made({ id: mine })).toBe(id);
    expect(await made({ id: mine })).toBe(id);
    expect((await put(mine, { color: 'red', note: 'x' })).json()).toMatchObject({ id });
    expect(await list()).toMatchObject([{ id, color: 'red', note: 'x' }]);
    await remove(mine);
    expect(await list()).toHaveLength(1);
    expect((await changes(0)).find((row) => row.id === mine)).toMatchObject({ deleted: true, same_as: id });
  });

  it('a late copy of a change does not take back a later one', async () => {
    const id = await made();
    const early = { mutation_id: uuid(), color: 'red', note: 'primera' };
    const first = (await put(id, early)).json();
    expect((await put(id, early)).json()).toEqual(first);
    await put(id, { mutation_id: uuid(), color: 'blue', note: 'segunda' });
    expect((await put(id, early)).json()).toEqual({ id, revision: 3 });
    expect(await list()).toMatchObject([{ color: 'blue', note: 'segunda', revision: 3 }]);
  });

  it('a mutation that made something else makes no highlight', async () => {
    const mutation_id = uuid();
    await made({ mutation_id });
    expect(refusal(await post({ mutation_id, id: uuid() }))).toMatchObject({ status: 422, code: 'invalid_request' });
  });

  it('thirty devices with one range at once make one highlight with every note', async () => {
    const ids = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => made({ id: uuid(), mutation_id: uuid(), note: `n${n}` })),
    );
    expect(new Set(ids).size).toBe(1);
    const [row, ...rest] = await list();
    expect(rest).toEqual([]);
    expect(row!.notes.map(({ text }) => text).toSorted()).toEqual(ids.map((_, n) => `n${n}`).toSorted());
    expect(row!.revision).toBe(30);
    expect(await changes(29)).toHaveLength(2);
  });
});

describe('notes are never lost', () => {
  it('a note written without knowing of another stands beside it', async () => {
    const id = await made({ note: 'base' });
    await put(id, { note: 'de la tableta', base_revision: '1' });
    expect(await list()).toMatchObject([{ note: 'de la tableta' }]);
    await put(id, { note: 'del teléfono', base_revision: '1' });
    expect(await list()).toMatchObject([{ note: 'de la tableta\n\ndel teléfono', revision: 3 }]);
    // Sent again after a lost answer, by a client without mutation ids.
    await put(id, { note: 'del teléfono', base_revision: '1' });
    expect(await list()).toMatchObject([{ note: 'de la tableta\n\ndel teléfono' }]);
    await put(id, { note: 'ambas', base_revision: '4' });
    expect(await list()).toMatchObject([{ note: 'ambas' }]);
  });

  it('a change of colour does not make a note look newer than the writer who saw it', async () => {
    const id = await made({ note: 'base' });
    await put(id, { color: 'red' });
    await put(id, { note: 'nueva', base_revision: '1' });
    expect(await list()).toMatchObject([{ color: 'red', note: 'nueva' }]);
  });

  it('`replaces` names the notes that were seen, in a form and in JSON', async () => {
    const [first, second, third] = [uuid(), uuid(), uuid()];
    const id = await made({ note: 'uno', mutation_id: first });
    await put(id, { note: 'dos', mutation_id: second, replaces: '' });
    expect(await list()).toMatchObject([{ note: 'uno\n\ndos' }]);
    await put(id, { note: 'tres', mutation_id: third, replaces: `${second},${uuid()}` });
    expect(await list()).toMatchObject([{ note: 'uno\n\ntres' }]);
    await test.app.inject({
      method: 'PUT',
      url: `${URL}/${id}`,
      headers: reader.headers,
      payload: { note: '', replaces: [first, third], base_revision: 0 },
    });
    expect(await list()).toMatchObject([{ note: '' }]);
  });

  it('?since gives what changed after a revision, tombstones too', async () => {
    const first = await made();
    const second = await made({ cfi_range: OTHER_RANGE });
    await remove(first);
    expect((await changes(0)).map(({ id, revision }) => [id, revision])).toEqual([
      [second, 2],
      [first, 3],
    ]);
    expect((await changes(2)).map(({ id }) => id)).toEqual([first]);
    expect(await changes(3)).toEqual([]);
    expect((await answer(reader, part.id, '?since=-1')).statusCode).toBe(422);
  });
});

describe('whose they are (issue: another user’s highlight answers 404)', () => {
  it('another reader’s highlight looks like one that does not exist, even to an admin who owns the part', async () => {
    const id = await made({ note: 'secreta' });
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
      // The same id is theirs to use: it says nothing of who else has it.
      expect(await made({ id, note: 'mía' }, other)).toBe(id);
      expect(await list(other)).toMatchObject([{ id, note: 'mía' }]);
    }
    expect(await list()).toMatchObject([{ id, color: 'green', note: 'secreta' }]);
  });

  it('of a part that is not the caller’s looks like one that does not exist', async () => {
    const stranger = await addReader(test);
    await made();
    for (const [theirs, none] of [
      [await answer(stranger), await answer(stranger, uuid())],
      [await answer(stranger, part.id, '?since=0'), await answer(stranger, uuid(), '?since=0')],
      [await post({}, stranger), await post({ book_part_id: uuid() }, stranger)],
    ] as const) {
      expect(refusal(theirs)).toMatchObject({ status: 404, code: 'part_not_found' });
      expect(refusal(theirs)).toEqual(refusal(none));
    }
  });

  it('early readers write until their access ends', async () => {
    const early = await addReader(test);
    await give(test, early.user.id, part.id, { source: 'early_access', expiresAt: TEST_NOW + 60_000 });
    const id = await made({}, early);
    test.clock.time += 60_000;
    expect(refusal(await put(id, { color: 'red' }, early))).toMatchObject({ status: 404, code: 'part_not_found' });
    expect(await list(early)).toHaveLength(1);
  });

  it('after a revocation own notes can be read, and nothing written', async () => {
    const id = await made({ note: 'mía' });
    await revoke();
    const before = await changes(0);
    for (const response of [
      await post({ cfi_range: OTHER_RANGE }),
      await post({ note: 'más' }),
      await put(id, { color: 'red' }),
      await remove(id),
    ]) {
      expect(refusal(response)).toMatchObject({ status: 404, code: 'part_not_found' });
    }
    expect(await list()).toMatchObject([{ id, color: 'green', note: 'mía' }]);
    expect(await changes(0)).toEqual(before);
  });
});
