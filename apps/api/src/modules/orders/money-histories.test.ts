import { HOUR_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import { mayComeBack, type PaymentState } from '@cuentos/domain/payments/payment';
import { longProof } from '@cuentos/domain/testing/long-proof';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxRefundStatus } from '../../adapters/mercadopago-sandbox/sandbox-payment.ts';
import {
  createSandboxStore,
  type SandboxStore,
  type Switches,
} from '../../adapters/mercadopago-sandbox/sandbox-store.ts';
import type { Caller } from '../../platform/http/access.ts';
import type { ProviderPayment } from '../../ports/payment.ts';
import { updateUser } from '../auth/service.ts';
import { limitProvider } from '../../testing/build-test-app.ts';
import { addReader } from '../../testing/fixtures.ts';
import type { SaleServices } from './module.ts';
import { HISTORY_CODE, makeHistoryCode, usesOfHistoryCode } from './testing/money-codes.ts';
import { checkGoodPayments, checkSums, checkTold } from './testing/money-checks.ts';
import { allowed, PAYMENTS, PRICES, type Step, step } from './testing/money-steps.ts';
import { openShop, type TestShop } from './testing/open-shop.ts';

/**
 * Random histories of money: overlapping orders of one and several parts, a completed book, a code for two uses,
 * payments, duplicates, wrong amounts, refunds of an order, part or payment, grants, openings, withdrawals, refusals,
 * disputes, refused credentials, deleted buyers, lost, late and repeated notices, restarts. The provider is the
 * sandbox, called over HTTP by the production client.
 */
const proof = longProof('money-histories', 15);

let shop: TestShop;
let store: SandboxStore;
let adminId: string;
let lastPayment = 50_000;
beforeAll(async () => {
  shop = await openShop();
  store = createSandboxStore(shop.ports);
  adminId = (await addReader(shop, { role: 'admin', name: 'Zoila Jefa' })).user.id;
  await makeHistoryCode(shop, adminId);
});
afterAll(async () => shop.close());

interface MadeOrder {
  readonly id: string;
  readonly preference: string;
}

/**
 * One buyer with overlapping orders of one and several parts, four payments, and random events. Two of the parts form a
 * book that costs 10 % less when they are bought together.
 */
class History {
  readonly reader: string;
  readonly parts: readonly string[];
  readonly orders: MadeOrder[] = [];
  readonly first = (lastPayment += PAYMENTS) - PAYMENTS + 1;
  readonly paymentNumbers = Array.from({ length: PAYMENTS }, (_, index) => String(this.first + index));
  readonly known = new Set<number>();
  readonly opened = new Set<string>();
  readonly looks: ProviderPayment[] = [];
  /** Refunds made at the provider's own site without a request of the shop, by their key there. */
  readonly byHand = new Map<string, { readonly payment: number; readonly amount: number }>();
  readonly madeByHand = new Set<string>();
  readonly gone = new Set<number>();
  sale: SaleServices;
  /** Orders that had granted a part before their buyer was deleted; null while the buyer exists. */
  givenBeforeDeletion: Set<string | null> | null = null;

  private constructor(reader: string, parts: readonly string[]) {
    this.reader = reader;
    this.parts = parts;
    this.sale = shop.startProcess();
  }

  static async begin(): Promise<History> {
    await setMood('normal');
    // In half of the histories the provider first leaves refunds undecided.
    await store.setSwitches({ refunds: lastPayment % (2 * PAYMENTS) === 0 ? 'in_process' : 'approved' });
    const { id: reader } = await shop.reader();
    const first = await shop.part({ value: PRICES[0] }, { completion_discount: 10 });
    const second = await shop.part({ value: PRICES[1], book_id: first.book_id });
    const other = await shop.part({ value: PRICES[2] });
    const parts = [first, second, other].map(({ id }) => id);
    const history = new History(reader, parts);
    for (const order of [[0, 1, 2], [0], [2, 1]]) await history.order(order);
    expect(await history.totals(), 'the first completes the book').toEqual([1341 + 891 + 700, 1490, 1690]);
    return history;
  }

