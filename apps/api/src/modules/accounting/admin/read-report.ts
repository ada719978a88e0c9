import { readFile } from 'node:fs/promises';
import type { ReportLine } from '@cuentos/domain/accounting/provider-report';
import { foldText } from '@cuentos/domain/text/fold';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { AppError } from '../../../platform/http/app-error.ts';
import { reportTexts as t } from './texts.ts';

/** Most lines of a report: a month of a shop that sells a thousand parts a day. */
const MOST_LINES = 100_000;
const LONGEST_LINE = 20_000;

/** Columns of 'Todas las transacciones' (account money), by the provider's glossary of that report. */
const COLUMNS = ['SOURCE_ID', 'TRANSACTION_TYPE', 'TRANSACTION_AMOUNT', 'TRANSACTION_DATE', 'FEE_AMOUNT'] as const;
/** Columns that only 'Liberaciones' (released money) has. */
const RELEASED = ['RECORD_TYPE', 'NET_CREDIT_AMOUNT'];

/**
 * Headings that the provider's panel writes in place of the names, where its report is set to Spanish, without accents
 * and in small letters; some end with what they include ('COMISIONES + IVA').
 */
const headings: readonly (readonly [RegExp, string])[] = [
  [/^(?:id|numero) de operacion(?: en| de)? mercado pago$/, 'SOURCE_ID'],
  [/^tipo de operacion$/, 'TRANSACTION_TYPE'],
  [/^valor de la compra$/, 'TRANSACTION_AMOUNT'],
  [/^fecha de origen(?: \(iso\))?$/, 'TRANSACTION_DATE'],
  [/^comision(?:es)?(?: \+ iva| \(incluye iva\))?$/, 'FEE_AMOUNT'],
  [/^(?:numero|codigo) de referencia$|^numero de identificacion$/, 'EXTERNAL_REFERENCE'],
];

/** Kinds of lines that move a payment's money, by the report's name and by the panel's Spanish words. */
const kinds: Readonly<Record<string, ReportLine['kind']>> = {
  settlement: 'payment',
  'pago aprobado': 'payment',
  refund: 'return',
  'devolucion de dinero': 'return',
  // A won dispute or withdrawn chargeback has a line of the same kind with a positive amount, or a line named as
  // cancelled.
  chargeback: 'return',
  contracargo: 'return',
  'chargeback cancel': 'return',
  'cancelacion de contracargo': 'return',
  dispute: 'return',
  reclamo: 'return',
  'dispute cancel': 'return',
  'cancelacion de reclamo': 'return',
  'refund cancel': 'return',
  'cancelacion de devolucion': 'return',
};

/** Lines about the account and not about a payment: withdrawals, shipping, gifts of the provider. */
const otherKinds =
  /^(?:withdrawal|payout|cashback|transferencia|retiro)|shipping|envio|^(?:tax|impuesto|asset management|rendimiento)/;

/** Lines of a kind that this reader does not know; they are shown, because they may be about money of a payment. */
export interface UnknownLines {
  /** Kind of the line, in the report's words. */
  readonly kind: string;
  readonly lines: number;
  /** Sum of their amounts, pesos. */
  readonly amount: number;
}

interface ReportContents {
  readonly lines: readonly ReportLine[];
  /** Lines about the account and not about a payment. */
  readonly others: number;
  readonly unknown: readonly UnknownLines[];
}

/**
 * Reads the provider's report.
 * @param isInMonth whether an instant, epoch milliseconds, is of the month that is compared.
 * @throws {AppError} report_unusable with a sentence that says what is wrong and what to do.
 */
