import { brotliDecompressSync } from 'node:zlib';
import type { OpenPart } from '@cuentos/contract/reading';
import { pngHeader } from '@cuentos/epub/testing/make-epub';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get, refusal } from '../../testing/calls.ts';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';
import { addBook, addEdition, addPart, addReader, give, ingest, type SignedIn } from '../../testing/fixtures.ts';
import type { BookPartRow } from '../../platform/db/tables/books.ts';
import type { IngestedEdition } from './service.ts';

let test: TestApp;
let owner: SignedIn;
let stranger: SignedIn;
let part: BookPartRow;
let ingested: IngestedEdition;
let edition: string;
const notFound = { status: 404, code: 'edition_not_found', detail: 'No encontramos ese archivo del libro.' };

beforeAll(async () => {
  test = await buildTestApp();
  [owner, stranger] = [await addReader(test), await addReader(test)];
  part = await addPart(test, (await addBook(test)).id);
  ingested = await ingest(test, {
    chapters: [{ html: `<h1>Uno</h1><script>alert(1)</script><p>${'Érase una vez. '.repeat(200)}</p>` }],
    files: [
      { path: 'estilo.css', content: 'p { color: red }', mediaType: 'text/css' },
      {
        path: 'dibujo.svg',
        content: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><rect width="1" height="1"/></svg>',
        mediaType: 'image/svg+xml',
      },
      { path: 'foto con espacio.png', content: pngHeader(4, 4), mediaType: 'image/png' },
    ],
  });
  edition = await addEdition(test, part.id, ingested);
  await give(test, owner.user.id, part.id);
});
afterAll(async () => test.close());

const resource = async (
  path: string,
  as: SignedIn | null = owner,
  headers: Record<string, string> = {},
  id = edition,
) => get(test, `/api/editions/${id}/r/${path}`, { ...as?.headers, ...headers });
const paths = () => ingested.resources.map(({ path }) => path);

