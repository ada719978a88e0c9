import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get } from '../../testing/calls.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addBook } from '../../testing/fixtures.ts';

let test: TestApp;
const imageId = 'a'.repeat(40);
beforeAll(async () => {
  test = await buildTestApp();
  await test.ports.db.handle
    .insertInto('images')
    .values({ id: imageId, width: 800, height: 1200, created_at: 0 })
    .execute();
});
afterAll(async () => test.close());

const share = async (id: string, headers: Record<string, string> = {}) =>
  get(test, `/book_share/book_share/${id}`, headers);
/** Content of each `property` and `name` in the head. */
const metaOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)].map(([, k, v]) => [k, v]),
  );

describe('a shared link', () => {
  it('has preview data with an absolute raster picture, and redirects people to the book', async () => {
    const book = await addBook(test, { name: 'El faro', description: 'Una  luz\nque silba.', imageId });
    const answer = await share(book.id);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(metaOf(answer.body)).toMatchObject({
      'og:type': 'book',
      'og:title': 'El faro',
      'og:description': 'Una luz que silba.',
      'og:url': `http://shop.test/book-detail/${book.id}`,
      'og:image': `http://shop.test/images/share/${book.id}.jpg?v=20261118150000000`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:locale': 'es_CL',
    });
    expect(answer.body).toContain(`content="0; url=/book-detail/${book.id}"`);
    expect(answer.body).toContain(`<a href="/book-detail/${book.id}">`);
    const withCode = await get(test, `/book_share/book_share/${book.id}?codigo=LLAVES+"20"`);
    expect(withCode.body).toContain(`content="0; url=/book-detail/${book.id}?codigo=LLAVES+%2220%22"`);
    expect(withCode.body).toContain(`<a href="/book-detail/${book.id}?codigo=LLAVES+%2220%22">`);
    expect(answer.body).toContain(`<link rel="canonical" href="http://shop.test/book-detail/${book.id}"/>`);
    expect(answer.body).not.toContain('<script');
    expect((await share(book.id.toUpperCase())).statusCode).toBe(200);
  });

  it('has a raster picture for a book without a cover, too', async () => {
    const { id } = await addBook(test);
    expect(metaOf((await share(id)).body)['og:image']).toContain(`/images/share/${id}.jpg?v=`);
  });

  it('shortens a long description between words', async () => {
    const { id } = await addBook(test, { description: 'palabra '.repeat(200) });
    const description = metaOf((await share(id)).body)['og:description']!;
    expect(description).toMatch(/palabra…$/);
    expect(description.length).toBeLessThanOrEqual(201);
  });

  it('escapes a title', async () => {
    const { id } = await addBook(test, {
      name: '"><script>alert(1)</script>',
      description: '</title><img src=x onerror=1>',
    });
    const { body } = await share(id);
    expect(body).not.toMatch(/<script|<img/);
  });

  it("leads to the shop's own address for any requested host", async () => {
    const { id } = await addBook(test);
    expect((await share(id, { host: 'evil.test' })).body).not.toContain('evil');
  });

  it.each([
    ['a draft', { isDraft: true }],
    ['an archived book', { is_active: 0 }],
  ] as const)('404 for %s', async (_, fields) => {
    const { id, name } = await addBook(test, fields);
    const answer = await share(id);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain(name);
    expect(answer.body).toContain('noindex');
  });

  it.each([crypto.randomUUID(), 'nada', '%00', '<script>', '..%2f..%2fetc', 'a'.repeat(2000)])(
    'answers 404 for %s',
    async (id) => {
      const answer = await share(id);
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    },
  );
});

describe('files for search engines', () => {
  it('the sitemap has the public pages and the listed books, no drafts', async () => {
    const listedBook = await addBook(test);
    const draft = await addBook(test, { isDraft: true });
    const { body, headers, statusCode } = await get(test, '/sitemap.xml');
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(body).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>/);
    for (const path of ['/', '/privacy-policy', '/terms-and-conditions', `/book-detail/${listedBook.id}`]) {
      expect(body).toContain(`<loc>http://shop.test${path}</loc>`);
    }
    expect(body).toContain('<lastmod>2026-11-18T15:00:00.000Z</lastmod>');
    expect(body).not.toContain(draft.id);
    expect(body).not.toMatch(/login|user-library|admin/);
  });

  it('robots.txt names the sitemap and excludes addresses that are no pages', async () => {
    const { body, headers } = await get(test, '/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toContain('Sitemap: http://shop.test/sitemap.xml');
    expect(body).toContain('Disallow: /api/\n');
    expect(body).not.toContain('Disallow: /book');
  });
});
