import { request as httpRequest } from 'node:http';
import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { AdminBook } from '@cuentos/contract/admin-books';
import type { AdminEdition, AdminPart, ChangedPart } from '@cuentos/contract/admin-parts';
import type { DownloadLink, OpenPart } from '@cuentos/contract/reading';
import { makeEpub } from '@cuentos/epub/testing/make-epub';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { get, refusal } from '../../testing/calls.ts';
import { addBook, addPart, addReader, give, type SignedIn } from '../../testing/fixtures.ts';
import { type FormFile, formOptions, multipart } from '../../testing/multipart.ts';

const ABORTS = process.env['PROVE'] === '1' ? 50 : 10;
let test: TestApp;
let admin: SignedIn;
let writter: SignedIn;
let other: SignedIn;
let bookId: string;
let image: FormFile;
const epub = (
  spec: Parameters<typeof makeEpub>[0] = {},
  name = 'libro.epub',
  type = 'application/epub+zip',
): FormFile => ({
  content: makeEpub(spec),
  name,
  type,
});
beforeAll(async () => {
  test = await buildTestApp({ env: { MP_MIN_AMOUNT: '500' } });
  admin = await addReader(test, { role: 'admin' });
  [writter, other] = [await addReader(test, { role: 'writter' }), await addReader(test, { role: 'writter' })];
  const content = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#a52' } })
    .png()
    .toBuffer();
  image = { content, name: 'c.png', type: 'image/png' };
  bookId = (await addBook(test)).id;
  await test.ports.db.handle.insertInto('book_writers').values({ book_id: bookId, user_id: writter.user.id }).execute();
});
afterAll(async () => test.close());

let count = 0;
const fields = (given: Record<string, string | undefined> = {}) => ({
  name: `Parte ${(count += 1)}`,
  value: '1490',
  release_date: '2026-11-01',
  ...given,
});
const create = async (as = admin, given = {}, file: FormFile | undefined = image) =>
  test.app.inject(await formOptions('POST', `/api/admin/book_parts/${bookId}`, as, fields(given), { image: file }));
const made = async (as = admin, given = {}) => (await create(as, given)).json<AdminPart>();
const change = async (as: SignedIn, id: string, given: Record<string, string>, files: Record<string, FormFile> = {}) =>
  test.app.inject(await formOptions('PUT', `/api/admin/book_parts/${id}`, as, given, files));
const upload = async (as: SignedIn, id: string, file = epub(), given = {}) =>
  change(as, id, given, { ebook_file: file });
const audits = async (subject: string) =>
  (await test.ports.db.read.selectFrom('audit_log').selectAll().where('subject', '=', subject).execute()).map(
    ({ action }) => action,
  );
const onSale = async (as = admin): Promise<AdminPart> => {
  const part = await made(as);
  await upload(admin, part.id);
  return (await change(admin, part.id, { is_draft: 'false' })).json<AdminPart>();
};

