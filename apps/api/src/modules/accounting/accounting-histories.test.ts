import { DAY_MS } from '@cuentos/domain/time/durations';
import type { AccountingMonth } from '@cuentos/contract/accounting';
import { monthAfter, monthOf } from '@cuentos/domain/accounting/month';
import { longProof } from '@cuentos/domain/testing/long-proof';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandboxStore, type SandboxStore } from '../../adapters/mercadopago-sandbox/sandbox-store.ts';
import type { PaymentRow } from '../../platform/db/tables/payments.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Bought, Reader } from '../orders/testing/open-shop.ts';
import { type AccountedShop, openAccountedShop } from './testing/accounting-fixture.ts';
import { expectSameMoney } from './testing/same-money.ts';

/**
 * Random months of accounting: payments, duplicates, wrong amounts, partial and full refunds, refunds at the provider,
 * disputes, settlements by other means, changes of the tax document, notices handled by two processes. The provider is
 * the sandbox, and so is its report.
 */
const proof = longProof('accounting-histories', 8);
const PAYMENTS = 4;

let books: AccountedShop;
let store: SandboxStore;
let lastPayment = 500_000;
beforeAll(async () => {
  books = await openAccountedShop();
  store = createSandboxStore(books.shop.ports);
  await store.setSwitches({ notice: 'drop' });
});
afterAll(async () => books.close());

const payment = fc.nat(PAYMENTS - 1);
const order = fc.nat(2);
const way = fc.constantFrom('issuer' as const, 'issuer' as const, 'voucher' as const, 'undecided' as const);
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      op: fc.constant('pay' as const),
      payment,
      order,
      wrong: fc.oneof(
        { weight: 6, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.constantFrom({ transaction_amount: 9000 }, { external_reference: 'nadie' }) },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant('move' as const),
      payment,
      status: fc.constantFrom('in_mediation' as const, 'charged_back' as const, 'approved' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ op: fc.constant('by hand' as const), payment, amount: fc.integer({ min: 1, max: 900 }) }),
  },
  { weight: 4, arbitrary: fc.record({ op: fc.constant('refund' as const), order, part: fc.option(fc.nat(1)) }) },
  {
    weight: 3,
    arbitrary: fc.record({ op: fc.constant('refuse and return' as const), order, part: fc.option(fc.nat(1)) }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('settle' as const), payment }) },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('decide' as const),
      way,
    }),
  },
  { weight: 5, arbitrary: fc.record({ op: fc.constant('notice' as const), payment }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('days' as const), count: fc.integer({ min: 1, max: 25 }) }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('issue' as const) }) },
);
type Way = typeof way extends fc.Arbitrary<infer Value> ? Value : never;
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** One buyer with three orders and four payments. */
class History {
  readonly first = (lastPayment += PAYMENTS) - PAYMENTS + 1;
  readonly numbers = Array.from({ length: PAYMENTS }, (_, index) => this.first + index);
  readonly known = new Set<number>();
  readonly reader: Reader;
  readonly orders: readonly Bought[];
  readonly parts: readonly string[];
  /** Tax document that was decided when each payment was first recorded. */
  readonly wayOf = new Map<number, string>();
  way: Way;

  private constructor(way: Way, reader: Reader, orders: readonly Bought[], parts: readonly string[]) {
    this.way = way;
    this.reader = reader;
    this.orders = orders;
    this.parts = parts;
  }

  static async begin(way: Way): Promise<History> {
    // A month in which the shop has no payment yet.
    books.shop.clock.time = Date.parse(`${monthAfter(monthOf(books.shop.clock.now()), 1)}-27T15:00:00Z`);
    const reader = await books.shop.reader();
    const parts: string[] = [];
    for (const value of [1490, 990, 700]) parts.push((await books.shop.part({ value })).id);
    const orders: Bought[] = [];
    for (const some of [[0, 1], [1, 2], [2]])
      orders.push(await books.shop.buy(reader, ...some.map((at) => parts[at]!)));
    await books.decide(way);
    return new History(way, reader, orders, parts);
  }

  private number = (index: number): number => this.first + index;

  private async tell(index: number): Promise<void> {
    const providerPayment = await books.shop.ports.payments.getPayment(String(this.number(index)));
    const processes = [books.shop.startProcess(), books.shop.startProcess()];
    await Promise.all(processes.map(async (process) => process.payments.settlePayment(providerPayment)));
    await Promise.all(processes.map(async (process) => process.payments.idle()));
    const row = await this.row(index);
    if (!this.wayOf.has(index) && row && row.status !== 'pending') this.wayOf.set(index, this.way);
  }

