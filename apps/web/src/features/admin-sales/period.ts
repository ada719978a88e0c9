import type { Stats } from '@cuentos/contract/admin-reports';
import { daysFromEpoch, parseCivilDate } from '@cuentos/domain/time/civil-date';

const DAY_MS = 86_400_000;
/** Bars thinner than 7 px say nothing: longer periods are added up (look §6, charts). */
const MOST_DAYS = 62;
const MOST_WEEKS = 62;

/** Two days in Santiago, `yyyy-MM-dd`, both inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The day so many days before, by the calendar. */
export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * DAY_MS).toISOString().slice(0, 10);
}

/** Whether both are days and in order. */
export function isPeriod({ from, to }: Period): boolean {
  const [first, last] = [parseCivilDate(from), parseCivilDate(to)];
  return first !== null && last !== null && daysFromEpoch(first) <= daysFromEpoch(last);
}

export type Step = 'day' | 'week' | 'month';

/** Sales of a day, a week or a month. */
export interface Bucket {
  readonly from: string;
  readonly to: string;
  readonly sales: number;
  readonly amount: number;
  readonly refunds: number;
}

/** How long one bar is, by the number of days. */
export function stepOf(days: number): Step {
  if (days <= MOST_DAYS) return 'day';
  return days <= MOST_WEEKS * 7 ? 'week' : 'month';
}

/** Adds days up to bars. */
export function bucketsOf(days: Stats['days'], step: Step): Bucket[] {
  const buckets: Bucket[] = [];
  for (const [index, { day, sales, amount, refunds }] of days.entries()) {
    const last = buckets.at(-1);
    const goesOn = step === 'week' ? index % 7 !== 0 : step === 'month' && last?.from.slice(0, 7) === day.slice(0, 7);
    if (last && goesOn) {
      buckets[buckets.length - 1] = {
        from: last.from,
        to: day,
        sales: last.sales + sales,
        amount: last.amount + amount,
        refunds: last.refunds + refunds,
      };
    } else buckets.push({ from: day, to: day, sales, amount, refunds });
  }
  return buckets;
}