  private async order(parts: readonly number[], code?: string): Promise<void> {
    const partIds = parts.map((part) => this.parts[part]!);
    const buyer = { userId: this.reader, name: 'Lucía', email: `${this.reader}@ejemplo.cl` };
    const heldParts = new Set((await this.held()).map(({ part_id: id }) => id));
    const from = { buyer, address: '127.0.0.1', origin: shop.origin };
    const purchase = { ...from, partIds, acknowledged: true, total: null, code };
    const outcome = await allowed(this.sale.orders.buyParts(purchase));
    await this.sale.payments.idle();
    if (outcome === null) return;
    const again = partIds.filter((id) => heldParts.has(id));
    expect(again, 'sold once more').toEqual([]);
    const { order_id: id, id: preference } = outcome;
    if (!this.orders.some((other) => other.id === id)) this.orders.push({ id, preference });
    if ((await usesOfHistoryCode(shop, this.reader)) > 0) count('ordered with a code');
  }

  private async totals(): Promise<number[]> {
    const rows = await shop.ports.db.handle
      .selectFrom('orders')
      .selectAll()
      .where('user_id', '=', this.reader)
      .execute();
    return this.orders.map(({ id }) => rows.find((row) => row.id === id)!.total);
  }

  private orderAt = (index: number): MadeOrder => this.orders[index % this.orders.length]!;

  private async held() {
    return (await this.entitlements()).filter(({ revoked_at: revoked }) => revoked === null);
  }

  idOf(payment: number): number {
    return this.first + payment;
  }

  async row(payment: number) {
    return shop.ports.db.handle
      .selectFrom('payments')
      .selectAll()
      .where('provider_payment_id', '=', String(this.idOf(payment)))
      .executeTakeFirst();
  }

  async take(step: Step): Promise<void> {
    switch (step.op) {
      case 'pay':
        return this.pay(step);
      case 'move':
        return this.move(step.payment, step.state);
      case 'return at the provider':
        return this.returnAtProvider(step.payment, step.amount);
      case 'refuse and return by hand':
        return this.refuseAndReturn(step.order, step.part);
      case 'notice':
        for (let copy = 0; copy < step.copies; copy += 1) await shop.notify(this.idOf(step.payment));
        return shop.settled();
      case 'refund order':
        return this.refundOrder(step.order, step.part);
      case 'withdraw':
        return this.withdraw(step.order, this.parts[step.part]!);
      case 'open':
        return this.open(this.parts[step.part]!);
      case 'order':
        if (this.givenBeforeDeletion) return undefined;
        return this.order(step.parts, this.orders.length % 2 === 1 ? HISTORY_CODE : undefined);
      case 'give':
      case 'take away':
        return this.give(step.op, this.parts[step.part]!);
      case 'refund payment':
      case 'settle':
      case 'retry':
        return this.act(step.op, step.payment);
      case 'look':
        if (this.known.has(step.payment)) this.looks.push(await this.truth(step.payment));
        return undefined;
      case 'late look': {
        const look = this.looks.shift();
        return look && this.sale.payments.settlePayment(look);
      }
      case 'provider':
        return setMood(step.mood);
      case 'orders to refund':
        await store.setSwitches({ refunds: step.taken });
        return undefined;
      case 'decide refund':
        return this.decideRefund(step.payment, step.status);
      case 'reconcile':
        return this.sale.orders.reconcileOrders();
      case 'refunds':
        return this.sale.refunds.processRefunds();
      case 'notices':
        return this.sale.payments.processNotices();
      case 'minutes':
        shop.clock.time += 20 * MINUTE_MS;
        return undefined;
      case 'hours':
        shop.clock.time += 5 * HOUR_MS;
        return undefined;
      case 'restart':
        await this.sale.payments.idle();
        this.sale = shop.startProcess();
        return checkGoodPayments(shop, this);
      case 'days of refusal':
        await setMood('refuse_refunds');
        for (let day = 0; day < 10; day += 1) {
          shop.clock.time += 25 * HOUR_MS;
          await this.sale.refunds.processRefunds();
        }
        return undefined;
      case 'delete buyer':
        if (this.givenBeforeDeletion) return undefined;
        this.givenBeforeDeletion = new Set((await this.entitlements()).map(({ order_id: id }) => id));
        return shop.ports.db.withTx(async (tx) => updateUser(tx, this.reader, { deleted_at: shop.clock.now() }));
    }
  }

