import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { buffer, text } from 'node:stream/consumers';
import { blocks, type ExportedBook, markers } from '@cuentos/domain/exports/exported-book';
import type { ExportPermission } from '@cuentos/domain/exports/export-permission';
import type { ShopSettings } from '@cuentos/contract/shop';
import { openEdition } from '@cuentos/epub/container/zip-loader';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookPartRow, BookRow } from '../../platform/db/tables/books.ts';
import { createRateLimiter } from '../../platform/http/rate-limiter.ts';
import { buildTestApp, type TestApp, TEST_NOW } from '../../testing/build-test-app.ts';
import { get, refusal } from '../../testing/calls.ts';
import { formOptions } from '../../testing/multipart.ts';
import {
  addBook,
  addEdition,
  addPart,
  addReader,
  give,
  ingest,
  signIn,
  type SignedIn,
} from '../../testing/fixtures.ts';
import { editionFileKey } from '../editions/service.ts';
import { WORK_FOLDER } from './epub-file.ts';
import { createExportService } from './service.ts';

let test: TestApp;
let reader: SignedIn;
let admin: SignedIn;
let book: BookRow;
let part: BookPartRow;
let edition: string;
let fileKey: string;
beforeAll(async () => {
  test = await buildTestApp();
  admin = await addReader(test, { role: 'admin' });
});
afterAll(async () => test.close());
beforeEach(async () => {
  test.clock.time = TEST_NOW;
  reader = await addReader(test, { name: 'Lectora </script><b>' });
  book = await addBook(test, { about: { export_permission: 'epub' } });
  part = await addPart(test, book.id);
  const ingested = await ingest(test, { chapters: [{ html: '<p>Había una vez una niebla.</p>' }] });
  fileKey = editionFileKey(ingested.fileHash);
  edition = await addEdition(test, part.id, ingested);
  await give(test, reader.user.id, part.id);
});

const take = async (kind: string, as = reader, partId = part.id) =>
  test.app.inject({ method: 'POST', url: `/api/exports/${partId}`, headers: as.headers, payload: { kind } });
const trace = async (number: string, as = admin) =>
  test.app.inject({ method: 'POST', url: '/api/admin/exports/trace', headers: as.headers, payload: { number } });
const taken = async () =>
  test.ports.db.read.selectFrom('part_exports').selectAll().where('part_id', '=', part.id).execute();
const allow = async (permission: ExportPermission | null) =>
  test.ports.db.handle.updateTable('books').set({ export_permission: permission }).where('id', '=', book.id).execute();
const allowInShop = async (permission: ExportPermission) => {
  const { revision, published } = await test.services.shop.section('settings');
  const settings = { ...(published as ShopSettings), export_permission: permission };
  await test.services.shop.publish({ section: 'settings', revision, actorId: null }, settings);
};
const revoke = async () =>
  test.ports.db.handle
    .updateTable('entitlements')
    .set({ revoked_at: TEST_NOW })
    .where('part_id', '=', part.id)
    .execute();

/** The template with the markers of the build that the server fills in. */
const template =
  `<title>${markers.title}</title><main>${markers.front}</main>` +
  `<script id="${blocks.state}">${markers.state}</script><script id="${blocks.book}">${markers.book}</script><i></i>`;
const takePage = async (userId = reader.user.id) => {
  const { db, clock, storage } = test.ports;
  const service = createExportService({
    ...test.services,
    db,
    clock,
    storage,
    limiter: createRateLimiter(db, clock),
    template: () => Promise.resolve(template),
  });
  const file = await service.take(userId, part.id, 'page');
  return { ...file, html: await text(file.stream) };
};
const blockOf = (html: string, id: string): string =>
  new RegExp(`<script id="${id}">([^<]*)</script>`).exec(html)?.[1] ?? '';
const stateOf = (html: string) => JSON.parse(blockOf(html, blocks.state)) as ExportedBook;
const storedBytes = async () => buffer((await test.ports.storage.read(fileKey)).stream);

