import type { Figure, Stats } from '@cuentos/contract/admin/reports';
import { limits } from '@cuentos/contract/limits';
import { splitVat } from '@cuentos/domain/checkout/price';
import { type CivilDate, daysFromEpoch, formatCivilDate, parseCivilDate } from '@cuentos/domain/time/civil-date';
import { endOfSantiagoDay, santiagoDate, startOfSantiagoDay } from '@cuentos/domain/time/santiago';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import * as repository from './repository.ts';
import { csvHeads, type FigureKey, figureTexts, MOST_READ } from './texts.ts';

/** A number of fewer people than this could point at somebody. */
const FEWEST_READERS = 5;
const PARTS_SHOWN = 10;

/** What was sold, sent back and read between two days in Santiago, both inclusive. @throws {AppError} invalid_request */
export async function statsOf(db: Db, from: string, to: string): Promise<Stats> {
  const days = daysOf(from, to);
  const span = { from: days[0]?.start ?? 0, to: days.at(-1)?.end ?? 0 };
  const sales = await repository.salesIn(db.read, span);
  const refunds = await repository.refundsIn(db.read, span);
  const readers = await repository.readersIn(db.read, span);
  const money = moneyOf(sumOf(sales), {
    refunds: sumOf(refunds),
    chargebacks: await repository.chargebacksIn(db.read, span),
    fees: sales.reduce((sum, { fee }) => sum + fee, 0),
  });
  const values: Record<FigureKey, number | null> = {
    sales: sales.length,
    ...money,
    free: await repository.freeIn(db.read, span),
    readers: readers < FEWEST_READERS ? null : readers,
  };
  const limits = { fewest: FEWEST_READERS, limit: PARTS_SHOWN };
  return {
    figures: (Object.keys(figureTexts) as FigureKey[]).map((key) => presentFigure(key, values[key])),
    days: byDay(days, sales, refunds),
    most_read: { definition: MOST_READ, parts: await repository.mostReadIn(db.read, span, limits) },
  };
}

function presentFigure(key: FigureKey, value: number | null): Figure {
  const [name, definition] = figureTexts[key];
  return { key, value, name, definition };
}

interface Deductions {
  readonly refunds: number;
  readonly chargebacks: number;
  readonly fees: number;
}

function moneyOf(amount: number, { refunds, chargebacks, fees }: Deductions) {
  const { vat } = splitVat(amount - refunds - chargebacks);
  return { amount, refunds, chargebacks, fees, vat, net: amount - refunds - chargebacks - fees - vat };
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
    throw new AppError('invalid_request', { fields: { to: 'Elige un período de hasta tres años.' } });
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
  readonly at: number | null;
  readonly amount: number;
}

const sumOf = (rows: readonly Money[]): number => rows.reduce((sum, { amount }) => sum + amount, 0);

function byDay(days: readonly Day[], sales: readonly Money[], refunds: readonly Money[]): Stats['days'] {
  const rows = days.map(({ name }) => ({ day: name, sales: 0, amount: 0, refunds: 0 }));
  const rowAt = (at: number | null) => rows[days.findLastIndex(({ start }) => start <= (at ?? 0))];
  for (const { at, amount } of sales) {
    const row = rowAt(at);
    if (row) Object.assign(row, { sales: row.sales + 1, amount: row.amount + amount });
  }
  for (const { at, amount } of refunds) {
    const row = rowAt(at);
    if (row) row.refunds += amount;
  }
  return rows;
}

type Cell = string | number | null;

/** The figures as a file for a spreadsheet; in Chile the comma belongs to numbers, and one splits at semicolons. */
export function statsCsv({ figures, days, most_read }: Stats): string {
  const rows: (readonly Cell[])[] = [
    csvHeads.figures,
    ...figures.map(({ name, value, definition }) => [name, value, definition]),
    [],
    csvHeads.days,
    ...days.map(({ day, sales, amount, refunds }) => [day, sales, amount, refunds]),
    [],
    csvHeads.parts,
    ...most_read.parts.map(({ book_name, book_part_name, readers }) => [book_name, book_part_name, readers]),
  ];
  // The mark lets spreadsheets read accents.
  return `\uFEFF${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`;
}

/** A text that a spreadsheet would take for a formula gets an apostrophe before it. */
function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^\s*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}
