import { describe, expect, it } from 'vitest';
import { refusal } from '../../testing/calls.ts';
import { addBareEdition, addPart, give } from '../../testing/fixtures.ts';
import {
  OTHER_RANGE,
  RANGE,
  answer,
  book,
  edition,
  list,
  createHighlight,
  part,
  post,
  put,
  reader,
  stageHighlights,
  test,
  uuid,
} from './testing/highlights-fixture.ts';

stageHighlights();

describe('limits of a highlight', () => {
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
    const id = await createHighlight({ cfi_range: OTHER_RANGE });
    for (const response of [await post({ cfi_range }), await put(id, { cfi_range, color: 'red' })]) {
      expect(refusal(response)).toMatchObject({
        status: 422,
        detail: 'CFI no es un rango válido',
        fields: { cfi_range: 'CFI no es un rango válido' },
      });
    }
    expect(await list()).toMatchObject([{ cfi_range: OTHER_RANGE, color: 'green' }]);
  });

  it('a range of the greatest length, in letters that take three bytes, is accepted', async () => {
    const cfi_range = `epubcfi(/6/4!/4/2[${'ক'.repeat(2015)}],/1:0,/1:5)`;
    expect(cfi_range.length).toBeLessThanOrEqual(2048);
    expect((await post({ cfi_range })).statusCode).toBe(200);
    expect(await list()).toMatchObject([{ cfi_range }]);
  });

  it.each(['yellow', 'green', 'blue', 'pink', 'orange', 'purple', 'gray', 'red'])(
    'the colour %s is stored',
    async (color) => {
      const id = await createHighlight({ color });
      expect(await list()).toMatchObject([{ color }]);
      await put(id, { color: 'teal' });
      expect(await list()).toMatchObject([{ color: 'yellow' }]);
    },
  );

  it.each(['', 'teal', 'YELLOW', '__proto__'])('the unknown colour %j becomes yellow', async (color) => {
    await createHighlight({ color });
    expect(await list()).toMatchObject([{ color: 'yellow' }]);
  });

  it('a note has at most 5,000 letters as a person counts them, and is kept as plain text', async () => {
    const note = '👩‍👧'.repeat(4999);
    const id = await createHighlight({ note: `${note}<` });
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

  it('the edition must be one of the part, and published', async () => {
    const older = edition;
    const newer = await addBareEdition(test, part.id);
    await createHighlight({ edition_id: older });
    await createHighlight({ cfi_range: OTHER_RANGE });
    expect((await list()).map(({ edition_id }) => edition_id).toSorted()).toEqual([older, newer].toSorted());
    const foreign = await addBareEdition(test, (await addPart(test, book.id)).id);
    await test.ports.db.handle.updateTable('editions').set({ state: 'pending' }).where('id', '=', older).execute();
    for (const edition_id of [foreign, uuid(), older])
      expect(refusal(await post({ edition_id }))).toMatchObject({ status: 404, code: 'edition_not_found' });
    const bare = await addPart(test, book.id);
    await give(test, reader.user.id, bare.id);
    expect(refusal(await post({ book_part_id: bare.id }))).toMatchObject({ status: 409, code: 'part_without_ebook' });
  });

  it('part and range cannot be changed', async () => {
    const id = await createHighlight();
    const other = await addPart(test, book.id);
    await give(test, reader.user.id, other.id);
    await put(id, { user_book_part_id: other.id, book_part_id: other.id, cfi_range: OTHER_RANGE, color: 'red' });
    expect(await list()).toMatchObject([{ id, cfi_range: RANGE, color: 'red' }]);
    expect((await answer(reader, other.id)).json()).toEqual([]);
    await addBareEdition(test, other.id);
    expect(refusal(await post({ id, book_part_id: other.id }))).toMatchObject({ status: 422, code: 'invalid_request' });
  });
});
