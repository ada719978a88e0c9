import type { AdminBook, AdminPart } from '@cuentos/contract/admin/books';
import { describe, expect, it } from 'vitest';
import { get, refusal } from '../../../testing/calls.ts';
import { addBook, addPart, addReader, give, type SignedIn } from '../../../testing/fixtures.ts';
import { formOptions } from '../../../testing/multipart.ts';
import {
  admin,
  count,
  fields,
  audits,
  bookId,
  change,
  create,
  epub,
  image,
  made,
  onSale,
  other,
  stageParts,
  test,
  upload,
  writter,
} from './testing/parts-fixture.ts';

stageParts();

describe('creating a part', () => {
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
  it('with a form of no field changes nothing', async () => {
    const part = await made();
    const answer = await change(admin, part.id, {});
    expect(answer.statusCode).toBe(200);
    expect(answer.json<AdminPart>()).toMatchObject({ ...part });
  });

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

describe('a writter', () => {
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
