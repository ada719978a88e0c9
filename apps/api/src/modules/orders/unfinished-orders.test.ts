import { DAY_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { UserPart } from '@cuentos/contract/library';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { give } from '../../testing/fixtures.ts';
import { pendingMail } from '../mail/service.ts';
import { type Bought, openShop, type Reader, type TestShop } from './testing/open-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(async () => shop.setSwitches({ api: 'normal' }));
afterAll(async () => shop.close());

async function decided(action: 'approved' | 'rejected' | 'pending') {
  const reader = await shop.reader();
  const part = await shop.part();
  const bought = await shop.buy(reader, part.id);
  await shop.click(bought, action);
  await shop.settled();
  return { reader, part, bought };
}

/** Reads the unfinished order of the book's only part from the buyer's page of the book. */
async function told(reader: Reader, bookId: string): Promise<UserPart['unfinished_order']> {
  const response = await shop.request(`/api/user_book_parts/${bookId}`, { headers: await reader.headers() });
  const [part] = (await response.json()) as UserPart[];
  return part?.unfinished_order ?? null;
}

const pendingMails = async (reader: Reader) =>
  (await shop.rows.mails('payment-pending')).filter(({ recipient }) => recipient.startsWith(reader.id));

/** The date of an instant in Santiago. */
const dayOf = (instant: number): string =>
  new Intl.DateTimeFormat('es-CL', {
    timeZone: 'America/Santiago',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  })
    .format(instant)
    .replaceAll('-', '/');

async function cancel(reader: Reader, bought: Bought) {
  const response = await shop.request(`/api/orders/${bought.order_id}/cancel`, {
    method: 'POST',
    headers: await reader.headers(),
  });
  const { state, code } = (await response.json()) as { state?: string; code?: string };
  return { status: response.status, state, code };
}

describe('a pending payment', () => {
  it('shows its number, its deadline and the next step', async () => {
    const { reader, part, bought } = await decided('pending');
    const payment = (await shop.rows.payments()).find(({ order_id: id }) => id === bought.order_id);
    const made = (await shop.rows.order(bought.order_id)).created_at;
    expect(await told(reader, part.book_id)).toEqual({
      id: bought.order_id,
      state: 'pending',
      hold: null,
      total: 1490,
      since: new Date(shop.clock.time).toISOString(),
      until: new Date(made + 30 * DAY_MS).toISOString(),
      payment_number: payment?.provider_payment_id,
      resume_url: bought.init_point,
    });
  });

  it("is shown only in its buyer's library, and only while it is pending", async () => {
    const { reader, part, bought } = await decided('pending');
    const awaited = async (of: Reader) => (await shop.services.library.library(of.id)).awaited;
    expect(await awaited(reader)).toEqual([
      { book_id: part.book_id, book_part_id: part.id, book_name: expect.any(String), book_part_name: part.name },
    ]);
    expect(await awaited(await shop.reader())).toEqual([]);
    await shop.click(bought, 'approved');
    await shop.settled();
    const { user_book_parts: owned, awaited: none } = await shop.services.library.library(reader.id);
    expect([owned.map(({ book_part_id: id }) => id), none]).toEqual([[part.id], []]);
  });

  it('is not shown in the library when the part was granted meanwhile', async () => {
    const { reader, part } = await decided('pending');
    await give(shop, reader.id, part.id);
    expect((await shop.services.library.library(reader.id)).awaited).toEqual([]);
  });

  it('is mailed once with its deadline and the next step', async () => {
    const { reader, bought } = await decided('pending');
    const payment = (await shop.rows.payments()).find(({ order_id: id }) => id === bought.order_id)!;
    const made = (await shop.rows.order(bought.order_id)).created_at;
    const [mail, ...more] = await pendingMails(reader);
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^Falta confirmar tu pago: /);
    expect(mail?.text).toContain('Empezaste a pagar $1.490 y falta terminar el pago.');
    expect(mail?.text).toContain(`Seguir con el pago:\n${bought.init_point}`);
    expect(mail?.text).toContain(`Lo esperamos hasta el ${dayOf(made + 30 * DAY_MS)}.`);
    expect(mail?.text).toContain('queda en tu biblioteca');
    expect(mail?.text).toContain(payment.provider_payment_id);
    // A second notice of the same payment is not mailed.
    await shop.setPayment(Number(payment.provider_payment_id), { status: 'in_process', notify: true });
    await shop.settled();
    expect(await pendingMails(reader)).toHaveLength(1);
  });

  it('links to the orders while the provider reviews it, because the buyer has nothing to do', async () => {
    const reader = await shop.reader();
    const bought = await shop.buy(reader, (await shop.part()).id);
    await shop.setPayment(70_001, { preference_id: bought.id, status: 'in_process' });
    const seen = await shop.ports.payments.getPayment('70001');
    await shop.services.payments.settlePayment({ ...seen, resumeUrl: null });
    const [mail] = await pendingMails(reader);
    expect(mail?.text).toContain('Tu pago de $1.490 está en revisión. No tienes que hacer nada.');
    expect(mail?.text).not.toContain(bought.init_point);
    const shown = pendingMail({
      from: { storeName: 'Cuentos', origin: 'https://tienda.cl' },
      buyerName: 'Ana',
      titles: ['Un libro'],
      amount: 1490,
      paymentId: '1',
      resumeUrl: null,
      until: 0,
      isGift: true,
    });
    expect(shown.text).toContain('Ver mi compra:\nhttps://tienda.cl/user-settings/orders');
    expect(shown.text).toContain('tu regalo queda listo');
  });

  it('is not mailed for a paid part or a closed account', async () => {
    const { reader, bought } = await decided('approved');
    await shop.setPayment(70_002, { preference_id: bought.id, status: 'pending', notify: true });
    const gone = await shop.reader();
    const ordered = await shop.buy(gone, (await shop.part()).id);
    await shop.ports.db.withTx(async (tx) =>
      tx.updateTable('users').set({ deleted_at: 1 }).where('id', '=', gone.id).execute(),
    );
    await shop.setPayment(70_003, { preference_id: ordered.id, status: 'pending', notify: true });
    await shop.settled();
    expect((await shop.rows.order(ordered.order_id)).state).toBe('pending');
    expect([...(await pendingMails(reader)), ...(await pendingMails(gone))]).toEqual([]);
  });

  it('prevents a second payment, while its order can be paid and later', async () => {
    const { reader, part, bought } = await decided('pending');
    const start = shop.clock.time;
    for (const later of [0, 40 * MINUTE_MS, 5 * DAY_MS]) {
      shop.clock.time = start + later;
      expect(await shop.tryToBuy(reader, part.id)).toMatchObject({ status: 409, code: 'payment_pending' });
    }
    shop.clock.time = start;
    const orders = await shop.ports.db.read
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', reader.id)
      .execute();
    expect(orders).toEqual([{ id: bought.order_id }]);
  });

  it('frees the part when it fails without a notice', async () => {
    const { reader, part, bought } = await decided('pending');
    const payment = (await shop.rows.payments()).find(({ order_id: id }) => id === bought.order_id);
    await shop.setPayment(Number(payment?.provider_payment_id), { status: 'rejected' });
    shop.clock.time += MINUTE_MS;
    expect((await shop.buy(reader, part.id)).order_id).toBe(bought.order_id);
  });

  it('can be cancelled by its buyer, and then paid in another way', async () => {
    const { reader, part, bought } = await decided('pending');
    expect(await cancel(reader, bought)).toMatchObject({ status: 200, state: 'rejected' });
    expect(await told(reader, part.book_id)).toMatchObject({ state: 'rejected', until: null, resume_url: null });
    await shop.click(await shop.buy(reader, part.id), 'approved');
    await shop.settled();
    expect(await shop.rows.owned(reader.id, part.id)).toHaveLength(1);
    expect(await told(reader, part.book_id)).toBeNull();
    expect(await cancel(reader, bought)).toMatchObject({ status: 409, code: 'payment_not_pending' });
  });

  it('can be cancelled by its buyer alone', async () => {
    const { bought } = await decided('pending');
    expect(await cancel(await shop.reader(), bought)).toMatchObject({ status: 404, code: 'order_not_found' });
    expect((await shop.rows.order(bought.order_id)).state).toBe('pending');
  });

  it('is granted, not cancelled, if it is paid at the same moment', async () => {
    const { reader, part, bought } = await decided('pending');
    const payment = (await shop.rows.payments()).find(({ order_id: id }) => id === bought.order_id);
    await shop.setPayment(Number(payment?.provider_payment_id), { status: 'approved' });
    expect(await cancel(reader, bought)).toMatchObject({ status: 409, code: 'payment_not_pending' });
    expect(await shop.rows.owned(reader.id, part.id)).toHaveLength(1);
  });

  it('is not cancelled if the provider does not answer', async () => {
    const { reader, part, bought } = await decided('pending');
    await shop.setSwitches({ api: 'error_500' });
    expect(await cancel(reader, bought)).toMatchObject({ status: 503, code: 'payment_unavailable' });
    expect(await told(reader, part.book_id)).toMatchObject({ state: 'pending' });
  });
});

describe('a rejected payment', () => {
  it('is shown for three days, unless another try followed', async () => {
    const { reader, part, bought } = await decided('rejected');
    const start = shop.clock.time;
    expect(await told(reader, part.book_id)).toMatchObject({ id: bought.order_id, state: 'rejected', until: null });
    shop.clock.time = start + 3 * DAY_MS;
    expect(await told(reader, part.book_id)).toBeNull();
    await shop.buy(reader, part.id);
    shop.clock.time = start + 60 * MINUTE_MS;
    expect(await told(reader, part.book_id)).toBeNull();
    shop.clock.time = start;
  });
});
