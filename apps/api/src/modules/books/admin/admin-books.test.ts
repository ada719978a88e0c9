import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AdminBook } from '@cuentos/contract/books';
import { pngHeader } from '@cuentos/epub/testing/make-epub';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { get, refusal } from '../../../testing/calls.ts';
import { addBook, addPart, addReader, give, type SignedIn } from '../../../testing/fixtures.ts';
import { type FormFile, formOptions } from '../../../testing/multipart.ts';

let test: TestApp;
let admin: SignedIn;
let writter: SignedIn;
let other: SignedIn;
let cover: FormFile;
const png = (content: Uint8Array | string, name = 'p.png', type = 'image/png'): FormFile => ({ content, name, type });
beforeAll(async () => {
  test = await buildTestApp();
  admin = await addReader(test, { role: 'admin' });
  [writter, other] = [await addReader(test, { role: 'writter' }), await addReader(test, { role: 'writter' })];
  const bytes = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#a52' } })
    .png()
    .toBuffer();
  cover = png(bytes);
});
afterAll(async () => {
  expect(await readdir(join(test.config.dataDir, 'tmp')).catch(() => [])).toEqual([]);
  await test.close();
});

const fields = (changes: Record<string, string | undefined> = {}) => ({
  name: `Cuentos del sur ${crypto.randomUUID()}`,
  description: 'Once cuentos.\n\nDe lluvia.',
  fragment: 'Llovía.',
  location: 'Chiloé',
  pages: '120',
  genre: 'Cuento',
  highlights: JSON.stringify(['Primera cita.', '  ', { passage: 'Segunda cita.' }]),
  ...changes,
});
const create = async (as = admin, changes = {}, files: Record<string, FormFile | undefined> = {}) =>
  test.app.inject(
    await formOptions('POST', '/api/admin/books', as, fields(changes), { image: cover, back_image: cover, ...files }),
  );
const change = async (as: SignedIn, id: string, changes: Record<string, string>, files = {}) =>
  test.app.inject(await formOptions('PUT', `/api/admin/books/${id}`, as, changes, files));
const listed = async (as = admin) => (await get(test, '/api/admin/books', as.headers)).json<AdminBook[]>();
const row = async (id: string) =>
  test.ports.db.handle.selectFrom('books').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('creating', () => {
  it('makes a draft with pictures in the used sizes; empty highlights are dropped', async () => {
    const response = await create();
    expect(response.statusCode).toBe(201);
    const book = response.json<AdminBook>();
    expect(book).toMatchObject({
      is_draft: true,
      is_active: true,
      pages: 120,
      description: 'Once cuentos.\n\nDe lluvia.',
    });
    expect(book.highlights).toEqual([{ passage: 'Primera cita.' }, { passage: 'Segunda cita.' }]);
    expect((await get(test, book.image!.src)).headers['content-type']).toBe('image/jpeg');
    expect(book.image!.srcset).toContain('.webp');
    expect((await get(test, `/api/books/${book.id}`)).statusCode).toBe(404);
    expect((await listed())[0]!.id).toBe(book.id);
  });

  it('409 "Error: el nombre del libro ingresado ya existe.", ignoring case; also on a change', async () => {
    const taken = { status: 409, code: 'book_name_taken', detail: 'Error: el nombre del libro ingresado ya existe.' };
    const first = (await create(admin, { name: 'El Río' })).json<AdminBook>();
    expect(refusal(await create(admin, { name: ' el  RÍO ' }))).toEqual(taken);
    const second = (await create()).json<AdminBook>();
    expect(refusal(await change(admin, second.id, { name: 'EL río' }))).toEqual(taken);
    await test.app.inject({ method: 'DELETE', url: `/api/admin/books/${first.id}`, headers: admin.headers });
    expect((await create(admin, { name: 'El Río' })).statusCode).toBe(201);
  });

  it.each([
    ['name', 'El nombre es obligatorio.'],
    ['description', 'La descripción es obligatoria.'],
    ['location', 'La ubicación es obligatoria.'],
    ['pages', 'El número de páginas es obligatorio.'],
    ['genre', 'El género es obligatorio.'],
    ['fragment', 'El fragmento es obligatorio.'],
    ['highlights', 'Debe haber al menos un highlight.'],
  ])('%s: %s', async (field, sentence) => {
    const empty = field === 'highlights' ? '["", "  "]' : ' ';
    for (const value of [undefined, empty]) {
      expect(refusal(await create(admin, { [field]: value }))).toMatchObject({
        status: 422,
        fields: { [field]: sentence },
      });
    }
  });

  it.each([
    ['image', 'La imagen es obligatoria.'],
    ['back_image', 'La contraportada es obligatoria.'],
  ])('%s: %s', async (field, sentence) => {
    expect(refusal(await create(admin, {}, { [field]: undefined })).fields).toEqual({ [field]: sentence });
  });

  it.each<[Record<string, string>, string]>([
    [{ location: 'x'.repeat(121) }, 'location'],
    [{ pages: '0' }, 'pages'],
    [{ pages: '1.5' }, 'pages'],
    [{ highlights: 'no' }, 'highlights'],
    [{ highlights: '{}' }, 'highlights'],
    [{ highlights: JSON.stringify(['x'.repeat(1001)]) }, 'highlights'],
    [{ writer_ids: '["x"]' }, 'writer_ids'],
  ])('refuses %#: %s', async (changes, field) => {
    const answer = refusal(await create(admin, changes));
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.fields!)).toEqual([field]);
  });
});

