import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../platform/db/db.ts';
import { openDb } from '../../platform/db/open-db.ts';
import { createRateLimiter } from '../../platform/http/rate-limiter.ts';
import type { PaymentPort, ProviderPayment } from '../../ports/payment.ts';
import type { SaleDeps } from './context.ts';
import { createSaleServices, type SaleServices } from './module.ts';
import { openShop, type Reader, type TestShop, saleSettings } from './testing/open-shop.ts';

let shop: TestShop;
let second: Db;
let nextId = 5000;
beforeAll(async () => {
  shop = await openShop();
  second = await openDb({ dataDir: shop.config.dataDir, databaseUrl: shop.config.DATABASE_URL });
});
afterAll(async () => {
  await second.close();
  await shop.close();
});

function deps(db: Db): SaleDeps {
  return {
    db,
    clock: shop.clock,
    payments: shop.ports.payments,
    limiter: createRateLimiter(db, shop.clock),
    seller: shop.services.orders.seller,
    settings: saleSettings,
    giftLinks: shop.giftLinks,
  };
}

/** A process that is killed at its nth transaction, just before or just after the commit. */
function mortal(nth: number, moment: 'before commit' | 'after commit'): SaleServices {
  let turn = 0;
  const withTx: Db['withTx'] = async (work) => {
    turn += 1;
    if (turn > nth) throw new Error('killed');
    if (turn < nth) return shop.ports.db.withTx(work);
    await shop.ports.db.withTx(async (tx) => {
      const result = await work(tx);
      if (moment === 'before commit') throw new Error('killed');
      return result;
    });
    throw new Error('killed');
  };
  const db: Db = { ...shop.ports.db, withTx };
  const limiter = createRateLimiter(shop.ports.db, shop.clock);
  return createSaleServices({ ...deps(db), limiter });
}

const purchase = (reader: Reader, partId: string) => ({
  buyer: { userId: reader.id, name: 'Lucía', email: 'lucia@ejemplo.cl' },
  partIds: [partId],
  address: '127.0.0.1',
  origin: shop.origin,
  acknowledged: true,
  total: null,
});
const receiptsOf = async (reader: Reader): Promise<number> =>
  (await shop.rows.mails('receipt')).filter((mail) => mail.recipient.startsWith(reader.id)).length;

describe('a process killed while it makes an order', () => {
  it.each([
    [1, 'before commit'],
    [1, 'after commit'],
    [2, 'before commit'],
    [2, 'after commit'],
  ] as const)(
    'at transaction %i, %s: the next click goes on, with one order and one place to pay',
    async (nth, moment) => {
      const reader = await shop.reader();
      const { id } = await shop.part();
      await expect(mortal(nth, moment).orders.buyParts(purchase(reader, id))).rejects.toThrow('killed');
      const bought = await shop.buy(reader, id);
      const orders = await shop.ports.db.read
        .selectFrom('orders')
        .selectAll()
        .where('user_id', '=', reader.id)
        .execute();
      expect(orders).toMatchObject([{ id: bought.order_id, preference_id: bought.id }]);
      const places = await shop.ports.db.read.selectFrom('sandbox_preferences').select('body').execute();
      expect(places.filter(({ body }) => body.includes(bought.order_id))).toHaveLength(1);
    },
  );

  it.each(['before commit', 'after commit'] as const)('still grants a free part once, killed %s', async (moment) => {
    const reader = await shop.reader();
    const { id } = await shop.part({ value: 0 });
    await expect(mortal(1, moment).orders.buyParts(purchase(reader, id))).rejects.toThrow('killed');
    await shop.buy(reader, id);
    expect(await shop.rows.owned(reader.id, id)).toHaveLength(1);
    expect(await receiptsOf(reader)).toBe(1);
  });
});

