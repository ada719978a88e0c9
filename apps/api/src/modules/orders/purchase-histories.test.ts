import { DAY_MS, HOUR_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import { mayBecome } from '@cuentos/domain/payments/payment';
import { longProof } from '@cuentos/domain/testing/long-proof';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createSandboxStore,
  type SandboxStore,
  type Switches,
} from '../../adapters/mercadopago-sandbox/sandbox-store.ts';
import type { Caller } from '../../platform/http/access.ts';
import { limitProvider, TEST_NOW } from '../../testing/build-test-app.ts';
import { type AccountedShop, openAccountedShop } from '../accounting/testing/accounting-fixture.ts';
import { expectSameMoneySince } from '../accounting/testing/same-money.ts';
import type { SaleServices } from './module.ts';
import { allowed } from './testing/money-steps.ts';
import type { TestShop } from './testing/open-shop.ts';
import {
  aloneOf,
  type Catalogue,
  type CataloguePart,
  expectedPrice,
  makeCatalogue,
  SHOPS,
} from './testing/price-model.ts';
import {
  awaitedBy,
  checkAccounting,
  checkCode,
  checkHoldings,
  checkMoney,
  type Ledger,
  partsToClaim,
  readLedger,
} from './testing/purchase-ledger.ts';
import {
  type OrderStep,
  orderStep,
  PAYMENTS,
  PEOPLE,
  type Step,
  step,
  type Way,
  way,
} from './testing/purchase-steps.ts';

/**
 * Random histories of all sales: single parts, several parts, completed books, codes, gifts, presales, and everything
 * that happens to their money. After each step entitlements, money and movements are compared with rules written for
 * the test, and each price with a model. The provider is the sandbox, called over HTTP by the production client.
 */
const proof = longProof('purchase-histories', 12);

let books: AccountedShop;
let shop: TestShop;
let store: SandboxStore;
let catalogues: Catalogue[];
let sale: SaleServices;
let lastPayment = 2_000_000;
beforeAll(async () => {
  books = await openAccountedShop();
  ({ shop } = books);
  store = createSandboxStore(shop.ports);
  catalogues = [];
  for (let index = 0; index < SHOPS; index += 1) catalogues.push(await makeCatalogue(shop, index, books.admin.user.id));
  sale = shop.startProcess();
  await setMood('normal');
  await sale.refunds.processRefunds();
});
afterAll(async () => books.close());

async function setMood(api: Switches['api']): Promise<void> {
  await store.setSwitches({ api, notice: 'drop' });
  limitProvider(shop, api);
}

const ends: Record<string, number> = {};
function count(event: string): void {
  ends[event] = (ends[event] ?? 0) + 1;
}

class History {
  readonly catalogue: Catalogue;
  readonly people: readonly string[];
  readonly numbers: readonly number[];
  /** Payments that the provider has, by index. */
  readonly known = new Set<number>();
  readonly orders: string[] = [];
  readonly opened = new Set<string>();
  ledger: Ledger;

  private constructor(catalogue: Catalogue, people: readonly string[], ledger: Ledger) {
    this.catalogue = catalogue;
    this.people = people;
    this.ledger = ledger;
    this.numbers = Array.from({ length: PAYMENTS }, (_, index) => lastPayment + 1 + index);
    lastPayment += PAYMENTS;
  }

  static async begin(index: number, tax: Way): Promise<History> {
    shop.clock.time = TEST_NOW;
    await setMood('normal');
    await books.decide(tax);
    const people: string[] = [];
    // A further person, who acts at the end.
    for (let person = 0; person <= PEOPLE; person += 1) people.push((await shop.reader()).id);
    return new History(catalogues[index]!, people, await readLedger(shop, people, []));
  }

  private partAt = (index: number): CataloguePart => this.catalogue.parts[index % this.catalogue.parts.length]!;
  private orderAt = (index: number) =>
    this.ledger.orders.find(({ id }) => id === this.orders[index % this.orders.length]);

  private async refresh(): Promise<void> {
    this.ledger = await readLedger(shop, this.people, this.numbers.map(String));
  }

  private ownedBy(user: string): Set<string> {
    const live = this.ledger.entitlements.filter(
      (row) => row.user_id === user && row.revoked_at === null && row.kind === 'ownership',
    );
    return new Set(live.map(({ part_id: id }) => id));
  }

  async take(next: Step): Promise<void> {
    await this.do(next);
    await sale.payments.idle();
    await this.refresh();
    await this.check();
  }