describe('single files of an edition', () => {
  it('are all sent to the owner, with headers that keep browsers from executing them', async () => {
    expect(paths().length).toBeGreaterThan(4);
    for (const { path, media_type, size } of ingested.resources) {
      const response = await resource(path.split('/').map(encodeURIComponent).join('/'));
      expect(response.statusCode).toBe(200);
      expect(response.rawPayload).toHaveLength(size);
      const contentType = response.headers['content-type']!;
      expect(contentType).toBe(/^image\/(?!svg)/.test(media_type) ? media_type : 'text/plain; charset=utf-8');
      expect(response.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
      });
      expect(response.headers['content-security-policy']).toContain("default-src 'self'");
    }
  });

  it('contain no scripts of the book', async () => {
    expect(ingested.resources.some(({ has_br }) => has_br === 1)).toBe(true);
    for (const { path, has_br } of ingested.resources) {
      if (has_br === 1) expect((await resource(encodeURI(path))).body).not.toMatch(/<script|alert\(1\)/);
    }
  });

  it('have the same content when they are sent compressed', async () => {
    const chapter = paths().find((path) => path.endsWith('c1.xhtml'))!;
    const plain = await resource(chapter);
    const packed = await resource(chapter, owner, { 'accept-encoding': 'gzip, deflate, br' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length);
    expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const image = paths().find((path) => path.endsWith('.png'))!;
    expect(
      (await resource(encodeURI(image), owner, { 'accept-encoding': 'br' })).headers['content-encoding'],
    ).toBeUndefined();
  });

  it('answer 304 without bytes, and only to a caller who may still read them', async () => {
    const chapter = paths().find((path) => path.endsWith('c1.xhtml'))!;
    for (const headers of [{}, { 'accept-encoding': 'br' }]) {
      const etag = String((await resource(chapter, owner, headers)).headers.etag);
      const again = await resource(chapter, owner, { ...headers, 'if-none-match': etag });
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
      expect((await resource(chapter, owner, { ...headers, 'if-none-match': '"other"' })).statusCode).toBe(200);
      expect(refusal(await resource(chapter, stranger, { 'if-none-match': etag }))).toEqual(notFound);
      expect(refusal(await resource(chapter, null, { 'if-none-match': etag }))).toMatchObject({ status: 401 });
    }
  });

  it('answer 404 to everybody else, like files that do not exist', async () => {
    const chapter = paths()[0]!;
    expect(refusal(await resource(chapter, null))).toMatchObject({ status: 401 });
    expect(refusal(await resource(chapter, stranger))).toEqual(notFound);
    expect(refusal(await resource(chapter, owner, {}, crypto.randomUUID()))).toEqual(notFound);
    expect(refusal(await resource('nada.xhtml'))).toEqual(notFound);
    expect(refusal(await resource(chapter, owner, {}, 'no-es-un-id')).status).toBe(404);
  });

  it.each([
    '../../../../etc/passwd',
    '..%2f..%2fsecret.key',
    '%2e%2e/%2e%2e/secret.key',
    'OEBPS/../content.opf',
    '/etc/passwd',
    'OEBPS%5c..%5cx',
    '%00',
    'c1.xhtml%00.png',
    '%ff',
    'ñ',
    '',
    '.',
    `${'a/'.repeat(900)}x`,
    'META-INF/container.xml?x=../',
    '%F0%9F%93%9A',
  ])('no path leads elsewhere: %s', async (path) => {
    const response = await resource(path);
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(refusal(response).code).toMatch(/^(edition_not_found|not_found|malformed_request)$/);
  });

  it('are not sent before the release, nor of an edition that waits for an admin', async () => {
    const chapter = paths()[0]!;
    const later = await addPart(test, part.book_id, { releaseAt: TEST_NOW + 1000 });
    await give(test, owner.user.id, later.id);
    const unreleased = await addEdition(test, later.id, ingested);
    const pending = await addEdition(test, part.id, ingested, false);
    expect(refusal(await resource(chapter, owner, {}, unreleased))).toEqual(notFound);
    expect(refusal(await resource(chapter, owner, {}, pending))).toEqual(notFound);
    test.clock.time += 1000;
    expect((await resource(chapter, owner, {}, unreleased)).statusCode).toBe(200);
    test.clock.time = TEST_NOW;
  });

  it('of an older edition stay readable while a device uses it', async () => {
    const newer = await addEdition(test, part.id, ingested);
    expect((await resource(paths()[0]!)).statusCode).toBe(200);
    expect((await resource(paths()[0]!, owner, {}, newer)).statusCode).toBe(200);
    const states = await test.ports.db.handle
      .selectFrom('editions')
      .select(['id', 'state'])
      .where('part_id', '=', part.id)
      .execute();
    expect(states.filter(({ state }) => state === 'published').map(({ id }) => id)).toEqual([newer]);
  });

  it('are not sent after a revocation', async () => {
    const reader = await addReader(test);
    await give(test, reader.user.id, part.id);
    expect((await resource(paths()[0]!, reader)).statusCode).toBe(200);
    await test.ports.db.handle
      .updateTable('entitlements')
      .set({ revoked_at: 1 })
      .where('user_id', '=', reader.user.id)
      .execute();
    expect(refusal(await resource(paths()[0]!, reader))).toEqual(notFound);
  });

  it('answer 404, not 500, when the storage has lost a file', async () => {
    const chapter = paths().find((path) => path.endsWith('.css'))!;
    const { hash } = ingested.resources.find(({ path }) => path === chapter)!;
    await test.ports.storage.delete(`resources/${hash.slice(0, 2)}/${hash}`);
    expect(refusal(await resource(chapter))).toEqual(notFound);
  });
});

describe('opening a part', () => {
  it("returns the whole record of the edition's contents", async () => {
    const opened = (await get(test, `/api/book_part/open/${part.id}`, owner.headers)).json<OpenPart>();
    expect(opened.publication).toEqual(JSON.parse(JSON.stringify(ingested.publication)));
    expect(opened.edition_size).toBe(ingested.fileSize);
  });
});

describe('media types that a book declares', () => {
  it.each([
    'text/html',
    'image/svg+xml',
    'image/png; x="y"',
    'image/ñ',
    'image/a\nb',
    'application/javascript',
    'IMAGE/SVG+XML',
    'image/png,text/html',
  ])('%j never reaches the browser', async (media_type) => {
    const row = {
      edition_id: edition,
      path: `tipo-${encodeURIComponent(media_type)}`,
      hash: ingested.resources[0]!.hash,
      media_type,
      size: 1,
      has_br: 0,
    } as const;
    await test.ports.db.handle.insertInto('edition_resources').values(row).execute();
    const response = await resource(encodeURIComponent(row.path));
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  });
});
