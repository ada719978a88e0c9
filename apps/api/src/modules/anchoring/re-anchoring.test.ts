import { buffer } from 'node:stream/consumers';
import type { HighlightResult, HighlightWire } from '@cuentos/contract/highlights';
import type { OpenPart, PositionRecord } from '@cuentos/contract/reading';
import { type BookSections, readSections } from '@cuentos/epub/anchoring/anchor-places';
import { openEdition } from '@cuentos/epub/container/zip-loader';
import { unplacedRange } from '@cuentos/epub/locator/cfi-text';
import { cfiOfOffset, cfiOfText, textOfCfi } from '@cuentos/epub/locator/text-range';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BookPartRow } from '../../platform/db/tables/books.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { get } from '../../testing/calls.ts';
import { addBook, addEdition, addPart, addReader, give, ingest, type SignedIn } from '../../testing/fixtures.ts';
import { saveHighlightAnchors, unanchoredHighlights } from '../highlights/service.ts';
import { editionFileKey, findEdition } from '../editions/service.ts';
import { createReAnchoringJob } from './re-anchoring.ts';

const URL = '/api/user_book_part_highlights';
const FIRST = [
  'El faro llevaba tres noches sin encenderse cuando llegó la carta.',
  'Nadie en el pueblo quiso leerla en voz alta, ni siquiera el cartero.',
  'La niebla subía por las escaleras como un gato viejo.',
  'Al cuarto día alguien golpeó la puerta con los nudillos helados.',
];
const SECOND = [
  'Prólogo que antes no estaba y que empuja todo lo demás hacia abajo.',
  'El faro llevaba tres noches sin encenderse cuando llegó la carta.',
  'Otro párrafo nuevo, sobre el puerto y sus barcas.',
  'Nadie en el pueblo quizo leerla en voz alta, ni siquiera el cartero.',
  'Al cuarto día alguien golpeó la puerta con los nudillos helados.',
];

let test: TestApp;
let part: BookPartRow;
let reader: SignedIn;
let editions: { first: string; second: string };
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => test.close());
beforeEach(async () => {
  // Removes rows that another test left in the queue.
  await test.ports.db.withTx(async (tx) => tx.deleteFrom('anchor_queue').execute());
  part = await addPart(test, (await addBook(test)).id);
  reader = await addReader(test);
  await give(test, reader.user.id, part.id);
  editions = { first: await publish(FIRST), second: '' };
});

async function publish(paragraphs: readonly string[]): Promise<string> {
  const html = paragraphs.map((text) => `<p>${text}</p>`).join('');
  return addEdition(test, part.id, await ingest(test, { chapters: [{ html }] }));
}

async function bookOf(editionId: string): Promise<BookSections> {
  const edition = await findEdition(test.ports.db.read, editionId);
  const { stream } = await test.ports.storage.read(editionFileKey(edition!.file_hash));
  const { publication, loader } = await openEdition(new Uint8Array(await buffer(stream)).buffer);
  return readSections(publication, loader);
}

async function highlight(
  words: string,
  editionId: string,
  fields: Record<string, string> = {},
): Promise<HighlightResult> {
  // Highlights are listed by creation time, so each gets its own second.
  test.clock.time += 1000;
  const { cfi, text } = (await bookOf(editionId)).sections[0]!;
  const from = text.text.indexOf(words);
  const to = from + words.length;
  const response = await test.app.inject({
    method: 'POST',
    url: `${URL}/`,
    headers: reader.headers,
    payload: {
      book_part_id: part.id,
      cfi_range: cfiOfText(cfi, text, { from, to }),
      color: 'green',
      edition_id: editionId,
      quote: words,
      prefix: text.text.slice(Math.max(0, from - 30), from),
      suffix: text.text.slice(to, to + 30),
      ...fields,
    },
  });
  expect(response.statusCode).toBe(200);
  return response.json();
}

async function wordsOf({ cfi_range: cfi, edition_id: editionId }: HighlightWire): Promise<string> {
  const { text } = (await bookOf(editionId)).sections[0]!;
  const span = textOfCfi(cfi, text)!;
  return text.text.slice(span.from, span.to);
}

const list = async (query = '') =>
  (await get(test, `${URL}/${part.id}${query}`, reader.headers)).json<HighlightWire[]>();
const move = async (editionId: string, words: string, base?: number) => {
  const { cfi, text } = (await bookOf(editionId)).sections[0]!;
  return test.app.inject({
    method: 'PUT',
    url: `/api/user_book_parts/${part.id}`,
    headers: reader.headers,
    payload: {
      last_location: cfiOfOffset(cfi, text, text.text.indexOf(words)),
      percentage: 40,
      edition_id: editionId,
      ...(base === undefined ? {} : { base_revision: base }),
    },
  });
};
const opened = async () => (await get(test, `/api/book_part/open/${part.id}`, reader.headers)).json<OpenPart>();
const anchor = async (batch = 200, signal = new AbortController().signal) =>
  createReAnchoringJob({ ...test.ports, batch }).run(signal);