  private async do(next: Step): Promise<unknown> {
    switch (next.op) {
      case 'order':
        return this.order(next);
      case 'pay':
        return this.pay(next);
      case 'move':
        return this.move(next);
      case 'tell':
        return this.tell(next.payment);
      case 'return at the provider':
        return this.returnAtProvider(next.payment, next.share);
      case 'claim':
        return this.claim(next.at, [next.person]);
      case 'all claim':
        return this.claim(next.order, [0, 1, 2]);
      case 'withdraw':
        return this.withdraw(next.order, next.part);
      case 'withdraw and claim':
        return Promise.all([this.withdraw(next.order, next.part), this.claimAtOnce(next.order, 1 + (next.part % 2))]);
      case 'refund and claim':
        return Promise.all([this.refund(next.order, next.part), this.claimAtOnce(next.order, 1 + (next.part % 2))]);
      case 'refund':
        return this.refund(next.order, next.part);
      case 'send again':
        return this.sendAgain(next.order);
      case 'refund payment':
      case 'settle':
      case 'retry':
        return this.act(next.op, next.payment);
      case 'grant':
      case 'revoke':
      case 'open':
        return this.give(next.op, this.people[next.person]!, this.partAt(next.at).id);
      case 'trouble':
        return this.trouble(next);
      case 'decide':
        return books.decide(next.way);
      case 'provider':
        return setMood(next.mood);
      default:
        return this.go(next.op);
    }
  }

  /** Lets time pass and runs jobs of the shop. */
  private async go(
    op: 'reconcile' | 'refunds' | 'mails' | 'issue' | 'minutes' | 'hours' | 'days' | 'year',
  ): Promise<void> {
    const passes = { minutes: 20 * MINUTE_MS, hours: 5 * HOUR_MS, days: 6 * DAY_MS, year: 366 * DAY_MS };
    if (op === 'reconcile') await sale.orders.reconcileOrders();
    else if (op === 'refunds') await sale.refunds.processRefunds();
    else if (op === 'mails') await sale.gifts.sendGifts();
    else if (op === 'issue') await shop.services.accounting.issueDocuments();
    else shop.clock.time += passes[op];
  }

  private async order({ person, parts, completes, code: wanted, gift }: OrderStep): Promise<void> {
    const buyer = this.people[person]!;
    const now = shop.clock.now();
    const isGift = gift !== 'none';
    const owned = isGift ? new Set<string>() : this.ownedBy(buyer);
    const isMissing = (part: CataloguePart) => !owned.has(part.id) && aloneOf(part, now) > 0;
    const chosen =
      completes === null
        ? [...new Set(parts.map((index) => this.partAt(index)))]
        : this.catalogue.parts.filter((part) => part.book === completes && isMissing(part));
    if (chosen.length === 0) return;
    const code = wanted === null ? null : this.catalogue.codes[wanted]!;
    const purchase = {
      buyer: { userId: buyer, name: 'Lucía', email: `${buyer}@ejemplo.cl` },
      partIds: chosen.map(({ id }) => id),
      address: '127.0.0.1',
      origin: shop.origin,
      acknowledged: true,
      total: null,
      code: code?.code,
    };
    const recipientEmail = gift === 'mail' ? 'ana@ejemplo.cl' : null;
    const details = { giverName: 'Elisa', message: null, sendOn: null, recipientEmail };
    const awaited = isGift ? new Set<string>() : awaitedBy(this.ledger, buyer);
    const outcome = await allowed(isGift ? sale.gifts.buyGift(purchase, details) : sale.orders.buyParts(purchase));
    if (outcome === null) return;
    await sale.payments.idle();
    const before = new Set(this.ledger.orders.map(({ id }) => id));
    await this.refresh();
    const order = this.ledger.orders.find(({ id }) => id === outcome.order_id);
    // A repeated click on a free order creates no order.
    if (!order || (outcome.init_point === null && before.has(order.id))) return;
    if (!this.orders.includes(order.id)) this.orders.push(order.id);
    const paid = chosen.filter((part) => isMissing(part) && !awaited.has(part.id));
    const expected = expectedPrice(this.catalogue, { parts: paid, owned, code, now });
    const items = this.ledger.items.filter(({ order_id: of }) => of === order.id);
    // Free parts get an order of their own, unless all parts are free.
    expect(
      items
        .filter(({ value }) => value > 0)
        .map(({ part_id: id }) => id)
        .toSorted(),
    ).toEqual(paid.map(({ id }) => id).toSorted());
    expect(order.total, 'the price').toBe(expected.total);
    expect(
      items.reduce((sum, { amount }) => sum + amount, 0),
      'items add up',
    ).toBe(order.total);
    for (const { part_id: id, amount } of items) {
      expect(amount).toBeGreaterThanOrEqual(0);
      expect(amount, 'dearer than alone').toBeLessThanOrEqual(expected.alone.get(id) ?? 0);
    }
    expect(order.discount_code).toBe(expected.isCoded && code ? code.code : null);
    const used = this.catalogue.codes.find((each) => each.code === order.discount_code);
    if (used && !before.has(order.id)) checkCode(this.ledger, used, buyer, now);
    count(order.total === 0 ? 'all free' : completes !== null ? 'a book completed' : isGift ? 'a gift' : 'an order');
    if (expected.isCoded) count('with a code');
  }

