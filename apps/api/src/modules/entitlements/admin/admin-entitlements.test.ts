import type { Entitlement } from '@cuentos/contract/entitlements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get, refusal } from '../../../testing/calls.ts';
import { addReader, type SignedIn } from '../../../testing/fixtures.ts';
import { updateBook } from '../../books/service.ts';
import { updatePart } from '../../books/service.ts';
import { giftSteps } from '../../orders/testing/gift-steps.ts';
import { openShop, type TestShop } from '../../orders/testing/open-shop.ts';

let shop: TestShop;
let admin: SignedIn;
beforeAll(async () => {
  shop = await openShop();
  admin = await addReader(shop, { role: 'admin', name: 'Zoila Jefa' });
});
afterAll(async () => shop.close());

const send = async (method: 'POST' | 'DELETE', url: string, payload?: object) =>
  shop.app.inject({ method, url, headers: admin.headers, ...(payload ? { payload } : {}) });
const grant = async (userId: string, partId: string) =>
  send('POST', `/api/admin/users/${userId}/books_parts/${partId}`);
const list = async (query = '') =>
  (await get(shop, `/api/admin/user_book_parts/0/100${query}`, admin.headers)).json<Entitlement[]>();
const bought = async () => {
  const [reader, part] = [await shop.reader(), await shop.part()];
  const order = await shop.buy(reader, part.id);
  await shop.click(order, 'approved');
  await shop.settled();
  return { reader, part, orderId: order.order_id };
};
const open = async (reader: { headers(): Promise<Record<string, string>> }, partId: string) =>
  get(shop, `/api/user_book_parts/last_location/${partId}`, await reader.headers());