describe('the right to export a part', () => {
  it('belongs to the owner, as long as the part is owned', async () => {
    expect((await take('epub')).statusCode).toBe(200);
    expect(refusal(await take('epub', await addReader(test))).code).toBe('part_not_found');
    await revoke();
    expect(refusal(await take('epub'))).toMatchObject({ status: 404, code: 'part_not_found' });
    expect(await taken()).toHaveLength(1);
  });

  it('does not come with early access, which may end', async () => {
    const early = await addReader(test);
    await give(test, early.user.id, part.id, { source: 'early_access' });
    expect(refusal(await take('epub', early)).code).toBe('export_not_allowed');
  });

  it.each([
    ['not-at-all', [403, 403]],
    ['page', [200, 403]],
    ['epub', [200, 200]],
  ] as const)('is given by the author: %s', async (permission, [page, epub]) => {
    await allow(permission);
    await expect(
      takePage()
        .then(() => 200)
        .catch(({ code }: { code: string }) => code),
    ).resolves.toBe(page === 200 ? 200 : 'export_not_allowed');
    expect((await take('epub')).statusCode).toBe(epub);
  });

  it("follows the shop's setting where the book has none, and that is off at first", async () => {
    await allow(null);
    expect(refusal(await take('epub')).code).toBe('export_not_allowed');
    const kindsOf = async () =>
      (await get(test, `/api/user_book_parts/${book.id}`, reader.headers)).json<{ export_kinds: string[] }[]>()[0]
        ?.export_kinds;
    expect(await kindsOf()).toEqual([]);
    await allowInShop('epub');
    expect((await take('epub')).statusCode).toBe(200);
    expect(await kindsOf()).toEqual(['page', 'epub']);
    await allowInShop('not-at-all');
    expect((await take('epub')).statusCode).toBe(403);
  });

  it('ends for everybody with a recall', async () => {
    const parts = { part_ids: [part.id], kind: 'court_order', reason: 'Orden' };
    await test.app.inject({ method: 'POST', url: '/api/admin/recalls', headers: admin.headers, payload: parts });
    expect(refusal(await take('epub')).code).toBe('part_recalled');
  });

  it('is used by opening the part, which ends the right of withdrawal', async () => {
    await take('epub');
    const row = test.ports.db.read.selectFrom('deliveries').select('first_at').where('part_id', '=', part.id);
    expect(await row.execute()).toEqual([{ first_at: TEST_NOW }]);
  });

  it('allows twenty exports within an hour', async () => {
    for (let count = 0; count < 20; count += 1) expect((await take('epub')).statusCode).toBe(200);
    expect(refusal(await take('epub')).status).toBe(429);
    test.clock.time += 3_600_001;
    expect((await take('epub', await signIn(test, reader.user))).statusCode).toBe(200);
  });

  it.each(['pdf', '', null])('is for known kinds: %s is refused', async (kind) => {
    expect((await take(kind as string)).statusCode).toBe(422);
    expect(await taken()).toEqual([]);
  });
});

describe('the single file export', () => {
  it("contains the edition byte by byte, and the reader's notes", async () => {
    const cfi = 'epubcfi(/6/2!/4/2,/1:0,/1:5)';
    const note = 'Mira: </script><!-- "así"';
    const payload = { book_part_id: part.id, cfi_range: cfi, color: 'blue', note, quote: 'Había' };
    await test.app.inject({
      method: 'POST',
      url: '/api/user_book_part_highlights/',
      headers: reader.headers,
      payload,
    });
    await test.app.inject({
      method: 'PUT',
      url: `/api/user_book_parts/${part.id}`,
      headers: reader.headers,
      payload: { last_location: 'epubcfi(/6/2!/4/2/1:3)', percentage: 3 },
    });
    const { html, size, name } = await takePage();
    expect(Buffer.byteLength(html)).toBe(size);
    expect(name).toBe(`${book.name} - ${part.name}.html`);
    const bytes = Buffer.from(blockOf(html, blocks.book), 'base64');
    expect(bytes.equals(await storedBytes())).toBe(true);
    expect(stateOf(html)).toMatchObject({
      format: 1,
      part: { id: part.id, name: part.name },
      edition_id: edition,
      place: 'epubcfi(/6/2!/4/2/1:3)',
      notes: [{ cfi, color: 'blue', note, quote: 'Había' }],
      ex_libris: { name: 'Lectora </script><b>' },
    });
  });

  it('names the reader as text, and contains no address', async () => {
    const { html } = await takePage();
    expect(html).toContain('Este ejemplar es de Lectora &lt;/script&gt;&lt;b&gt;');
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    expect(html).not.toContain(reader.user.email);
    expect(html).not.toContain('<b>');
  });

  it('has no note of another reader', async () => {
    const other = await addReader(test);
    await give(test, other.user.id, part.id);
    const payload = { book_part_id: part.id, cfi_range: 'epubcfi(/6/2!/4/2,/1:0,/1:5)', note: 'ajena' };
    await test.app.inject({ method: 'POST', url: '/api/user_book_part_highlights/', headers: other.headers, payload });
    expect(stateOf((await takePage()).html).notes).toEqual([]);
  });
});