  private async pay({ payment, order: at, status, isWrong, isTold }: Extract<Step, { op: 'pay' }>): Promise<void> {
    const order = this.orderAt(at);
    if (this.known.has(payment) || !order || order.preference_id === null) return;
    this.known.add(payment);
    const wrong = isWrong ? { transaction_amount: order.total + 1 } : {};
    await store.setPayment(this.numbers[payment]!, order.preference_id, { ...wrong, status });
    if (isTold) await this.tell(payment);
  }

  private async move({ payment, status, isTold }: Extract<Step, { op: 'move' }>): Promise<void> {
    if (!this.known.has(payment)) return;
    const { status: before } = (await store.payment(String(this.numbers[payment])))!;
    // Only states with the same name at the provider and in the shop are used here.
    if (before === status || !mayBecome(before as 'approved', status)) return;
    await store.setPayment(this.numbers[payment]!, undefined, { status });
    if (isTold) await this.tell(payment);
  }

  /** The shop asks for a payment and settles the answer; an unavailable provider gives none. */
  private async tell(payment: number): Promise<void> {
    if (!this.known.has(payment)) return;
    const providerPayment = await shop.ports.payments.getPayment(String(this.numbers[payment])).catch(() => null);
    if (providerPayment) await sale.payments.settlePayment(providerPayment);
    await sale.payments.idle();
  }

  private async returnAtProvider(payment: number, share: number): Promise<void> {
    if (!this.known.has(payment)) return;
    const row = this.ledger.payments.find((each) => each.provider_payment_id === String(this.numbers[payment]));
    const items = this.ledger.items.filter(({ order_id: of }) => of === row?.order_id);
    const amount = items[share]?.amount ?? 100;
    if (amount <= 0) return;
    await store.refund(String(this.numbers[payment]), amount, `by hand ${this.numbers[payment]} ${share}`);
  }

  private async act(op: 'refund payment' | 'settle' | 'retry', payment: number): Promise<void> {
    const row = this.ledger.payments.find((each) => each.provider_payment_id === String(this.numbers[payment]));
    if (!row) return;
    const action = { paymentId: row.id, reason: 'a mano', actorId: books.admin.user.id };
    if (op === 'refund payment') await allowed(sale.refunds.requestPaymentRefund(action));
    else if (op === 'settle') await allowed(sale.payments.settleOutside(action));
    else await allowed(sale.refunds.retryRefunds(action));
  }

  /** A refund that fails, a dispute about the same money, and an admin who settles it by other means. */
  private async trouble({ payment, refund, bank, isSettled }: Extract<Step, { op: 'trouble' }>): Promise<void> {
    const row = this.ledger.payments.find((each) => each.provider_payment_id === String(this.numbers[payment]));
    const at = this.orders.indexOf(row?.order_id ?? '');
    if (at === -1) return;
    if (refund !== undefined) {
      await setMood('refuse_refunds');
      await this.refund(at, refund);
      await sale.payments.idle();
    }
    await setMood('normal');
    if (bank !== 'none') await this.move({ op: 'move', payment, status: 'charged_back', isTold: true });
    if (isSettled) await this.act('settle', payment);
    if (bank === 'gives back') await this.move({ op: 'move', payment, status: 'approved', isTold: true });
  }

  private itemOf(at: number, part: number) {
    const order = this.orderAt(at);
    const items = this.ledger.items.filter(({ order_id: of }) => of === order?.id);
    return { order, item: items[part % items.length] };
  }