describe('a process killed while it settles a payment', () => {
  it.each([
    [1, 'before commit'],
    [1, 'after commit'],
    [2, 'before commit'],
    [2, 'after commit'],
  ] as const)('a notice, at transaction %i, %s: another one finishes, once', async (nth, moment) => {
    await shop.setSwitches({ notice: 'drop' });
    const reader = await shop.reader();
    const { id } = await shop.part();
    const bought = await shop.buy(reader, id);
    nextId += 1;
    await shop.setPayment(nextId, { preference_id: bought.id, status: 'approved' });
    // Another process takes the notice and dies before it has processed it.
    await shop.ports.db.withTx(async (tx) =>
      tx
        .insertInto('payment_notices')
        .values({
          id: bought.order_id,
          provider: 'mercadopago',
          provider_payment_id: String(nextId),
          deliveries: 1,
          received_at: 0,
          processed_at: null,
          attempts: 0,
          next_attempt_at: 0,
          last_error: null,
        })
        .execute(),
    );
    await mortal(nth, moment)
      .payments.processNotices()
      .catch(() => undefined);
    await shop.services.payments.processNotices();
    expect(await shop.rows.owned(reader.id, id)).toHaveLength(1);
    expect(await receiptsOf(reader)).toBe(1);
    expect((await shop.rows.order(bought.order_id)).state).toBe('paid');
    const due = await shop.ports.db.read
      .selectFrom('payment_notices')
      .selectAll()
      .where('next_attempt_at', 'is not', null)
      .execute();
    expect(due).toEqual([]);
    const { attempts } = await shop.ports.db.read
      .selectFrom('payment_notices')
      .select('attempts')
      .where('id', '=', bought.order_id)
      .executeTakeFirstOrThrow();
    expect(attempts).toBe(1);
  });

  it.each([
    [1, 'before commit'],
    [1, 'after commit'],
  ] as const)('a refund, at transaction %i, %s: the money goes back once', async (nth, moment) => {
    const reader = await shop.reader();
    const { id } = await shop.part();
    const bought = await shop.buy(reader, id);
    nextId += 1;
    await shop.setPayment(nextId, { preference_id: bought.id, status: 'approved', notify: false });
    await shop.services.payments.settlePayment(await shop.ports.payments.getPayment(String(nextId)));
    await shop.setSwitches({ api: 'error_500' });
    await shop.services.refunds.requestRefund({
      orderId: bought.order_id,
      partId: null,
      reason: '',
      actorId: reader.id,
    });
    await shop.settled();
    await shop.setSwitches({ api: 'normal' });
    shop.clock.time += 60_000;
    await mortal(nth, moment)
      .refunds.processRefunds()
      .catch(() => undefined);
    shop.clock.time += 60_000;
    await shop.services.refunds.processRefunds();
    expect(await shop.rows.owned(reader.id, id)).toEqual([]);
    const paidBack = await shop.ports.db.read
      .selectFrom('sandbox_refunds')
      .selectAll()
      .where('payment_id', '=', String(nextId))
      .execute();
    expect(paidBack).toHaveLength(1);
    expect((await shop.rows.order(bought.order_id)).state).toBe('refunded');
  });
});

describe('a notice that arrives while an earlier one is processed', () => {
  it('is processed too', async () => {
    const reader = await shop.reader();
    const { id } = await shop.part();
    const bought = await shop.buy(reader, id);
    nextId += 1;
    const paymentId = String(nextId);
    await shop.setPayment(nextId, { preference_id: bought.id, status: 'pending' });
    const gate = Promise.withResolvers<void>();
    const question = Promise.withResolvers<void>();
    const slow: PaymentPort = {
      ...shop.ports.payments,
      verifyNotice: () => ({ kind: 'payment', paymentId }),
      async getPayment(wanted) {
        const providerPayment = await shop.ports.payments.getPayment(wanted);
        question.resolve();
        await gate.promise;
        return providerPayment;
      },
    };
    const sale = createSaleServices({ ...deps(shop.ports.db), payments: slow });
    await sale.payments.acceptNotice({}, {});
    await question.promise;
    await shop.setPayment(nextId, { status: 'approved' });
    await sale.payments.acceptNotice({}, {});
    gate.resolve();
    await sale.payments.idle();
    expect(await shop.rows.owned(reader.id, id)).toHaveLength(1);
  });
});