describe('creating a part (spec §5 "Book part form", §7; decisions: "Time zone")', () => {
  it('makes a draft without ebook; the day begins and ends in Santiago', async () => {
    const presale = { is_presale: 'true', presale_discount_percentage: '30', presale_end_date: '2026-12-31' };
    const response = await create(admin, { release_date: '2026-09-06', ...presale });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({
      is_draft: true,
      ebook: false,
      value: 1490,
      // Clocks go forward at midnight on that Sunday: the day begins at 01:00, 04:00 UTC.
      release_date: '2026-09-06T04:00:00.000Z',
      is_presale: true,
      presale_discount_percentage: 30,
      presale_end_date: '2027-01-01T02:59:59.999Z',
      was_active: false,
    });
  });

  it('without presale its discount and end count for nothing; a presale may have no end', async () => {
    const given = { presale_discount_percentage: '30', presale_end_date: '2026-12-31', is_presale: 'false' };
    expect(await made(admin, given)).toMatchObject({ presale_discount_percentage: 0, presale_end_date: null });
    const open = { is_presale: 'true', presale_discount_percentage: '100', presale_end_date: '' };
    expect(await made(admin, open)).toMatchObject({ is_presale: true, presale_end_date: null });
  });

  it.each([
    ['name', '', 'El nombre es obligatorio.'],
    ['release_date', undefined, 'La fecha de publicación es obligatoria.'],
    ['release_date', '2026-02-30', 'La fecha no es válida.'],
    ['value', '-1', 'El valor debe ser un número entero de pesos, desde 0.'],
    ['value', '1.5', 'El valor debe ser un número entero de pesos, desde 0.'],
    ['presale_discount_percentage', '101', 'El descuento debe estar entre 0 y 100.'],
    ['presale_end_date', 'mañana', 'La fecha no es válida.'],
  ])('%s %s: %s', async (field, value, sentence) => {
    expect(refusal(await create(admin, { [field]: value }))).toMatchObject({
      status: 422,
      fields: { [field]: sentence },
    });
  });

  it('needs an image, a name of its own, and a book', async () => {
    const bare = await formOptions('POST', `/api/admin/book_parts/${bookId}`, admin, fields());
    expect(refusal(await test.app.inject(bare)).fields).toEqual({ image: 'La imagen es obligatoria.' });
    await made(admin, { name: 'Única' });
    expect(refusal(await create(admin, { name: 'única' }))).toEqual({
      status: 409,
      code: 'part_name_taken',
      detail: 'Error: el nombre de la parte del libro ingresado ya existe.',
    });
    const nowhere = await formOptions('POST', `/api/admin/book_parts/${crypto.randomUUID()}`, admin, fields(), {
      image,
    });
    expect(refusal(await test.app.inject(nowhere)).code).toBe('book_not_found');
  });

  it('warns of a price below what the provider takes', async () => {
    const [book] = (await get(test, '/api/admin/books', admin.headers)).json<{ minimum: number }[]>();
    expect(book!.minimum).toBe(500);
    expect(await made(admin, { value: '499' })).toMatchObject({ below_minimum: true });
    expect(await made(admin, { value: '500' })).toMatchObject({ below_minimum: false });
    expect(await made(admin, { value: '0' })).toMatchObject({ below_minimum: false });
  });
});

describe('changing a part', () => {
  it('activation and price go to the audit log; the price holds at once', async () => {
    const part = await onSale();
    expect(part).toMatchObject({ is_draft: false, ebook: true, was_active: true });
    await change(admin, part.id, { value: '2990' });
    expect(
      (await get(test, `/api/book_part/${bookId}`)).json<AdminPart[]>().find(({ id }) => id === part.id)!.value,
    ).toBe(2990);
    expect(await audits(part.id)).toEqual(
      expect.arrayContaining(['part.created', 'part.activated', 'part.price_changed']),
    );
  });

  it('the log holds each price change with both prices, and nothing when none changed', async () => {
    const part = await onSale();
    await change(admin, part.id, { value: '2990', name: `Otra ${count}` });
    await change(admin, part.id, { value: '2990' });
    const rows = await test.ports.db.read.selectFrom('audit_log').selectAll().where('subject', '=', part.id).execute();
    expect(
      rows.filter(({ action }) => action === 'part.price_changed').map(({ detail }) => JSON.parse(detail)),
    ).toEqual([{ value: [1490, 2990] }]);
  });

  it('archiving takes it out of the shop; owners keep it', async () => {
    const part = await onSale();
    const owner = await addReader(test);
    await give(test, owner.user.id, part.id);
    const url = `/api/admin/book_parts/${part.id}`;
    expect((await test.app.inject({ method: 'DELETE', url, headers: admin.headers })).json()).toEqual({
      deleted: true,
    });
    expect((await get(test, `/api/book_part/open/${part.id}`, owner.headers)).statusCode).toBe(200);
    expect(refusal(await change(admin, part.id, {})).code).toBe('part_not_found');
    const left = (await get(test, `/api/admin/book_parts?book_id=${bookId}`, admin.headers)).json<AdminPart[]>();
    expect(left.map(({ id }) => id)).not.toContain(part.id);
  });
});