  private async refund(at: number, part: number | null): Promise<void> {
    const { order, item } = this.itemOf(at, part ?? 0);
    if (!order || !item) return;
    const partId = part === null ? null : item.part_id;
    await allowed(
      sale.refunds.requestRefund({ orderId: order.id, partId, reason: 'lo pidió', actorId: books.admin.user.id }),
    );
  }

  private async withdraw(at: number, part: number): Promise<void> {
    const { order, item } = this.itemOf(at, part);
    if (!order || !item) return;
    const request = { userId: order.user_id, orderId: order.id, partId: item.part_id };
    if ((await allowed(sale.refunds.withdraw(request))) === null) return;
    count('withdrawn');
    expect(this.opened.has(`${order.user_id} ${item.part_id}`) && !this.giftOf(order.id), 'read and paid back').toBe(
      false,
    );
  }

  private giftOf = (orderId: string) => this.ledger.gifts.find(({ order_id: of }) => of === orderId);

  private async give(op: 'grant' | 'revoke' | 'open', user: string, partId: string): Promise<void> {
    const actor = { userId: books.admin.user.id } as Caller;
    const { adminEntitlements, entitlements } = shop.services;
    if (op === 'grant') await allowed(adminEntitlements.grant(actor, { userId: user, partId, notify: false }));
    else if (op === 'revoke') await allowed(adminEntitlements.revokeGrant(actor, user, partId));
    else {
      const partAccess = await allowed(entitlements.requireReadable(user, partId));
      if (partAccess === null) return;
      await entitlements.deliver(partAccess);
      this.opened.add(`${user} ${partId}`);
    }
  }

  private async sendAgain(at: number): Promise<void> {
    const order = this.orderAt(at);
    if (!order || !this.giftOf(order.id)) return;
    const action = { userId: order.user_id, orderId: order.id, recipientEmail: 'otra@ejemplo.cl' };
    if ((await allowed(sale.gifts.sendGiftAgain(action))) !== null) count('sent again');
  }

  /** Claims a gift by its link. @returns whether the gift then belongs to the caller */
  private async claimAtOnce(at: number, person: number): Promise<boolean> {
    const gift = this.giftOf(this.orderAt(at)?.id ?? '');
    if (!gift) return false;
    const token = shop.giftLinks.urlFor(gift.id).split('/gift/')[1]!;
    const claim = { userId: this.people[person]!, token, acceptsOwned: true, acceptsOwn: true };
    return (await allowed(sale.gifts.claimGift(claim))) !== null;
  }

  /** One of several simultaneous claims succeeds, exactly if the gift is open and its claimer lacks some part. */
  private async claim(at: number, persons: readonly number[]): Promise<void> {
    const order = this.orderAt(at);
    const gift = order && this.giftOf(order.id);
    if (!order || !gift) return undefined;
    const there = partsToClaim(this.ledger, order, shop.clock.now());
    const owned = persons.map((person) => this.ownedBy(this.people[person]!));
    const have = await Promise.all(persons.map(async (person) => this.claimAtOnce(at, person)));
    const won = persons.filter((_, index) => have[index]);
    expect(won.length, 'claimed by two').toBeLessThanOrEqual(1);
    if (gift.claimed_at !== null) return expect(won.every((each) => this.people[each] === gift.claimed_by)).toBe(true);
    const isWanted = owned.some((ids) => there.some((id) => !ids.has(id)));
    expect(won.length, isWanted ? 'there and not claimed' : 'claimed and not there').toBe(isWanted ? 1 : 0);
    if (won.length === 0) return undefined;
    count('claimed');
    expect(shop.clock.now() - gift.opened_at!, 'claimed after its year').toBeLessThan(366 * DAY_MS);
    await this.refresh();
    const claimer = this.people[won[0]!]!;
    const had = owned[persons.indexOf(won[0]!)]!;
    const orderEntitlements = this.ledger.entitlements.filter((row) => row.order_id === order.id);
    expect(new Set(orderEntitlements.map((row) => row.user_id))).toEqual(new Set([claimer]));
    expect(orderEntitlements.map((row) => row.part_id).toSorted()).toEqual(
      there.filter((id) => !had.has(id)).toSorted(),
    );
    if (there.some((id) => had.has(id))) count('claimed in part');
  }

