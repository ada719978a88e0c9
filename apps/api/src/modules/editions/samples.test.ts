import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import type { PublicBook } from '@cuentos/contract/books';
import type { AdminPart, SamplePreview } from '@cuentos/contract/parts';
import type { OpenSample } from '@cuentos/contract/reading';
import type { Publication } from '@cuentos/epub/container/publication';
import type { EpubSpec } from '@cuentos/epub/testing/make-epub';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { referencedFiles } from '../../platform/db/dump.ts';
import type { BookPartRow, BookRow } from '../../platform/db/tables/books.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { get, refusal } from '../../testing/calls.ts';
import { addBareEdition, addBook, addEdition, addPart, addReader, give, ingest } from '../../testing/fixtures.ts';
import { createSampleJob } from './make-samples.ts';
import { discardFiles, publishEdition, resourceKey } from './service.ts';
import { claimFiles, missingFiles } from './stored-files.ts';

let test: TestApp;
let book: BookRow;
let part: BookPartRow;
let edition: string;
beforeEach(async () => {
  test = await buildTestApp();
  book = await addBook(test);
  part = await addPart(test, book.id);
  edition = await publish(STORY);
});
afterEach(async () => test.close());

const paragraphs = (word: string, count: number): string =>
  Array.from({ length: count }, (_, n) => `<p>${`${word}${n} `.repeat(60)}</p>`).join('');

/** A word that occurs only after the cut. */
const SECRET = 'SECRETO';
const STORY: EpubSpec = {
  chapters: [
    {
      head: '<link rel="stylesheet" href="one.css"/>',
      html: `<h1>Uno</h1>${paragraphs('antes', 4)}<figure><img src="two.png" alt="${SECRET}"/></figure>${paragraphs(SECRET, 16)}`,
    },
    { title: SECRET, html: `<h1 id="x">${SECRET}</h1>${paragraphs(SECRET, 20)}<img src="two.png" alt="${SECRET}"/>` },
    { title: SECRET, html: paragraphs(SECRET, 5), linear: false },
  ],
  files: [
    { path: 'one.css', content: 'p { color: red }', mediaType: 'text/css' },
    { path: 'secreto.css', content: `p::after { content: "${SECRET}" }`, mediaType: 'text/css' },
    { path: 'two.png', content: new TextEncoder().encode(SECRET), mediaType: 'image/png' },
  ],
  contentsAs: 'both',
};

const publish = async (spec: EpubSpec, partId = part.id) => addEdition(test, partId, await ingest(test, spec));
const run = async (signal = new AbortController().signal) => createSampleJob(test.ports).run(signal);
const change = async (fields: Partial<BookPartRow>) => {
  await test.ports.db.handle.updateTable('book_parts').set(fields).where('id', '=', part.id).execute();
  test.services.books.catalogue.invalidate();
};
const open = async (partId = part.id, headers = {}) => get(test, `/api/samples/${partId}`, headers);
const opened = async () => (await open()).json<OpenSample & { publication: Publication }>();
const fileOf = (sampleId: string, path: string) => `/api/samples/${sampleId}/resources/${path}`;
const samples = async () => test.ports.db.read.selectFrom('samples').selectAll().orderBy('id').execute();
const listed = async () => {
  test.services.books.catalogue.invalidate();
  const [first] = (await get(test, '/api/books/')).json<PublicBook[]>();
  return first?.parts[0]?.sample;
};
const NOT_FOUND = { status: 404, code: 'sample_not_found', detail: 'De esta parte no hay un comienzo para leer.' };