describe('the list of purchases', () => {
  it('shows the three variants of payment information, newest first, with the total', async () => {
    const paid = await bought();
    shop.clock.time += 1000;
    const [free, granted] = [await shop.part({ value: 0 }), await shop.part()];
    await shop.buy(paid.reader, free.id);
    shop.clock.time += 1000;
    await grant(paid.reader.id, granted.id);
    const response = await get(shop, '/api/admin/user_book_parts/0/3', admin.headers);
    const rows = response.json<Entitlement[]>();
    const [payment] = await shop.rows.payments();
    expect(rows.map(({ book_part_id }) => book_part_id)).toEqual([granted.id, free.id, paid.part.id]);
    expect(rows[0]).toMatchObject({ purchase_info: { created_by: 'Zoila Jefa' }, order_id: null, amount: null });
    expect(rows[1]).not.toHaveProperty('purchase_info');
    expect(rows[2]).toMatchObject({
      user_id: paid.reader.id,
      user_name: 'Lucía Reyes',
      book_part_name: 'Primera parte',
      order_id: paid.orderId,
      amount: 1490,
      purchase_info: { data: { id: payment!.provider_payment_id, status: 'approved', amount: 1490 } },
    });
    expect(response.headers['x-total-count']).toBe('3');
    expect((await get(shop, '/api/admin/user_book_parts/2/2', admin.headers)).json()).toEqual([rows[2]]);
  });

  it('includes unclaimed paid gifts at their day, in the search and in the total', async () => {
    const steps = giftSteps(shop);
    const before = await list();
    shop.clock.time += 1000;
    await bought();
    shop.clock.time += 1000;
    const gift = await steps.newGift();
    shop.clock.time += 1000;
    await bought();
    const all = await list();
    expect(all.slice(0, 3).map(({ source }) => source)).toEqual(['purchase', 'unclaimed_gift', 'purchase']);
    expect(all[1]).toMatchObject({
      user_id: gift.giver.id,
      book_part_id: gift.part.id,
      order_id: gift.bought.order_id,
      order_state: 'paid',
      amount: 1490,
      revoked_at: null,
      purchase_info: { data: { status: 'approved' } },
    });
    expect(all).toHaveLength(before.length + 3);
    // Every page has the same rows as that place of the whole list, whatever its size.
    for (const size of [1, 2, 5]) {
      const paged: Entitlement[] = [];
      for (let offset = 0; offset < all.length; offset += size) {
        const page = await get(shop, `/api/admin/user_book_parts/${offset}/${size}`, admin.headers);
        expect(page.headers['x-total-count']).toBe(String(all.length));
        paged.push(...page.json<Entitlement[]>());
      }
      expect(paged).toEqual(all);
    }
    for (const q of [gift.part.name, gift.bought.order_id]) {
      expect(
        (await list(`?q=${encodeURIComponent(q)}`)).map(({ id }) => id),
        q,
      ).toContain(all[1]!.id);
    }
    expect((await list('?q=nadie')).map(({ id }) => id)).not.toContain(all[1]!.id);
    await steps.claim(gift.token, gift.claimer);
    const claimed = await list();
    expect(claimed).toHaveLength(all.length);
    expect(claimed.filter(({ order_id: id }) => id === gift.bought.order_id)).toMatchObject([
      { source: 'gift', user_id: gift.claimer.id },
    ]);
  });

  it('finds by the current names of part and book', async () => {
    const part = await shop.part({ name: 'Retrato', name_key: 'retrato' });
    const reader = await addReader(shop, { name: 'Compradora', isProved: true });
    await grant(reader.user.id, part.id);
    expect(await list('?q=retrato')).toHaveLength(1);
    await shop.ports.db.withTx(async (tx) => {
      await updatePart(tx, part.id, { name_key: 'autorreferencia' });
      await updateBook(tx, part.book_id, { search_text: 'biografia' });
    });
    expect(await list('?q=retrato')).toEqual([]);
    expect(await list('?q=referencia')).toHaveLength(1);
    expect((await list('?q=biograf')).map((row) => row.book_part_id)).toContain(part.id);
  });

  it('finds by user, part or book name, ignoring case and accents', async () => {
    const part = await shop.part({ name: 'Ñandú', name_key: 'ñandu' });
    const reader = await addReader(shop, { name: 'Úrsula Única', isProved: true });
    await grant(reader.user.id, part.id);
    for (const q of ['ÚRSULA', 'ñandú'])
      expect((await list(`?q=${encodeURIComponent(q)}`)).map((row) => row.book_part_id)).toEqual([part.id]);
    expect((await list('?q=micro')).length).toBeGreaterThan(1);
    expect(await list('?q=%25')).toEqual([]);
  });
});

