import { splitVat } from '../orders/price.ts';
import { parseCivilDate } from '../time/civil-date.ts';
import { santiagoDate, startOfSantiagoDay } from '../time/santiago.ts';
import type { Movement } from './movements.ts';

/** The first instant of a month in Santiago and the first after it, epoch milliseconds. */
export interface MonthSpan {
  readonly from: number;
  readonly to: number;
}

/** Reads `yyyy-MM`; null when that is no month between 2000 and 2200. */
export function monthSpan(month: string): MonthSpan | null {
  const first = parseCivilDate(`${month}-01`);
  if (!first || first.year < 2000 || first.year > 2200) return null;
  const next = parseCivilDate(`${monthAfter(month, 1)}-01`);
  return next && { from: startOfSantiagoDay(first), to: startOfSantiagoDay(next) };
}

/** The month so many months later, or before for a negative count; both `yyyy-MM`. */
export function monthAfter(month: string, count: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** The month of an instant in Santiago, `yyyy-MM`. */
export function monthOf(instant: number): string {
  const { year, month } = santiagoDate(instant);
  return `${year}-${String(month).padStart(2, '0')}`;
}

/** Money of a row of the month; `net + vat + owed` is always `total`. */
export interface MonthMoney {
  readonly total: number;
  readonly net: number;
  readonly vat: number;
  /** Amount of a payment that bought nothing: no sale and no tax, because the money is the buyer's. */
  readonly owed: number;
  readonly fee: number;
}

/** Divides a movement into the columns of the month's list. */
export function moneyOf({ amount, fee, isSale }: Pick<Movement, 'amount' | 'fee' | 'isSale'>): MonthMoney {
  if (!isSale) return { total: amount, net: 0, vat: 0, owed: amount, fee };
  const { net, vat } = splitVat(amount);
  return { total: amount, net, vat, owed: 0, fee };
}

/** Sums of a month; each is that of its rows. */
export interface MonthSums {
  /** Sum of the money that came by sales. */
  readonly sales: number;
  /** Sum of the sales' money that the shop returned or a bank took back, as a negative number. */
  readonly returns: number;
  readonly net: number;
  readonly vat: number;
  readonly owed: number;
  readonly fees: number;
  /** Sum of all rows: the change of the shop's money in the month. */
  readonly total: number;
  /** Rest of the sales after tax and fees. */
  readonly left: number;
}

/** Whether money of a sale's movement was sold; otherwise it went back. */
export function isSoldBy({ kind, amount }: Pick<Movement, 'kind' | 'amount'>): boolean {
  // A payment that turned out to buy something is a sale of that day.
  return comes.has(kind) || (kind === 'reclassified' && amount > 0);
}

const comes: ReadonlySet<Movement['kind']> = new Set(['payment', 'correction']);

/** Adds the rows of a month up. */
export function sumMonth(movements: readonly Movement[]): MonthSums {
  const sums = { sales: 0, returns: 0, net: 0, vat: 0, owed: 0, fees: 0, total: 0 };
  for (const movement of movements) {
    const { total, net, vat, owed, fee } = moneyOf(movement);
    sums.net += net;
    sums.vat += vat;
    sums.owed += owed;
    sums.fees += fee;
    sums.total += total;
    if (!movement.isSale) continue;
    if (isSoldBy(movement)) sums.sales += total;
    else sums.returns += total;
  }
  return { ...sums, left: sums.net - sums.fees };
}