describe('the EPUB export', () => {
  it('is the edition with an ex libris page at its end', async () => {
    const response = await take('epub');
    expect(response.headers['content-type']).toBe('application/epub+zip');
    expect(response.headers['content-disposition']).toContain(encodeURIComponent(part.name));
    expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length);
    const { loader } = await openEdition(new Blob([new Uint8Array(response.rawPayload)]));
    const page = await loader.text('OEBPS/ex-libris.xhtml');
    expect(page).toContain('Este ejemplar es de Lectora &lt;/script&gt;&lt;b&gt;');
    expect(page).not.toContain(reader.user.email);
    const left = async () => (await readdir(tmpdir())).filter((name) => name.startsWith(WORK_FOLDER));
    await vi.waitFor(async () => expect(await left()).toEqual([]));
  });
});

describe('the number of a copy', () => {
  it('is the same for all copies of a reader and a part, and differs for all others', async () => {
    const numberOf = async (userId?: string) => stateOf((await takePage(userId)).html).ex_libris.number;
    const number = await numberOf();
    expect(number).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(await numberOf()).toBe(number);
    const other = await addReader(test);
    await give(test, other.user.id, part.id);
    expect(await numberOf(other.user.id)).not.toBe(number);
  });

  it('leads an admin to the person, and each search is audited', async () => {
    const number = stateOf((await takePage()).html).ex_libris.number;
    await take('epub');
    const found = (await trace(number.toLowerCase().replaceAll('-', ' '))).json<object>();
    expect(found).toMatchObject({ number, user_id: reader.user.id, part_name: part.name, count: 2 });
    expect((await trace('0000-0000-0000')).json()).toBeNull();
    expect((await trace('12')).statusCode).toBe(422);
    const lines = await test.ports.db.read
      .selectFrom('audit_log')
      .select(['actor_id', 'subject'])
      .where('action', '=', 'copy.traced')
      .execute();
    expect(lines).toHaveLength(2);
    for (const subject of [reader.user.id, '0000-0000-0000'])
      expect(lines).toContainEqual({ actor_id: admin.user.id, subject });
  });

  it('is made once by two simultaneous first copies', async () => {
    const answers = await Promise.all([take('epub'), take('epub'), take('epub')]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await taken()).toHaveLength(3);
  });
});

describe('exports of a part', () => {
  it('are counted for the author, by part and kind, without names', async () => {
    await takePage();
    await take('epub');
    await take('epub');
    const rows = (await get(test, `/api/admin/book_parts?book_id=${book.id}`, admin.headers)).json<object[]>();
    expect(rows).toMatchObject([{ id: part.id, export_counts: { page: 1, epub: 2 } }]);
    expect(JSON.stringify(rows)).not.toContain(reader.user.id);
  });

  it.each(['page', 'epub', ''])(
    "are allowed by an admin in the book's form, and not by a writter in the shop: %s",
    async (value) => {
      const change = async (as: SignedIn) => {
        const form = await formOptions(
          'PUT',
          `/api/admin/books/${book.id}`,
          { headers: as.headers },
          { export_permission: value },
        );
        return test.app.inject(form);
      };
      const writter = await addReader(test, { role: 'writter' });
      await test.ports.db.handle
        .insertInto('book_writers')
        .values({ book_id: book.id, user_id: writter.user.id })
        .execute();
      await allow('not-at-all');
      expect(refusal(await change(writter)).code).toBe('forbidden');
      expect((await change(admin)).json()).toMatchObject({ export_permission: value === '' ? null : value });
    },
  );
});
