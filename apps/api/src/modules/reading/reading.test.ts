import { describe, expect, it } from 'vitest';
import type { PublicBook } from '@cuentos/contract/books';
import type { PositionRecord } from '@cuentos/contract/reading';
import { get, refusal } from '../../testing/calls.ts';
import { TEST_NOW } from '../../testing/build-test-app.ts';
import { addBareEdition, addPart, addReader, give } from '../../testing/fixtures.ts';
import {
  CFI,
  book,
  edition,
  move,
  notFound,
  part,
  partsOf,
  place,
  put,
  reader,
  stageReading,
  test,
} from './testing/reading-fixture.ts';

stageReading();

describe('the reading position', () => {
  it('is null at first, and then the sent position, with a growing revision', async () => {
    expect((await place()).json()).toBeNull();
    expect(await move({ percentage: 12.5 })).toEqual({
      last_location: CFI,
      percentage: 12.5,
      revision: 1,
      edition_id: edition,
      updated_at: new Date(TEST_NOW).toISOString(),
      accepted: true,
    });
    expect(await move({ percentage: 13, base_revision: 1 })).toMatchObject({ revision: 2, accepted: true });
    expect((await place()).json()).toMatchObject({ percentage: 13, revision: 2 });
  });

  it('moves back if the device has seen the newest revision, and not by an outdated device', async () => {
    await move({ percentage: 50 });
    expect(await move({ percentage: 20, base_revision: 1 })).toMatchObject({
      percentage: 20,
      revision: 2,
      accepted: true,
    });
    expect(await move({ percentage: 10, base_revision: 1 })).toMatchObject({
      percentage: 20,
      revision: 2,
      accepted: false,
    });
    expect(await move({ percentage: 30, base_revision: 1 })).toMatchObject({
      percentage: 30,
      revision: 3,
      accepted: true,
    });
  });

  it('applies a mutation once, and a repetition gets the same answer', async () => {
    const mutation_id = crypto.randomUUID();
    const first = await move({ percentage: 40, mutation_id });
    expect(await move({ percentage: 40, mutation_id })).toEqual(first);
    await move({ percentage: 60, base_revision: 1 });
    // Mutations whose answer was lost are sent again late: they must not move the position back.
    for (let repeat = 0; repeat < 6; repeat += 1)
      expect(await move({ percentage: 40, mutation_id })).toMatchObject({
        percentage: 60,
        revision: 2,
        accepted: false,
      });
  });

  it('refuses a repeated mutation that was refused', async () => {
    await move({ percentage: 50 });
    await move({ percentage: 55, base_revision: 1 });
    const mutation_id = crypto.randomUUID();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await move({ percentage: 10, base_revision: 1, mutation_id })).toMatchObject({
        percentage: 55,
        accepted: false,
      });
    }
    await move({ percentage: 5, base_revision: 2 });
    expect(await move({ percentage: 10, base_revision: 1, mutation_id })).toMatchObject({ percentage: 5, revision: 3 });
  });

  it('is not moved back by a repetition after many moves of other devices, which stores no row', async () => {
    const mutation_id = crypto.randomUUID();
    await move({ percentage: 40, base_revision: 0, mutation_id });
    for (let revision = 1; revision <= 10; revision += 1)
      await move({ percentage: 40 + revision, base_revision: revision, mutation_id: crypto.randomUUID() });
    expect(await move({ percentage: 40, base_revision: 0, mutation_id })).toMatchObject({
      percentage: 50,
      revision: 11,
      accepted: false,
    });
    const { handle } = test.ports.db;
    expect(
      await handle.selectFrom('applied_mutations').selectAll().where('user_id', '=', reader.user.id).execute(),
    ).toEqual([]);
    const { recent_moves: recent } = await handle
      .selectFrom('reading_positions')
      .select('recent_moves')
      .where('user_id', '=', reader.user.id)
      .executeTakeFirstOrThrow();
    expect(recent.split(' ')).toHaveLength(4);
  });

  it('treats the same mutation id of another reader as another mutation', async () => {
    const mutation_id = crypto.randomUUID();
    const other = await addReader(test);
    await give(test, other.user.id, part.id);
    await move({ percentage: 40, mutation_id });
    expect(await move({ percentage: 70, mutation_id }, other)).toMatchObject({ percentage: 70, accepted: true });
    expect((await place()).json()).toMatchObject({ percentage: 40 });
  });

  it('gets one revision from thirty simultaneous copies of one mutation', async () => {
    const mutation_id = crypto.randomUUID();
    const results = await Promise.all(Array.from({ length: 30 }, async () => move({ percentage: 40, mutation_id })));
    expect(results.every(({ revision, accepted }) => revision === 1 && accepted)).toBe(true);
  });

  it('gets a revision for each of thirty simultaneous moves', async () => {
    const results = await Promise.all(Array.from({ length: 30 }, async (_, n) => move({ percentage: n })));
    expect(new Set(results.map(({ revision }) => revision)).size).toBe(30);
    expect((await place()).json<PositionRecord>().revision).toBe(30);
  });

  it('must be in an edition of the part', async () => {
    const older = edition;
    const newer = await addBareEdition(test, part.id);
    expect(await move({ percentage: 1, edition_id: older })).toMatchObject({ edition_id: older });
    expect(await move({ percentage: 2 })).toMatchObject({ edition_id: newer });
    const foreign = await addBareEdition(test, (await addPart(test, book.id)).id);
    for (const edition_id of [foreign, crypto.randomUUID()]) {
      expect(refusal(await put({ percentage: 3, edition_id }))).toMatchObject({
        status: 404,
        code: 'edition_not_found',
      });
    }
  });

  it.each([
    ['a percentage above 100', { percentage: 100.01 }],
    ['a negative percentage', { percentage: -1 }],
    ['text for a percentage', { percentage: '50' }],
    ['no percentage', {}],
    ['a place that is no CFI', { percentage: 1, last_location: 'chapter 1' }],
    ['a place of 10,000 characters', { percentage: 1, last_location: `epubcfi(${'/2'.repeat(5000)})` }],
    ['a mutation id of another form', { percentage: 1, mutation_id: '1' }],
    ['a negative base', { percentage: 1, base_revision: -1 }],
  ])('422 for %s, and nothing is saved', async (_, body) => {
    expect(refusal(await put(body))).toMatchObject({ status: 422, code: 'invalid_request' });
    expect((await place()).json()).toBeNull();
  });

  it('answers for a part without an entitlement as for a missing one', async () => {
    const stranger = await addReader(test);
    await move({ percentage: 50 });
    const missing = crypto.randomUUID();
    for (const [answer, none] of [
      [await place(stranger), await place(stranger, missing)],
      [await put({ percentage: 1 }, stranger), await put({ percentage: 1 }, stranger, missing)],
    ] as const) {
      expect(refusal(answer)).toMatchObject(notFound);
      expect(refusal(answer)).toEqual(refusal(none));
    }
    expect((await place()).json()).toMatchObject({ percentage: 50 });
  });
});

describe('download_count', () => {
  const count = async () => (await get(test, `/api/books/${book.id}`)).json<PublicBook>();
  const open = async (as = reader, query = 'open') => get(test, `/api/book_part/${query}/${part.id}`, as.headers);

  it('counts each owner once, by opening or downloading, and early readers never', async () => {
    const second = await addReader(test);
    const early = await addReader(test);
    await give(test, second.user.id, part.id);
    await give(test, early.user.id, part.id, { source: 'early_access' });
    expect(await count()).toMatchObject({ download_count: 0, parts: [{ download_count: 0 }] });
    await Promise.all(Array.from({ length: 10 }, async (_, n) => open(reader, n % 2 === 0 ? 'open' : 'download')));
    await open(early, 'download');
    await open(early);
    expect(await count()).toMatchObject({ download_count: 1 });
    await open(second, 'download');
    expect(await count()).toMatchObject({ download_count: 2, parts: [{ download_count: 2 }] });
    expect((await partsOf(book.id))[0]).toMatchObject({ is_downloaded: true });
    expect((await partsOf(book.id, early))[0]).toMatchObject({ is_downloaded: false });
  });
});
