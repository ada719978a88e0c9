import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Checkout,
  type NoticeHeaders,
  type NoticeQuery,
  PaymentNotFound,
  type PaymentPort,
  PaymentRefused,
  PaymentUnauthorized,
  PaymentUnavailable,
} from '../payment.ts';

/** A provider with controls for what buyer, bank and provider do. */
export interface PaymentFixture {
  readonly port: PaymentPort;
  /** Pays as the buyer. @returns the payment's id */
  pay(checkout: Checkout, outcome: 'approved' | 'rejected' | 'pending'): Promise<string>;
  /** Changes a payment as the provider or the buyer's bank would. */
  move(
    paymentId: string,
    state: 'approved' | 'rejected' | 'in_mediation' | 'charged_back' | 'chargeback won',
  ): Promise<void>;
  /** Makes a notice as the provider sends it. */
  notice(paymentId: string): { headers: NoticeHeaders; query: NoticeQuery };
  fail(
    how: 'error' | 'busy' | 'hang' | 'rubbish' | 'refuse' | 'unauthorized' | 'forbidden' | 'lost answer' | 'never',
  ): Promise<void>;
  close(): Promise<void>;
}

/** Declares the tests that every payment adapter must pass; they also run against a real adapter over HTTP. */
export function describePaymentPort(name: string, open: () => Promise<PaymentFixture>): void {
  describe(`the payment port by ${name}`, () => {
    let fixture: PaymentFixture;
    beforeAll(async () => {
      fixture = await open();
    });
    afterAll(async () => fixture.close());
    afterEach(async () => fixture.fail('never'));

    const checkout = async (
      key: string = randomUUID(),
      orderId: string = randomUUID(),
    ): Promise<Checkout & { orderId: string }> => {
      const request = {
        orderId,
        items: [{ id: 'part', title: 'La micro de las seis: Primera parte', amount: 1490 }],
        buyer: { name: 'Lucía', email: 'lucia@ejemplo.cl' },
        returnUrl: 'https://tienda.cl/user-library/libro',
        expiresAt: Date.UTC(2030, 0, 1),
      };
      return { ...(await fixture.port.createCheckout(request, key)), orderId };
    };

    it('creates a checkout, and the same one for the same key', async () => {
      const key = randomUUID();
      const orderId = randomUUID();
      const first = await checkout(key, orderId);
      expect(first.url).toMatch(/^https?:\/\//);
      expect(await checkout(key, orderId)).toEqual(first);
      expect((await checkout()).id).not.toBe(first.id);
    });

    it.each(['approved', 'rejected', 'pending'] as const)(
      'reports a payment that is %s, by its id and by its order',
      async (outcome) => {
        const place = await checkout();
        const id = await fixture.pay(place, outcome);
        const payment = await fixture.port.getPayment(id);
        expect(payment).toMatchObject({
          id,
          state: outcome,
          orderId: place.orderId,
          amount: 1490,
          refundedAmount: 0,
          currency: 'CLP',
        });
        expect(payment.account).toBe(place.account);
        if (outcome === 'approved') expect(payment.fee).toBe(57);
        expect(await fixture.port.searchPayments(place.orderId)).toEqual([payment]);
      },
    );

    it('finds no payment of an unpaid order, and none with an unknown id', async () => {
      expect(await fixture.port.searchPayments((await checkout()).orderId)).toEqual([]);
      await expect(fixture.port.getPayment('999')).rejects.toThrow(PaymentNotFound);
    });

    it('cancels a pending payment once, and refuses to cancel any other', async () => {
      const place = await checkout();
      const id = await fixture.pay(place, 'pending');
      expect((await fixture.port.getPayment(id)).resumeUrl).toMatch(/^https?:/);
      expect(await fixture.port.cancelPayment(id, randomUUID())).toMatchObject({ id, state: 'cancelled' });
      await expect(fixture.port.cancelPayment(id, randomUUID())).rejects.toThrow(PaymentRefused);
      const paid = await fixture.pay(await checkout(), 'approved');
      await expect(fixture.port.cancelPayment(paid, randomUUID())).rejects.toThrow(PaymentRefused);
      await expect(fixture.port.cancelPayment('999', randomUUID())).rejects.toThrow(PaymentNotFound);
    });

    it('reports every later state, each with a higher version', async () => {
      const id = await fixture.pay(await checkout(), 'pending');
      const versions = [(await fixture.port.getPayment(id)).version];
      for (const [move, state] of [
        ['approved', 'approved'],
        ['in_mediation', 'in_mediation'],
        ['charged_back', 'charged_back'],
        ['chargeback won', 'approved'],
      ] as const) {
        await fixture.move(id, move);
        const payment = await fixture.port.getPayment(id);
        expect(payment.state).toBe(state);
        versions.push(payment.version);
      }
      expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
    });

    it('refunds once per key, in part and completely, and never more than the payment', async () => {
      const id = await fixture.pay(await checkout(), 'approved');
      const key = randomUUID();
      const first = await fixture.port.refund(id, 490, key);
      expect(await fixture.port.refund(id, 490, key)).toEqual(first);
      expect(await fixture.port.getPayment(id)).toMatchObject({ state: 'approved', refundedAmount: 490 });
      await expect(fixture.port.refund(id, 1001, randomUUID())).rejects.toThrow(PaymentRefused);
      await fixture.port.refund(id, null, randomUUID());
      expect(await fixture.port.getPayment(id)).toMatchObject({ state: 'refunded', refundedAmount: 1490 });
      await expect(fixture.port.refund(id, null, randomUUID())).rejects.toThrow(PaymentRefused);
      await expect(fixture.port.refund('999', null, randomUUID())).rejects.toThrow(PaymentNotFound);
    });

    it('refunds once although the first answer was lost', async () => {
      const id = await fixture.pay(await checkout(), 'approved');
      const key = randomUUID();
      await fixture.fail('lost answer');
      await expect(fixture.port.refund(id, 490, key)).rejects.toThrow(PaymentUnavailable);
      await fixture.fail('never');
      await fixture.port.refund(id, 490, key);
      expect((await fixture.port.getPayment(id)).refundedAmount).toBe(490);
    });

    it('lists its payment methods with minima in whole pesos', async () => {
      const ways = await fixture.port.ways();
      expect(ways.map(({ kind }) => kind)).toContain('card');
      for (const { min, max } of ways) {
        expect(Number.isSafeInteger(min) && min >= 0).toBe(true);
        expect(max === null || (Number.isSafeInteger(max) && max >= min)).toBe(true);
      }
    });

    it('accepts genuine notices and no others', () => {
      const { headers, query } = fixture.notice('123456');
      expect(fixture.port.verifyNotice(headers, query)).toEqual({ kind: 'payment', paymentId: '123456' });
      expect(fixture.port.verifyNotice(headers, { ...query, 'data.id': '123457' })).toEqual({ kind: 'forged' });
      expect(fixture.port.verifyNotice({}, query)).toEqual({ kind: 'forged' });
      expect(fixture.port.verifyNotice(headers, {})).toEqual({ kind: 'forged' });
    });

    it.each([
      ['error', PaymentUnavailable],
      ['busy', PaymentUnavailable],
      ['hang', PaymentUnavailable],
      ['rubbish', PaymentUnavailable],
      ['refuse', PaymentRefused],
      ['unauthorized', PaymentUnauthorized],
      ['forbidden', PaymentUnauthorized],
    ] as const)('fails as agreed: %s', async (how, failure) => {
      await fixture.fail(how);
      const calls = [
        checkout(),
        fixture.port.getPayment('1'),
        fixture.port.searchPayments(randomUUID()),
        fixture.port.refund('1', null, randomUUID()),
        fixture.port.cancelPayment('1', randomUUID()),
        fixture.port.probe(),
        fixture.port.ways(),
      ];
      for (const call of await Promise.allSettled(calls)) {
        expect(call.status).toBe('rejected');
        expect(call.status === 'rejected' && call.reason).toBeInstanceOf(failure);
      }
    });
  });
}
