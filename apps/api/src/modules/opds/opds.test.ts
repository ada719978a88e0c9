import { parseXml } from '@cuentos/epub/container/xml-events';
import { openEdition } from '@cuentos/epub/container/zip-loader';
import type { MadeAppPassword } from '@cuentos/contract/app-passwords';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { BookPartRow, BookRow } from '../../platform/db/tables/books.ts';
import { buildTestApp, type TestApp, TEST_NOW } from '../../testing/build-test-app.ts';
import { get, refusal } from '../../testing/calls.ts';
import {
  addBareEdition,
  addBook,
  addEdition,
  addPart,
  addReader,
  give,
  ingest,
  type SignedIn,
} from '../../testing/fixtures.ts';

const HOSTILE = 'El <faro> & "los" \'otros\'\u000b]]>';
const ORIGIN = 'http://shop.test';

let test: TestApp;
let admin: SignedIn;
let reader: SignedIn;
let other: SignedIn;
let own: Readonly<Record<string, string>>;
let book: BookRow;
let part: BookPartRow;
beforeAll(async () => {
  test = await buildTestApp();
  admin = await addReader(test, { role: 'admin' });
});
afterAll(async () => test.close());
beforeEach(async () => {
  test.clock.time = TEST_NOW;
  reader = await addReader(test, { name: 'Lectora' });
  other = await addReader(test);
  own = await passwordOf(reader);
  const about = { export_permission: 'epub', series_name: 'Serie <b>', series_number: 2, language: 'es-CL' } as const;
  book = await addBook(test, { name: HOSTILE + crypto.randomUUID(), description: '<script>&', about });
  part = await addPart(test, book.id, { name: `Uno ${HOSTILE}`, releaseAt: TEST_NOW - 5000 });
  await addEdition(test, part.id, await ingest(test, { chapters: [{ html: '<p>Había una vez.</p>' }] }));
  await give(test, reader.user.id, part.id);
});

async function passwordOf({ headers, user }: SignedIn): Promise<{ authorization: string }> {
  const url = '/api/users/me/app_passwords';
  const made = await test.app.inject({ method: 'POST', url, headers, payload: { name: 'Kobo' } });
  const { password } = made.json<MadeAppPassword>();
  return { authorization: `Basic ${Buffer.from(`${user.email}:${password}`).toString('base64')}` };
}

const allow = async (permission: BookRow['export_permission']) =>
  test.ports.db.handle.updateTable('books').set({ export_permission: permission }).where('id', '=', book.id).execute();
const epubOf = (id = part.id) => `/opds/parts/${id}/book.epub`;
const take = async (headers = own, id = part.id) => get(test, epubOf(id), headers);
const counted = async (id = part.id) =>
  test.ports.db.read.selectFrom('part_exports').select(['user_id', 'kind']).where('part_id', '=', id).execute();

/** Rules of the drafts of OPDS 2.0 and of Authentication for OPDS 1.0; further properties are refused. */
const link = z.strictObject({
  rel: z.union([z.string(), z.array(z.string())]),
  href: z.string().startsWith(ORIGIN),
  type: z.string(),
  title: z.string().min(1).optional(),
  templated: z.literal(true).optional(),
  width: z.int().optional(),
  height: z.int().optional(),
});
const hasRel = (rel: string) => (links: readonly z.infer<typeof link>[]) =>
  links.some((each) => [each.rel].flat().includes(rel));
const linksWithSelf = z.array(link).refine(hasRel('self'), 'a self link');
const place = z.strictObject({ name: z.string().min(1), position: z.number().optional() });
const publication = z.strictObject({
  metadata: z.strictObject({
    '@type': z.literal('http://schema.org/Book'),
    identifier: z.string().startsWith('urn:uuid:'),
    title: z.string().min(1),
    author: z.string().min(1),
    language: z.string().min(2),
    published: z.iso.datetime(),
    modified: z.iso.datetime(),
    description: z.string(),
    subject: z.array(z.string()).optional(),
    belongsTo: z.strictObject({ series: place, collection: place.optional() }),
  }),
  links: linksWithSelf.refine(hasRel('http://opds-spec.org/acquisition'), 'an acquisition link'),
  images: z
    .array(link.extend({ rel: z.undefined().optional() }))
    .min(1)
    .refine((images) => images.some(({ type }) => ['image/jpeg', 'image/png', 'image/gif'].includes(type))),
});
const feed = z.strictObject({
  metadata: z.strictObject({
    title: z.string().min(1),
    modified: z.iso.datetime(),
    numberOfItems: z.int(),
    itemsPerPage: z.int(),
    currentPage: z.int(),
  }),
  links: linksWithSelf,
  publications: z.array(publication),
});
const navigation = z.strictObject({
  metadata: z.strictObject({ title: z.string().min(1) }),
  links: linksWithSelf,
  navigation: z.array(link.required({ title: true })).min(1),
});
const authentication = z.strictObject({
  id: z.literal(`${ORIGIN}/opds/authentication.json`),
  title: z.string().min(1),
  description: z.string(),
  links: z.array(link),
  authentication: z.array(
    z.strictObject({
      type: z.literal('http://opds-spec.org/auth/basic'),
      labels: z.strictObject({ login: z.string(), password: z.string() }),
    }),
  ),
});

