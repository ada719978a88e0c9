import { DAY_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import { mayBecome, type PaymentState } from '@cuentos/domain/payments/payment';
import { longProof } from '@cuentos/domain/testing/long-proof';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/db/new-id.ts';
import type { ProviderPayment } from '../../ports/payment.ts';
import { type Bought, type Reader } from './testing/open-shop.ts';
import {
  PATIENCE_MS,
  newPaymentIds,
  receiptsOf,
  sell,
  shop,
  report,
  stageSchedules,
} from './testing/schedule-fixture.ts';

stageSchedules();

describe('a storm of notices', () => {
  const proof = longProof('payment-deliveries', 1);
  it(
    '200 of them, shuffled, repeated, forged, a day old, about wrong payments: exactly one grant',
    { timeout: proof.timeout(PATIENCE_MS) },
    async () => {
      const granted = { answered: 200, answeredWrongly: [], isGranted: [true], receipts: 1, refunds: [] };
      for (const index of proof.runs()) expect(await endure(index)).toEqual(granted);
    },
  );
});

/** One storm of notices, shuffled by its index. @returns the answers of the shop and the rows it wrote */
async function endure(index: number): Promise<Readonly<Record<string, unknown>>> {
  const { reader, partId, bought } = await sell();
  const ids = Array.from({ length: 6 }, () => newPaymentIds());
  const [right, less, foreign, unknown, waiting] = ids as [number, number, number, number, number, number];
  await shop.setPayment(right, { preference_id: bought.id, status: 'approved' });
  await shop.setPayment(less, { preference_id: bought.id, status: 'approved', transaction_amount: 149 });
  await shop.setPayment(foreign, { preference_id: bought.id, status: 'approved', currency_id: 'USD' });
  await shop.setPayment(unknown, { preference_id: bought.id, status: 'approved', external_reference: newId() });
  await shop.setPayment(waiting, { preference_id: bought.id, status: 'pending' });
  const old = String(Math.floor(shop.clock.now() / 1000) - DAY_MS / 1000);
  const shuffle = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { seed: index, numRuns: 200 });
  const inOrder = Array.from({ length: 200 }, (_, turn) => {
    const paymentId = ids[turn % ids.length] ?? right;
    const kind = Math.floor(turn / ids.length) % 3;
    const options = kind === 0 ? {} : kind === 1 ? { ts: old } : { forged: true };
    return { paymentId, options, place: shuffle[turn]! };
  });
  const storm = inOrder.toSorted((a, b) => a.place - b.place);
  const answers: { forged: boolean; status: number }[] = [];
  for (let begin = 0; begin < storm.length; begin += 25) {
    const wave = storm.slice(begin, begin + 25).map(async ({ paymentId, options }) => {
      answers.push({ forged: 'forged' in options, status: await shop.notify(paymentId, options) });
    });
    await Promise.all(wave);
  }
  await shop.settled();
  return {
    answered: answers.length,
    answeredWrongly: answers.filter(({ forged, status }) => status !== (forged ? 401 : 200)),
    isGranted: (await shop.rows.owned(reader.id, partId)).map((row) => row.order_id === bought.order_id),
    receipts: await receiptsOf(reader),
    refunds: (await shop.rows.refunds()).filter((row) => row.order_id === bought.order_id),
  };
}

type Step =
  | { readonly op: 'provider'; readonly payment: number; readonly order: number; readonly state: PaymentState }
  | { readonly op: 'notice'; readonly payment: number; readonly copies: number; readonly old: boolean }
  | { readonly op: 'forged' | 'look' | 'wrong'; readonly payment: number }
  | { readonly op: 'apply old look' | 'reconcile' | 'refunds' | 'notices' | 'time' }
  | { readonly op: 'ask'; readonly order: number };

const payment = fc.nat(2);
const order = fc.nat(1);
const state = fc.constantFrom<PaymentState>(
  'approved',
  'approved',
  'approved',
  'pending',
  'rejected',
  'charged_back',
  'refunded',
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ op: fc.constant('provider' as const), payment, order, state }) },
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constant('notice' as const),
      payment,
      copies: fc.integer({ min: 1, max: 3 }),
      old: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constantFrom('forged' as const, 'look' as const, 'wrong' as const), payment }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constantFrom(
        'apply old look' as const,
        'reconcile' as const,
        'refunds' as const,
        'notices' as const,
        'time' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('ask' as const), order }) },
);

/** One reader, one part, two orders of it, three payments, and random events. */
class World {
  readonly states = new Map<number, PaymentState>();
  readonly looks: ProviderPayment[] = [];
  readonly first = newPaymentIds(10);
  readonly reader: Reader;
  readonly orders: readonly Bought[];

  constructor(reader: Reader, orders: readonly Bought[]) {
    this.reader = reader;
    this.orders = orders;
  }

