import type { HighlightWire } from '@cuentos/contract/highlights';
import { describe, expect, it } from 'vitest';
import { TEST_NOW } from '../../testing/build-test-app.ts';
import { refusal } from '../../testing/calls.ts';
import { addReader } from '../../testing/fixtures.ts';
import {
  changes,
  list,
  part,
  put,
  RANGE,
  reader,
  revoke,
  stageHighlights,
  test,
  URL,
  uuid,
} from './testing/highlights-fixture.ts';

stageHighlights();

const imported = (fields: Record<string, unknown> = {}) => ({
  ...{ id: uuid(), mutation_id: uuid(), cfi_range: RANGE, color: 'blue', note: '', made_at: null },
  ...{ quote: 'palabras', prefix: 'antes ', suffix: ' después', ...fields },
});
const call = async (path: string, highlights: readonly unknown[], as = reader) =>
  test.app.inject({
    method: 'POST',
    url: `${URL}/${path}`,
    headers: as.headers,
    payload: { book_part_id: part.id, highlights },
  });
const bring = async (highlights: readonly unknown[], as = reader) => call('import', highlights, as);
const undo = async (highlights: readonly { id: string; mutation_id: string }[], as = reader) =>
  call(
    'import/undo',
    highlights.map(({ id, mutation_id }) => ({ id, mutation_id })),
    as,
  );
const words = (rows: readonly HighlightWire[]) => rows.map(({ quote, note }) => [quote, note]);
const queued = async () =>
  test.ports.db.read.selectFrom('anchor_queue').selectAll().where('user_id', '=', reader.user.id).execute();

describe('highlights imported from a file', () => {
  it('have no place at first, a plausible date, are stored once, and queued for anchoring', async () => {
    const day = '2024-02-01T10:00:00.000Z';
    const notes = [
      imported({ note: 'una', made_at: day }),
      imported({ quote: 'otras', cfi_range: 'epubcfi(/6/4!/4/2,/1:7,/1:9)', made_at: '9999-01-01T00:00:00.000Z' }),
    ];
    expect((await bring(notes)).statusCode).toBe(200);
    expect((await bring(notes)).statusCode).toBe(200);
    const rows = await list();
    expect(rows.map(({ located, edition_id, created_at }) => [located, edition_id, created_at])).toEqual([
      [false, '', day],
      [false, '', new Date(TEST_NOW).toISOString()],
    ]);
    expect(words(rows)).toEqual([
      ['palabras', 'una'],
      ['otras', ''],
    ]);
    expect(await queued()).toMatchObject([{ user_id: reader.user.id }]);
  });

  it('lose no text when a file gives two texts the same range', async () => {
    await bring([
      imported({ quote: 'uno', note: 'a' }),
      imported({ quote: 'dos', note: 'b' }),
      imported({ quote: 'uno', note: 'c' }),
    ]);
    expect(new Set(words(await list()))).toEqual(
      new Set([
        ['dos', 'b'],
        ['uno', 'a\n\nc'],
      ]),
    );
  });

  it('are all refused for one invalid highlight, and in a part that is not owned', async () => {
    for (const wrong of [
      { cfi_range: 'epubcfi(/6/4' },
      { cfi_range: 'epubcfi(/6/4!/4/2/1:0)' },
      { quote: 'x'.repeat(10_001) },
    ])
      expect(refusal(await bring([imported(), imported(wrong)]))).toMatchObject({ code: 'invalid_request' });
    const many = Array.from({ length: 101 }, () => imported());
    expect(refusal(await bring(many))).toMatchObject({ code: 'invalid_request' });
    expect(refusal(await bring([imported()], await addReader(test)))).toMatchObject({ status: 404 });
    await revoke();
    expect(refusal(await bring([imported()]))).toMatchObject({ status: 404 });
    expect(await queued()).toEqual([]);
  });

  it('can be undone completely, except for what the reader wrote since, and not by another reader', async () => {
    const [plain, noted, edited] = [
      imported({ cfi_range: 'epubcfi(/6/4!/4/2,/1:7,/1:9)' }),
      imported({ note: 'del archivo' }),
      imported({ cfi_range: 'epubcfi(/6/4!/4/2,/1:1,/1:9)', note: 'vieja' }),
    ];
    await bring([plain, noted, edited]);
    await put(edited.id, { note: 'mía', mutation_id: uuid(), replaces: edited.mutation_id });
    expect((await undo([plain, noted, edited], await addReader(test))).statusCode).toBe(200);
    expect(await list()).toHaveLength(3);
    expect((await undo([plain, noted, edited])).statusCode).toBe(200);
    expect(words(await list())).toEqual([['palabras', 'mía']]);
    const gone = (await changes(0)).filter(({ deleted }) => deleted);
    expect(gone.map(({ quote, trash }) => [quote, trash])).toEqual([
      ['', null],
      ['', null],
    ]);
    expect((await undo([plain, noted])).statusCode).toBe(200);
  });
});