describe('the sample of a part', () => {
  it('is open to everybody once it is made, with the places of the whole edition', async () => {
    expect(await listed()).toBe('none');
    expect(refusal(await open())).toEqual(NOT_FOUND);
    await run();
    expect(await listed()).toBe('beginning');
    const response = await open();
    expect(response.headers).toMatchObject({
      'cache-control': 'public, no-cache',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    const sample = response.json<OpenSample & { publication: Publication }>();
    expect(sample).toMatchObject({
      book: { id: book.id, name: book.name },
      part: { id: part.id, name: part.name },
      edition_id: edition,
      kind: 'beginning',
    });
    const { characters } = sample.publication;
    expect(characters).toBeGreaterThan(0);
    expect(characters).toBeLessThanOrEqual(sample.part_characters / 10);
    const again = await open(part.id, { 'if-none-match': response.headers.etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('has files that cannot execute, compressed if they are text, and revalidated each time', async () => {
    await run();
    const { sample_id: id, publication } = await opened();
    const [first] = publication.sections;
    const plain = await get(test, fileOf(id, first!.path));
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, no-cache',
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(first!.size),
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    const packed = await get(test, fileOf(id, first!.path), { 'accept-encoding': 'br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    const etag = plain.headers.etag;
    expect((await get(test, fileOf(id, first!.path), { 'if-none-match': etag })).statusCode).toBe(304);
  });

  it('does not count as opening the part', async () => {
    const reader = await addReader(test);
    await give(test, reader.user.id, part.id);
    await run();
    const { sample_id: id, publication } = await opened();
    await get(test, fileOf(id, publication.sections[0]!.path), reader.headers);
    expect(await test.ports.db.read.selectFrom('deliveries').selectAll().execute()).toEqual([]);
  });

  it('is open only while the shop lists the part', async () => {
    await run();
    const { sample_id: id, publication } = await opened();
    const path = fileOf(id, publication.sections[0]!.path);
    const isOpen = async () => [(await open()).statusCode, (await get(test, path)).statusCode];
    const books = async (fields: Partial<BookRow>) =>
      test.ports.db.handle.updateTable('books').set(fields).where('id', '=', book.id).execute();
    for (const [hide, show] of [
      [async () => change({ is_draft: 1 }), async () => change({ is_draft: 0 })],
      [async () => change({ is_active: 0 }), async () => change({ is_active: 1 })],
      [async () => books({ is_draft: 1 }), async () => books({ is_draft: 0 })],
      [async () => books({ is_active: 0 }), async () => books({ is_active: 1 })],
      [async () => change({ edition_id: null }), async () => change({ edition_id: edition })],
    ] as const) {
      await hide();
      expect(await isOpen()).toEqual([404, 404]);
      await show();
      expect(await isOpen()).toEqual([200, 200]);
    }
    expect(refusal(await open(crypto.randomUUID()))).toEqual(NOT_FOUND);
  });
});

describe('a free part', () => {
  it('is open completely, and only its sample is as soon as it gets a price', async () => {
    await change({ value: 0 });
    await run();
    expect(await listed()).toBe('whole');
    const whole = await opened();
    expect(whole).toMatchObject({ kind: 'whole', edition_id: edition });
    expect(whole.publication.characters).toBe(whole.part_characters);
    const last = fileOf(whole.sample_id, whole.publication.sections[1]!.path);
    expect((await get(test, last)).body).toContain(SECRET);
    await change({ value: 1 });
    expect(refusal(await get(test, last))).toEqual(NOT_FOUND);
    expect(await listed()).toBe('beginning');
    expect((await open()).body).not.toContain(SECRET);
    expect(await opened()).toMatchObject({ kind: 'beginning' });
    await run();
    expect(await samples()).toMatchObject([{ kind: 'beginning' }]);
    expect(await missingFiles(test.ports, await row())).toEqual([]);
    expect(await opened()).toMatchObject({ kind: 'beginning' });
  });

  it('before its release has its sample open, never the whole part', async () => {
    await change({ value: 0, release_at: test.clock.now() + 1_000, is_presale: 1 });
    await run();
    expect(await opened()).toMatchObject({ kind: 'beginning' });
    test.clock.time += 1_000;
    await run();
    const whole = await opened();
    expect(whole).toMatchObject({ kind: 'whole' });
    await change({ release_at: test.clock.now() + 1 });
    expect(await opened()).toMatchObject({ kind: 'beginning' });
    expect(refusal(await get(test, fileOf(whole.sample_id, whole.publication.sections[1]!.path)))).toEqual(NOT_FOUND);
  });
});

const row = async () =>
  test.ports.db.read.selectFrom('editions').selectAll().where('id', '=', edition).executeTakeFirstOrThrow();

describe('publishing another edition', () => {
  it('ends the sample of the previous one at once; the next run makes its own and deletes unused files', async () => {
    await run();
    const old = await opened();
    const cut = (await cutFile()).hash;
    const next = await publish({ ...STORY, chapters: [{ html: paragraphs('nuevo', 30) }] });
    expect(await listed()).toBe('none');
    expect(refusal(await open())).toEqual(NOT_FOUND);
    for (const { path } of old.publication.resources) {
      expect(refusal(await get(test, fileOf(old.sample_id, path)))).toEqual(NOT_FOUND);
    }
    await run();
    expect(await opened()).toMatchObject({ edition_id: next });
    expect(await samples()).toHaveLength(1);
    expect(await test.ports.storage.exists(resourceKey(cut, null))).toBe(false);
    expect(await test.ports.storage.exists(resourceKey(cut, 'br'))).toBe(false);
    expect(await missingFiles(test.ports, await row())).toEqual([]);
  });

  it('that had been published before gives it its sample again', async () => {
    await run();
    await publish({ title: 'Otra', chapters: [{ html: paragraphs('nuevo', 30) }] });
    const again = await row();
    await test.ports.db.withTx(async (tx) => publishEdition(tx, again, test.clock.now()));
    expect(refusal(await open())).toEqual(NOT_FOUND);
    await run();
    expect(await opened()).toMatchObject({ edition_id: edition });
    expect(await samples()).toHaveLength(1);
  });

  it('while a sample is made does not give it that sample', async () => {
    const { storage } = test.ports;
    let other = '';
    const slow = {
      ...storage,
      putFile: async (...args: Parameters<typeof storage.putFile>) => {
        if (other === '') other = await publish({ chapters: [{ html: paragraphs('nuevo', 30) }] });
        return storage.putFile(...args);
      },
    };
    await createSampleJob({ ...test.ports, storage: slow }).run(new AbortController().signal);
    expect(await samples()).toEqual([]);
    expect(await test.ports.db.read.selectFrom('file_claims').selectAll().execute()).toEqual([]);
    await run();
    expect(await opened()).toMatchObject({ edition_id: other });
  });
});

describe('the sample share that the author chose', () => {
  const editor = async () => (await addReader(test, { role: 'admin' })).headers;
  const url = () => `/api/admin/book_parts/${part.id}/sample`;
  const choose = async (share: unknown, headers: Record<string, string>) =>
    test.app.inject({ method: 'PUT', url: url(), headers, payload: { share } });
  const cutAt = async (share: number | null, headers: Record<string, string>) =>
    (await get(test, `${url()}${share === null ? '' : `?share=${share}`}`, headers)).json<SamplePreview>();

  it('is shown, and the preview says beforehand where it ends', async () => {
    const headers = await editor();
    let last = 0;
    for (const share of [5, null, 20, 50]) {
      const preview = (await cutAt(share, headers))!;
      expect((await choose(share, headers)).json<AdminPart>().sample_share).toBe(share);
      await run();
      const { sample_id: id, publication, part_characters: all } = await opened();
      expect(publication.characters).toBe(preview.characters);
      expect(preview.part_characters).toBe(all);
      expect(preview.characters).toBeGreaterThanOrEqual(last);
      expect(preview.characters / all).toBeLessThanOrEqual((share ?? 10) / 100);
      last = preview.characters;
      const { path } = publication.sections.at(-1)!;
      const visibleText = (await get(test, fileOf(id, path))).body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
      expect(visibleText.trimEnd().endsWith(preview.before.slice(-100)), 'the words before the cut').toBe(true);
      expect(preview.after.length).toBeGreaterThan(20);
    }
    expect(last).toBeGreaterThan(0);
  });

  it('closes an open sample at once, with its files, and only the chosen share opens again', async () => {
    const headers = await editor();
    await choose(40, headers);
    await run();
    const wide = await opened();
    await choose(5, headers);
    expect(refusal(await open())).toEqual(NOT_FOUND);
    expect((await get(test, fileOf(wide.sample_id, wide.publication.sections[0]!.path))).statusCode).toBe(404);
    await run();
    const narrow = await opened();
    expect(narrow.publication.characters).toBeLessThan(wide.publication.characters);
    await run();
    expect((await samples()).map(({ id }) => id)).toEqual([narrow.sample_id]);
  });

  it('may be none, also for a free part', async () => {
    const headers = await editor();
    await change({ value: 0 });
    await run();
    expect((await opened()).kind).toBe('whole');
    await choose(0, headers);
    expect(refusal(await open())).toEqual(NOT_FOUND);
    await run();
    expect(refusal(await open())).toEqual(NOT_FOUND);
    expect(await listed()).toBe('none');
    expect(await samples()).toEqual([]);
    const read = () => Promise.reject(new Error('nothing is to be cut'));
    const job = createSampleJob({ ...test.ports, storage: { ...test.ports.storage, read } });
    await job.run(new AbortController().signal);
    await choose(null, headers);
    await run();
    expect((await opened()).kind).toBe('whole');
  });

  it('is tried where the default share gives no sample', async () => {
    const pages = Array.from({ length: 8 }, () => ({ html: '<img src="two.png" alt=""/>' }));
    const texts = Array.from({ length: 10 }, () => ({ html: paragraphs('palabra', 4) }));
    await publish({ ...STORY, chapters: [...pages, ...texts] });
    await run();
    expect(refusal(await open())).toEqual(NOT_FOUND);
    await choose(50, await editor());
    await run();
    expect((await opened()).publication.characters).toBeGreaterThan(0);
  });

  it('is never preceded by a larger sample that is still being made', async () => {
    const headers = await editor();
    for (const next of [5, 0]) {
      await choose(40, headers);
      const { storage } = test.ports;
      const slow = {
        ...storage,
        putFile: async (...args: Parameters<typeof storage.putFile>) => {
          await choose(next, headers);
          return storage.putFile(...args);
        },
      };
      await createSampleJob({ ...test.ports, storage: slow }).run(new AbortController().signal);
      expect(refusal(await open())).toEqual(NOT_FOUND);
    }
  });

  it('is chosen by an editor of the book, within bounds', async () => {
    const reader = await addReader(test);
    const stranger = await addReader(test, { role: 'writter' });
    expect(refusal(await choose(20, reader.headers)).code).toBe('forbidden');
    expect(refusal(await choose(20, stranger.headers)).code).toBe('part_not_found');
    expect(refusal(await get(test, url(), reader.headers)).code).toBe('forbidden');
    expect(refusal(await get(test, url(), stranger.headers)).code).toBe('part_not_found');
    const { db } = test.ports;
    await db.handle.insertInto('book_writers').values({ book_id: book.id, user_id: stranger.user.id }).execute();
    await choose(20, await editor());
    expect((await choose(10, stranger.headers)).statusCode).toBe(200);
    expect((await cutAt(20, stranger.headers))?.characters).toBeGreaterThan(0);
    for (const wrong of [51, -1, 2.5, '20']) expect((await choose(wrong, stranger.headers)).statusCode).toBe(422);
    await choose(10, stranger.headers);
    const log = await db.read.selectFrom('audit_log').selectAll().where('action', '=', 'part.sample_changed').execute();
    expect(log.map(({ detail, actor_id: actor }) => [JSON.parse(detail), actor])).toEqual([
      [{ from: null, to: 20 }, expect.any(String)],
      [{ from: 20, to: 10 }, stranger.user.id],
    ]);
  });

  it('has no preview before the part has its book', async () => {
    const bare = await addPart(test, book.id, { name: 'Sin libro' });
    const answer = await get(test, `/api/admin/book_parts/${bare.id}/sample`, await editor());
    expect(refusal(answer).code).toBe('part_without_ebook');
  });
});

/** Finds the cut document, the one file of the sample that is not a file of the edition. */
async function cutFile(): Promise<{ hash: string; path: string }> {
  const { db } = test.ports;
  const own = db.read.selectFrom('edition_resources').select('hash');
  return db.read.selectFrom('sample_resources').selectAll().where('hash', 'not in', own).executeTakeFirstOrThrow();
}

describe('the job that makes samples', () => {
  it('makes each sample once, and finds what a stopped process left undone', async () => {
    const ended = AbortSignal.abort();
    await run(ended);
    expect(await samples()).toEqual([]);
    await run();
    const samplesBefore = await samples();
    await run();
    expect(await samples()).toEqual(samplesBefore);
  });

  it('continues after a part whose files are lost, and does not try that one again', async () => {
    const bare = await addPart(test, book.id, { position: -1 });
    await addBareEdition(test, bare.id);
    await expect(run()).rejects.toThrow();
    expect((await open()).statusCode).toBe(200);
    expect(refusal(await open(bare.id))).toEqual(NOT_FOUND);
    await expect(run()).resolves.toBeUndefined();
  });

  it('records that a part has no sample', async () => {
    const short = await addPart(test, book.id);
    await publish({ chapters: [{ html: '<p>Todo.</p>' }] }, short.id);
    await run();
    const allSamples = await samples();
    expect(allSamples).toHaveLength(2);
    expect(refusal(await open(short.id))).toEqual(NOT_FOUND);
    await run();
    expect(await samples()).toEqual(allSamples);
  });
});

describe('the files of a sample', () => {
  it('stay when an uploaded edition with the same files is deleted', async () => {
    await run();
    const { hash, path } = await cutFile();
    const claim = await claimFiles(test.ports, { edition: 'e'.repeat(64), resources: [hash] });
    await discardFiles(test.ports, claim);
    const { sample_id: id } = await opened();
    expect((await get(test, fileOf(id, path))).statusCode).toBe(200);
  });

  it('are part of a backup', async () => {
    await run();
    const { hash } = await cutFile();
    const { resources } = await referencedFiles(test.ports.db);
    expect(resources).toContainEqual({ hash, br: true });
    expect(new Set(resources.map((each) => each.hash)).size).toBe(resources.length);
  });
});

describe('content after the cut', () => {
  it('is in no file and no response without an entitlement, whatever the request', async () => {
    await run();
    const sample = await opened();
    expect(JSON.stringify(sample)).not.toContain(SECRET);
    const keptPaths = new Set(sample.publication.resources.map(({ path }) => path));
    const files = await test.ports.db.read.selectFrom('edition_resources').selectAll().execute();
    expect(files.length).toBeGreaterThan(keptPaths.size + 3);
    const reader = await addReader(test);
    for (const headers of [{}, reader.headers]) {
      for (const { path } of files) await attack(sample.sample_id, path, keptPaths.has(path), headers);
    }
  });

  it('is not opened by the id of another part, an edition or a replaced sample', async () => {
    const second = await addPart(test, book.id);
    const secondEdition = await publish(STORY, second.id);
    await run();
    const sample = await opened();
    const beyond = 'OEBPS/c2.xhtml';
    for (const id of [part.id, second.id, edition, secondEdition, book.id, crypto.randomUUID()]) {
      expect(refusal(await get(test, fileOf(id, beyond)))).toEqual(NOT_FOUND);
      expect(refusal(await get(test, fileOf(id, 'OEBPS/c1.xhtml')))).toEqual(NOT_FOUND);
    }
    for (const id of [edition, sample.sample_id, book.id]) expect(refusal(await open(id))).toEqual(NOT_FOUND);
    const asEdition = await get(test, `/api/editions/${sample.sample_id}/r/OEBPS/c1.xhtml`);
    expect(asEdition.statusCode).toBe(401);
  });
});

/**
 * Requests a file by every kind of address. Other files are refused, and files of the sample hold nothing after the
 * cut.
 */
async function attack(sampleId: string, path: string, isKept: boolean, headers: Record<string, string>): Promise<void> {
  const encoded = path.replaceAll(/./g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  const [folder = '', name = ''] = path.split('/');
  const ways = [
    path,
    encoded,
    `${path}?x=1`,
    `${folder}/./${name}`,
    `${folder}/x/../${name}`,
    `../resources/${path}`,
    `/${path}`,
    path.toUpperCase(),
    encoded.replaceAll('%', '%25'),
    `${path}%00`,
    `${folder}%2f${name}`,
    `${folder}%5c${name}`,
  ];
  for (const way of ways) {
    for (const more of [{}, { range: 'bytes=0-' }, { range: 'bytes=-5000' }, { 'accept-encoding': 'br' }]) {
      const response = await get(test, fileOf(sampleId, way), { ...headers, ...more });
      const body =
        response.headers['content-encoding'] === 'br' ? brotliDecompressSync(response.rawPayload) : response.rawPayload;
      expect(body.toString(), way).not.toContain(SECRET);
      if (!isKept) expect(response.statusCode, way).toBeGreaterThanOrEqual(400);
    }
  }
  expect((await get(test, fileOf(sampleId, path), headers)).statusCode).toBe(isKept ? 200 : 404);
}

it('is not stored with the sample', async () => {
  await run();
  const files = await test.ports.db.read.selectFrom('sample_resources').selectAll().execute();
  for (const { hash, has_br } of files) {
    const { stream } = await test.ports.storage.read(resourceKey(hash, null));
    const plain = await buffer(stream);
    expect(plain.toString()).not.toContain(SECRET);
    if (has_br === 0) continue;
    const { stream: packed } = await test.ports.storage.read(resourceKey(hash, 'br'));
    expect(brotliDecompressSync(await buffer(packed)).equals(plain)).toBe(true);
  }
});