describe('pictures', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  it.each([
    ['SVG', png(svg, 'a.svg', 'image/svg+xml')],
    ['SVG that calls itself PNG', png(svg)],
    ['a text', png('hola')],
    ['nothing', png('')],
    ['a bomb of 900 megapixels', png(pngHeader(30_000, 30_000))],
    ['HTML', png('<html>', 'x.jpg', 'image/jpeg')],
  ])('%s is refused with a sentence', async (_, image) => {
    const before = (await listed()).length;
    expect(refusal(await create(admin, {}, { image }))).toMatchObject({
      status: 422,
      code: 'image_refused',
      detail: 'La imagen no se puede usar. Debe ser JPEG, PNG o WebP, y no demasiado grande.',
    });
    expect((await listed()).length).toBe(before);
  });

  it("are decoded by a process that gets none of the server's settings", async () => {
    // A process that inherited this setting could not start.
    vi.stubEnv('NODE_OPTIONS', '--require=/none/of/the/settings.cjs');
    const bytes = await sharp({ create: { width: 41, height: 60, channels: 3, background: '#2a5' } })
      .png()
      .toBuffer();
    const { statusCode } = await create(admin, {}, { image: png(bytes) });
    vi.unstubAllEnvs();
    expect(statusCode).toBe(201);
  });

  it('are refused over 5 MB', async () => {
    const image = png(new Uint8Array(5 * 1024 * 1024 + 1));
    expect(refusal(await create(admin, {}, { image }))).toMatchObject({
      status: 413,
      detail: 'La imagen puede pesar hasta 5 MB.',
    });
  });

  it('are refused as an unexpected file, as JSON instead of a form, and in a broken form', async () => {
    expect(refusal(await create(admin, {}, { otra: cover })).code).toMatch(/malformed_request|payload_too_large/);
    const json = { method: 'POST', url: '/api/admin/books', headers: admin.headers, payload: { name: 'x' } } as const;
    expect(refusal(await test.app.inject(json)).status).toBe(415);
    const options = await formOptions('POST', '/api/admin/books', admin, fields(), { image: cover, back_image: cover });
    const half = (options.payload as Buffer).subarray(0, 900);
    expect(refusal(await test.app.inject({ ...options, payload: half })).status).toBe(400);
    const headers = { ...admin.headers, 'content-type': 'multipart/form-data' };
    expect(refusal(await test.app.inject({ ...options, headers })).status).toBe(400);
  });
});