const queue = async () => test.ports.db.read.selectFrom('anchor_queue').selectAll().execute();

describe('a new edition of a part with readers', () => {
  it('finds the words of highlights again, and keeps a highlight without a place if its words were deleted', async () => {
    await highlight('tres noches sin encenderse', editions.first);
    await highlight('quiso leerla en voz alta', editions.first, { note: 'Una nota' });
    await highlight('La niebla subía por las escaleras', editions.first, { note: 'Otra nota' });
    const before = Math.max(...(await list()).map(({ revision }) => revision));
    editions.second = await publish(SECOND);
    await anchor();
    const [same, mended, gone] = await list();
    expect(await wordsOf(same!)).toBe('tres noches sin encenderse');
    expect(await wordsOf(mended!)).toBe('quizo leerla en voz alta');
    expect([same, mended].map((each) => [each!.located, each!.edition_id])).toEqual([
      [true, editions.second],
      [true, editions.second],
    ]);
    expect(gone).toMatchObject({ located: false, edition_id: editions.first, note: 'Otra nota' });
    expect(await wordsOf(gone!)).toBe('La niebla subía por las escaleras');
    // Devices that ask for changes since then get all three highlights.
    expect(await list(`?since=${before}`)).toHaveLength(3);
    expect(await queue()).toEqual([]);
  });

  it('finds imported highlights by their words, and keeps those that have no place', async () => {
    const fromFile = (quote: string, cfi_range: string) => ({
      ...{
        id: crypto.randomUUID(),
        mutation_id: crypto.randomUUID(),
        color: 'blue',
        note: 'Del archivo',
        made_at: null,
      },
      ...{ quote, prefix: '', suffix: '', cfi_range },
    });
    const wrong = 'epubcfi(/6/4!/4/8,/1:0,/1:9)';
    const highlights = [
      fromFile('tres noches sin encenderse', unplacedRange(crypto.randomUUID())),
      fromFile('golpeó la puerta', wrong),
      fromFile('palabras de otro libro', wrong),
    ];
    const payload = { book_part_id: part.id, highlights };
    await test.app.inject({ method: 'POST', url: `${URL}/import`, headers: reader.headers, payload });
    await anchor();
    const rows = await list();
    expect(rows.filter(({ located }) => !located)).toMatchObject([{ edition_id: '', quote: 'palabras de otro libro' }]);
    expect(rows.filter(({ edition_id }) => edition_id === editions.first)).toHaveLength(2);
    const found = await Promise.all(rows.filter(({ located }) => located).map(wordsOf));
    expect(found.toSorted()).toEqual(['golpeó la puerta', 'tres noches sin encenderse']);
    // The next edition re-anchors imported highlights like all others.
    editions.second = await publish(SECOND);
    await anchor();
    expect((await list()).filter(({ located, edition_id }) => located && edition_id === editions.second)).toHaveLength(
      2,
    );
  });

  it('highlights have no place before the job runs, and none is lost', async () => {
    await highlight('tres noches', editions.first);
    editions.second = await publish(SECOND);
    expect(await list()).toMatchObject([{ located: false, edition_id: editions.first }]);
  });

  it('a device with the earlier edition keeps its ranges, and its new highlights get places in the new edition', async () => {
    const { id } = await highlight('tres noches sin encenderse', editions.first);
    editions.second = await publish(SECOND);
    await anchor();
    const old = `?edition_id=${editions.first}`;
    expect(await wordsOf((await list(old))[0]!)).toBe('tres noches sin encenderse');
    // A device that was offline highlights the same range again: no second highlight is created.
    expect((await highlight('tres noches sin encenderse', editions.first)).id).toBe(id);
    await highlight('golpeó la puerta', editions.first);
    await anchor();
    const now = await list();
    expect(await Promise.all(now.map(wordsOf))).toEqual(['tres noches sin encenderse', 'golpeó la puerta']);
    expect(now.map(({ located }) => located)).toEqual([true, true]);
    expect((await highlight('golpeó la puerta', editions.second)).id).toBe(now[1]!.id);
    expect((await list(old)).map(({ located }) => located)).toEqual([true, true]);
  });

  it('equal CFIs in two editions mean different text, so there are two highlights', async () => {
    const first = await highlight('El faro', editions.first);
    editions.second = await publish(['La luna salió tarde esa noche.', ...SECOND]);
    const range = (await list())[0]!.cfi_range;
    const second = await highlight('La luna', editions.second, { cfi_range: range });
    expect(second.id).not.toBe(first.id);
    await anchor();
    expect((await list()).map(({ located }) => located)).toEqual([true, true]);
  });

  it('two highlights whose text is one passage in the new edition: the second keeps its note, without a place', async () => {
    part = await addPart(test, part.book_id);
    await give(test, reader.user.id, part.id);
    const twice = 'Dijo que volvería con la marea alta de la tarde y nadie le creyó una palabra.';
    editions.first = await publish([twice, twice]);
    await highlight('con la marea alta', editions.first);
    const { cfi, text } = (await bookOf(editions.first)).sections[0]!;
    const from = text.text.lastIndexOf('con la marea alta');
    await highlight('con la marea alta', editions.first, {
      cfi_range: cfiOfText(cfi, text, { from, to: from + 17 }) ?? '',
      note: 'La segunda',
    });
    editions.second = await publish([twice]);
    await anchor();
    expect((await list()).map(({ located, note }) => [located, note])).toEqual([
      [true, ''],
      [false, 'La segunda'],
    ]);
  });

  it('a deletion that arrives meanwhile wins, and repeating the job changes nothing', async () => {
    const { id } = await highlight('tres noches', editions.first);
    await highlight('golpeó la puerta', editions.first);
    editions.second = await publish(SECOND);
    await test.app.inject({ method: 'DELETE', url: `${URL}/${id}`, headers: reader.headers });
    await anchor();
    const after = await list('?since=0');
    expect(after.filter(({ deleted }) => deleted).map((each) => each.id)).toEqual([id]);
    await test.ports.db.withTx(async (tx) =>
      tx.insertInto('anchor_queue').values({ part_id: part.id, user_id: '', token: 'x', requested_at: 0 }).execute(),
    );
    await anchor();
    expect(await list('?since=0')).toEqual(after);
  });

  it('a highlight that its reader deletes meanwhile stays deleted, and devices get no change', async () => {
    const { id } = await highlight('tres noches', editions.first);
    editions.second = await publish(SECOND);
    const target = { partId: part.id, editionId: editions.second };
    const [note] = await unanchoredHighlights(test.ports.db.read, target, null, 10);
    await test.app.inject({ method: 'DELETE', url: `${URL}/${id}`, headers: reader.headers });
    const before = await list('?since=0');
    const anchoredNotes = [{ note: note!, cfi: note!.quote.cfi }];
    await test.ports.db.withTx(async (tx) => saveHighlightAnchors(tx, editions.second, anchoredNotes));
    expect(await list('?since=0')).toEqual(before);
  });

  it('another process continues after one that stopped halfway', async () => {
    for (const words of ['tres noches', 'en voz alta', 'golpeó la puerta']) await highlight(words, editions.first);
    editions.second = await publish(SECOND);
    const ending = new AbortController();
    const { db } = test.ports;
    let batches = 0;
    const stopping = {
      ...db,
      withTx: async <T>(work: Parameters<typeof db.withTx<T>>[0]) => {
        const done = await db.withTx(work);
        batches += 1;
        ending.abort();
        return done;
      },
    };
    await createReAnchoringJob({ ...test.ports, db: stopping, batch: 1 })
      .run(ending.signal)
      .catch(() => undefined);
    expect(batches).toBe(1);
    expect((await list()).filter(({ located }) => located)).toHaveLength(1);
    expect(await queue()).toHaveLength(1);
    await anchor(2);
    expect((await list()).filter(({ located }) => located)).toHaveLength(3);
    expect(await queue()).toEqual([]);
  });

  it('a later edition is searched again, also for highlights without a place in the edition before', async () => {
    await highlight('La niebla subía por las escaleras', editions.first);
    editions.second = await publish(SECOND);
    await anchor();
    expect((await list())[0]!.located).toBe(false);
    const third = await publish([...SECOND, FIRST[2] ?? '']);
    await anchor();
    expect((await list())[0]).toMatchObject({ located: true, edition_id: third });
  });
});

