import { describe, expect, it } from 'vitest';
import type { HighlightResult } from '@cuentos/contract/highlights';
import { refusal } from '../../testing/calls.ts';
import { addBareEdition, addPart, addReader, give } from '../../testing/fixtures.ts';
import {
  OTHER_RANGE,
  RANGE,
  URL,
  answer,
  book,
  changes,
  list,
  createHighlight,
  part,
  post,
  put,
  reader,
  remove,
  stageHighlights,
  test,
  uuid,
} from './testing/highlights-fixture.ts';

stageHighlights();

describe('duplicates of a highlight', () => {
  it('answer with the existing highlight of the range, which gets the note', async () => {
    const id = await createHighlight({ note: 'una' });
    expect((await post({ color: 'red' })).json()).toEqual({ id, revision: 1 });
    expect((await post({ note: 'una' })).json()).toEqual({ id, revision: 1 });
    expect(await createHighlight({ note: 'otra' })).toBe(id);
    expect(await list()).toMatchObject([{ id, color: 'green', note: 'una\n\notra' }]);
    await remove(id);
    expect(await createHighlight()).not.toBe(id);
    expect(await list()).toHaveLength(1);
  });

  it('are not made by the same range in another part or of another reader', async () => {
    const id = await createHighlight();
    const other = await addReader(test);
    await give(test, other.user.id, part.id);
    expect(await createHighlight({}, other)).not.toBe(id);
    const second = await addPart(test, book.id);
    await addBareEdition(test, second.id);
    await give(test, reader.user.id, second.id);
    expect(await createHighlight({ book_part_id: second.id })).not.toBe(id);
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

  it('by a client id lead to the highlight that exists', async () => {
    const id = await createHighlight();
    const mine = uuid();
    expect(await createHighlight({ id: mine })).toBe(id);
    expect(await createHighlight({ id: mine })).toBe(id);
    expect((await put(mine, { color: 'red', note: 'x' })).json()).toMatchObject({ id });
    expect(await list()).toMatchObject([{ id, color: 'red', note: 'x' }]);
    await remove(mine);
    expect(await list()).toHaveLength(1);
    expect((await changes(0)).find((row) => row.id === mine)).toMatchObject({ deleted: true, same_as: id });
  });

  it('by a late copy of a change do not undo a later change', async () => {
    const id = await createHighlight();
    const early = { mutation_id: uuid(), color: 'red', note: 'primera' };
    const first = (await put(id, early)).json();
    expect((await put(id, early)).json()).toEqual(first);
    await put(id, { mutation_id: uuid(), color: 'blue', note: 'segunda' });
    expect((await put(id, early)).json()).toEqual({ id, revision: 3 });
    expect(await list()).toMatchObject([{ color: 'blue', note: 'segunda', revision: 3 }]);
  });

  it('by a mutation id used for something else make no highlight', async () => {
    const mutation_id = uuid();
    await createHighlight({ mutation_id });
    expect(refusal(await post({ mutation_id, id: uuid() }))).toMatchObject({ status: 422, code: 'invalid_request' });
  });

  it('from thirty devices at once make one highlight with every note', async () => {
    const ids = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => createHighlight({ id: uuid(), mutation_id: uuid(), note: `n${n}` })),
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
  it('a note written without knowing of another one stands beside it', async () => {
    const id = await createHighlight({ note: 'base' });
    await put(id, { note: 'de la tableta', base_revision: '1' });
    expect(await list()).toMatchObject([{ note: 'de la tableta' }]);
    await put(id, { note: 'del teléfono', base_revision: '1' });
    expect(await list()).toMatchObject([{ note: 'de la tableta\n\ndel teléfono', revision: 3 }]);
    // The same note is sent again after a lost answer, by a client without mutation ids.
    await put(id, { note: 'del teléfono', base_revision: '1' });
    expect(await list()).toMatchObject([{ note: 'de la tableta\n\ndel teléfono' }]);
    await put(id, { note: 'ambas', base_revision: '4' });
    expect(await list()).toMatchObject([{ note: 'ambas' }]);
  });

  it('a change of colour does not make a note look newer than a writer who saw it', async () => {
    const id = await createHighlight({ note: 'base' });
    await put(id, { color: 'red' });
    await put(id, { note: 'nueva', base_revision: '1' });
    expect(await list()).toMatchObject([{ color: 'red', note: 'nueva' }]);
  });

  it('a note joined from many devices is replaced as a whole, in a form and in JSON', async () => {
    const id = await createHighlight();
    for (const kind of ['form', 'json'] as const) {
      const parts: readonly string[] = Array.from({ length: 150 }, uuid);
      for (const mutation of parts) await put(id, { note: `de ${mutation}`, mutation_id: mutation, replaces: '' });
      const fields = { note: 'una', mutation_id: uuid() };
      const answered =
        kind === 'form'
          ? await put(id, { ...fields, replaces: parts.join(',') })
          : await test.app.inject({
              method: 'PUT',
              url: `${URL}/${id}`,
              headers: reader.headers,
              payload: { ...fields, replaces: parts },
            });
      expect(answered.statusCode).toBe(200);
      const [highlight] = await list();
      expect(highlight!.notes.filter(({ mutation_id }) => parts.includes(mutation_id))).toEqual([]);
    }
  });

  it('`replaces` names the notes that the writer saw, in a form and in JSON', async () => {
    const [first, second, third] = [uuid(), uuid(), uuid()];
    const id = await createHighlight({ note: 'uno', mutation_id: first });
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

  it('a note that a deletion had not seen keeps its highlight, in either order', async () => {
    const first = uuid();
    const words = { quote: 'palabras', prefix: 'antes ', suffix: ' después' };
    const write = { color: 'green', changed: 'note', note: 'de lejos', replaces: first, ...words };
    for (const isLate of [false, true]) {
      const id = await createHighlight({ note: 'una', mutation_id: isLate ? uuid() : first, id: uuid(), ...words });
      const note = { ...write, mutation_id: uuid() };
      const seenNotes = (await list()).flatMap(({ notes }) => notes.map(({ mutation_id }) => mutation_id));
      if (!isLate) expect((await put(id, note)).json()).toMatchObject({ id });
      expect((await remove(id, reader, seenNotes)).json()).toMatchObject({ id });
      if (isLate) expect((await put(id, note)).json()).toMatchObject({ id });
      expect(await list()).toMatchObject([{ id, ...words, color: 'green', note: 'de lejos', located: true }]);
      // Both are sent again after lost answers.
      await remove(id, reader, seenNotes);
      await put(id, note);
      expect(await list()).toMatchObject([{ id, note: 'de lejos' }]);
      // A device that has seen the note deletes the highlight for good; a late copy of the note changes nothing.
      await remove(id, reader, [...seenNotes, note.mutation_id]);
      expect((await put(id, note)).statusCode).toBe(200);
      expect(await list()).toEqual([]);
    }
  });

  it('only a note with a new id restores a deleted highlight', async () => {
    const id = await createHighlight();
    await remove(id, reader, []);
    for (const fields of [
      { mutation_id: uuid(), color: 'red' },
      { mutation_id: uuid(), color: 'red', note: 'vieja', changed: 'color' },
      { mutation_id: uuid(), note: ' ' },
      { note: 'sin id' },
    ]) {
      expect(refusal(await put(id, fields))).toMatchObject({ status: 404, code: 'highlight_not_found' });
    }
    expect(await list()).toEqual([]);
  });

  it('a note of a deleted highlight moves to the highlight that has the range by then', async () => {
    const old = await createHighlight();
    await remove(old, reader, []);
    const id = await createHighlight({ id: uuid(), note: 'de nuevo' });
    const note = { mutation_id: uuid(), note: 'de lejos', replaces: '' };
    expect((await put(old, note)).json()).toMatchObject({ id });
    await put(old, note);
    expect(await list()).toMatchObject([{ id, note: 'de nuevo\n\nde lejos' }]);
    expect((await changes(0)).find((row) => row.id === old)).toMatchObject({ deleted: true, same_as: id });
  });

  it('a call has the whole highlight, and only the fields named as changed change', async () => {
    const id = await createHighlight({ note: 'una' });
    const whole = { user_book_part_id: part.id, cfi_range: RANGE, color: 'red', note: 'otra' };
    await put(id, { ...whole, changed: 'color' });
    expect(await list()).toMatchObject([{ color: 'red', note: 'una' }]);
    await put(id, { ...whole, color: 'blue', changed: 'note' });
    expect(await list()).toMatchObject([{ color: 'red', note: 'otra' }]);
    await put(id, { ...whole, color: 'pink', note: 'ambas', changed: 'color,note' });
    expect(await list()).toMatchObject([{ color: 'pink', note: 'ambas' }]);
    expect((await put(id, { ...whole, changed: 'range' })).statusCode).toBe(422);
  });

  it('?since returns changes after a revision, with tombstones', async () => {
    const first = await createHighlight();
    const second = await createHighlight({ cfi_range: OTHER_RANGE });
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
