import type { AdminBook } from '@cuentos/contract/books';
import type { AdminEdition } from '@cuentos/contract/editions';
import type { AdminPart, ChangedPart } from '@cuentos/contract/parts';
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
  it('makes a draft without ebook; days begin and end in Santiago', async () => {
    const presale = { is_presale: 'true', presale_discount_percentage: '30', presale_end_date: '2026-12-31' };
    const response = await create(admin, { release_date: '2026-09-06', ...presale });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({
      is_draft: true,
      ebook: false,
      value: 1490,
      // Clocks go forward at midnight on that Sunday: the day begins at 01:00, which is 04:00 UTC.
      release_date: '2026-09-06T04:00:00.000Z',
      is_presale: true,
      presale_discount_percentage: 30,
      presale_end_date: '2027-01-01T02:59:59.999Z',
      was_active: false,
    });
  });

  it('ignores discount and end without a presale; a presale may have no end', async () => {
    const presale = { presale_discount_percentage: '30', presale_end_date: '2026-12-31', is_presale: 'false' };
    expect(await made(admin, presale)).toMatchObject({ presale_discount_percentage: 0, presale_end_date: null });
    const open = { is_presale: 'true', presale_discount_percentage: '100', presale_end_date: '' };
    expect(await made(admin, open)).toMatchObject({ is_presale: true, presale_end_date: null });
  });

  it.each([
    ['name', '', 'El nombre es obligatorio.'],
    ['release_date', undefined, 'La fecha de publicación es obligatoria.'],
    ['release_date', '2026-02-30', 'La fecha no es válida.'],
    ['value', '-1', 'El valor debe ser un número entero de pesos, desde 0: por ejemplo, 1490 o 1.490.'],
    ['value', '1.5', 'El valor debe ser un número entero de pesos, desde 0: por ejemplo, 1490 o 1.490.'],
    ['presale_discount_percentage', '101', 'El descuento debe estar entre 0 y 100.'],
    ['presale_end_date', 'mañana', 'La fecha no es válida.'],
  ])('%s %s: %s', async (field, value, sentence) => {
    expect(refusal(await create(admin, { [field]: value }))).toMatchObject({
      status: 422,
      fields: { [field]: sentence },
    });
  });

  it('needs an image, a unique name, and a book', async () => {
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

  it("warns of a price below the provider's minimum", async () => {
    const [book] = (await get(test, '/api/admin/books', admin.headers)).json<{ minimum: number }[]>();
    expect(book!.minimum).toBe(500);
    expect(await made(admin, { value: '499' })).toMatchObject({ below_minimum: true });
    expect(await made(admin, { value: '500' })).toMatchObject({ below_minimum: false });
    expect(await made(admin, { value: '0' })).toMatchObject({ below_minimum: false });
  });
});