  private async check(): Promise<void> {
    checkHoldings(this.ledger);
    checkMoney(this.ledger, count);
    checkAccounting(this.ledger, count);
    for (const gift of this.ledger.gifts) {
      const giftEntitlements = this.ledger.entitlements.filter((row) => row.order_id === gift.order_id);
      expect(new Set(giftEntitlements.map((row) => row.user_id)).size, 'a gift given to two').toBeLessThanOrEqual(1);
      const reasons = this.ledger.refunds.filter((row) => row.order_id === gift.order_id).map(({ reason }) => reason);
      // After a purchase was revoked, a part can be owned in another way before it is bought again.
      if (giftEntitlements.every(({ revoked_at: revoked }) => revoked === null))
        expect(reasons, 'what a claimer had').not.toContain('already_owned');
    }
  }

  /**
   * Ends all faults of the provider, delivers everything and runs the jobs for two days; then all records must be
   * complete.
   */
  async end(): Promise<void> {
    await setMood('normal');
    for (let round = 0; round < 2; round += 1) {
      shop.clock.time += 25 * HOUR_MS;
      for (const payment of this.known) await this.tell(payment);
      await sale.orders.reconcileOrders();
      await sale.refunds.processRefunds();
      await shop.services.accounting.issueDocuments();
    }
    for (const payment of this.known) await this.tell(payment);
    await this.refresh();
    await this.check();
    const { payments: open } = await sale.payments.unresolvedPayments();
    for (const payment of this.known) {
      const sandboxPayment = (await store.payment(String(this.numbers[payment])))!;
      expect(sandboxPayment.transaction_amount_refunded, 'more went back than came').toBeLessThanOrEqual(
        sandboxPayment.transaction_amount,
      );
      const isReceived = ['approved', 'in_mediation', 'charged_back'].includes(sandboxPayment.status);
      if (!isReceived || sandboxPayment.transaction_amount_refunded >= sandboxPayment.transaction_amount) continue;
      const row = this.ledger.payments.find((each) => each.provider_payment_id === String(this.numbers[payment]));
      const isOpen = open.some(({ id }) => id === row?.id);
      const isClosed = row !== undefined && (row.settled_at !== null || row.settled_amount > 0);
      const isGood = row?.problem === null && row.contradiction === null && row.status === 'approved';
      expect([row?.status, row?.problem, isOpen || isClosed || isGood], 'money without a word').toEqual([
        row?.status,
        row?.problem,
        true,
      ]);
    }
    for (const [index, id] of this.orders.entries()) if (this.giftOf(id)) await this.claim(index, [PEOPLE]);
    await this.refresh();
    await this.check();
    await expectSameMoneySince(shop, TEST_NOW);
  }

  async forget(): Promise<void> {
    const { db } = shop.ports;
    const ids = ['', ...this.ledger.orders.map(({ id }) => id)];
    await db.handle.deleteFrom('gifts').where('order_id', 'in', ids).execute();
    for (const reader of this.people) {
      await shop.forget({ reader, orders: ids.map((id) => ({ id })), paymentNumbers: this.numbers.map(String) });
    }
    for (const table of ['sandbox_payments', 'sandbox_preferences', 'sandbox_refunds', 'mails'] as const)
      await db.handle.deleteFrom(table).execute();
  }
}

it(
  `any history of purchases: ${proof.count} of them keep prices, holdings, money, gifts and papers as their rules say`,
  { timeout: proof.timeout(600_000) },
  async () => {
    let historyCount = 0;
    const begun = process.cpuUsage();
    await proof.assert(
      fc.asyncProperty(
        fc.nat(SHOPS - 1),
        way,
        fc.array(orderStep, { minLength: 2, maxLength: 3 }),
        fc.array(step, { minLength: 6, maxLength: 26, size: 'max' }),
        async (index, tax, orders, steps) => {
          const history = await History.begin(index, tax);
          try {
            for (const next of orders) await history.take(next);
            // Every history begins with two orders, since most events need a paid order.
            for (const order of [0, 1])
              await history.take({
                op: 'pay',
                payment: order,
                order,
                status: 'approved',
                isWrong: false,
                isTold: true,
              });
            for (const next of steps) await history.take(next);
            await history.end();
          } finally {
            // Deletes the rows of a failed history, so that they do not disturb the shrunken ones.
            await history.forget();
          }
          historyCount += 1;
        },
      ),
    );
    const { user, system } = process.cpuUsage(begun);
    process.stderr.write(
      `${historyCount} histories of purchases: ${JSON.stringify(ends)}, ${(user + system) / historyCount / 1000} ms\n`,
    );
    expect(historyCount).toBe(proof.count);
  },
);