describe('gifts, codes and partial returns among the purchases', () => {
  const addCode = async (code: string, terms: object) => {
    const rest = { book_id: null, part_id: null, from: null, until: null, max_uses: null, max_uses_per_person: null };
    const answer = await send('POST', '/api/admin/discount_codes', { code, ...terms, ...rest });
    expect(answer.statusCode, answer.body).toBe(201);
  };
  const csv = async (query = '') =>
    (await get(shop, `/api/admin/user_book_parts.csv${query}`, admin.headers)).body.split('\r\n').slice(1, -1);

  it('a gift names its payer, and the search finds it by that name', async () => {
    const steps = giftSteps(shop);
    const gift = await steps.newGift();
    await shop.ports.db.handle
      .updateTable('users')
      .set({ name: 'Rosa Dadivosa', search_text: 'rosa dadivosa' })
      .where('id', '=', gift.giver.id)
      .execute();
    expect(await list('?q=dadivosa')).toMatchObject([{ source: 'unclaimed_gift', giver: null }]);
    await steps.claim(gift.token, gift.claimer);
    expect(await list('?q=dadivosa')).toMatchObject([
      { source: 'gift', user_id: gift.claimer.id, giver: { id: gift.giver.id, name: 'Rosa Dadivosa' }, amount: 1490 },
    ]);
    const rows = await csv('?q=dadivosa');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(';"Regalo de otra persona";"Rosa Dadivosa";');
  });

  it('a purchase names its code and the discount, and the search finds it by the code', async () => {
    await addCode('OTONO', { kind: 'percentage', amount: 20 });
    const [reader, part] = [await shop.reader(), await shop.part()];
    const bought = await giftSteps(shop).call<{ id: string; order_id: string; init_point: string }>(
      'POST',
      `/api/user_book_parts/get_preference_id/${part.id}`,
      reader,
      { withdrawal_acknowledged: true, code: 'otono', total: 1192 },
    );
    await shop.click(bought.body, 'approved');
    await shop.settled();
    // The shop stores codes without accents; a search with the accent must find them too.
    for (const q of ['otono', 'OTOÑO'])
      expect(await list(`?q=${encodeURIComponent(q)}`), q).toMatchObject([
        { book_part_id: part.id, value: 1490, amount: 1192, code: { name: 'OTONO', percentage: 20 } },
      ]);
    expect(await list('?q=%25')).toEqual([]);
    expect((await csv('?q=otono'))[0]).toContain(';1490;1192;"OTONO";20;');
  });

  it('a partial refund names its part and amount in every row of the order', async () => {
    const reader = await shop.reader();
    const [kept, back] = [await shop.part(), await shop.part({ name: 'Cuaderno del farero', value: 441 })];
    const order = await shop.buy(reader, kept.id, back.id);
    await shop.click(order, 'approved');
    await shop.settled();
    const taken = await shop.request(`/api/orders/${order.order_id}/withdraw`, {
      method: 'POST',
      headers: { ...(await reader.headers()), 'content-type': 'application/json' },
      body: JSON.stringify({ part_id: back.id }),
    });
    expect(taken.status).toBe(200);
    // A duplicate payment of the order bought nothing, so its refund is no refund of the purchase.
    await shop.setPayment(990_001, { preference_id: order.id, status: 'approved', notify: true });
    await shop.settled();
    await shop.services.refunds.processRefunds();
    const double = (await shop.rows.refunds()).find(
      ({ order_id: id, amount }) => id === order.order_id && amount > 441,
    );
    expect(double).toMatchObject({ state: 'done', amount: 1931 });
    const returned = [{ book_part_id: back.id, book_part_name: 'Cuaderno del farero', amount: 441 }];
    const rows = (await list()).filter(({ order_id: id }) => id === order.order_id);
    expect(rows).toMatchObject([
      { order_state: 'partially_refunded', returned },
      { order_state: 'partially_refunded', returned },
    ]);
    const lines = await csv(`?q=${order.order_id}`);
    expect(lines).toHaveLength(2);
    // The amount is only in the row of the refunded part, so that the column adds up.
    expect(lines.filter((line) => line.includes(';441;"Cuaderno del farero";"Devuelta"'))).toHaveLength(1);
    expect(lines.filter((line) => line.endsWith(';;;"Devuelta en parte"'))).toHaveLength(1);
  });

  it('an export is audited with its number of rows', async () => {
    // The clock of these tests stands still, and entries of one instant have no order.
    shop.clock.time += 1000;
    const rows = await csv();
    expect(rows.length).toBe((await list()).length);
    const [entry] = (await shop.rows.audits('purchases.exported')).slice(-1);
    expect(JSON.parse(entry!.detail)).toEqual({ rows: rows.length });
  });
});