describe('changing a part', () => {
  it('changes nothing if the form has no fields', async () => {
    const part = await made();
    const answer = await change(admin, part.id, {});
    expect(answer.statusCode).toBe(200);
    expect(answer.json<AdminPart>()).toMatchObject({ ...part });
  });

  it('audits activation and price, and a new price applies at once', async () => {
    const part = await onSale();
    expect(part).toMatchObject({ is_draft: false, ebook: true, was_active: true });
    await change(admin, part.id, { value: '1990' });
    expect(
      (await get(test, `/api/book_part/${bookId}`)).json<AdminPart[]>().find(({ id }) => id === part.id)!.value,
    ).toBe(1990);
    expect(await audits(part.id)).toEqual(
      expect.arrayContaining(['part.created', 'part.activated', 'part.price_changed']),
    );
  });

  it('audits each price change with both prices, and nothing if the price stays', async () => {
    const part = await onSale();
    await change(admin, part.id, { value: '1990', name: `Otra ${count}` });
    await change(admin, part.id, { value: '1990' });
    const rows = await test.ports.db.read.selectFrom('audit_log').selectAll().where('subject', '=', part.id).execute();
    expect(
      rows.filter(({ action }) => action === 'part.price_changed').map(({ detail }) => JSON.parse(detail)),
    ).toEqual([{ value: [1490, 1990] }]);
  });

  it('asks for the second factor again for price and visibility, and for nothing else', async () => {
    const part = await onSale();
    const stale = { userId: admin.user.id, role: 'admin', secondFactor: 'stale' } as const;
    const tryOut = async (form: object) =>
      test.services.adminParts
        .change(stale, part.id, form, { image: undefined, ebook_file: undefined, signal: AbortSignal.timeout(30_000) })
        .then(
          () => 'done',
          (error: unknown) => (error as { code?: string }).code,
        );
    expect(await tryOut({ value: 1990, price_confirmed: true })).toBe('confirmation_needed');
    expect(await tryOut({ is_draft: true })).toBe('confirmation_needed');
    expect(await tryOut({ name: 'Otro nombre', value: part.value })).toBe('done');
    expect(await tryOut({ is_draft: false })).toBe('done');
  });

  it('archiving removes the part from the shop, and owners keep it', async () => {
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
  it('sets the price of a draft, but never after the first activation, even back in draft', async () => {
    const part = await made(writter);
    expect((await change(writter, part.id, { value: '990' })).json()).toMatchObject({ value: 990 });
    await change(admin, part.id, { is_draft: 'false' });
    await change(admin, part.id, { is_draft: 'true' });
    for (const values of [
      { value: '1' },
      { release_date: '2026-12-01' },
      { is_presale: 'true', presale_discount_percentage: '100', presale_end_date: '2030-01-01' },
    ])
      expect(refusal(await change(writter, part.id, values as Record<string, string>))).toMatchObject({
        status: 403,
        code: 'price_locked',
      });
    const same = { value: '990', release_date: '2026-11-01', is_presale: 'false', name: `Con otro nombre ${count}` };
    expect((await change(writter, part.id, same)).statusCode).toBe(200);
  });

  it('cannot activate, delete or publish', async () => {
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

  it("sees no parts of another writter's book", async () => {
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

describe('a presale without an effect on the sale', () => {
  const presale = { is_presale: 'true', presale_discount_percentage: '30' };
  const day = (days: number) => new Date(test.clock.now() + days * 86_400_000).toISOString().slice(0, 10);

  it('is refused with a sentence at its field, when the part is made and when it is changed', async () => {
    const past = { ...presale, presale_end_date: day(-3), release_date: day(-10) };
    const early = { ...presale, presale_end_date: day(5), release_date: day(10) };
    const part = await made(admin, { release_date: day(10) });
    for (const response of [await create(admin, past), await change(admin, part.id, past)]) {
      expect(refusal(response)).toMatchObject({
        status: 422,
        fields: { presale_end_date: 'Ese día ya pasó: la preventa no alcanzaría a empezar.' },
      });
    }
    const sentence =
      'La preventa terminaría antes de que se pueda comprar la parte. Elige un día posterior a su publicación.';
    for (const response of [await create(admin, early), await change(admin, part.id, early)]) {
      expect(refusal(response).fields).toEqual({ presale_end_date: sentence });
    }
  });

  it('is refused when the release is moved after its end; other fields can change after the presale', async () => {
    const part = await made(admin, { ...presale, presale_end_date: day(5), release_date: day(1) });
    expect(refusal(await change(admin, part.id, { release_date: day(8) })).status).toBe(422);
    await test.ports.db.handle
      .updateTable('book_parts')
      .set({ presale_end_at: test.clock.now() - 1 })
      .where('id', '=', part.id)
      .execute();
    expect((await change(admin, part.id, { name: 'Renombrada después de la preventa' })).statusCode).toBe(200);
  });
});

describe('a price that may be a typing error', () => {
  it.each([
    [
      '0',
      'Quedará gratis: cualquiera con una cuenta podrá llevársela. Pasa de $1.490 a $0, más de la mitad de diferencia.',
    ],
    ['700', 'Pasa de $1.490 a $700, más de la mitad de diferencia.'],
    [
      '400',
      'El medio de pago no acepta menos de $500: nadie podrá comprarla. Pasa de $1.490 a $400, más de la mitad de diferencia.',
    ],
    ['14900', 'Pasa de $1.490 a $14.900, más de la mitad de diferencia.'],
  ])('asks about the price of a part on sale (%s), then saves it', async (value, detail) => {
    const part = await onSale();
    expect(refusal(await change(admin, part.id, { value }))).toEqual({
      status: 409,
      code: 'price_unconfirmed',
      detail,
    });
    expect((await change(admin, part.id, { name: part.name })).json()).toMatchObject({ value: 1490 });
    const saved = await change(admin, part.id, { value, price_confirmed: 'true' });
    expect(saved.json()).toMatchObject({ value: Number(value) });
    const [line] = await test.ports.db.read
      .selectFrom('audit_log')
      .select('detail')
      .where('subject', '=', part.id)
      .where('action', '=', 'part.price_changed')
      .execute();
    expect(JSON.parse(line!.detail)).toEqual({ value: [1490, Number(value)] });
  });

  it('is not asked about for a small change or a draft', async () => {
    const part = await onSale();
    expect((await change(admin, part.id, { value: '990' })).statusCode).toBe(200);
    const draft = await made(admin);
    expect((await change(admin, draft.id, { value: '0' })).statusCode).toBe(200);
  });

  it('is asked about when the part is first put on sale', async () => {
    const draft = await made(admin, { value: '100' });
    expect(refusal(await change(admin, draft.id, { is_draft: 'false' }))).toMatchObject({
      code: 'price_unconfirmed',
      detail: 'El medio de pago no acepta menos de $500: nadie podrá comprarla.',
    });
    expect((await change(admin, draft.id, { is_draft: 'false', price_confirmed: 'true' })).statusCode).toBe(200);
    // The same price was confirmed before, so switching the part off and on does not ask again.
    await change(admin, draft.id, { is_draft: 'true' });
    expect((await change(admin, draft.id, { is_draft: 'false' })).statusCode).toBe(200);
  });
});

describe('the file of a part', () => {
  const check = { check_title: 'true' };

  it('is named by its editions with file name, title and time, and by the part for the live edition', async () => {
    const part = await made(admin, { name: 'La niebla' });
    await upload(admin, part.id, epub({ title: 'La niebla' }, 'niebla-final.epub'), check);
    await change(admin, part.id, { is_draft: 'false' });
    test.clock.time += 1000;
    await upload(admin, part.id, epub({ title: 'La niebla, corregida' }, 'niebla-2.epub'), check);
    const editions = (await get(test, `/api/admin/book_parts/${part.id}/editions`, admin.headers)).json<
      AdminEdition[]
    >();
    expect(editions).toMatchObject([
      { file_name: 'niebla-2.epub', title: 'La niebla, corregida', title_differs: false, state: 'pending' },
      { file_name: 'niebla-final.epub', title: 'La niebla', state: 'published' },
    ]);
    const listed = (await get(test, `/api/admin/book_parts?book_id=${bookId}`, admin.headers))
      .json<AdminPart[]>()
      .find(({ id }) => id === part.id);
    expect(listed?.live_edition).toEqual({ number: 1, created_at: editions[1]?.created_at });
    await test.app.inject({
      method: 'POST',
      url: `/api/admin/editions/${editions[0]?.id}/publish`,
      headers: admin.headers,
    });
    expect((await change(admin, part.id, { name: 'La niebla.' })).json<AdminPart>().live_edition?.number).toBe(2);
  });

  it("waits when its title differs from the part's, also for a draft, until the editor confirms it", async () => {
    const part = await made(writter, { name: 'La niebla espesa' });
    const sent = await upload(admin, part.id, epub({ title: 'Fortunata y Jacinta' }), check);
    const { edition, ...after } = sent.json<ChangedPart>();
    expect([edition?.state, edition?.title_differs, after.ebook]).toEqual(['pending', true, false]);
    const url = `/api/admin/editions/${edition?.id}/publish`;
    expect((await test.app.inject({ method: 'POST', url, headers: admin.headers })).statusCode).toBe(200);
    // A writter cannot publish: her draft has its book, and its editions list the title.
    const own = await made(writter, { name: 'El muelle quemado' });
    const hers = (await upload(writter, own.id, epub({ title: 'Fortunata y Jacinta' }), check)).json<ChangedPart>();
    expect([hers.edition?.state, hers.edition?.title_differs]).toEqual(['published', true]);
    await change(admin, part.id, { is_draft: 'false' });
    const second = (await upload(writter, part.id, epub({ title: 'La niebla espesa' }), check)).json<ChangedPart>();
    const publish = `/api/admin/editions/${second.edition?.id}/publish`;
    expect(refusal(await test.app.inject({ method: 'POST', url: publish, headers: writter.headers })).status).toBe(403);
  });

  it('goes live at once as the first book of a part on sale only with a similar title', async () => {
    const part = await made(admin, { name: 'Lluvia todavía sin texto' });
    await change(admin, part.id, { is_draft: 'false' });
    const other = await upload(admin, part.id, epub({ title: 'Fortunata y Jacinta' }), check);
    expect(other.json<ChangedPart>()).toMatchObject({ ebook: false, edition: { state: 'pending' } });
    const right = await upload(admin, part.id, epub({ title: 'Lluvia' }), check);
    expect(right.json<ChangedPart>()).toMatchObject({ ebook: true, edition: { state: 'published' } });
  });
});

describe('a deleted book or part', () => {
  const send = async (method: 'POST' | 'DELETE', url: string) =>
    test.app.inject({ method, url, headers: admin.headers });
  const deletedIds = async () =>
    (await get(test, '/api/admin/books/deleted', admin.headers)).json<{ id: string; owner_count: number }[]>();
  const listed = async (book: string) =>
    (await get(test, `/api/book_part/${book}`)).json<AdminPart[]>().map(({ id }) => id);

  it('is restored unchanged, with everything that was sold of it', async () => {
    const book = await addBook(test);
    const part = await addPart(test, book.id);
    const reader = await addReader(test);
    await give(test, reader.user.id, part.id);
    expect((await get(test, '/api/admin/books', admin.headers)).json<AdminBook[]>()).toContainEqual(
      expect.objectContaining({ id: book.id, owner_count: 1 }),
    );
    await send('DELETE', `/api/admin/book_parts/${part.id}`);
    expect(await listed(book.id)).toEqual([]);
    expect(await deletedIds()).toContainEqual(expect.objectContaining({ id: part.id, kind: 'part', owner_count: 1 }));
    expect((await send('POST', `/api/admin/book_parts/${part.id}/restore`)).json()).toEqual({ restored: true });
    expect(await listed(book.id)).toEqual([part.id]);
    await send('DELETE', `/api/admin/books/${book.id}`);
    expect((await get(test, `/api/books/${book.id}`)).statusCode).toBe(404);
    expect(await deletedIds()).toContainEqual(expect.objectContaining({ id: book.id, kind: 'book', owner_count: 1 }));
    await send('POST', `/api/admin/books/${book.id}/restore`);
    await send('POST', `/api/admin/books/${book.id}/restore`);
    expect(await listed(book.id)).toEqual([part.id]);
    expect((await deletedIds()).map(({ id }) => id)).not.toContain(book.id);
    expect(await audits(book.id)).toEqual(expect.arrayContaining(['book.archived', 'book.restored']));
    expect((await audits(book.id)).filter((action) => action === 'book.restored')).toHaveLength(1);
  });

  it('is not restored beside another one of its name', async () => {
    const part = await made(admin, { name: 'Repetida' });
    await send('DELETE', `/api/admin/book_parts/${part.id}`);
    await made(admin, { name: 'Repetida' });
    expect(refusal(await send('POST', `/api/admin/book_parts/${part.id}/restore`)).code).toBe('part_name_taken');
  });
});

describe('the order of the parts', () => {
  it('has the named parts first and the others after them, applies in the shop, and is audited', async () => {
    const book = await addBook(test);
    await test.ports.db.handle
      .insertInto('book_writers')
      .values({ book_id: book.id, user_id: writter.user.id })
      .execute();
    const ids = [await addPart(test, book.id), await addPart(test, book.id), await addPart(test, book.id)].map(
      ({ id }) => id,
    );
    const answer = await test.app.inject({
      method: 'PUT',
      url: `/api/admin/books/${book.id}/order`,
      headers: writter.headers,
      payload: { ids: [ids[2], crypto.randomUUID(), ids[2]] },
    });
    const wanted = [ids[2], ids[0], ids[1]];
    expect(answer.json<AdminPart[]>().map(({ id }) => id)).toEqual(wanted);
    expect((await get(test, `/api/book_part/${book.id}`)).json<AdminPart[]>().map(({ id }) => id)).toEqual(wanted);
    expect(await audits(book.id)).toContain('book.parts_ordered');
    const foreign = await test.app.inject({
      method: 'PUT',
      url: `/api/admin/books/${book.id}/order`,
      headers: other.headers,
      payload: { ids },
    });
    expect(refusal(foreign).code).toBe('book_not_found');
  });
});

describe('two people who edit the same field', () => {
  it('get a conflict with the stored value, which the second editor may overwrite; other fields do not conflict', async () => {
    const part = await made(admin, { name: 'Niebla de dos' });
    const seen = JSON.stringify({ name: part.name });
    expect((await change(admin, part.id, { name: 'De la primera', seen })).statusCode).toBe(200);
    const second = { name: 'De la segunda', seen };
    expect(refusal(await change(writter, part.id, second))).toEqual({
      status: 409,
      code: 'changed_meanwhile',
      detail: 'Otra persona cambió lo mismo mientras lo editabas.',
      fields: { name: 'De la primera' },
    });
    expect((await change(writter, part.id, { value: '990', seen: JSON.stringify({ value: 1490 }) })).statusCode).toBe(
      200,
    );
    expect((await change(writter, part.id, { name: 'De la segunda' })).json()).toMatchObject({ name: 'De la segunda' });
    // The same change is sent again after a lost answer: it is stored already.
    expect((await change(writter, part.id, second)).statusCode).toBe(200);
    expect(refusal(await change(admin, part.id, { name: 'x', seen: 'no es JSON' })).status).toBe(422);
  });

  it('get conflicts in fields of books and in dates, too', async () => {
    const book = await addBook(test, { description: 'Antes' });
    const put = async (fields: Record<string, string>) =>
      test.app.inject(await formOptions('PUT', `/api/admin/books/${book.id}`, admin, fields));
    const seen = JSON.stringify({ description: 'Antes' });
    await put({ description: 'Ahora', seen });
    expect(refusal(await put({ description: 'Después', seen })).fields).toEqual({ description: 'Ahora' });
    const part = await made(admin, { release_date: '2026-12-01' });
    const day = JSON.stringify({ release_date: part.release_date });
    await change(admin, part.id, { release_date: '2026-12-05', seen: day });
    expect(refusal(await change(admin, part.id, { release_date: '2026-12-09', seen: day })).fields).toEqual({
      release_date: '2026-12-05T03:00:00.000Z',
    });
  });
});
