import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeEpub } from '@cuentos/epub/testing/make-epub';
import { longProof } from '@cuentos/domain/testing/long-proof';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLocalStorage } from '../../../adapters/local-storage/local-storage.ts';
import { RETRY_AFTER_S } from '../../../platform/http/error-handler.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { addBook, addReader, type SignedIn } from '../../../testing/fixtures.ts';
import { canMount, mountDisk, type SmallDisk } from '../../../testing/small-disk.ts';

const MB = 1024 * 1024;

/** Data of an upload on the small disk: the form while it arrives, the work of child processes, or the stored files. */
const places = ['form', 'work', 'kept'] as const;
type Place = (typeof places)[number];

let disk: SmallDisk;
let test: TestApp;
let origin: string;
let admin: SignedIn;
let bookId: string;
const { TMPDIR } = process.env;
beforeEach(() => {
  if (canMount) disk = mountDisk(8);
});
afterEach(async () => {
  if (TMPDIR === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = TMPDIR;
  await test.close();
  disk.unmount();
});

async function start(place: Place): Promise<void> {
  test = await buildTestApp({
    env: place === 'form' ? { DATA_DIR: disk.folder } : {},
    ports: place === 'kept' ? { storage: createLocalStorage({ folder: disk.folder, secret: Buffer.from('x') }) } : {},
  });
  if (place === 'work') process.env['TMPDIR'] = disk.folder;
  admin = await addReader(test, { role: 'admin' });
  bookId = (await addBook(test)).id;
  origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
}

async function upload(book: Uint8Array): Promise<Response> {
  const form = new FormData();
  form.append('ebook_file', new Blob([Buffer.from(book)], { type: 'application/epub+zip' }), 'libro.epub');
  return fetch(`${origin}/api/admin/books/${bookId}/epubs`, { method: 'POST', headers: admin.headers, body: form });
}

/** Files below a folder, except the file that fills the disk. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files.filter((path) => !/ballast$|cuentos-compile-/.test(path));
}

const counted = async (): Promise<unknown[]> =>
  Promise.all(
    (['book_parts', 'editions', 'edition_resources', 'images', 'file_claims'] as const).map(async (table) =>
      test.ports.db.read.selectFrom(table).selectAll().execute(),
    ),
  );

/** The place of the small disk and the bytes free on it; the first three cases have each place and each size once. */
const cases: readonly (readonly [Place, number])[] = [0, 1, 2].flatMap((shift) =>
  places.map((place, index) => [place, [0, MB / 16, MB][(index + shift) % 3]!] as const),
);

describe.runIf(canMount)('an upload onto a full disk', () => {
  const proof = longProof('full-disks', 3);

  it.each([...proof.runs()].map((index) => cases[index]!))(
    'answers 503 on the %s with %d bytes free, leaves no file, and succeeds once there is room',
    async (place, room) => {
      await start(place);
      const cover = await sharp(randomBytes(600 * 900 * 3), { raw: { width: 600, height: 900, channels: 3 } })
        .png()
        .toBuffer();
      const book = makeEpub({ title: 'La marea', cover, chapters: [{ html: `<p>${'Una ola. '.repeat(5000)}</p>` }] });
      const before = await counted();
      disk.fill(room);
      const response = await upload(book);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ code: 'unavailable', detail: 'Error: Servicio no disponible' });
      expect(response.headers.get('retry-after')).toBe(String(RETRY_AFTER_S));
      expect(await filesIn(disk.folder)).toEqual([]);
      expect(await filesIn(join(test.config.dataDir, 'files'))).toEqual([]);
      expect(await filesIn(join(test.config.dataDir, 'tmp'))).toEqual([]);
      expect(await counted()).toEqual(before);
      disk.free();
      expect((await upload(book)).status).toBe(201);
    },
    60_000,
  );
});
