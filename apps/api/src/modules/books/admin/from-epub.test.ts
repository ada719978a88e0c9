import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AdminPart, ChangedPart } from '@cuentos/contract/parts';
import { makeEpub } from '@cuentos/epub/testing/make-epub';
import type { KyselyPlugin } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { get, refusal } from '../../../testing/calls.ts';
import { addBook, addPart, addReader, type SignedIn } from '../../../testing/fixtures.ts';
import { formOptions } from '../../../testing/multipart.ts';

let test: TestApp;
let admin: SignedIn;
let writter: SignedIn;
let bookId: string;
beforeAll(async () => {
  test = await buildTestApp();
  admin = await addReader(test, { role: 'admin' });
  writter = await addReader(test, { role: 'writter' });
});
afterAll(async () => test.close());
beforeEach(async () => {
  bookId = (await addBook(test)).id;
});

type Spec = Parameters<typeof makeEpub>[0];
const send = async (spec: Spec | string, as = admin, fields = {}, id = bookId) =>
  test.app.inject(
    await formOptions('POST', `/api/admin/books/${id}/epubs`, as, fields, {
      ebook_file: {
        content: typeof spec === 'string' ? spec : makeEpub(spec),
        name: 'libro.epub',
        type: 'application/epub+zip',
      },
    }),
  );