const shelf2 = async (headers = own, search = '') =>
  feed.parse((await get(test, `/opds/v2/shelf${search}`, headers)).json());
const titlesOf = ({ publications }: z.infer<typeof feed>) => publications.map(({ metadata }) => metadata.title);

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** Elements of a document by path. @throws if the XML is not well formed */
function readXml(source: string): Map<string, Element[]> {
  const found = new Map<string, Element[]>();
  const path: Element[] = [];
  parseXml(source, {
    open({ local, attributes }) {
      const values = Object.fromEntries([...attributes].map((each) => [each.local, each.value]));
      path.push({ name: local, attributes: values, text: '' });
      const key = path.map(({ name }) => name).join('/');
      found.set(key, [...(found.get(key) ?? []), ...path.slice(-1)]);
    },
    text(piece) {
      const last = path.at(-1);
      if (last) last.text += piece;
    },
    close: () => void path.pop(),
  });
  return found;
}
const xml = async (url: string, headers = own) => {
  const answer = await get(test, url, headers);
  expect(answer.statusCode).toBe(200);
  return readXml(answer.body);
};
const textsOf = (document: Map<string, Element[]>, path: string) => (document.get(path) ?? []).map(({ text }) => text);
const linkOf = (document: Map<string, Element[]>, path: string, rel: string) =>
  document.get(path)?.find(({ attributes }) => attributes['rel'] === rel)?.attributes;

describe('a request without a password', () => {
  it.each(['/opds', '/opds/v1.2', '/opds/v1.2/shelf', '/opds/v2', '/opds/v2/shelf', epubOf(crypto.randomUUID())])(
    'of %s gets the authentication document',
    async (url) => {
      const answer = await get(test, url);
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['content-type']).toBe('application/opds-authentication+json');
      expect(answer.headers['www-authenticate']).toBe('Basic realm="OPDS", charset="UTF-8"');
      expect(answer.headers.link).toContain('rel="http://opds-spec.org/auth/document"');
      authentication.parse(answer.json());
      const wrong = { authorization: `Basic ${Buffer.from('a@b.cl:mala').toString('base64')}` };
      const refused = await test.app.inject({ url, headers: wrong, remoteAddress: `10.2.${url.length}.1` });
      expect(refused.statusCode).toBe(401);
      authentication.parse(refused.json());
    },
  );

  it('can read the authentication document itself', async () => {
    const answer = await get(test, '/opds/authentication.json');
    expect(answer.headers['content-type']).toBe('application/opds-authentication+json');
    authentication.parse(answer.json());
  });
});