  private async row(index: number) {
    return books.shop.ports.db.handle
      .selectFrom('payments')
      .selectAll()
      .where('provider_payment_id', '=', String(this.number(index)))
      .executeTakeFirst();
  }

  async take(next: Step): Promise<void> {
    switch (next.op) {
      case 'pay': {
        if (this.known.has(next.payment)) return;
        this.known.add(next.payment);
        const { id } = this.orders[next.order]!;
        await store.setPayment(this.number(next.payment), id, { ...next.wrong, status: 'approved' });
        return this.tell(next.payment);
      }
      case 'move': {
        if (!this.known.has(next.payment)) return;
        const { status } = (await store.payment(String(this.number(next.payment))))!;
        const may =
          status === 'approved' ||
          status === 'in_mediation' ||
          (status === 'charged_back' && next.status === 'approved');
        if (!may) return;
        await store.setPayment(this.number(next.payment), undefined, { status: next.status });
        return this.tell(next.payment);
      }
      case 'by hand':
        if (this.known.has(next.payment)) {
          await store.refund(
            String(this.number(next.payment)),
            next.amount,
            `${this.number(next.payment)}:${next.amount}`,
          );
        }
        return undefined;
      case 'refund':
        return this.refund(next);
      case 'refuse and return':
        return this.refuseAndReturn(next);
      case 'settle': {
        const row = await this.row(next.payment);
        const action = { paymentId: row?.id ?? '', reason: 'a mano', actorId: books.admin.user.id };
        if (row) await allowed(books.shop.services.payments.settleOutside(action));
        return undefined;
      }
      case 'decide':
        this.way = next.way;
        return books.decide(next.way);
      case 'notice':
        return this.known.has(next.payment) ? this.tell(next.payment) : undefined;
      case 'days':
        books.shop.clock.time += next.count * DAY_MS;
        return undefined;
      case 'issue':
        return books.shop.services.accounting.issueDocuments();
    }
  }

  private async refund({ order: index, part }: { order: number; part: number | null }): Promise<void> {
    const partsOf = [
      [0, 1],
      [1, 2],
      [2, 2],
    ];
    const partId = part === null ? null : this.parts[partsOf[index]![part]!]!;
    const { order_id: orderId } = this.orders[index]!;
    const request = { orderId, partId, reason: 'lo pidió', actorId: books.admin.user.id };
    await allowed(books.shop.services.refunds.requestRefund(request));
    await books.shop.settled();
  }

  /** The provider refuses the shop's refunds; they are made at its site, and its notice arrives first. */
  private async refuseAndReturn(target: { order: number; part: number | null }): Promise<void> {
    await books.shop.setSwitches({ api: 'refuse_refunds' });
    await this.refund(target);
    await books.shop.setSwitches({ api: 'normal' });
    for (const index of this.known) {
      const { id = '' } = (await this.row(index)) ?? {};
      const waiting = await books.shop.ports.db.handle
        .selectFrom('refunds')
        .selectAll()
        .where('payment_id', '=', id)
        .where('state', '=', 'requested')
        .where('last_error', '=', 'refused')
        .execute();
      for (const refund of waiting) {
        await store.refund(String(this.number(index)), refund.amount, `instead of ${refund.id}`);
        count('made by hand');
      }
      if (waiting.length > 0) await this.tell(index);
    }
  }

  async check(months: readonly string[]): Promise<void> {
    for (const index of this.known) await this.tell(index);
    await books.shop.services.refunds.processRefunds();
    for (const index of this.known) await this.tell(index);
    let total = 0;
    for (const name of months) {
      const at = Date.parse(`${name}-15T15:00:00Z`);
      const month = await books.month(at);
      const { sums, rows, differences } = month;
      await this.checkSales(at, month);
      expect(differences).toEqual([]);
      expect(sums.net + sums.vat + sums.owed).toBe(sums.total);
      expect(sums.sales + sums.returns + sums.owed).toBe(sums.total);
      for (const row of rows) expect(row.net + row.vat + row.owed).toBe(row.total);
      const cells = (await books.csv(at)).at(-1)!;
      expect(cells.slice(9, 14).map(Number)).toEqual([sums.net, sums.vat, sums.owed, sums.total, sums.fees]);
      total += sums.total;
    }
    const rows = [];
    for (const index of this.known) rows.push({ index, row: (await this.row(index))! });
    const heldRows = rows
      .filter(({ row }) => row.status === 'approved' || row.status === 'in_mediation')
      .reduce((sum, { row }) => sum + row.amount - row.refunded_amount - row.settled_amount, 0);
    expect(total, 'all months together are the ledger').toBe(heldRows);
    await this.checkDocuments(rows.map(({ index, row }) => ({ index, id: row.id, row })));
    await this.checkReport(months);
  }