describe('changing', () => {
  it('changes nothing if the form has no fields', async () => {
    const book = (await create()).json<AdminBook>();
    const before = await row(book.id);
    const answer = await change(admin, book.id, {});
    expect(answer.statusCode).toBe(200);
    expect(answer.json<AdminBook>()).toEqual(book);
    expect({ ...(await row(book.id)), updated_at: null }).toEqual({ ...before, updated_at: null });
  });

  it('publishes and unpublishes only by is_draft, keeps absent fields and files, and is audited', async () => {
    const book = (await create()).json<AdminBook>();
    expect((await change(admin, book.id, { is_draft: 'false' })).json()).toEqual({
      ...book,
      is_draft: false,
      updated_at: expect.any(String),
    });
    expect((await get(test, `/api/books/${book.id}`)).statusCode).toBe(200);
    expect((await change(admin, book.id, { genre: 'Novela' })).json()).toMatchObject({
      genre: 'Novela',
      name: book.name,
      is_draft: false,
    });
    await change(admin, book.id, { is_draft: 'true' });
    expect((await get(test, `/api/books/${book.id}`)).statusCode).toBe(404);
    const log = await test.ports.db.read
      .selectFrom('audit_log')
      .selectAll()
      .where('subject', '=', book.id)
      .orderBy('id')
      .execute();
    expect(log.map(({ action }) => action).toSorted()).toEqual(['book.activated', 'book.created', 'book.deactivated']);
  });

  it('updates the search text, and a new cover replaces the old one', async () => {
    const book = (await create()).json<AdminBook>();
    const bytes = await sharp({ create: { width: 30, height: 40, channels: 3, background: '#123' } })
      .webp()
      .toBuffer();
    const changed = await change(admin, book.id, { name: 'Ñandú' }, { image: png(bytes, 'x.webp', 'image/webp') });
    expect(changed.json<AdminBook>().image!.src).not.toBe(book.image!.src);
    expect(await row(book.id)).toMatchObject({ name_key: 'ñandu', search_text: 'ñandu cuento chiloe' });
  });

  it('archiving hides a book from the shop and the list, and owners keep reading', async () => {
    const book = await addBook(test);
    const part = await addPart(test, book.id);
    const owner = await addReader(test);
    await give(test, owner.user.id, part.id);
    const answer = await test.app.inject({
      method: 'DELETE',
      url: `/api/admin/books/${book.id}`,
      headers: admin.headers,
    });
    expect(answer.json()).toEqual({ deleted: true });
    expect((await listed()).map(({ id }) => id)).not.toContain(book.id);
    expect((await get(test, `/api/books/${book.id}`)).statusCode).toBe(404);
    expect((await get(test, `/api/user_book_parts/${book.id}`, owner.headers)).json()).toMatchObject([
      { id: part.id, is_purchased: true },
    ]);
    expect(refusal(await change(admin, book.id, { genre: 'x' })).code).toBe('book_not_found');
  });
});

