import { DAY_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import { describe, expect, it } from 'vitest';
import { TEST_NOW } from '../../testing/build-test-app.ts';
import { refusal } from '../../testing/calls.ts';
import { addReader, give } from '../../testing/fixtures.ts';
import {
  changes,
  createHighlight,
  list,
  OTHER_RANGE,
  part,
  post,
  put,
  RANGE,
  reader,
  remove,
  revoke,
  stageHighlights,
  test,
  uuid,
} from './testing/highlights-fixture.ts';

stageHighlights();

const words = { quote: 'la lancha', prefix: 'vio ', suffix: ' azul', note: 'una nota', color: 'blue' };
const trashed = async (): Promise<string> => {
  const id = await createHighlight(words);
  await remove(id);
  return id;
};
/** Runs the hourly job this many milliseconds from now. */
const eraseOldAfter = async (ms: number) => {
  test.clock.time = TEST_NOW + ms;
  const job = test.modules.jobs().find(({ name }) => name === 'highlight-trash');
  await job?.run(new AbortController().signal);
  test.clock.time = TEST_NOW;
};
const rowOf = async (id: string) =>
  test.ports.db.read.selectFrom('annotations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const erased = { notes: '[]', quote: '', prefix: '', suffix: '', trashed_note: null };

describe('the trash of highlights', () => {
  it('keeps the words of a deleted highlight, and sends them with the tombstone', async () => {
    const id = await trashed();
    expect(await list()).toEqual([]);
    const deleted_at = new Date(TEST_NOW).toISOString();
    expect(await changes(0)).toMatchObject([
      {
        id,
        deleted: true,
        note: '',
        notes: [],
        quote: 'la lancha',
        color: 'blue',
        trash: { note: 'una nota', deleted_at },
      },
    ]);
  });

  it('is erased after thirty days, and every device is told', async () => {
    const id = await trashed();
    await eraseOldAfter(30 * DAY_MS - 1);
    expect(await rowOf(id)).toMatchObject({ quote: 'la lancha', trashed_note: 'una nota', revision: 2 });
    await eraseOldAfter(30 * DAY_MS);
    expect(await rowOf(id)).toMatchObject({ ...erased, revision: 3 });
    expect(await changes(2)).toMatchObject([{ id, deleted: true, quote: '', trash: null }]);
    await eraseOldAfter(30 * DAY_MS);
    expect(await changes(3)).toEqual([]);
  });

  it('is erased in batches, for all readers', async () => {
    const id = await trashed();
    const row = await rowOf(id);
    const rows = Array.from({ length: 450 }, () => ({ ...row, id: uuid(), user_id: uuid() }));
    await test.ports.db.handle.insertInto('annotations').values(rows).execute();
    await eraseOldAfter(31 * DAY_MS);
    const { count } = await test.ports.db.read
      .selectFrom('annotations')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('trashed_note', 'is not', null)
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);
  });

  it('restores a highlight as a new one with its date, and keeps its words once', async () => {
    const id = await trashed();
    test.clock.time += MINUTE_MS;
    const anew = await createHighlight({ ...words, id: uuid(), restores: id });
    expect(anew).not.toBe(id);
    expect(await list()).toMatchObject([{ id: anew, quote: 'la lancha', note: 'una nota', color: 'blue' }]);
    expect((await list())[0]?.created_at).toBe(new Date(TEST_NOW).toISOString());
    expect(await rowOf(id)).toMatchObject(erased);
    // The restored highlight has a new id; the old one stays a tombstone.
    const rows = new Map((await changes(0)).map((row) => [row.id, row]));
    expect(new Set(rows.keys())).toEqual(new Set([id, anew]));
    expect(rows.get(id)).toMatchObject({ deleted: true, trash: null });
  });

  it('restores a highlight in a part no longer owned, which accepts no other highlights', async () => {
    const id = await trashed();
    const fields = { ...words, restores: id };
    await revoke();
    const stranger = await addReader(test);
    const refusals = [
      await post({ ...fields, id: uuid(), cfi_range: OTHER_RANGE }),
      await post({ ...fields, id: uuid(), restores: uuid() }),
      await post({ ...fields, id: uuid() }, stranger),
    ];
    for (const response of refusals) expect(refusal(response)).toMatchObject({ status: 404, code: 'part_not_found' });
    expect((await post({ ...fields, id: uuid() })).statusCode).toBe(200);
    expect(await list()).toMatchObject([{ cfi_range: RANGE, note: 'una nota' }]);
    // The deleted highlight was restored once, and cannot be restored again.
    const second = await post({ ...fields, id: uuid(), cfi_range: RANGE });
    expect(refusal(second)).toMatchObject({ status: 404, code: 'part_not_found' });
  });

  it('keeps no words of an alias of another highlight', async () => {
    const id = await createHighlight(words);
    const alias = uuid();
    await post({ ...words, id: alias });
    expect(await rowOf(alias)).toMatchObject({ ...erased, same_as: id });
  });

  it('gives a late note its highlight back, with its words', async () => {
    const id = await trashed();
    await put(id, { note: 'de otro aparato', mutation_id: uuid() });
    expect(await list()).toMatchObject([{ id, note: 'de otro aparato', quote: 'la lancha', trash: null }]);
  });

  it('belongs to one reader', async () => {
    const id = await trashed();
    const stranger = await addReader(test);
    await give(test, stranger.user.id, part.id);
    const erase = async (as = reader) =>
      test.app.inject({
        method: 'POST',
        url: '/api/notebook/trash/erase',
        headers: as.headers,
        payload: { highlights: [id], bookmarks: [] },
      });
    expect((await erase(stranger)).json()).toEqual({ erased: 0 });
    expect(await rowOf(id)).toMatchObject({ trashed_note: 'una nota' });
    expect((await erase()).json()).toEqual({ erased: 1 });
    expect(await rowOf(id)).toMatchObject(erased);
    expect((await erase()).json()).toEqual({ erased: 0 });
  });
});