describe('uploading an EPUB (issue: "The gate")', () => {
  const script = { chapters: [{ html: '<h1>Uno</h1><script>x()</script><p>Érase.</p>' }], language: null };
  it('answers the edition with a report in plain Spanish; readers of a draft’s part have it', async () => {
    const part = await made();
    const { edition, ebook } = (await upload(admin, part.id, epub(script))).json<ChangedPart>();
    expect(ebook).toBe(true);
    expect(edition).toMatchObject({ state: 'published', book_part_id: part.id });
    expect(edition!.report.map(({ kind, removed }) => [kind, removed])).toEqual(
      expect.arrayContaining([
        ['script', true],
        ['missing-language', false],
      ]),
    );
    for (const { text } of edition!.report) expect(text).toMatch(/^[A-ZÉÁ].+\.$/);
    const list = (await get(test, `/api/admin/book_parts/${part.id}/editions`, admin.headers)).json<AdminEdition[]>();
    expect(list).toEqual([edition]);
  });

  it.each([
    ['a text', { content: 'hola', name: 'x.txt', type: 'text/plain' }, 'not-an-epub'],
    ['a PDF of that type', { content: '%PDF-1.7', name: 'x.epub', type: 'application/epub+zip' }, 'not-a-zip'],
    ['nothing', { content: '', name: 'x.epub', type: 'application/octet-stream' }, 'empty'],
    ['a zip of another type', { content: 'PK', name: 'x.zip', type: 'application/zip' }, 'not-an-epub'],
  ])('%s: "El archivo debe ser un formato EPUB válido." and nothing is left', async (_, file, reason) => {
    const part = await made();
    const answer = refusal(await upload(admin, part.id, file));
    expect(answer).toMatchObject({ status: 422, code: 'book_refused', fields: { reason } });
    expect(answer.detail).toMatch(/^El archivo debe ser un formato EPUB válido\./);
    expect(await readdir(join(test.config.dataDir, 'tmp'))).toEqual([]);
    expect((await get(test, `/api/admin/book_parts/${part.id}/editions`, admin.headers)).json()).toEqual([]);
  });

  it('on sale it waits for an admin, who previews and publishes it (decisions: "New EPUB on an active part")', async () => {
    const part = await onSale(writter);
    const old =
      part.id &&
      (await get(test, `/api/admin/book_parts/${part.id}/editions`, admin.headers)).json<AdminEdition[]>()[0]!;
    for (const as of [writter, admin]) {
      const { edition, ebook } = (await upload(as, part.id, epub(script))).json<ChangedPart>();
      expect([edition!.state, ebook]).toEqual(['pending', true]);
    }
    const pending = (await get(test, `/api/admin/book_parts?book_id=${bookId}`, writter.headers))
      .json<AdminPart[]>()
      .find(({ id }) => id === part.id)!.pending_edition_id!;
    const reader = await addReader(test);
    await give(test, reader.user.id, part.id);
    expect((await get(test, `/api/book_part/open/${part.id}`, reader.headers)).json<OpenPart>().edition_id).toBe(
      old && old.id,
    );
    const publish = async (as: SignedIn) =>
      test.app.inject({ method: 'POST', url: `/api/admin/editions/${pending}/publish`, headers: as.headers });
    expect(refusal(await publish(writter)).code).toBe('forbidden');
    expect((await publish(admin)).json()).toMatchObject({ id: pending, state: 'published' });
    expect((await get(test, `/api/book_part/open/${part.id}`, reader.headers)).json<OpenPart>().edition_id).toBe(
      pending,
    );
    const now = (await upload(admin, part.id, epub({ title: 'Otra' }), { publish: 'true' })).json<ChangedPart>();
    expect(now.edition!.state).toBe('published');
    expect(await audits(pending)).toEqual(expect.arrayContaining(['edition.uploaded', 'edition.published']));
  });

  it('a writter’s first EPUB of an active part waits too', async () => {
    const part = await made(writter);
    await change(admin, part.id, { is_draft: 'false' });
    expect((await upload(writter, part.id)).json<ChangedPart>()).toMatchObject({
      ebook: false,
      edition: { state: 'pending' },
    });
  });
});