describe('granting a part', () => {
  it('grants it once; again answers 409 with the sentence; it makes no order and no sale', async () => {
    const [reader, part] = [await shop.reader(), await shop.part()];
    expect((await grant(reader.id, part.id)).statusCode).toBe(201);
    expect((await open(reader, part.id)).statusCode).toBe(200);
    expect(refusal(await grant(reader.id, part.id))).toEqual({
      status: 409,
      code: 'already_owned',
      detail: 'Error: el libro ya ha sido adquirido por el usuario.',
    });
    expect(await shop.rows.owned(reader.id, part.id)).toHaveLength(1);
    expect((await shop.rows.audits('part.granted')).filter(({ subject }) => subject === part.id)).toHaveLength(1);
    const entitlementRows = (await get(shop, `/api/admin/users/${reader.id}/books_parts`, admin.headers)).json<
      Entitlement[]
    >();
    expect(entitlementRows.map(({ book_part_id }) => book_part_id)).toEqual([part.id]);
  });

  it('answers 404 with the missing thing: the user, the part, an archived part', async () => {
    const [reader, part, archived] = [await shop.reader(), await shop.part(), await shop.part({ is_active: 0 })];
    const none = crypto.randomUUID();
    expect(refusal(await grant(none, part.id))).toMatchObject({ status: 404, detail: 'No encontramos a esa persona.' });
    expect(refusal(await grant(reader.id, none))).toMatchObject({
      status: 404,
      detail: 'No encontramos esa parte del libro.',
    });
    expect(refusal(await grant(reader.id, archived.id)).status).toBe(404);
    expect(refusal(await get(shop, `/api/admin/users/${none}/books_parts`, admin.headers)).code).toBe('user_not_found');
  });
});

describe('revoking a grant', () => {
  const take = async (userId: string, partId: string) =>
    send('DELETE', `/api/admin/users/${userId}/books_parts/${partId}`);

  it('closes the part at once, is audited, and the part can be granted again', async () => {
    const [reader, part] = [await shop.reader(), await shop.part()];
    await grant(reader.id, part.id);
    expect((await take(reader.id, part.id)).json()).toEqual({ deleted: true });
    expect((await open(reader, part.id)).statusCode).toBe(404);
    const audits = (await shop.rows.audits('part.grant_revoked')).filter(({ subject }) => subject === part.id);
    expect(audits).toMatchObject([{ actor_id: admin.user.id, detail: JSON.stringify({ user: reader.id }) }]);
    const row = (await list()).find(({ book_part_id }) => book_part_id === part.id)!;
    expect(row.revoked_at).not.toBeNull();
    expect(refusal(await take(reader.id, part.id)).code).toBe('grant_not_found');
    expect((await grant(reader.id, part.id)).statusCode).toBe(201);
    expect((await open(reader, part.id)).statusCode).toBe(200);
  });

  it('never revokes a purchase, a free part or an early access', async () => {
    const paid = await bought();
    const [free, early] = [await shop.part({ value: 0 }), await shop.part()];
    await shop.buy(paid.reader, free.id);
    await send('POST', `/api/admin/users/${paid.reader.id}/early_access/${early.id}`);
    for (const part of [paid.part, free, early]) {
      expect(refusal(await take(paid.reader.id, part.id))).toMatchObject({ status: 404, code: 'grant_not_found' });
      expect((await open(paid.reader, part.id)).statusCode).toBe(200);
    }
  });

  it('needs an admin', async () => {
    const [reader, part] = [await shop.reader(), await shop.part()];
    await grant(reader.id, part.id);
    const writter = await addReader(shop, { role: 'writter' });
    for (const headers of [await reader.headers(), writter.headers]) {
      const url = `/api/admin/users/${reader.id}/books_parts/${part.id}`;
      expect(refusal(await shop.app.inject({ method: 'DELETE', url, headers })).status).toBe(403);
    }
    expect((await open(reader, part.id)).statusCode).toBe(200);
  });
});

