import { limits } from '@cuentos/contract/limits';
import type { Figure, Stats } from '@cuentos/contract/reports';
import type { PaymentMoney } from '@cuentos/domain/accounting/bridge';
import { apportion, roundTogether } from '@cuentos/domain/orders/apportion';
import { type Deductions, remainderOf, splitVat, VAT_OF_TOTAL } from '@cuentos/domain/orders/price';
import { type CivilDate, daysFromEpoch, formatCivilDate, parseCivilDate } from '@cuentos/domain/time/civil-date';
import { endOfSantiagoDay, santiagoDate, startOfSantiagoDay } from '@cuentos/domain/time/santiago';
import type { Connection, Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/app-error.ts';
import * as repository from './repository.ts';
import { type Cell, csvOf } from '../../platform/http/csv.ts';
import { csvHeads, type FigureKey, figureTexts, MOST_READ, PER_PART, PERIOD_INVALID, VISITED } from './texts.ts';

/** A part that fewer people than this read is not listed: with a day and a part, a number could identify a reader. */
const FEWEST_READERS = 5;
const PARTS_SHOWN = 10;

/**
 * Figures of sales, refunds and reading between two days in Santiago, both inclusive.
 * @throws {AppError} invalid_request
 */
export async function statsOf(db: Db, from: string, to: string): Promise<Stats> {
  const days = daysOf(from, to);
  const span = { from: days[0]?.start ?? 0, to: days.at(-1)?.end ?? 0 };
  const sales = await repository.salesIn(db.read, span);
  const refunds = await repository.refundsIn(db.read, span);
  const readers = await repository.readersIn(db.read, span);
  const chargebacks = await repository.chargebacksIn(db.read, span);
  const visits = await repository.visitsIn(db.read, { from, to });
  const items = await repository.itemsOf(
    db.read,
    [...sales, ...refunds, ...chargebacks].map(({ order_id: id }) => id).filter((id) => id !== null),
  );
  const returned = await repository.returnedOfParts(
    db.read,
    [...refunds, ...chargebacks].map(({ order_id: id }) => id).filter((id) => id !== null),
  );
  const money = moneyOf(sumOf(sales), {
    refunds: sumOf(refunds),
    chargebacks: sumOf(chargebacks),
    fees: sales.reduce((sum, { fee }) => sum + fee, 0),
  });
  const values: Record<FigureKey, number> = {
    sales: sales.length,
    ...money,
    free: await repository.freeIn(db.read, span),
    readers,
    visits: visits.days.reduce((sum, { views }) => sum + views, 0),
    visitors: visits.days.reduce((sum, { visitors }) => sum + visitors, 0),
  };
  const limits = { fewest: FEWEST_READERS, limit: PARTS_SHOWN };
  return {
    figures: (Object.keys(figureTexts) as FigureKey[]).map((key) =>
      presentFigure(key, goesBack.has(key) ? back(values[key]) : values[key]),
    ),
    days: byDay(days, sales, refunds, visits.days),
    parts: {
      definition: PER_PART,
      rows: byPart(items, { sales, refunds, chargebacks, returned }).map((row) => ({
        ...row,
        refunds: back(row.refunds),
        chargebacks: back(row.chargebacks),
      })),
    },
    visited: { definition: VISITED, screens: visits.screens },
    most_read: { definition: MOST_READ, parts: await repository.mostReadIn(db.read, span, limits) },
  };
}

/** Figures of money that went back. */
const goesBack: ReadonlySet<FigureKey> = new Set(['refunds', 'chargebacks']);

/** Writes returned money as a negative amount, and none as 0 instead of −0. */
const back = (amount: number): number => 0 - amount;

function presentFigure(key: FigureKey, value: number): Figure {
  const [name, definition] = figureTexts[key];
  return { key, value, name, definition };
}

/**
 * Money of a span by the definitions of the figures, without the parts and days that {@link statsOf} tells too.
 * @returns `net` pesos, and how many sales and refunds there were
 */
export async function soldIn(
  connection: Connection,
  span: repository.Span,
): Promise<{ readonly net: number; readonly sales: number; readonly refunds: number }> {
  const sales = await repository.salesIn(connection, span);
  const refunds = await repository.refundsIn(connection, span);
  const chargebacks = await repository.chargebacksIn(connection, span);
  const { net } = moneyOf(sumOf(sales), {
    refunds: sumOf(refunds),
    chargebacks: sumOf(chargebacks),
    fees: sales.reduce((sum, { fee }) => sum + fee, 0),
  });
  return { net, sales: sales.length, refunds: refunds.length };
}

/** Money of a span by its payments, by the definitions of the figures; what went back is negative. */
export async function soldByPayment(connection: Connection, span: repository.Span): Promise<Map<string, PaymentMoney>> {
  const byPayment = new Map<string, PaymentMoney>();
  const add = (id: string, { sold = 0, returned = 0, fees = 0 }: Partial<PaymentMoney>) => {
    const before = byPayment.get(id) ?? { sold: 0, returned: 0, fees: 0 };
    byPayment.set(id, {
      sold: before.sold + sold,
      returned: before.returned + returned,
      fees: before.fees + fees,
    });
  };
  for (const { payment_id: id, amount, fee } of await repository.salesIn(connection, span))
    add(id, { sold: amount, fees: fee });
  for (const { payment_id: id, amount } of await repository.refundsIn(connection, span)) add(id, { returned: -amount });
  for (const { payment_id: id, amount } of await repository.chargebacksIn(connection, span))
    add(id, { returned: -amount });
  return byPayment;
}

function moneyOf(amount: number, deductions: Deductions) {
  return { amount, ...deductions, ...remainderOf(amount, deductions) };
}

interface Day {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

function daysOf(from: string, to: string): Day[] {
  const [first, last] = [parseCivilDate(from), parseCivilDate(to)];
  const length = first && last ? daysFromEpoch(last) - daysFromEpoch(first) + 1 : 0;
  if (!first || !last || length < 1 || length > limits.statsDays || first.year < 1970 || last.year > 2200) {
    throw new AppError('invalid_request', { fields: { to: PERIOD_INVALID } });
  }
  const days: Day[] = [];
  for (let date: CivilDate = first; days.length < length;) {
    const end = endOfSantiagoDay(date);
    days.push({ name: formatCivilDate(date), start: startOfSantiagoDay(date), end });
    date = santiagoDate(end + 1);
  }
  return days;
}

interface Money {
  readonly at?: number | null;
  readonly amount: number;
}

const sumOf = (rows: readonly Money[]): number => rows.reduce((sum, { amount }) => sum + amount, 0);

type Item = Awaited<ReturnType<typeof repository.itemsOf>>[number];

/** Money of orders, as the ledger has it. */
interface LedgerLines {
  readonly sales: readonly { readonly order_id: string; readonly amount: number; readonly fee: number }[];
  readonly refunds: readonly {
    readonly order_id: string | null;
    readonly part_id: string | null;
    readonly amount: number;
  }[];
  readonly chargebacks: readonly { readonly order_id: string | null; readonly amount: number }[];
  /** All refunds of single parts of these orders. */
  readonly returned: readonly {
    readonly order_id: string | null;
    readonly part_id: string | null;
    readonly amount: number;
  }[];
}

type PartRow = Stats['parts']['rows'][number];
type Column = 'amount' | 'refunds' | 'chargebacks' | 'fees';

/**
 * Divides amounts of whole orders among their parts, so that every column adds up to its figure. A refund of a whole
 * order belongs to the parts that were not refunded before.
 */
function byPart(items: readonly Item[], { sales, refunds, chargebacks, returned }: LedgerLines): PartRow[] {
  const ofOrder = Map.groupBy(items, ({ order_id: id }) => id);
  const rows = new Map<string, PartRow>();
  const rowOf = ({ part_id: id, part_name, book_id, book_name }: Item): PartRow => {
    const none = { sales: 0, amount: 0, refunds: 0, chargebacks: 0, fees: 0, vat: 0, net: 0 };
    const row = rows.get(id) ?? { book_id, book_name, book_part_id: id, book_part_name: part_name, ...none };
    rows.set(id, row);
    return row;
  };
  const leftOf = ({ order_id: orderId, part_id: partId, amount }: Item): number => {
    const own = returned.filter((refund) => refund.order_id === orderId && refund.part_id === partId);
    return Math.max(0, amount - sumOf(own));
  };
  const add = (
    column: Column,
    orderId: string | null,
    pesos: number,
    { partId = null, isRest = false }: { readonly partId?: string | null; readonly isRest?: boolean } = {},
  ): Item[] => {
    const all = ofOrder.get(orderId ?? '') ?? [];
    const countedItems = all.filter((item) => partId === null || item.part_id === partId);
    const shares = apportion(
      pesos,
      countedItems.map((item) => (isRest && partId === null ? leftOf(item) : item.amount)),
    );
    for (const [index, item] of countedItems.entries()) rowOf(item)[column] += shares[index] ?? 0;
    return countedItems;
  };
  for (const { order_id: id, amount, fee } of sales) {
    for (const item of add('amount', id, amount)) rowOf(item).sales += 1;
    add('fees', id, fee);
  }
  for (const { order_id: id, part_id: part, amount } of refunds) {
    add('refunds', id, amount, { partId: part, isRest: true });
  }
  for (const { order_id: id, amount } of chargebacks) add('chargebacks', id, amount, { isRest: true });
  return withTax([...rows.values()]);
}

/** Tax and net of each part; the tax of the whole is divided, for parts rounded one by one would not add up to it. */
function withTax(rows: readonly PartRow[]): PartRow[] {
  const bases = rows.map(({ amount, refunds, chargebacks }) => amount - refunds - chargebacks);
  const { vat } = splitVat(bases.reduce((sum, base) => sum + base, 0));
  const shares = roundTogether(
    bases.map((base) => base * VAT_OF_TOTAL.share),
    VAT_OF_TOTAL.of,
    vat,
  );
  return rows
    .map((row, index) => {
      const tax = shares[index] ?? 0;
      return { ...row, vat: tax, net: (bases[index] ?? 0) - row.fees - tax };
    })
    .toSorted((a, b) => b.amount - a.amount || a.book_part_id.localeCompare(b.book_part_id));
}

type Visits = Awaited<ReturnType<typeof repository.visitsIn>>['days'];

function byDay(
  days: readonly Day[],
  sales: readonly Money[],
  refunds: readonly Money[],
  visits: Visits,
): Stats['days'] {
  const visitsByDay = new Map(visits.map(({ day, views }) => [day, views]));
  const rows = days.map(({ name }) => ({
    day: name,
    sales: 0,
    amount: 0,
    refunds: 0,
    visits: visitsByDay.get(name) ?? 0,
  }));
  const rowAt = (at: number | null | undefined) => rows[days.findLastIndex(({ start }) => start <= (at ?? 0))];
  for (const { at, amount } of sales) {
    const row = rowAt(at);
    if (row) Object.assign(row, { sales: row.sales + 1, amount: row.amount + amount });
  }
  for (const { at, amount } of refunds) {
    const row = rowAt(at);
    if (row) row.refunds -= amount;
  }
  return rows;
}

/** The figures as a file for a spreadsheet. */
export function statsCsv({ figures, days, parts, most_read, visited }: Stats): string {
  const rows: (readonly Cell[])[] = [
    csvHeads.figures,
    ...figures.map(({ name, value, definition }) => [name, value, definition]),
    [],
    csvHeads.days,
    ...days.map(({ day, sales, amount, refunds, visits }) => [day, sales, amount, refunds, visits]),
    [],
    csvHeads.money,
    ...parts.rows.map((row) => [
      row.book_name,
      row.book_part_name,
      row.sales,
      row.amount,
      row.refunds,
      row.chargebacks,
      row.fees,
      row.vat,
      row.net,
    ]),
    [],
    csvHeads.visited,
    ...visited.screens.map(({ route, views }) => [route, views]),
    [],
    csvHeads.parts,
    ...most_read.parts.map(({ book_name, book_part_name, readers }) => [book_name, book_part_name, readers]),
  ];
  return csvOf(rows);
}