describe('the shelf', () => {
  it('is well-formed Atom in OPDS 1.2, whatever characters the names contain', async () => {
    const root = await xml('/opds/v1.2');
    expect(linkOf(root, 'feed/entry/link', 'subsection')?.['href']).toBe(`${ORIGIN}/opds/v1.2/shelf`);
    expect(linkOf(root, 'feed/link', 'start')?.['type']).toContain('kind=navigation');
    const answer = await get(test, '/opds/v1.2/shelf', own);
    expect(answer.headers['content-type']).toBe(
      'application/atom+xml;profile=opds-catalog;kind=acquisition;charset=utf-8',
    );
    const shelf = readXml(answer.body);
    const clean = (text: string) => text.replaceAll('\u000b', '');
    expect(textsOf(shelf, 'feed/entry/title')).toEqual([clean(`${part.name}, de ${book.name}`)]);
    expect(textsOf(shelf, 'feed/entry/id')).toEqual([`urn:uuid:${part.id}`]);
    expect(textsOf(shelf, 'feed/entry/summary')).toEqual(['<script>&']);
    expect(textsOf(shelf, 'feed/entry/language')).toEqual(['es-CL']);
    expect(textsOf(shelf, 'feed/entry/published')).toEqual([new Date(TEST_NOW - 5000).toISOString()]);
    expect(shelf.get('feed/entry/Series')?.map(({ attributes }) => attributes)).toMatchObject([
      { name: clean(book.name), position: '1' },
      { name: 'Serie <b>', position: '2' },
    ]);
    const acquisition = linkOf(shelf, 'feed/entry/link', 'http://opds-spec.org/acquisition');
    expect(acquisition).toMatchObject({ href: ORIGIN + epubOf(), type: 'application/epub+zip' });
    for (const needed of ['feed/id', 'feed/title', 'feed/updated', 'feed/author/name', 'feed/entry/author/name'])
      expect(textsOf(shelf, needed)[0], needed).toMatch(/./);
  });

  it('follows the draft in OPDS 2.0', async () => {
    navigation.parse((await get(test, '/opds/v2', own)).json());
    const answer = await get(test, '/opds/v2/shelf', own);
    expect(answer.headers['content-type']).toBe('application/opds+json;charset=utf-8');
    const { publications } = feed.parse(answer.json());
    expect(publications).toMatchObject([
      { metadata: { identifier: `urn:uuid:${part.id}`, belongsTo: { series: { name: book.name, position: 1 } } } },
    ]);
    const single = await get(test, `/opds/v2/parts/${part.id}`, own);
    expect(single.headers['content-type']).toContain('application/opds-publication+json');
    expect(publication.parse(single.json())).toEqual(publications[0]);
  });

  it('is in the version that an app asks for at /opds', async () => {
    navigation.parse((await get(test, '/opds', { ...own, accept: 'application/opds+json' })).json());
    expect((await xml('/opds/')).has('feed/entry')).toBe(true);
  });

  it("shows existing covers, and the shop's icon for a part without one", async () => {
    const imageOf = async () => (await shelf2()).publications[0]?.images[0]?.href;
    expect(await imageOf()).toBe(`${ORIGIN}/icon-512.png`);
    const image_id = 'a'.repeat(40);
    await test.ports.db.handle.updateTable('books').set({ image_id }).where('id', '=', book.id).execute();
    expect(await imageOf()).toBe(`${ORIGIN}/images/${image_id}.jpg`);
    const shelf = await xml('/opds/v1.2/shelf');
    for (const rel of ['http://opds-spec.org/image', 'http://opds-spec.org/image/thumbnail'])
      expect(linkOf(shelf, 'feed/entry/link', rel)?.['href']).toBe(`${ORIGIN}/images/${image_id}.jpg`);
  });

  it('has pages of fifty, latest acquired first, and can be searched', async () => {
    for (let count = 2; count <= 52; count += 1) {
      const name = `Cuento ${count} ${count === 51 ? 'Ñandú' : 'Puma'}`;
      const { id } = await addPart(test, book.id, { name, releaseAt: TEST_NOW });
      await addBareEdition(test, id);
      test.clock.time += 1000;
      await give(test, reader.user.id, id);
    }
    const first = await shelf2();
    expect(first.metadata).toMatchObject({ numberOfItems: 52, itemsPerPage: 50, currentPage: 1 });
    expect(titlesOf(first)[0]).toContain('Cuento 52 ');
    const next = first.links.find(({ rel }) => rel === 'next')?.href ?? '';
    expect(titlesOf(await shelf2(own, new globalThis.URL(next).search))).toHaveLength(2);
    expect(linkOf(await xml('/opds/v1.2/shelf'), 'feed/link', 'next')?.['href']).toBe(
      `${ORIGIN}/opds/v1.2/shelf?page=2`,
    );
    expect(titlesOf(await shelf2(own, '?page=9'))).toEqual([]);
    expect(titlesOf(await shelf2(own, '?query=cuento%20%C3%91AND%C3%9A'))).toEqual([
      expect.stringContaining('Cuento 51 '),
    ]);
    const found = await xml(`/opds/v1.2/shelf?query=${encodeURIComponent('<&"')}`);
    expect(textsOf(found, 'feed/title')).toEqual(['Resultados de «<&"»']);
    const template = (await xml('/opds/v1.2/search.xml')).get('OpenSearchDescription/Url')?.[0]?.attributes;
    expect(template?.['template']).toBe(`${ORIGIN}/opds/v1.2/shelf?query={searchTerms}`);
    for (const bad of ['page=0', 'page=x', `query=${'a'.repeat(201)}`])
      expect(refusal(await get(test, `/opds/v2/shelf?${bad}`, own)).status).toBe(422);
  });

  it.each(['/opds/v1.2/shelf', '/opds/v2/shelf', '/opds/v1.2'])('%s answers 304 while nothing changes', async (url) => {
    const { etag } = (await get(test, url, own)).headers;
    const again = async () => get(test, url, { ...own, 'if-none-match': etag ?? '' });
    test.clock.time += 60_000;
    expect((await again()).statusCode).toBe(304);
    const second = await addPart(test, book.id, { name: 'Dos', releaseAt: TEST_NOW });
    await addBareEdition(test, second.id);
    await give(test, reader.user.id, second.id);
    expect((await again()).statusCode).toBe(200);
  });
});