describe('preview (decisions: `from_admin`)', () => {
  it('shows admins and the assigned writter a waiting edition with its files; counts and saves nothing', async () => {
    const part = await onSale();
    const { edition } = (await upload(admin, part.id, epub({ title: 'Nueva' }))).json<ChangedPart>();
    const reader = await addReader(test);
    await give(test, reader.user.id, part.id);
    for (const as of [admin, writter]) {
      const opened = (await get(test, `/api/admin/book_parts/open/${part.id}`, as.headers)).json<OpenPart>();
      expect([opened.edition_id, opened.position]).toEqual([edition!.id, null]);
      const { resources } = opened.publication as { resources: { path: string }[] };
      const file = `/api/editions/${edition!.id}/r/${resources[0]!.path}`;
      expect((await get(test, file, as.headers)).statusCode).toBe(200);
      expect(refusal(await get(test, file, reader.headers)).code).toBe('edition_not_found');
      expect(refusal(await get(test, file, other.headers)).code).toBe('edition_not_found');
      const link = (await get(test, `/api/admin/book_parts/download/${part.id}`, as.headers)).json<DownloadLink>();
      expect((await get(test, link.url)).rawPayload).toHaveLength(link.size);
    }
    const deliveries = await test.ports.db.read
      .selectFrom('deliveries')
      .selectAll()
      .where('part_id', '=', part.id)
      .execute();
    expect(deliveries).toEqual([]);
    for (const url of ['open', 'download'])
      expect(refusal(await get(test, `/api/admin/book_parts/${url}/${part.id}`, other.headers)).code).toBe(
        'part_not_found',
      );
    const foreign = (await onSale()).id;
    expect(
      refusal(await get(test, `/api/admin/book_parts/open/${foreign}?edition_id=${edition!.id}`, admin.headers)).code,
    ).toBe('edition_not_found');
    const bare = await made();
    expect(refusal(await get(test, `/api/admin/book_parts/open/${bare.id}`, admin.headers)).code).toBe(
      'part_without_ebook',
    );
  });
});