  async take(step: Step): Promise<void> {
    const sale = shop.services;
    switch (step.op) {
      case 'provider':
        return this.provider(step.payment, step.order, step.state);
      case 'notice': {
        const ts = String(Math.floor(shop.clock.now() / 1000) - (step.old ? DAY_MS / 1000 : 0));
        await Promise.all(
          Array.from({ length: step.copies }, async () => shop.notify(this.first + step.payment, { ts })),
        );
        return undefined;
      }
      case 'forged':
        expect(await shop.notify(this.first + step.payment, { forged: true })).toBe(401);
        return undefined;
      case 'wrong':
        await shop.setPayment(this.first + 5 + step.payment, {
          preference_id: this.orders[0]!.id,
          status: 'approved',
          transaction_amount: 1489 - step.payment,
          notify: true,
        });
        return undefined;
      case 'look':
        if (this.states.has(step.payment))
          this.looks.push(await shop.ports.payments.getPayment(String(this.first + step.payment)));
        return undefined;
      case 'apply old look': {
        const look = this.looks.shift();
        return look && sale.payments.settlePayment(look);
      }
      case 'reconcile':
        return sale.orders.reconcileOrders();
      case 'refunds':
        return sale.refunds.processRefunds();
      case 'notices':
        return sale.payments.processNotices();
      case 'time':
        shop.clock.time += 3 * MINUTE_MS;
        return undefined;
      case 'ask':
        await shop.request(`/api/orders/${this.orders[step.order]!.order_id}`, {
          headers: await this.reader.headers(),
        });
        return undefined;
    }
  }

  /** The provider changes a payment, one step at a time and never backwards. */
  private async provider(payment: number, order: number, state: PaymentState): Promise<void> {
    const id = this.first + payment;
    const providerPayment = this.states.has(payment) ? await shop.ports.payments.getPayment(String(id)) : null;
    if (providerPayment && (providerPayment.state === state || !mayBecome(providerPayment.state, state))) return;
    if (!providerPayment && state !== 'approved' && state !== 'pending' && state !== 'rejected') return;
    this.states.set(payment, state);
    await shop.setPayment(
      id,
      providerPayment ? { status: state } : { preference_id: this.orders[order]!.id, status: state },
    );
  }

  /** Delivers all notices and runs the jobs for some hours. */
  async calmDown(): Promise<void> {
    const sale = shop.services;
    for (let round = 0; round < 4; round += 1) {
      for (const payment of this.states.keys()) await shop.notify(this.first + payment);
      await shop.settled();
      shop.clock.time += 20 * MINUTE_MS;
      await sale.payments.processNotices();
      await sale.refunds.processRefunds();
    }
  }

  /** Checks that the buyer owns the part exactly if one payment for it is kept, and that no other payment is kept. */
  async check(partId: string): Promise<void> {
    const truth = await Promise.all(
      [...this.states.keys()].map(async (payment) => shop.ports.payments.getPayment(String(this.first + payment))),
    );
    // A refund may overtake a state of the provider; refunded money is not kept, whatever the state says.
    const payingPayments = truth.filter((seen) => seen.state === 'approved' && seen.refundedAmount < seen.amount);
    const owned = await shop.rows.owned(this.reader.id, partId);
    expect(payingPayments.length).toBeLessThanOrEqual(1);
    expect(owned.length).toBe(payingPayments.length);
    expect(owned[0]?.order_id).toBe(payingPayments[0]?.orderId);
    for (const providerPayment of truth)
      expect(providerPayment.refundedAmount).toBeLessThanOrEqual(providerPayment.amount);
  }
}

describe('any schedule', () => {
  const proof = longProof('payment-schedules', 15);
  it(
    'ends with the part held exactly when one payment for it is kept',
    { timeout: proof.timeout(PATIENCE_MS) },
    async () => {
      await proof.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
          const { reader, partId, bought } = await sell();
          shop.clock.time += 31 * MINUTE_MS;
          const world = new World(reader, [bought, await shop.buy(reader, partId)]);
          for (const next of steps) {
            await world.take(next);
            expect((await shop.rows.owned(reader.id, partId)).length).toBeLessThanOrEqual(1);
          }
          await world.calmDown();
          await world.check(partId);
          // Finished orders need no more checks; without this every later world would wait for them.
          await shop.ports.db.handle.updateTable('orders').set({ next_check_at: null }).execute();
        }),
      );
    },
  );

  const pairs = longProof('double-payments', 6);
  it('two tabs pay at the same moment: one grant, one refund', { timeout: pairs.timeout(PATIENCE_MS) }, async () => {
    for (const _ of pairs.runs()) {
      const { reader, partId, bought } = await sell();
      const both = [report(bought), report(bought)];
      await Promise.all(both.map(async (seen) => shop.services.payments.settlePayment(seen)));
      expect(await shop.rows.owned(reader.id, partId)).toHaveLength(1);
      const refunds = (await shop.rows.refunds()).filter((row) => row.order_id === bought.order_id);
      expect(refunds).toHaveLength(1);
    }
    await shop.settled();
  });
});