describe('a download from the shelf', () => {
  it('is the EPUB export, counted as one, and opens the part', async () => {
    const answer = await take();
    expect(answer.headers['content-type']).toBe('application/epub+zip');
    const { loader } = await openEdition(new Blob([new Uint8Array(answer.rawPayload)]));
    expect(await loader.text('OEBPS/ex-libris.xhtml')).toContain('Este ejemplar es de Lectora');
    expect(await counted()).toEqual([{ user_id: reader.user.id, kind: 'epub' }]);
    const delivered = test.ports.db.read
      .selectFrom('deliveries')
      .select('part_id')
      .where('user_id', '=', reader.user.id);
    expect(await delivered.execute()).toEqual([{ part_id: part.id }]);
  });

  it('is not made by a HEAD request, nor by a page of another site', async () => {
    expect((await test.app.inject({ method: 'HEAD', url: epubOf(), headers: own })).statusCode).toBe(200);
    const foreign = { ...own, 'sec-fetch-site': 'cross-site' };
    expect(refusal(await take(foreign)).code).toBe('cross_site_request');
    expect(await counted()).toEqual([]);
  });

  it('shares the limit of twenty an hour with the export dialog', async () => {
    const dialog = async () =>
      test.app.inject({
        method: 'POST',
        url: `/api/exports/${part.id}`,
        headers: reader.headers,
        payload: { kind: 'epub' },
      });
    for (let count = 0; count < 10; count += 1) {
      expect((await take()).statusCode).toBe(200);
      expect((await dialog()).statusCode).toBe(200);
    }
    expect(refusal(await take()).status).toBe(429);
  });
});

describe('the shelf does not contain', () => {
  /** Whether a part is in two lists and in an entry, and the answers of its link to GET and HEAD. */
  const seen = async (headers: Readonly<Record<string, string>>, id = part.id) => {
    const ids = (await shelf2(headers)).publications.map(({ metadata }) => metadata.identifier);
    const head = await test.app.inject({ method: 'HEAD', url: epubOf(id), headers });
    return {
      inJson: ids.includes(`urn:uuid:${id}`),
      inAtom: textsOf(await xml('/opds/v1.2/shelf', headers), 'feed/entry/id').includes(`urn:uuid:${id}`),
      entry: (await get(test, `/opds/v2/parts/${id}`, headers)).statusCode,
      link: (await get(test, epubOf(id), headers)).statusCode,
      head: head.statusCode,
      counted: (await counted(id)).length,
    };
  };
  const absent = (status: number) => ({
    inJson: false,
    inAtom: false,
    entry: 404,
    link: status,
    head: status,
    counted: 0,
  });

  it('the part of another reader', async () => {
    expect(await seen(await passwordOf(other))).toEqual(absent(404));
    expect(await seen(own)).toEqual({ inJson: true, inAtom: true, entry: 200, link: 200, head: 200, counted: 1 });
  });

  it('a part whose author does not allow EPUB export', async () => {
    await allow('page');
    expect(await seen(own)).toEqual(absent(403));
    await allow(null);
    expect(await seen(own)).toEqual(absent(403));
  });

  it('a part that was returned', async () => {
    const query = test.ports.db.handle.updateTable('entitlements').set({ revoked_at: TEST_NOW });
    await query.where('part_id', '=', part.id).execute();
    expect(await seen(own)).toEqual(absent(404));
  });

  it('a recalled part', async () => {
    const payload = { part_ids: [part.id], kind: 'court_order', reason: 'Orden' };
    await test.app.inject({ method: 'POST', url: '/api/admin/recalls', headers: admin.headers, payload });
    expect(await seen(own)).toEqual(absent(403));
  });

  it('a part with early access, or not released yet', async () => {
    const early = await passwordOf(other);
    await give(test, other.user.id, part.id, { source: 'early_access' });
    expect(await seen(early)).toEqual(absent(403));
    const later = await addPart(test, book.id, { name: 'Después', releaseAt: TEST_NOW + 60_000 });
    await addBareEdition(test, later.id);
    await give(test, reader.user.id, later.id);
    expect(await seen(own, later.id)).toEqual(absent(409));
  });
});

describe('the address of the shelf', () => {
  it('is shown where a book can be exported as an EPUB', async () => {
    const answer = async () => (await get(test, '/api/opds', reader.headers)).json<object>();
    expect(await answer()).toEqual({ address: `${ORIGIN}/opds`, is_offered: true });
    await test.ports.db.handle.updateTable('books').set({ export_permission: null }).execute();
    test.services.books.catalogue.invalidate();
    expect(await answer()).toEqual({ address: `${ORIGIN}/opds`, is_offered: false });
  });
});