  private async pay({ payment, order, state, wrong, isTold }: Extract<Step, { op: 'pay' }>): Promise<void> {
    if (this.known.has(payment)) return;
    this.known.add(payment);
    // Without a checkout address from the provider nothing can be paid.
    const { preference } = this.orderAt(order);
    await store.setPayment(this.idOf(payment), preference, { ...wrong, status: state });
    if (!isTold) return;
    await shop.notify(this.idOf(payment));
    await shop.settled();
  }

  /** The provider changes the state of a payment, sometimes to an impossible one. */
  private async move(payment: number, state: PaymentState): Promise<void> {
    if (!this.known.has(payment)) return;
    const { state: before } = await this.truth(payment);
    const isOddly = before === 'approved' && state === 'cancelled';
    if (before === state || (!mayComeBack(before, state) && !isOddly)) return;
    await store.setPayment(this.idOf(payment), undefined, { status: state });
    if (state === 'refunded') this.gone.add(payment);
  }

  /** The provider decides a pending refund, preferably of that payment, or reverses its decision. */
  private async decideRefund(payment: number, status: SandboxRefundStatus): Promise<void> {
    for (const each of [payment, ...this.known]) {
      const refunds = (await store.payment(String(this.idOf(each))))?.refunds ?? [];
      const refund =
        refunds.findLast((candidate) => candidate.status === 'in_process') ??
        (each === payment ? refunds.findLast((candidate) => candidate.status === 'approved') : undefined);
      if (!refund || refund.status === status) continue;
      await store.decideRefund(String(this.idOf(each)), refund.id, status);
      return count(`refund ${refund.status} then ${status}`);
    }
  }

  private async returnAtProvider(payment: number, amount: number): Promise<void> {
    if (!this.known.has(payment)) return;
    const key = `by hand ${this.idOf(payment)} ${amount}`;
    const outcome = await store.refund(String(this.idOf(payment)), amount, key);
    if (typeof outcome === 'object') this.byHand.set(key, { payment, amount: outcome.amount });
  }

  /** The provider refuses refunds of the shop, and the author makes one of them at the provider's site. */
  private async refuseAndReturn(order: number, part: number | null): Promise<void> {
    const mood = (await store.switches()).api;
    await setMood('refuse_refunds');
    await this.refundOrder(order, part);
    await setMood(mood);
    for (const payment of this.known) {
      const refunds = (await this.refundsOf(payment)).filter(({ id }) => !this.madeByHand.has(id));
      const tried = refunds.find(({ state, last_error: error }) => state === 'requested' && error === 'refused');
      if (!tried) continue;
      this.madeByHand.add(tried.id);
      await store.refund(String(this.idOf(payment)), tried.amount, `instead of ${tried.id}`);
      return count('made by hand');
    }
  }

  private async refundsOf(payment: number) {
    const { id = '' } = (await this.row(payment)) ?? {};
    return shop.ports.db.handle.selectFrom('refunds').selectAll().where('payment_id', '=', id).execute();
  }

  private async refundOrder(order: number, part: number | null): Promise<void> {
    const { id: orderId } = this.orderAt(order);
    const partId = part === null ? null : this.parts[part]!;
    const before = await this.bad();
    const request = { orderId, partId, reason: 'lo pidió', actorId: adminId };
    const refund = await allowed(this.sale.refunds.requestRefund(request));
    await this.sale.payments.idle();
    if (refund === null) return;
    // A refund that names only its order applies to a good payment, while no bad payment of the order waits for a
    // refund.
    const { payment_id } = await shop.ports.db.handle
      .selectFrom('refunds')
      .select('payment_id')
      .where('id', '=', refund)
      .executeTakeFirstOrThrow();
    const wasBad = before.find(({ id }) => id === payment_id);
    if (wasBad) throw new Error(`the refund of an order returned a payment with the problem ${wasBad.problem}`);
  }