describe('a writter', () => {
  it('creates drafts of her own, and sees and edits only those; other books look missing', async () => {
    const own = (await create(writter)).json<AdminBook>();
    expect(own).toMatchObject({ is_draft: true, writers: [{ id: writter.user.id }] });
    const foreign = (await create()).json<AdminBook>();
    expect((await listed(writter)).map(({ id }) => id)).toEqual([own.id]);
    expect(await listed(other)).toEqual([]);
    expect((await change(writter, own.id, { genre: 'Poesía' })).json()).toMatchObject({ genre: 'Poesía' });
    for (const [as, id] of [
      [writter, foreign.id],
      [other, own.id],
      [writter, crypto.randomUUID()],
    ] as const)
      expect(refusal(await change(as, id, { genre: 'x' }))).toMatchObject({ status: 404, code: 'book_not_found' });
  });

  it('cannot activate, delete or assign', async () => {
    const own = (await create(writter)).json<AdminBook>();
    expect(refusal(await change(writter, own.id, { is_draft: 'false' })).code).toBe('forbidden');
    expect(refusal(await change(writter, own.id, { writer_ids: '[]' })).code).toBe('forbidden');
    expect(refusal(await create(writter, { writer_ids: '[]' })).code).toBe('forbidden');
    const deletion = { method: 'DELETE', url: `/api/admin/books/${own.id}`, headers: writter.headers } as const;
    expect(refusal(await test.app.inject(deletion)).code).toBe('forbidden');
    expect(await row(own.id)).toMatchObject({ is_draft: 1, is_active: 1 });
  });

  it('is assigned and removed by an admin, at once; readers cannot be assigned', async () => {
    const book = (await create(admin, { writer_ids: JSON.stringify([other.user.id]) })).json<AdminBook>();
    expect((await listed(other)).map(({ id }) => id)).toEqual([book.id]);
    await change(admin, book.id, { writer_ids: JSON.stringify([writter.user.id]) });
    expect(await listed(other)).toEqual([]);
    const reader = await addReader(test);
    expect(refusal(await change(admin, book.id, { writer_ids: JSON.stringify([reader.user.id]) })).status).toBe(422);
    const { handle } = test.ports.db;
    await handle.updateTable('users').set({ role: 'reader' }).where('id', '=', other.user.id).execute();
    const both = JSON.stringify([other.user.id, writter.user.id]);
    expect(refusal(await change(admin, book.id, { writer_ids: both })).status).toBe(422);
    await handle.insertInto('book_writers').values({ book_id: book.id, user_id: other.user.id }).execute();
    // A writter who lost the role stays assigned until an admin removes her; the book can be edited all the same.
    expect((await change(admin, book.id, { writer_ids: both })).statusCode).toBe(200);
    const changes = await handle
      .selectFrom('audit_log')
      .select('id')
      .where('subject', '=', book.id)
      .where('action', '=', 'book.writers_changed')
      .execute();
    expect(changes).toHaveLength(1);
    await handle.updateTable('users').set({ role: 'writter' }).where('id', '=', other.user.id).execute();
    expect((await listed(writter)).map(({ id }) => id)).toContain(book.id);
  });
});

describe("the author's text about a book", () => {
  it('is stored, shown to visitors, and removed for empty fields', async () => {
    const fields = {
      isbn: '978-84-376-0494-7',
      series_name: '  Cuentos   del sur ',
      series_number: '2',
      language: 'es-cl',
      keywords: 'Chiloé, lluvia ,, LLUVIA; faros',
    };
    const { id, ...book } = (await create(admin, fields)).json<AdminBook>();
    const expected = {
      isbn: '9788437604947',
      series: { name: 'Cuentos del sur', number: 2 },
      language: 'es-CL',
      keywords: ['Chiloé', 'LLUVIA', 'faros'],
    };
    expect(book).toMatchObject(expected);
    await change(admin, id, { is_draft: 'false' });
    expect((await get(test, `/api/books/${id}`)).json()).toMatchObject(expected);
    const emptied = await change(admin, id, { isbn: '', series_name: '', series_number: '', keywords: '' });
    expect(emptied.json()).toMatchObject({ isbn: null, series: null, language: 'es-CL', keywords: [] });
  });

  it.each([
    ['isbn', '978-84-376-0494-8', 'El último dígito no corresponde: debería ser 7.'],
    ['isbn', '12345', 'El ISBN debe tener 10 o 13 dígitos.'],
    ['isbn', '9'.repeat(10_000), 'El ISBN debe tener 10 o 13 dígitos.'],
    ['series_number', '0', 'El número en la serie debe ser entero, desde 1.'],
    ['series_name', 's'.repeat(10_000), 'Puede tener hasta 120 caracteres.'],
    ['language', 'no es un idioma', 'El idioma no es válido.'],
    ['language', '', 'El idioma no es válido.'],
    ['keywords', 'x'.repeat(41), 'Puede haber hasta 20 palabras de hasta 40 caracteres.'],
    [
      'keywords',
      Array.from({ length: 21 }, (_, index) => `p${index}`).join(','),
      'Puede haber hasta 20 palabras de hasta 40 caracteres.',
    ],
  ])('%s cannot be %s', async (field, value, message) => {
    const answer = refusal(await create(admin, { [field]: value }));
    expect(answer).toMatchObject({ status: 422, fields: { [field]: message } });
  });
});