export async function readReport(path: string, isInMonth: (at: number) => boolean): Promise<ReportContents> {
  const text = decode(await readFile(path));
  const rows = parseRows(text);
  const [head = [], ...records] = rows;
  const names = head.map(columnName);
  if (RELEASED.every((name) => names.includes(name))) throw refused(t.released);
  const missingColumns = COLUMNS.filter((name) => !names.includes(name));
  if (missingColumns.length === COLUMNS.length) throw refused(t.noReport);
  if (missingColumns.length > 0) throw refused(t.missing(missingColumns));
  const place = (name: string): number => names.indexOf(name);
  const unknown = new Map<string, UnknownLines>();
  let others = 0;
  const lines = records.flatMap((record, index) => {
    const cell = (name: string) => record[place(name)]?.trim() ?? '';
    const number = index + 2;
    const typeName = cell('TRANSACTION_TYPE');
    const type = foldText(typeName).replaceAll(/[\s_]+/g, ' ');
    const kind = kinds[type];
    const payment = cell('SOURCE_ID');
    if (kind === undefined || payment === '') {
      if (otherKinds.test(type)) others += 1;
      else {
        const { lines: count = 0, amount = 0 } = unknown.get(typeName) ?? {};
        const more = pesosOf(cell('TRANSACTION_AMOUNT') || '0', number);
        unknown.set(typeName, { kind: typeName, lines: count + 1, amount: amount + more });
      }
      return [];
    }
    const at = instantOf(cell('TRANSACTION_DATE'), number);
    const fee = Math.abs(pesosOf(cell('FEE_AMOUNT') || '0', number));
    return [
      {
        payment,
        order: cell('EXTERNAL_REFERENCE') || null,
        kind,
        amount: pesosOf(cell('TRANSACTION_AMOUNT'), number),
        // A fee that is returned with a refund lessens the fees.
        fee: kind === 'payment' || fee === 0 ? fee : -fee,
        isInMonth: isInMonth(at),
      },
    ];
  });
  return { lines, others, unknown: [...unknown.values()] };
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
    const rows: string[][] = parse(quoteJson(text, delimiter), {
      delimiter,
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
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

/** Tries of one cell's end; the provider's cells have a handful of objects at most. */
const MOST_ENDS = 64;

/**
 * Quotes cells that hold JSON as the format asks. The provider's 'METADATA', 'TAXES_DISAGGREGATED' and their like stand
 * there as they are, or between quotes with the inner ones not doubled, so that a separator inside ends the cell.
 */
function quoteJson(text: string, delimiter: string): string {
  return text
    .split('\n')
    .map((line) => (/[[{]/.test(line) && line.length <= LONGEST_LINE ? quoteJsonOfLine(line, delimiter) : line))
    .join('\n');
}

function quoteJsonOfLine(line: string, delimiter: string): string {
  let quoted = '';
  let at = 0;
  const begins = new RegExp(`(?:^|\\${delimiter})("?)(?=[[{])`, 'g');
  for (let begin = begins.exec(line); begin; begin = begins.exec(line)) {
    const from = begins.lastIndex;
    const end = jsonEnd(line, from, `${begin[1] ?? ''}${delimiter}`);
    // Steps over a match without length, which would be found again for ever.
    begins.lastIndex = from + 1;
    if (end === null) continue;
    const cell = line.slice(from, end).replaceAll('"', '""');
    quoted += `${line.slice(at, from - (begin[1] ?? '').length)}"${cell}"`;
    at = end + (begin[1] ?? '').length;
    begins.lastIndex = at;
  }
  return quoted + line.slice(at);
}

/**
 * Returns the end of the JSON text that begins at a position: there its closing quote is followed by a separator or a
 * line end.
 */
function jsonEnd(line: string, from: number, behind: string): number | null {
  const quote = behind.slice(0, -1);
  let end = from;
  for (let tries = 0; tries < MOST_ENDS; tries += 1) {
    const next = line.slice(end).search(/[\]}]/);
    if (next < 0) return null;
    end += next + 1;
    const rest = line.slice(end).replace(/\r$/, '');
    if (!rest.startsWith(behind) && rest !== quote) continue;
    try {
      JSON.parse(line.slice(from, end));
      return end;
    } catch {
      // A bracket inside: the next one may be the last. Cells that are quoted as they should be are no JSON as they
      // stand, and stay.
    }
  }
  return null;
}

/** The column's name: as it is, in parentheses behind a title in Spanish, or by the title alone. */
function columnName(title: string): string {
  const inside = /\(([A-Z_ ]+)\)\s*$/.exec(title)?.[1];
  if (inside !== undefined && inside !== 'ISO') return inside.trim();
  const folded = foldText(title).trim();
  return headings.find(([pattern]) => pattern.test(folded))?.[1] ?? title.trim().toUpperCase();
}

const instant = z.iso.datetime({ offset: true });

/** A day and an hour with their offset, as the provider writes them. Any other way may mean two days, of two months. */
function instantOf(text: string, line: number): number {
  if (!instant.safeParse(text).success) throw refused(t.badDate(line));
  return Date.parse(text);
}

/** `1490`, `1490.00`, `-57,25`; anything else is refused, `1.490` too: an ambiguous sum is not guessed. */
function pesosOf(text: string, line: number): number {
  if (!/^-?\d{1,12}(?:[.,]\d{1,2})?$/.test(text)) throw refused(t.badAmount(line));
  return Number(text.replace(',', '.'));
}