  /** The buyer withdraws from a part, which must never succeed for a part she has opened. */
  private async withdraw(order: number, partId: string): Promise<void> {
    if (this.givenBeforeDeletion) return;
    const { id: orderId } = this.orderAt(order);
    const before = await this.withdrawals();
    await allowed(this.sale.refunds.withdraw({ userId: this.reader, orderId, partId }));
    await this.sale.payments.idle();
    if ((await this.withdrawals()) > before) {
      count('withdrawn');
      expect(this.opened.has(partId), 'read and paid back').toBe(false);
    }
  }

  private async withdrawals(): Promise<number> {
    const rows = await shop.ports.db.handle
      .selectFrom('refunds')
      .select('id')
      .where('reason', '=', 'withdrawal')
      .where('requested_by', '=', this.reader)
      .execute();
    return rows.length;
  }

  private async give(op: 'give' | 'take away', partId: string): Promise<void> {
    if (this.givenBeforeDeletion) return;
    const { adminEntitlements } = shop.services;
    const actor = { userId: adminId } as Caller;
    if (op === 'take away') await allowed(adminEntitlements.revokeGrant(actor, this.reader, partId));
    else await allowed(adminEntitlements.grant(actor, { userId: this.reader, partId, notify: false }));
  }

  private async open(partId: string): Promise<void> {
    if (this.givenBeforeDeletion) return;
    const { entitlements } = shop.services;
    const partAccess = await allowed(entitlements.requireReadable(this.reader, partId));
    if (partAccess === null) return;
    await entitlements.deliver(partAccess);
    this.opened.add(partId);
  }

  private async act(op: 'refund payment' | 'settle' | 'retry', payment: number): Promise<void> {
    const row = await this.row(payment);
    if (!row) return;
    const action = { paymentId: row.id, reason: 'a mano', actorId: adminId };
    if (op === 'refund payment') await allowed(this.sale.refunds.requestPaymentRefund(action));
    else if (op === 'settle') await allowed(this.sale.payments.settleOutside(action));
    else await allowed(this.sale.refunds.retryRefunds(action));
    await this.sale.payments.idle();
  }

  private async bad() {
    return shop.ports.db.handle
      .selectFrom('payments')
      .selectAll()
      .where('problem', 'is not', null)
      .where(
        'order_id',
        'in',
        this.orders.map(({ id }) => id),
      )
      .execute();
  }

  /** A payment as the provider stores it, whatever fault is switched on. */
  async truth(payment: number): Promise<ProviderPayment> {
    const mood = (await store.switches()).api;
    await setMood('normal');
    const providerPayment = await shop.ports.payments.getPayment(String(this.idOf(payment)));
    await setMood(mood);
    return providerPayment;
  }

  /** Ends all faults of the provider, delivers every notice, and runs the jobs for two days. */
  async calmDown(): Promise<void> {
    await setMood('normal');
    await store.setSwitches({ refunds: 'approved' });
    for (let round = 0; round < 4; round += 1) {
      shop.clock.time += 25 * HOUR_MS;
      if (round === 1) for (const payment of this.known) await this.decideRest(payment);
      await this.sale.refunds.processRefunds();
      for (const payment of this.known) await shop.notify(this.idOf(payment));
      await shop.settled();
      await this.sale.payments.processNotices();
      await this.sale.refunds.processRefunds();
      await this.sale.payments.idle();
    }
  }

  /** Decides the pending refunds, accepting some and rejecting others. */
  private async decideRest(payment: number): Promise<void> {
    const refunds = (await store.payment(String(this.idOf(payment))))?.refunds ?? [];
    for (const { id, status } of refunds) {
      if (status !== 'in_process') continue;
      await store.decideRefund(String(this.idOf(payment)), id, id % 2 === 0 ? 'approved' : 'rejected');
      count('refund decided in the end');
    }
  }

