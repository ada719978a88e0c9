import type { PersonMail } from '@cuentos/contract/mails';
import type { AdminOrder } from '@cuentos/contract/orders';
import type { Entitlement } from '@cuentos/contract/entitlements';
import { DAY_MS } from '@cuentos/domain/time/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get, refusal } from '../../../testing/calls.ts';
import { addReader, type SignedIn } from '../../../testing/fixtures.ts';
import { type Bought, openShop, type Reader, type TestShop } from '../testing/open-shop.ts';

let shop: TestShop;
let admin: SignedIn;
beforeAll(async () => {
  shop = await openShop();
  admin = await addReader(shop, { role: 'admin', name: 'Zoila Jefa' });
});
afterAll(async () => shop.close());

async function orderWithPayment(action: 'approved' | 'rejected' | 'pending') {
  const [reader, part] = [await shop.reader(), await shop.part()];
  const bought = await shop.buy(reader, part.id);
  await shop.click(bought, action);
  await shop.settled();
  const payment = (await shop.rows.payments()).find(({ order_id: id }) => id === bought.order_id)!;
  return { reader, part, bought, payment };
}

const ask = async <Answer>(path: string) => (await get(shop, path, admin.headers)).json<Answer>();
const unfinished = async (q = '') =>
  ask<AdminOrder[]>(`/api/admin/orders/unfinished${q === '' ? '' : `?q=${encodeURIComponent(q)}`}`);
const purchases = async (q: string) =>
  ask<Entitlement[]>(`/api/admin/user_book_parts/0/100?q=${encodeURIComponent(q)}`);
const ordersOf = async ({ id }: Reader) => ask<AdminOrder[]>(`/api/admin/users/${id}/orders`);
const mailsOf = async ({ id }: Reader) => ask<PersonMail[]>(`/api/admin/users/${id}/mails`);
const resend = async ({ id }: Reader, mail: string) =>
  shop.app.inject({ method: 'POST', url: `/api/admin/users/${id}/mails/${mail}/resend`, headers: admin.headers });
const only = (rows: readonly AdminOrder[], { order_id: id }: Bought) => rows.filter((row) => row.id === id);

describe('unsuccessful payments', () => {
  it('are listed among the purchases: pending ones as long as they are, rejected ones for a month', async () => {
    const [pending, rejected, paid] = [
      await orderWithPayment('pending'),
      await orderWithPayment('rejected'),
      await orderWithPayment('approved'),
    ];
    const rows = await unfinished();
    expect(only(rows, pending.bought)).toMatchObject([
      {
        state: 'pending',
        total: 1490,
        user_email: `${pending.reader.id}@ejemplo.cl`,
        items: [{ book_part_id: pending.part.id, owned: false, opened_at: null }],
        payments: [{ provider_payment_id: pending.payment.provider_payment_id, status: 'pending', amount: 1490 }],
      },
    ]);
    expect(only(rows, rejected.bought)).toMatchObject([{ state: 'rejected', payments: [{ status: 'rejected' }] }]);
    expect(only(rows, paid.bought)).toEqual([]);
    const start = shop.clock.time;
    shop.clock.time += 31 * DAY_MS;
    admin = await addReader(shop, { role: 'admin', name: 'Zoila Jefa' });
    const later = await unfinished();
    expect([only(later, pending.bought).length, only(later, rejected.bought).length]).toEqual([1, 0]);
    shop.clock.time = start;
    admin = await addReader(shop, { role: 'admin', name: 'Zoila Jefa' });
  });

  it('an old pending order is listed beside any number of rejected ones of this month', async () => {
    const pending = (await orderWithPayment('pending')).bought.order_id;
    const { handle } = shop.ports.db;
    const row = await handle.selectFrom('orders').selectAll().where('id', '=', pending).executeTakeFirstOrThrow();
    await handle.updateTable('orders').set({ created_at: 1 }).where('id', '=', pending).execute();
    const rejected = Array.from({ length: 201 }, () => ({
      ...row,
      id: crypto.randomUUID(),
      state: 'rejected' as const,
    }));
    await handle.insertInto('orders').values(rejected).execute();
    const listed = (await unfinished()).map(({ id }) => id);
    expect(listed).toContain(pending);
    expect(listed.at(-1)).toBe(pending);
    const ids = rejected.map(({ id }) => id);
    await handle
      .deleteFrom('orders')
      .where('id', 'in', [pending, ...ids])
      .execute();
  });
});

describe('a searched number', () => {
  it('finds a purchase by the number of a payment or an order, complete or as a buyer reads it aloud', async () => {
    const { bought, payment, part } = await orderWithPayment('approved');
    const { provider_payment_id: number } = payment;
    for (const q of [number, `#${number}`, ` ${bought.order_id} `, bought.order_id.toUpperCase()]) {
      expect(
        (await purchases(q)).map((row) => row.book_part_id),
        q,
      ).toEqual([part.id]);
      expect(
        (await unfinished(q)).map(({ id }) => id),
        q,
      ).toEqual([bought.order_id]);
    }
    const beginning = bought.order_id.slice(0, 13);
    expect((await purchases(beginning)).map((row) => row.book_part_id)).toContain(part.id);
    expect(await purchases('99999999999999')).toEqual([]);
  });

  it('finds an order by the number of a pending payment, before anything was granted', async () => {
    const { bought, payment } = await orderWithPayment('pending');
    expect(await purchases(payment.provider_payment_id)).toEqual([]);
    expect((await unfinished(payment.provider_payment_id)).map(({ id }) => id)).toEqual([bought.order_id]);
  });
});

