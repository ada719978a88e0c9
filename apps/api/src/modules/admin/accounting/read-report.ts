import { readFile } from 'node:fs/promises';
import type { ReportLine } from '@cuentos/domain/accounting/provider-report';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { AppError } from '../../../platform/http/app-error.ts';
import { reportTexts as t } from './texts.ts';

/** A month of a shop that sells a thousand parts a day. */
const MOST_LINES = 100_000;
const LONGEST_LINE = 20_000;

/** Columns of 'Todas las transacciones' (account money), by the provider's glossary of that report. */
const COLUMNS = ['SOURCE_ID', 'TRANSACTION_TYPE', 'TRANSACTION_AMOUNT', 'TRANSACTION_DATE', 'FEE_AMOUNT'] as const;
/** Columns that only 'Liberaciones' (released money) has. */
const RELEASED = ['RECORD_TYPE', 'NET_CREDIT_AMOUNT'];

/** What the lines are that move money of a payment. The others are withdrawals, shipping or money that is held. */
const kinds: Readonly<Record<string, ReportLine['kind']>> = {
  SETTLEMENT: 'payment',
  REFUND: 'return',
  CHARGEBACK: 'return',
};

interface Read {
  readonly lines: readonly ReportLine[];
  /** Lines about something else. */
  readonly others: number;
}

/**
 * Reads the provider's report.
 * @param isInMonth whether an instant, epoch milliseconds, is of the month that is compared.
 * @throws {AppError} report_unusable with a sentence that says what is wrong and what to do.
 */
export async function readReport(path: string, isInMonth: (at: number) => boolean): Promise<Read> {
  const text = decode(await readFile(path));
  const rows = parseRows(text);
  const [head = [], ...records] = rows;
  const names = head.map(columnName);
  if (RELEASED.every((name) => names.includes(name))) throw refused(t.released);
  const missing = COLUMNS.filter((name) => !names.includes(name));
  if (missing.length === COLUMNS.length) throw refused(t.noReport);
  if (missing.length > 0) throw refused(t.missing(missing));
  const place = (name: string): number => names.indexOf(name);
  const lines = records.flatMap((record, index) => {
    const cell = (name: string) => record[place(name)]?.trim() ?? '';
    const kind = kinds[cell('TRANSACTION_TYPE').toUpperCase()];
    const payment = cell('SOURCE_ID');
    if (kind === undefined || payment === '') return [];
    const number = index + 2;
    const at = instantOf(cell('TRANSACTION_DATE'), number);
    const fee = Math.abs(pesosOf(cell('FEE_AMOUNT') || '0', number));
    return [
      {
        payment,
        order: cell('EXTERNAL_REFERENCE') || null,
        kind,
        amount: pesosOf(cell('TRANSACTION_AMOUNT'), number),
        // A fee that comes back with a return makes what was kept less.
        fee: kind === 'payment' || fee === 0 ? fee : -fee,
        isInMonth: isInMonth(at),
      },
    ];
  });
  return { lines, others: records.length - lines.length };
}

const refused = (detail: string): AppError => new AppError('report_unusable', { detail });

function decode(bytes: Buffer): string {
  // Workbooks and archives begin so.
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') throw refused(t.workbook);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function parseRows(text: string): string[][] {
  const head = text.slice(0, LONGEST_LINE).split(/\r?\n/, 1)[0] ?? '';
  const delimiter = [';', '\t', ','].find((sign) => head.split(sign).length > 2);
  if (delimiter === undefined) throw refused(t.noReport);
  try {
    const rows: string[][] = parse(text, {
      delimiter,
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: LONGEST_LINE,
      to_line: MOST_LINES + 2,
    });
    if (rows.length > MOST_LINES + 1) throw refused(t.tooLong);
    return rows;
  } catch (error) {
    if (error instanceof CsvError) throw new AppError('report_unusable', { detail: t.broken, cause: error });
    throw error;
  }
}

/** Of a title in Spanish with the column's name in parentheses the name. */
function columnName(title: string): string {
  const inside = /\(([A-Z_ ]+)\)\s*$/.exec(title)?.[1] ?? title;
  return inside.trim().toUpperCase();
}

const instant = z.iso.datetime({ offset: true });

/** A day and an hour with their offset, as the provider writes them. Any other way may mean two days, of two months. */
function instantOf(text: string, line: number): number {
  if (!instant.safeParse(text).success) throw refused(t.badDate(line));
  return Date.parse(text);
}

/** `1490`, `1490.00`, `-57,25`; anything else is refused, `1.490` among it, for nobody guesses with money. */
function pesosOf(text: string, line: number): number {
  if (!/^-?\d{1,12}(?:[.,]\d{1,2})?$/.test(text)) throw refused(t.badAmount(line));
  return Number(text.replace(',', '.'));
}