  private async entitlements() {
    return shop.ports.db.handle.selectFrom('entitlements').selectAll().where('user_id', '=', this.reader).execute();
  }

  /** Checks made after every step. */
  async checkTold(): Promise<void> {
    await this.sale.payments.idle();
    await checkTold(shop, this.sale.orders, this, this.givenBeforeDeletion === null);
  }

  /**
   * Checks that every received peso pays for a grant, was refunded, is being refunded, or is in the list of open
   * payments.
   */
  async check(): Promise<void> {
    const { payments: open } = await this.sale.payments.unresolvedPayments();
    for (const payment of this.known) {
      const providerPayment = await this.truth(payment);
      const isReceived =
        providerPayment.state === 'approved' ||
        providerPayment.state === 'in_mediation' ||
        providerPayment.state === 'charged_back';
      expect(providerPayment.refundedAmount, 'never more goes back than came').toBeLessThanOrEqual(
        Math.round(providerPayment.amount),
      );
      if (!this.gone.has(payment)) {
        const requestedRefunds = (await this.refundsOf(payment)).filter(
          ({ reason }) => reason !== 'made at the provider',
        );
        const byHand = [...this.byHand.values()].filter((made) => made.payment === payment);
        expect(providerPayment.refundedAmount, 'sent back twice').toBeLessThanOrEqual(
          sum(requestedRefunds) + sum(byHand),
        );
      }
      if (!isReceived || providerPayment.refundedAmount >= providerPayment.amount) continue;
      const row = await this.row(payment);
      const isClosed = row !== undefined && (row.settled_at !== null || row.settled_amount > 0);
      const isGood = row?.problem === null && row.contradiction === null && row.status === 'approved';
      const isOpen = open.some(({ id }) => id === row?.id);
      count(isOpen ? 'open' : isClosed ? 'closed' : isGood ? 'good' : 'lost');
      expect([row?.status, row?.problem, isOpen || isClosed || isGood], 'money without a word').toEqual([
        row?.status,
        row?.problem,
        true,
      ]);
    }
    await checkGoodPayments(shop, this);
    await checkSums(shop, this, count);
    const paying = await shop.ports.db.handle
      .selectFrom('payments')
      .selectAll()
      .where('problem', 'is', null)
      .where('status', 'in', ['approved', 'in_mediation'])
      .execute();
    const paid = paying.map((payment) => payment.order_id);
    for (const { order_id: orderId, revoked_at: revoked } of await this.entitlements()) {
      if (orderId === null) continue;
      if (revoked === null) expect(paid, 'held without being paid').toContain(orderId);
      if (this.givenBeforeDeletion) {
        expect(this.givenBeforeDeletion.has(orderId), 'granted to nobody').toBe(true);
      }
    }
  }
}

/** Pesos received and not refunded, by what became of them. */
const ends: Record<string, number> = {};
function count(end: string): void {
  ends[end] = (ends[end] ?? 0) + 1;
}

async function setMood(api: Switches['api']): Promise<void> {
  await store.setSwitches({ api, notice: 'drop' });
  limitProvider(shop, api);
}

const sum = (rows: readonly { readonly amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);

describe('any history of money', () => {
  it(
    `${proof.count} of them: every peso is granted for, returned, on its way back, or stands in the open list`,
    { timeout: proof.timeout(600_000) },
    async () => {
      let historyCount = 0;
      await proof.assert(
        fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40, size: 'max' }), async (steps) => {
          const history = await History.begin();
          for (const next of steps) {
            await history.take(next);
            await history.checkTold();
          }
          await history.calmDown();
          await history.checkTold();
          await history.check();
          await shop.forget(history);
          historyCount += 1;
        }),
      );
      process.stderr.write(`${historyCount} histories of money: ${JSON.stringify(ends)}\n`);
      expect(historyCount).toBe(proof.count);
    },
  );
});