describe('the reading position in a new edition', () => {
  it('leads to the same words with the same revision; devices with the earlier edition keep their position', async () => {
    const saved = (await move(editions.first, 'Al cuarto día')).json<PositionRecord>();
    editions.second = await publish(SECOND);
    expect((await opened()).position).toMatchObject({ edition_id: editions.first });
    await anchor();
    const { position } = await opened();
    expect(position).toMatchObject({ edition_id: editions.second, revision: saved.revision });
    const { text } = (await bookOf(editions.second)).sections[0]!;
    expect(text.text.slice(textOfCfi(position!.last_location, text)!.from)).toMatch(/^Al cuarto día/);
    expect(position!.percentage).toBeGreaterThan(70);
    const raw = await get(test, `/api/user_book_parts/last_location/${part.id}`, reader.headers);
    expect(raw.json()).toMatchObject({ edition_id: editions.first, last_location: saved.last_location });
    const query = `?edition_id=${editions.second}`;
    const response = await get(test, `/api/user_book_parts/last_location/${part.id}${query}`, reader.headers);
    expect(response.json()).toEqual(position);
  });

  it('is invalid after a move in the earlier edition, until the job finds it again', async () => {
    await move(editions.first, 'El faro');
    editions.second = await publish(SECOND);
    await anchor();
    const at = (await opened()).position!;
    await move(editions.first, 'Al cuarto día', at.revision);
    expect((await opened()).position).toMatchObject({ edition_id: editions.first, revision: at.revision + 1 });
    await anchor();
    expect((await opened()).position).toMatchObject({ edition_id: editions.second, revision: at.revision + 1 });
  });
});
