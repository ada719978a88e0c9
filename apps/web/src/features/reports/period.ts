import { DAY_MS } from '@cuentos/domain/time/durations';
import { limits } from '@cuentos/contract/limits';
import type { Stats } from '@cuentos/contract/reports';
import { daysFromEpoch, parseCivilDate } from '@cuentos/domain/time/civil-date';

const FIRST_YEAR = 1970;
/** Thinnest useful bar, px: longer periods are summed up. */
const MOST_DAYS = 62;
const MOST_WEEKS = 62;

/** Two days in Santiago, `yyyy-MM-dd`, both inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The day this many days before, by the calendar. */
export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * DAY_MS).toISOString().slice(0, 10);
}

/** The month of a day, from its first day to this day. */
export function thisMonth(today: string): Period {
  return { from: `${today.slice(0, 8)}01`, to: today };
}

/** The whole month before a day's. */
export function lastMonth(today: string): Period {
  const to = daysBefore(thisMonth(today).from, 1);
  return { from: thisMonth(to).from, to };
}

/** Why two days are no valid period; `unfinished` while one is being typed: 2026 begins as 0002. */
export type PeriodFault = 'unfinished' | 'disorder' | 'long';

/** @returns null when the period is valid */
export function periodFault({ from, to }: Period): PeriodFault | null {
  const [first, last] = [parseCivilDate(from), parseCivilDate(to)];
  if (!first || !last || first.year < FIRST_YEAR || last.year < FIRST_YEAR) return 'unfinished';
  const length = daysFromEpoch(last) - daysFromEpoch(first) + 1;
  if (length < 1) return 'disorder';
  return length > limits.statsDays ? 'long' : null;
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

/** Length of a bar, by the number of days. */
export function stepOf(days: number): Step {
  if (days <= MOST_DAYS) return 'day';
  return days <= MOST_WEEKS * 7 ? 'week' : 'month';
}

/** Sums days up to bars. */
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
