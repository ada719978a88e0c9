import { createHash } from 'node:crypto';
import type { DownloadLink } from '@cuentos/contract/reading';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createS3Storage } from '../../adapters/s3-storage/s3-storage.ts';
import { get, refusal } from '../../testing/calls.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addBook, addEdition, addPart, addReader, give, ingest, type SignedIn } from '../../testing/fixtures.ts';
import { S3_TEST_KEYS, startStrictS3, type StrictS3 } from '../../testing/strict-s3.ts';

let test: TestApp;
let reader: SignedIn;
let partId: string;
let whole: Buffer;
beforeAll(async () => {
  test = await buildTestApp();
  reader = await addReader(test);
  const book = await addBook(test);
  partId = (await addPart(test, book.id)).id;
  await addEdition(test, partId, await ingest(test));
  await give(test, reader.user.id, partId);
  whole = (await download(await link())).rawPayload;
});
afterAll(async () => test.close());

const link = async () => (await get(test, `/api/book_part/download/${partId}`, reader.headers)).json<DownloadLink>();
const download = async ({ url }: { url: string }, headers: Record<string, string> = {}) => get(test, url, headers);

describe('a download link', () => {
  it('sends the whole file without a session', async () => {
    const url = await link();
    const response = await download(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/epub+zip',
      'content-disposition': 'attachment; filename="libro.epub"',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
      'content-length': String(url.size),
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(createHash('sha256').update(response.rawPayload).digest('hex')).toBe(url.hash);
    expect(url.url).not.toMatch(/bearer|token/i);
  });

  it('expires after five minutes', async () => {
    const url = await link();
    test.clock.time += 5 * 60_000 - 1;
    expect((await download(url)).statusCode).toBe(200);
    test.clock.time += 1;
    expect(refusal(await download(url))).toEqual({
      status: 410,
      code: 'file_link_expired',
      detail: 'El enlace de descarga venció. Pide uno nuevo.',
    });
  });

  it('cannot be altered in any part', async () => {
    const { url } = await link();
    const parsed = new URL(url, 'http://shop.test');
    const expires = parsed.searchParams.get('expires')!;
    const signature = parsed.searchParams.get('signature')!;
    const other = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const variants = [
      url.replace(expires, String(Number(expires) + 60_000)),
      url.replace(signature, other),
      url.replace(signature, signature.slice(0, -4)),
      url.replace(signature, ''),
      url.replace(/editions\/.{8}/, 'editions/00000000'),
      `/files/..%2f..%2fsecret.key?expires=${expires}&signature=${signature}`,
      `/files/%00?expires=${expires}&signature=${signature}`,
    ];
    for (const variant of variants) {
      expect(variant).not.toBe(url);
      expect(refusal(await get(test, variant))).toMatchObject({ status: 403, code: 'file_link_invalid' });
    }
    for (const query of [
      '',
      `?expires=${expires}`,
      `?signature=${signature}`,
      `?expires=x&signature=${signature}`,
      `?expires=${expires}&expires=1&signature=${signature}`,
    ]) {
      expect(refusal(await get(test, `${parsed.pathname}${query}`)).status).toBe(422);
    }
  });

  it('works for GET and HEAD only, and HEAD returns the size', async () => {
    const { url, size } = await link();
    const head = await test.app.inject({ method: 'HEAD', url });
    expect(head.statusCode).toBe(200);
    expect(head.headers['content-length']).toBe(String(size));
    expect(head.rawPayload).toHaveLength(0);
    for (const method of ['PUT', 'POST', 'DELETE', 'PATCH'] as const) {
      expect((await test.app.inject({ method, url })).statusCode).toBe(404);
    }
  });

  it('answers 404 when the file is lost', async () => {
    const url = await test.ports.storage.signedUrl('editions/abc.epub', test.clock.now() + 1000, 'x');
    expect(refusal(await get(test, url))).toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('resuming a download', () => {
  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=100-', 100, null],
    ['bytes=-50', -50, null],
    ['bytes=0-999999999', 0, null],
    ['bytes=-999999999', 0, null],
  ])('%s', async (range, from, to) => {
    const response = await download(await link(), { range });
    const start = from < 0 ? whole.length + from : from;
    const end = to ?? whole.length - 1;
    expect(response.statusCode).toBe(206);
    expect(response.headers['content-range']).toBe(`bytes ${start}-${end}/${whole.length}`);
    expect(response.headers['content-length']).toBe(String(end - start + 1));
    expect(response.rawPayload.equals(whole.subarray(start, end + 1))).toBe(true);
  });

  it('in pieces by several links gives the same file', async () => {
    const pieces: Buffer[] = [];
    for (let start = 0; start < whole.length; start += 700) {
      const response = await download(await link(), { range: `bytes=${start}-${start + 699}` });
      pieces.push(response.rawPayload);
    }
    expect(Buffer.concat(pieces).equals(whole)).toBe(true);
  });

  it.each(['bytes=999999999-', 'bytes=99999999999999999999999-', 'bytes=-0', 'bytes=10-5'])(
    '%s cannot be satisfied',
    async (range) => {
      const response = await download(await link(), { range });
      expect(response.statusCode).toBe(416);
      expect(response.headers['content-range']).toBe(`bytes */${whole.length}`);
      expect(response.rawPayload).toHaveLength(0);
    },
  );

  it.each(['bytes=0-1,5-6', 'bytes=', 'bytes=-', 'lines=1-2', 'ñ'])('%s gets the whole file', async (range) => {
    const response = await download(await link(), { range });
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(whole)).toBe(true);
  });
});

describe('a bucket', () => {
  let s3: StrictS3;
  let shop: TestApp;
  let lectora: SignedIn;
  let address: string;
  let chapter: string;
  beforeAll(async () => {
    s3 = await startStrictS3();
    const timeLimits = { answer: 1500, file: 10_000 };
    const storage = createS3Storage({ endpoint: s3.endpoint, ...S3_TEST_KEYS, timeLimits });
    shop = await buildTestApp({ ports: { storage, links: null } });
    lectora = await addReader(shop);
    const part = await addPart(shop, (await addBook(shop)).id);
    const book = await ingest(shop);
    const edition = await addEdition(shop, part.id, book);
    await give(shop, lectora.user.id, part.id);
    const path = book.publication.sections[0]!.path;
    address = `/api/editions/${edition}/r/${path}`;
    chapter = (await get(shop, address, lectora.headers)).body;
  });
  afterAll(async () => {
    await shop.close();
    await s3.close();
  });

  it('behind a server that compresses gives whole chapters', async () => {
    expect(chapter).toContain('<');
    const url = await shop.app.listen({ port: 0, host: '127.0.0.1' });
    s3.between = 'gzip';
    try {
      const response = await fetch(`${url}${address}`, {
        headers: { ...lectora.headers, 'accept-encoding': 'identity' },
      });
      expect(await response.text()).toBe(chapter);
    } finally {
      s3.between = null;
    }
  });

  it.each([
    ['is down', { failWith: 500 }],
    ['refuses', { failWith: 403 }],
  ])('answers 503 with a time to ask again if it %s', async (_, fault) => {
    Object.assign(s3, fault);
    try {
      const response = await get(shop, address, lectora.headers);
      expect(refusal(response)).toMatchObject({ status: 503, code: 'unavailable' });
      expect(response.headers['retry-after']).toBe('5');
      expect(response.headers['cache-control']).toBe('no-store');
      const ready = await get(shop, '/health/ready');
      expect([ready.statusCode, ready.body]).toEqual([200, '{"status":"ok","files":"unavailable"}']);
    } finally {
      s3.failWith = null;
    }
  });
});