  /**
   * Checks that the sales figures, their file and the month agree about money, or that a bridge explains the
   * difference.
   */
  private async checkSales(at: number, month: AccountingMonth): Promise<void> {
    const { stats, csv } = await books.sales(at);
    for (const { name, value } of stats.figures) expect(csv).toContain(`"${name}";${value};`);
    for (const reason of expectSameMoney(stats, month)) count(`bridged by ${reason}`);
  }

  private async checkDocuments(rows: readonly { index: number; id: string; row: PaymentRow }[]) {
    await books.shop.services.accounting.issueDocuments();
    books.shop.clock.time += 10 * DAY_MS;
    await books.shop.services.accounting.issueDocuments();
    for (const { index, id, row } of rows) {
      const own = (await books.documents()).filter(({ payment_id: of }) => of === id);
      const boletas = own.filter(({ kind }) => kind === 'boleta');
      const sum = (list: typeof own) => list.reduce((all, each) => all + each.total, 0);
      if (this.wayOf.get(index) !== 'issuer') expect(own, 'two papers for one payment').toEqual([]);
      expect(boletas.length).toBeLessThanOrEqual(1);
      expect(sum(own.filter(({ kind }) => kind === 'credit_note'))).toBeLessThanOrEqual(sum(boletas));
      expect(own.every(({ state }) => state === 'issued')).toBe(true);
      await this.checkNotes(row, own);
      count(own.length === 0 ? 'without documents' : `${own.length} documents`);
    }
  }

  /**
   * Checks that, without a chargeback, credit notes add up to the refunds of the sale, each peso once, without
   * corrections.
   */
  private async checkNotes(
    row: PaymentRow,
    documents: readonly { readonly kind: string; readonly total: number }[],
  ): Promise<void> {
    const { handle } = books.shop.ports.db;
    const movements = await handle
      .selectFrom('money_movements')
      .select('kind')
      .where('payment_id', '=', row.id)
      .orderBy('position')
      .execute();
    const kinds = movements.map(({ kind }) => kind);
    if (kinds.some((kind) => kind.startsWith('chargeback') || kind === 'reclassified')) return;
    const refund = kinds.indexOf('refund');
    expect(refund === -1 ? [] : kinds.slice(refund).filter((kind) => kind === 'correction')).toEqual([]);
    const [boleta, ...notes] = documents;
    if (!boleta) return;
    const heldAmount = row.status === 'refunded' ? 0 : row.amount - row.refunded_amount - row.settled_amount;
    expect(boleta.total - notes.reduce((all, { total }) => all + total, 0), 'notes are what went back').toBe(
      heldAmount,
    );
    count('notes agree');
  }

  /** Checks that the provider's report agrees about every payment, if nothing was settled by other means. */
  private async checkReport(months: readonly string[]): Promise<void> {
    const { handle } = books.shop.ports.db;
    const kinds = await handle.selectFrom('money_movements').select('kind').distinct().execute();
    const odd = new Set(['settled', 'reclassified', 'chargeback_won', 'chargeback']);
    if (kinds.some(({ kind }) => odd.has(kind)) || months.length > 1) return;
    const at = Date.parse(`${months[0]}-15T15:00:00Z`);
    const { body } = await books.compare(await books.report(at), at);
    expect(body.differences).toEqual([]);
    count('agrees with the report');
  }

  async forget(): Promise<void> {
    const orders = this.orders.map(({ order_id: id }) => ({ id }));
    const paymentNumbers = this.numbers.map(String);
    await books.shop.forget({ reader: this.reader.id, orders, paymentNumbers });
    await books.shop.ports.db.handle.deleteFrom('sandbox_payments').execute();
  }
}

const ends: Record<string, number> = {};
function count(end: string): void {
  ends[end] = (ends[end] ?? 0) + 1;
}

async function allowed(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

it(
  `any history of months: ${proof.count} of them balance with the ledger to the peso, and no payment has two papers`,
  { timeout: proof.timeout(600_000) },
  async () => {
    let differenceCount = 0;
    await proof.assert(
      fc.asyncProperty(way, fc.array(step, { minLength: 6, maxLength: 25, size: 'max' }), async (first, steps) => {
        const history = await History.begin(first);
        const from = monthOf(books.shop.clock.now());
        for (const next of steps) await history.take(next);
        const months = [from];
        while (months.at(-1)! < monthOf(books.shop.clock.now())) months.push(monthAfter(months.at(-1)!, 1));
        await history.check(months);
        await history.forget();
        differenceCount += 1;
      }),
    );
    process.stderr.write(`${differenceCount} histories of months: ${JSON.stringify(ends)}\n`);
    expect(differenceCount).toBe(proof.count);
  },
);