describe('the discount for completing a book', () => {
  it('is set with the book, shown in the shop, and each change is audited', async () => {
    const { id } = (await create(admin, { completion_discount: '15' })).json<AdminBook>();
    expect((await change(admin, id, { is_draft: 'false' })).json()).toMatchObject({ completion_discount: 15 });
    expect((await change(admin, id, { completion_discount: '20' })).json()).toMatchObject({ completion_discount: 20 });
    await change(admin, id, { completion_discount: '20', genre: 'Poesía' });
    expect((await get(test, `/api/books/${id}`)).json()).toMatchObject({ completion_discount: 20 });
    const log = await test.ports.db.read
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'book.completion_changed')
      .where('subject', '=', id)
      .execute();
    expect(log.map(({ detail }) => JSON.parse(detail) as unknown)).toEqual([{ from: 15, to: 20 }]);
  });

  it.each(['-1', '91', '10.5', 'x', ''])('cannot be %s', async (value) => {
    const answer = refusal(await create(admin, { completion_discount: value }));
    const message = 'El descuento por completar el libro debe ser entero, de 0 a 90.';
    expect(answer).toMatchObject({ status: 422, fields: { completion_discount: message } });
  });

  it('is set by a writter until the book is in the shop, and then by admins, like its prices', async () => {
    const { id } = (await create(writter)).json<AdminBook>();
    expect((await change(writter, id, { completion_discount: '30' })).json()).toMatchObject({
      completion_discount: 30,
    });
    await change(admin, id, { is_draft: 'false' });
    expect((await change(writter, id, { completion_discount: '90' })).statusCode).toBe(403);
    expect((await change(writter, id, { completion_discount: '30', genre: 'Poesía' })).statusCode).toBe(200);
    expect((await row(id)).completion_discount).toBe(30);
  });
});

describe('the order of the shelf', () => {
  const order = async (as: SignedIn, ids: unknown) =>
    test.app.inject({ method: 'PUT', url: '/api/admin/shelf', headers: as.headers, payload: { ids } });
  const names = (books: readonly { readonly id: string }[], known: readonly string[]) =>
    books.map(({ id }) => known.indexOf(id)).filter((index) => index >= 0);

  it('is set by an admin for the list, the shop and its pages; new books come first, unnamed ones last', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      test.clock.time += 1000;
      ids.push((await addBook(test)).id);
    }
    const shop = async () => names((await get(test, '/api/books/')).json(), ids);
    expect(await shop()).toEqual([2, 1, 0]);
    const answer = await order(admin, [ids[1], ids[0], ids[1], '01900000-0000-7000-8000-000000000000']);
    expect(answer.statusCode).toBe(200);
    expect(names(answer.json<AdminBook[]>(), ids)).toEqual([1, 0, 2]);
    expect(await shop()).toEqual([1, 0, 2]);
    expect(names(await listed(), ids)).toEqual([1, 0, 2]);
    test.clock.time += 1000;
    ids.push((await addBook(test)).id);
    expect(await shop()).toEqual([3, 1, 0, 2]);
  });

  it('cannot be set by a writter, and needs ids', async () => {
    expect((await order(writter, [])).statusCode).toBe(403);
    expect((await order(admin, 'todos')).statusCode).toBe(422);
  });
});