describe('refunds', () => {
  it('pay the money back once and end access, and the row says so', async () => {
    const { reader, part, orderId } = await bought();
    const refund = async (body: object) => send('POST', `/api/admin/orders/${orderId}/refund`, body);
    const first = await refund({ reason: 'Se equivocó de parte.' });
    expect(first.statusCode).toBe(200);
    await shop.settled();
    expect((await open(reader, part.id)).statusCode).toBe(404);
    const mine = (await shop.rows.refunds()).filter(({ order_id }) => order_id === orderId);
    expect(mine).toMatchObject([
      { state: 'done', amount: 1490, requested_by: admin.user.id, reason: 'Se equivocó de parte.' },
    ]);
    await refund({ reason: 'Otra vez.', part_id: part.id });
    expect((await shop.rows.refunds()).filter(({ order_id }) => order_id === orderId)).toHaveLength(1);
    const row = (await list()).find(({ order_id }) => order_id === orderId)!;
    expect([row.order_state, row.revoked_at !== null]).toEqual(['refunded', true]);
  });

  it('need a reason, an order and its part', async () => {
    const { orderId } = await bought();
    for (const body of [{}, { reason: '' }, { reason: '  a ' }])
      expect(refusal(await send('POST', `/api/admin/orders/${orderId}/refund`, body)).status).toBe(422);
    const reason = 'Un motivo.';
    expect(refusal(await send('POST', `/api/admin/orders/${crypto.randomUUID()}/refund`, { reason })).code).toBe(
      'order_not_found',
    );
    const foreign = { reason, part_id: crypto.randomUUID() };
    expect(refusal(await send('POST', `/api/admin/orders/${orderId}/refund`, foreign)).code).toBe('part_not_found');
  });
});

describe('early access', () => {
  it('opens an unreleased part until its end, which can be moved and revoked', async () => {
    const [reader, part] = [await shop.reader(), await shop.part({ release_at: shop.clock.now() + 1e9 })];
    const url = `/api/admin/users/${reader.id}/early_access/${part.id}`;
    const end = new Date(shop.clock.now() + 60_000).toISOString();
    expect(refusal(await send('POST', url, { expires_at: new Date(shop.clock.now()).toISOString() })).fields).toEqual({
      expires_at: 'La fecha debe estar en el futuro.',
    });
    expect((await send('POST', url, { expires_at: end })).json()).toEqual({ expires_at: end, waits: false });
    expect((await open(reader, part.id)).statusCode).toBe(200);
    // Early access is no purchase and has a list of its own.
    expect((await list()).map((row) => row.book_part_id)).not.toContain(part.id);
    const readEarly = async () =>
      (await get(shop, '/api/admin/early_access/0/100', admin.headers))
        .json<Entitlement[]>()
        .filter((row) => row.book_part_id === part.id);
    expect(await readEarly()).toMatchObject([{ user_id: reader.id, source: 'early_access', expires_at: end }]);
    shop.clock.time += 60_000;
    expect((await open(reader, part.id)).statusCode).toBe(404);
    expect((await send('POST', url)).json()).toEqual({ expires_at: null, waits: false });
    expect((await open(reader, part.id)).statusCode).toBe(200);
    expect((await send('DELETE', url)).json()).toEqual({ deleted: true });
    expect((await open(reader, part.id)).statusCode).toBe(404);
    expect(await readEarly()).toEqual([]);
    expect(refusal(await send('DELETE', url)).code).toBe('early_access_not_found');
    const audits = (await shop.rows.audits('early_access.given')).filter(({ subject }) => subject === part.id);
    expect(audits).toHaveLength(2);
  });
});

describe('active sessions', () => {
  it('are listed, found by name, and end at once', async () => {
    const reader = await addReader(shop, { name: 'Sesión Abierta' });
    const find = async () => get(shop, '/api/admin/active_sessions/0/10?q=SESI%C3%93N', admin.headers);
    const response = await find();
    const [row] = response.json<{ id: string; name: string; role_name: string; expired_at: string }[]>();
    expect(row).toMatchObject({ name: 'Sesión Abierta', role_name: 'reader' });
    expect(response.headers['x-total-count']).toBe('1');
    expect((await send('DELETE', `/api/admin/sessions/${row!.id}`)).json()).toEqual({ deleted: true });
    expect(refusal(await get(shop, '/api/users/me', reader.headers)).code).toBe('invalid_user_session');
    expect((await find()).json()).toEqual([]);
    expect(refusal(await send('DELETE', `/api/admin/sessions/${row!.id}`)).code).toBe('session_not_found');
  });
});