describe('the orders of a person', () => {
  it('show amounts, states, numbers, and the opened parts', async () => {
    const { reader, part, bought, payment } = await orderWithPayment('approved');
    expect(await ordersOf(reader)).toMatchObject([
      {
        id: bought.order_id,
        state: 'paid',
        total: 1490,
        items: [{ book_part_id: part.id, amount: 1490, owned: true, opened_at: null }],
        payments: [
          { provider_payment_id: payment.provider_payment_id, status: 'approved', returned: 0, problem: null },
        ],
      },
    ]);
    const opened = shop.clock.time;
    await shop.ports.db.withTx(async (tx) =>
      tx.insertInto('deliveries').values({ user_id: reader.id, part_id: part.id, first_at: opened }).execute(),
    );
    await shop.app.inject({
      method: 'POST',
      url: `/api/admin/orders/${bought.order_id}/refund`,
      headers: admin.headers,
      payload: { reason: 'Se equivocó.' },
    });
    await shop.settled();
    expect(await ordersOf(reader)).toMatchObject([
      {
        state: 'refunded',
        items: [{ owned: false, opened_at: new Date(opened).toISOString() }],
        payments: [{ status: 'refunded', returned: 1490 }],
      },
    ]);
  });

  it('show which part its buyer withdrew from', async () => {
    const { reader, part, bought } = await orderWithPayment('approved');
    expect(await ordersOf(reader)).toMatchObject([{ items: [{ withdrawn_at: null }] }]);
    await shop.services.refunds.withdraw({ userId: reader.id, orderId: bought.order_id, partId: part.id });
    await shop.settled();
    const withdrawn = new Date(shop.clock.time).toISOString();
    expect(await ordersOf(reader)).toMatchObject([
      { state: 'refunded', items: [{ owned: false, withdrawn_at: withdrawn }] },
    ]);
  });

  it('are those of this person alone', async () => {
    await orderWithPayment('approved');
    expect(await ordersOf(await shop.reader())).toEqual([]);
    expect(refusal(await get(shop, `/api/admin/users/${crypto.randomUUID()}/orders`, admin.headers)).code).toBe(
      'user_not_found',
    );
  });
});

describe('the mails of a person', () => {
  it('are listed without their text; the receipt can be sent again, to the current address', async () => {
    const { reader } = await orderWithPayment('approved');
    const [receipt] = await mailsOf(reader);
    expect(receipt).toMatchObject({ state: 'waiting', can_resend: true, recipient: `${reader.id}@ejemplo.cl` });
    expect(JSON.stringify(receipt)).not.toContain('contrato');
    await shop.app.inject({
      method: 'PUT',
      url: `/api/admin/users/${reader.id}`,
      headers: admin.headers,
      payload: { email: `nueva-${reader.id}@ejemplo.cl` },
    });
    // The receipt was sent to the earlier address, and still belongs to this person.
    expect((await mailsOf(reader)).map(({ id }) => id)).toContain(receipt!.id);
    const answers = [await resend(reader, receipt!.id), await resend(reader, receipt!.id)];
    expect(answers.map((answer) => answer.json<object>())).toEqual(
      answers.map(() => ({ sent_to: `nueva-${reader.id}@ejemplo.cl` })),
    );
    const resentMails = await shop.ports.db.read
      .selectFrom('mails')
      .select(['recipient', 'template', 'text', 'html'])
      .where('recipient', '=', `nueva-${reader.id}@ejemplo.cl`)
      .where('template', '=', 'receipt')
      .execute();
    const original = (await shop.rows.mails('receipt')).find((mail) => mail.recipient === receipt!.recipient);
    expect(resentMails).toEqual([
      { recipient: `nueva-${reader.id}@ejemplo.cl`, template: 'receipt', text: original!.text, html: original!.html },
    ]);
    expect((await shop.rows.audits('mail.resent')).filter(({ subject }) => subject === receipt!.id)).toHaveLength(2);
  });

  it('cannot be sent again with a one-time link, or for another person', async () => {
    const { reader } = await orderWithPayment('approved');
    const other = await orderWithPayment('approved');
    const [foreign] = await mailsOf(other.reader);
    expect(refusal(await resend(reader, foreign!.id))).toMatchObject({ status: 404 });
    const { handle } = shop.ports.db;
    await handle.updateTable('users').set({ email_verified_at: null }).where('id', '=', reader.id).execute();
    await shop.app.inject({
      method: 'POST',
      url: '/api/users/me/verify-email',
      headers: await reader.headers(),
    });
    const secret = (await mailsOf(reader)).find(({ can_resend: can }) => !can);
    expect(secret).toBeDefined();
    expect(refusal(await resend(reader, secret!.id))).toMatchObject({ status: 409, code: 'mail_not_kept' });
  });
});