describe('a writter (decisions: "Writter’s powers")', () => {
  it('sets the price of a draft, never after the first activation, even back in draft', async () => {
    const part = await made(writter);
    expect((await change(writter, part.id, { value: '990' })).json()).toMatchObject({ value: 990 });
    await change(admin, part.id, { is_draft: 'false' });
    await change(admin, part.id, { is_draft: 'true' });
    for (const given of [
      { value: '1' },
      { release_date: '2026-12-01' },
      { is_presale: 'true', presale_discount_percentage: '100', presale_end_date: '2030-01-01' },
    ])
      expect(refusal(await change(writter, part.id, given as Record<string, string>))).toMatchObject({
        status: 403,
        code: 'price_locked',
      });
    const same = { value: '990', release_date: '2026-11-01', is_presale: 'false', name: `Con otro nombre ${count}` };
    expect((await change(writter, part.id, same)).statusCode).toBe(200);
  });

  it('never activates, deletes or publishes', async () => {
    const part = await made(writter);
    expect(refusal(await change(writter, part.id, { is_draft: 'false' })).code).toBe('forbidden');
    expect(refusal(await upload(writter, part.id, epub(), { publish: 'true' })).code).toBe('forbidden');
    const url = `/api/admin/book_parts/${part.id}`;
    expect(refusal(await test.app.inject({ method: 'DELETE', url, headers: writter.headers })).code).toBe('forbidden');
  });

  it('sees the parts of the chosen book, and none of another', async () => {
    const second = (await addBook(test)).id;
    await test.ports.db.handle
      .insertInto('book_writers')
      .values({ book_id: second, user_id: writter.user.id })
      .execute();
    const mine = await addPart(test, second);
    const part = await made();
    const ids = async (as: SignedIn, query: string) =>
      (await get(test, `/api/admin/book_parts${query}`, as.headers)).json<AdminPart[]>().map(({ id }) => id);
    for (const as of [writter, admin]) {
      expect(await ids(as, `?book_id=${second}`)).toEqual([mine.id]);
      expect(await ids(as, `?book_id=${bookId}`)).not.toContain(mine.id);
      expect(await ids(as, '')).toEqual(expect.arrayContaining([mine.id, part.id]));
    }
  });

  it('sees another’s parts nowhere', async () => {
    const part = await made();
    expect((await get(test, '/api/admin/book_parts', other.headers)).json()).toEqual([]);
    expect(
      (await get(test, '/api/admin/book_parts', writter.headers)).json<AdminPart[]>().map(({ id }) => id),
    ).toContain(part.id);
    expect(refusal(await get(test, `/api/admin/book_parts?book_id=${bookId}`, other.headers)).code).toBe(
      'book_not_found',
    );
    expect(refusal(await create(other)).code).toBe('book_not_found');
    expect(refusal(await change(other, part.id, { name: 'x' })).code).toBe('part_not_found');
    expect(refusal(await upload(other, part.id)).code).toBe('part_not_found');
    expect(refusal(await get(test, `/api/admin/book_parts/${part.id}/editions`, other.headers)).code).toBe(
      'part_not_found',
    );
    expect((await get(test, '/api/admin/books', other.headers)).json<AdminBook[]>()).toEqual([]);
  });
});

describe('an upload that its sender breaks off', () => {
  const files = async () =>
    (await readdir(join(test.config.dataDir, 'files'), { recursive: true }))
      .filter((name) => name.includes('.'))
      .toSorted();
  it(
    `at ${ABORTS} random points leaves nothing`,
    async () => {
      if (!test.app.server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = test.app.server.address() as AddressInfo;
      const part = await made();
      const noise = Buffer.from(Array.from({ length: 400_000 }, (_, n) => (n * 7919) % 251));
      const book = epub({ title: 'Abortada', files: [{ path: 'ruido.woff', content: noise, mediaType: 'font/woff' }] });
      const { payload, headers } = await multipart({ publish: 'true' }, { ebook_file: book });
      const before = await files();
      for (let run = 0; run < ABORTS; run += 1) {
        const whole = run % 5 === 4;
        await new Promise<void>((resolve) => {
          const request = httpRequest({
            port,
            method: 'PUT',
            path: `/api/admin/book_parts/${part.id}`,
            headers: { ...admin.headers, ...headers, 'content-length': payload.length },
          });
          request.on('error', () => resolve());
          request.on('close', () => resolve());
          const sent = whole ? payload.length : Math.floor(Math.random() * (payload.length - 1));
          request.write(payload.subarray(0, sent));
          // The whole body: the gate is at work when the sender leaves.
          setTimeout(() => request.destroy(), Math.random() * (whole ? 80 : 20));
        });
      }
      const tmp = async () => readdir(join(test.config.dataDir, 'tmp'));
      await expect.poll(tmp, { timeout: 20_000 }).toEqual([]);
      expect(
        await test.ports.db.read.selectFrom('editions').select('id').where('part_id', '=', part.id).execute(),
      ).toEqual([]);
      expect(await files()).toEqual(before);
      expect((await upload(admin, part.id, book)).statusCode).toBe(200);
    },
    ABORTS * 12_000,
  );
});