describe('two processes at once', () => {
  it('settle the same payment twenty times: one grant, one mail, one order state', async () => {
    const reader = await shop.reader();
    const { id } = await shop.part();
    const bought = await shop.buy(reader, id);
    nextId += 1;
    await shop.setPayment(nextId, { preference_id: bought.id, status: 'approved' });
    const providerPayment: ProviderPayment = await shop.ports.payments.getPayment(String(nextId));
    const other = createSaleServices(deps(second));
    await Promise.all(
      Array.from({ length: 20 }, async (_, turn) =>
        (turn % 2 ? other : shop.services).payments.settlePayment(providerPayment),
      ),
    );
    expect(await shop.rows.owned(reader.id, id)).toHaveLength(1);
    expect(await receiptsOf(reader)).toBe(1);
    expect((await shop.rows.payments()).filter((row) => row.order_id === bought.order_id)).toHaveLength(1);
  });

  it('settle two payments of one part: one grant, and one refund that is paid once', async () => {
    const reader = await shop.reader();
    const { id } = await shop.part();
    const bought = await shop.buy(reader, id);
    const ids = [nextId + 1, nextId + 2];
    nextId += 2;
    for (const paymentId of ids) await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved' });
    const providerPayments = await Promise.all(
      ids.map(async (paymentId) => shop.ports.payments.getPayment(String(paymentId))),
    );
    const other = createSaleServices(deps(second));
    const both = [...providerPayments, ...providerPayments, ...providerPayments];
    await Promise.all(
      both.flatMap((payment) => [shop.services.payments.settlePayment(payment), other.payments.settlePayment(payment)]),
    );
    await Promise.all([
      shop.services.refunds.processRefunds(),
      other.refunds.processRefunds(),
      other.payments.idle(),
      shop.settled(),
    ]);
    expect(await shop.rows.owned(reader.id, id)).toHaveLength(1);
    expect((await shop.rows.refunds()).filter((row) => row.order_id === bought.order_id)).toMatchObject([
      { state: 'done', amount: 1490 },
    ]);
    const states = await Promise.all(
      ids.map(async (paymentId) => (await shop.ports.payments.getPayment(String(paymentId))).state),
    );
    expect(states.toSorted()).toEqual(['approved', 'refunded']);
  });

  it('answer one checkout address even when the provider makes a new one at every call', async () => {
    const reader = await shop.reader();
    const { id } = await shop.part();
    let places = 0;
    const forgetful: PaymentPort = {
      ...shop.ports.payments,
      async createCheckout() {
        places += 1;
        return { id: `place-${places}`, url: `https://pay.test/${places}`, account: null };
      },
    };
    const services = [shop.ports.db, second].map((db) => createSaleServices({ ...deps(db), payments: forgetful }));
    const answers = await Promise.all(services.map(async (service) => service.orders.buyParts(purchase(reader, id))));
    expect(answers[0]).toEqual(answers[1]);
    expect((await shop.rows.order(answers[0]?.order_id ?? '')).preference_id).toBe(answers[0]?.id);
  });

  it('make one order, and grant a free part once', async () => {
    const reader = await shop.reader();
    const paid = await shop.part();
    const free = await shop.part({ value: 0 });
    const other = createSaleServices(deps(second));
    const services = [shop.services, other, shop.services, other];
    const answers = await Promise.all(
      services.map(async (service) => service.orders.buyParts(purchase(reader, paid.id))),
    );
    expect(new Set(answers.map((answer) => `${answer.order_id} ${answer.id}`)).size).toBe(1);
    const gifts = await Promise.all(
      services.map(async (service) => service.orders.buyParts(purchase(reader, free.id))),
    );
    expect(new Set(gifts.map((answer) => answer.id)).size).toBe(1);
    expect(await shop.rows.owned(reader.id, free.id)).toHaveLength(1);
  });
});