const files = async () => {
  const entries = await readdir(join(test.config.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};
const parts = async () =>
  (await get(test, `/api/admin/book_parts?book_id=${bookId}`, admin.headers)).json<AdminPart[]>();

describe('a draft part made from an EPUB alone', () => {
  it('takes name and image from title and cover, and the price of the last part, with its ebook', async () => {
    await addPart(test, bookId, { value: 2990 });
    const cover = await sharp({ create: { width: 200, height: 300, channels: 3, background: '#247' } })
      .png()
      .toBuffer();
    const response = await send({ title: 'La niebla\n  del  puerto', cover });
    expect(response.statusCode).toBe(201);
    const part = response.json<ChangedPart>();
    expect(part).toMatchObject({
      name: 'La niebla del puerto',
      value: 2990,
      is_draft: true,
      ebook: true,
      edition_count: 1,
      edition: { state: 'published' },
    });
    expect(part.image).not.toBeNull();
    expect(part.ebook_size).toBe(part.edition?.size);
  });

  it('numbers a name that is taken, cuts a long one, and costs the advertised minimum in a new book', async () => {
    expect((await send({ title: 'La niebla' })).json<ChangedPart>()).toMatchObject({ name: 'La niebla', value: 490 });
    expect((await send({ title: 'LA NIEBLA' })).json<ChangedPart>().name).toBe('LA NIEBLA (2)');
    const long = (await send({ title: 'ñ'.repeat(500) })).json<ChangedPart>().name;
    expect(long.length).toBeLessThanOrEqual(200);
  });

  it('leaves no part and no file if the EPUB is refused', async () => {
    const before = await files().catch(() => []);
    expect(refusal(await send('no es un libro'))).toMatchObject({ status: 422, code: 'book_refused' });
    await send({ title: 'Única' });
    const between = await files();
    expect(refusal(await send({ title: 'Otra', creator: 'Alguien' }, admin, { name: 'única' })).code).toBe(
      'part_name_taken',
    );
    expect(await files()).toEqual(between);
    expect(between.length).toBeGreaterThan(before.length);
    expect(await parts()).toHaveLength(1);
  });

  it('is made by a writter only in her own books', async () => {
    expect(refusal(await send({}, writter)).code).toBe('book_not_found');
    const own = (await addBook(test)).id;
    await test.ports.db.handle.insertInto('book_writers').values({ book_id: own, user_id: writter.user.id }).execute();
    expect((await send({}, writter, {}, own)).statusCode).toBe(201);
  });
});

describe('deleting an edition that waits', () => {
  const discard = async (id: string, as = admin) =>
    test.app.inject({ method: 'DELETE', url: `/api/admin/editions/${id}`, headers: as.headers });
  const upload = async (partId: string, spec: Spec) =>
    test.app.inject(
      await formOptions(
        'PUT',
        `/api/admin/book_parts/${partId}`,
        admin,
        {},
        {
          ebook_file: { content: makeEpub(spec), name: 'l.epub', type: 'application/epub+zip' },
        },
      ),
    );

  it('deletes its files, and is refused for the published edition', async () => {
    const part = await addPart(test, bookId);
    const first = (await upload(part.id, { title: 'Uno' })).json<ChangedPart>().edition!;
    const before = await files();
    const second = (
      await upload(part.id, { title: 'Dos', chapters: [{ html: '<p>Otro texto</p>' }] })
    ).json<ChangedPart>();
    expect(second).toMatchObject({ edition: { state: 'pending' }, edition_count: 2 });
    expect(refusal(await discard(second.edition!.id, writter)).code).toBe('edition_not_found');
    expect((await discard(second.edition!.id)).json()).toEqual({ deleted: true });
    expect((await files()).toSorted()).toEqual(before.toSorted());
    expect(refusal(await discard(first.id)).code).toBe('edition_not_found');
    expect((await parts())[0]).toMatchObject({ ebook: true, pending_edition_id: null, edition_count: 1 });
  });

  it('is repeated after a conflict with another writer, which is never reported as a missing edition', async () => {
    const part = await addPart(test, bookId);
    await upload(part.id, { title: 'Uno' });
    const { edition } = (await upload(part.id, { title: 'Dos' })).json<ChangedPart>();
    const { db } = test.ports;
    const withTx = db.withTx.bind(db);
    let conflicts = 0;
    const conflicting: KyselyPlugin = {
      transformQuery({ node }) {
        if (conflicts > 0 || node.kind !== 'SelectQueryNode' || !JSON.stringify(node).includes('"book_parts"'))
          return node;
        conflicts += 1;
        throw Object.assign(new Error('could not serialize access'), { code: '40001' });
      },
      transformResult: async ({ result }) => result,
    };
    vi.spyOn(db, 'withTx').mockImplementation(async (work) => withTx(async (tx) => work(tx.withPlugin(conflicting))));
    try {
      expect((await discard(edition!.id)).json()).toEqual({ deleted: true });
      expect(conflicts).toBe(1);
    } finally {
      vi.mocked(db.withTx).mockRestore();
    }
  });
});

describe('the description of the forms (/api/docs)', () => {
  it('lists every field and file of the four calls that take a form', async () => {
    const { paths } = (await get(test, '/api/docs')).json<{ paths: Record<string, Record<string, unknown>> }>();
    const schemaOf = (path: string, method: string) => {
      const call = paths[path]?.[method] as
        | { requestBody: { content: Record<string, { schema: { properties: object; required?: string[] } }> } }
        | undefined;
      return call?.requestBody.content['multipart/form-data']?.schema;
    };
    const book = ['name', 'description', 'fragment', 'location', 'pages', 'genre', 'highlights', 'image', 'back_image'];
    expect(schemaOf('/api/admin/books', 'post')?.required?.toSorted()).toEqual(book.toSorted());
    expect(Object.keys(schemaOf('/api/admin/books/{id}', 'put')?.properties ?? {})).toEqual(
      expect.arrayContaining([...book, 'is_draft', 'writer_ids']),
    );
    expect(schemaOf('/api/admin/book_parts/{id}', 'post')?.required?.toSorted()).toEqual(
      ['image', 'name', 'release_date', 'value'].toSorted(),
    );
    expect(schemaOf('/api/admin/book_parts/{id}', 'put')?.properties).toMatchObject({
      ebook_file: { type: 'string', format: 'binary' },
      publish: {},
      is_draft: {},
    });
    expect(schemaOf('/api/admin/books/{id}/epubs', 'post')?.required).toEqual(['ebook_file']);
  });
});
