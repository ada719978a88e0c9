import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '../../ports/storage.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { get } from '../../testing/calls.ts';
import { addBook } from '../../testing/fixtures.ts';

let test: TestApp;
const imageId = 'c'.repeat(40);
beforeAll(async () => {
  test = await buildTestApp();
  const cover = await sharp({ create: { width: 400, height: 600, channels: 3, background: '#a52' } })
    .jpeg()
    .toBuffer();
  await test.ports.storage.putBytes(`images/${imageId}.jpg`, cover, 'image/jpeg');
  const row = { id: imageId, width: 400, height: 600, created_at: 0 };
  await test.ports.db.handle.insertInto('images').values(row).execute();
});
afterAll(async () => test.close());

const picture = async (name: string, headers = {}) => get(test, `/images/share/${name}.jpg`, headers);
const shareFiles = async () => readdir(join(test.config.dataDir, 'files', 'share')).catch(() => []);
/** Returns the mean colour of a part of a picture, and the deviation of its pixels. */
async function look(bytes: Buffer, piece: { left: number; top: number; width: number; height: number }) {
  const { channels } = await sharp(await sharp(bytes).extract(piece).png().toBuffer()).stats();
  return {
    mean: channels.map(({ mean }) => Math.round(mean)),
    spread: Math.max(...channels.map(({ stdev }) => stdev)),
  };
}
const AT_COVER = { left: 150, top: 200, width: 100, height: 100 };
const AT_WORDS = { left: 500, top: 150, width: 500, height: 300 };

it('is a JPEG of 1200 × 630 with the cover at the left and words at the right, drawn once', async () => {
  const book = await addBook(test, { name: 'El faro que aprendió a silbar', imageId });
  const answers = await Promise.all([picture(book.id), picture(book.id), picture(book.id)]);
  const [first] = answers;
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(first.headers['content-type']).toBe('image/jpeg');
  expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(first.rawPayload.length).toBeLessThan(300_000);
  const cover = await look(first.rawPayload, AT_COVER);
  expect(cover.mean[0]).toBeGreaterThan(150);
  expect(cover.spread).toBeLessThan(5);
  expect((await look(first.rawPayload, AT_WORDS)).spread).toBeGreaterThan(40);
  expect(await shareFiles()).toHaveLength(1);
  const { etag = '' } = first.headers;
  expect((await picture(book.id, { 'if-none-match': etag })).statusCode).toBe(304);
  const renamed = { name: 'Otro nombre', updated_at: test.clock.now() + 1 };
  await test.ports.db.handle.updateTable('books').set(renamed).where('id', '=', book.id).execute();
  test.services.books.catalogue.invalidate();
  expect((await picture(book.id)).headers.etag).not.toBe(etag);
});

it('can be embedded by other sites and mail programs, like the covers and nothing else of the shop', async () => {
  const policy = async (url: string) => (await get(test, url)).headers['cross-origin-resource-policy'];
  expect(await policy('/images/share/shop.jpg')).toBe('cross-origin');
  expect(await policy(`/images/${imageId}.jpg`)).toBe('cross-origin');
  expect(await policy('/api/books/')).toBe('same-origin');
});

it.each([
  ['without a cover', { name: 'Sin portada' }],
  ['with a cover that is lost', { name: 'Perdida', imageId: 'd'.repeat(40) }],
  ['with a title that has no letter of our faces', { name: '🐦漢字' }],
  ['with a very long title', { name: 'Una palabra '.repeat(100).trim() }],
  ['with one endless word', { name: 'x'.repeat(200) }],
  ['with markup in its title', { name: '</svg><image href="file:///etc/passwd"/><script>' }],
])(
  'is drawn for a book %s',
  async (_, fields) => {
    const { imageId: lost } = fields as { imageId?: string };
    if (lost)
      await test.ports.db.handle
        .insertInto('images')
        .values({ id: lost, width: 1, height: 1, created_at: 0 })
        .execute();
    const book = await addBook(test, fields);
    const answer = await picture(book.id);
    expect(answer.statusCode).toBe(200);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
  },
  60_000,
);

it('is sent without its cover for a minute and not stored, and then drawn with the cover', async () => {
  const id = 'e'.repeat(40);
  const row = { id, width: 400, height: 600, created_at: 0 };
  await test.ports.db.handle.insertInto('images').values(row).execute();
  const book = await addBook(test, { name: 'La portada perdida', imageId: id });
  const before = await shareFiles();
  const lacking = await picture(book.id);
  expect([lacking.statusCode, lacking.headers['cache-control']]).toEqual([200, 'public, max-age=60']);
  expect(await shareFiles()).toEqual(before);
  const { stream } = await test.ports.storage.read(`images/${imageId}.jpg`);
  await test.ports.storage.putBytes(`images/${id}.jpg`, await buffer(stream), 'image/jpeg');
  expect((await picture(book.id)).headers.etag).toBe(lacking.headers.etag);
  test.clock.time += 60_000;
  const { etag = '' } = lacking.headers;
  const whole = await picture(book.id, { 'if-none-match': etag });
  expect([whole.statusCode, whole.headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
  expect((await look(whole.rawPayload, AT_COVER)).mean[0]).toBeGreaterThan(150);
  expect(await shareFiles()).toHaveLength(before.length + 1);
});

it('answers 503 while the cover cannot be read, and is not stored', async () => {
  const book = await addBook(test, { name: 'La portada que calla', imageId });
  const before = await shareFiles();
  const { storage } = test.ports;
  const read = storage.read.bind(storage);
  const away = vi.spyOn(storage, 'read').mockImplementation(async (key) => {
    if (key.startsWith('images/')) throw new StorageUnavailable('the object store does not answer');
    return read(key);
  });
  try {
    expect((await picture(book.id)).statusCode).toBe(503);
    expect(await shareFiles()).toEqual(before);
  } finally {
    away.mockRestore();
  }
  expect((await look((await picture(book.id)).rawPayload, AT_COVER)).mean[0]).toBeGreaterThan(150);
});

it('exists for the shop itself', async () => {
  const answer = await picture('shop');
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
});

it('does not exist for drafts, unknown books and other names, and none of those is drawn', async () => {
  const draft = await addBook(test, { isDraft: true });
  const before = await shareFiles();
  for (const name of [draft.id, '01900000-0000-7000-8000-000000000000', '..', 'otra']) {
    expect((await picture(name)).statusCode).toBe(404);
  }
  expect(await shareFiles()).toEqual(before);
});
