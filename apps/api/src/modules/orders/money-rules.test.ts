import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { type PaymentState } from '@cuentos/domain/payments/payment';
import { longProof } from '@cuentos/domain/testing/long-proof';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PATIENCE_MS, newPaymentIds, sell, shop, report, stageSchedules } from './testing/schedule-fixture.ts';

stageSchedules();

describe('no grant without matching money', () => {
  const proof = longProof('altered-payments', 40);
  it('whatever field of a payment is altered', { timeout: proof.timeout(PATIENCE_MS) }, async () => {
    const { reader, partId, bought } = await sell();
    const account = (await shop.rows.order(bought.order_id)).account_id;
    const { bought: foreign } = await sell();
    const altered = fc.oneof(
      fc
        .record({
          amount: fc.oneof(fc.integer({ min: -1490, max: 100_000 }), fc.double({ noNaN: true, min: 0, max: 3000 })),
        })
        .filter(({ amount }) => amount !== 1490),
      fc.record({ currency: fc.string().filter((text) => text !== 'CLP') }),
      fc.record({ account: fc.stringMatching(/^\d{1,12}$/).filter((text) => text !== account) }),
      fc.record({
        orderId: fc.oneof(fc.string(), fc.uuid(), fc.constant(null), fc.constant(bought.order_id.toUpperCase())),
      }),
      fc.record({
        state: fc.constantFrom<PaymentState>(
          'pending',
          'rejected',
          'cancelled',
          'refunded',
          'charged_back',
          'in_mediation',
        ),
      }),
      fc.record({ orderId: fc.constant(foreign.order_id), amount: fc.constant(1489) }),
    );
    await proof.assert(
      fc.asyncProperty(altered, async (change) => {
        await shop.services.payments.settlePayment(report(bought, change));
        expect(await shop.rows.owned(reader.id, partId)).toEqual([]);
      }),
    );
  });
});

describe('refunds and chargebacks', () => {
  const next: Readonly<Record<string, readonly PaymentState[]>> = {
    pending: ['approved', 'rejected', 'cancelled'],
    approved: ['in_mediation', 'charged_back', 'refunded'],
    in_mediation: ['approved', 'charged_back', 'refunded'],
    charged_back: ['approved'],
  };
  const paths = function* (path: readonly PaymentState[], longest: number): Generator<readonly PaymentState[]> {
    yield path;
    const last = path.at(-1) ?? 'pending';
    if (path.length < longest) for (const state of next[last] ?? []) yield* paths([...path, state], longest);
  };

  const all = [...paths(['pending'], 8)].toSorted((a, b) => a.length - b.length);
  const everyday = all.filter(({ length }) => length <= 6).length;
  const proof = longProof('payment-paths', everyday);

  it(
    'every way that a payment can take: what the buyer holds is what the last state says',
    { timeout: proof.timeout(PATIENCE_MS) },
    async () => {
      expect([everyday, all.length]).toEqual([29, 76]);
      for (const index of proof.runs()) {
        const path = all[index]!;
        const { reader, partId, bought } = await sell();
        const base = report(bought);
        let isHeldNow = false;
        for (const [age, state] of path.entries()) {
          const refundedAmount = state === 'refunded' ? 1490 : 0;
          await shop.services.payments.settlePayment({ ...base, state, refundedAmount, version: base.version + age });
          isHeldNow = state === 'approved' || (state === 'in_mediation' && isHeldNow);
          expect([path.slice(0, age + 1).join(), (await shop.rows.owned(reader.id, partId)).length]).toEqual([
            path.slice(0, age + 1).join(),
            isHeldNow ? 1 : 0,
          ]);
        }
      }
    },
  );
});

describe('the payment that a returning buyer’s address names', () => {
  it("is checked at once, before the provider's search finds it, and only if it belongs to the order", async () => {
    await shop.setSwitches({ notice: 'drop', search: 'behind' });
    const [first, second] = [await sell(), await sell()];
    const paymentId = newPaymentIds();
    await shop.setPayment(paymentId, { preference_id: first.bought.id, status: 'approved' });
    const stateOf = async ({ reader, bought }: typeof first, query = ''): Promise<string> => {
      shop.clock.time += MINUTE_MS;
      const answer = await shop.request(`/api/orders/${bought.order_id}${query}`, { headers: await reader.headers() });
      return ((await answer.json()) as { state?: string; code?: string }).state ?? String(answer.status);
    };
    const hint = `?payment_id=${paymentId}`;
    expect(await stateOf(first)).toBe('open');
    expect(await stateOf(second, hint), 'another order’s').toBe('open');
    expect((await shop.rows.order(first.bought.order_id)).state).toBe('open');
    expect(await stateOf(first, '?payment_id=999999')).toBe('open');
    expect(await stateOf(first, '?payment_id=x')).toBe('422');
    expect(await stateOf(first, hint)).toBe('paid');
    await shop.setSwitches({ notice: 'send', search: 'current' });
  });
});

describe('lost notices', () => {
  const proof = longProof('lost-notices', 30);
  it(
    'are all made up for in two runs of the reconciliation; the third changes nothing',
    { timeout: proof.timeout(PATIENCE_MS) },
    async () => {
      await shop.setSwitches({ notice: 'drop' });
      const sold: Awaited<ReturnType<typeof sell>>[] = [];
      for (const _ of proof.runs()) {
        const sale = await sell();
        await shop.setPayment(newPaymentIds(), { preference_id: sale.bought.id, status: 'approved' });
        sold.push(sale);
      }
      const paid = async (): Promise<number> => {
        const states = await Promise.all(
          sold.map(async ({ bought }) => (await shop.rows.order(bought.order_id)).state),
        );
        return states.filter((state) => state === 'paid').length;
      };
      shop.clock.time += 3 * MINUTE_MS;
      await shop.services.orders.reconcileOrders();
      await shop.services.orders.reconcileOrders();
      expect(await paid()).toBe(proof.count);
      const before = await shop.ports.db.read.selectFrom('audit_log').selectAll().execute();
      await shop.services.orders.reconcileOrders();
      expect(await shop.ports.db.read.selectFrom('audit_log').selectAll().execute()).toHaveLength(before.length);
      for (const { reader, partId } of sold) expect(await shop.rows.owned(reader.id, partId)).toHaveLength(1);
      await shop.setSwitches({ notice: 'send' });
    },
  );
});
