import type {
  AccountantMonth,
  AccountingMonth,
  MonthRow,
  ReportComparison,
  RowDocument,
} from '@cuentos/contract/accounting';
import { moneyWords as words } from '@cuentos/contract/money-words';
import type { NamedTitle } from '@cuentos/contract/named';
import { heldOf } from '@cuentos/domain/accounting/movements';
import { monthOf, monthSpan, moneyOf, sumMonth } from '@cuentos/domain/accounting/month';
import { compareReport, type PaymentSums } from '@cuentos/domain/accounting/provider-report';
import { santiagoWallTime } from '@cuentos/domain/time/santiago-clock';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { type Cell, csvOf } from '../../../platform/http/csv.ts';
import { toIso } from '../../../platform/to-iso.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type AccountingService, isBehind, paymentNow } from '../service.ts';
import { movementOf } from '../repository.ts';
import { recordAudit } from '../../audit/service.ts';
import { titlesOfOrders } from '../../orders/service.ts';
import type { ShopService } from '../../shop/service.ts';
import { bridgeToSales } from './bridge-sales.ts';
import { readReport } from './read-report.ts';
import * as repository from './repository.ts';
import { readSheet, typeFolio, type TypedFolio } from './tax-document-sheet.ts';
import { csvTexts as t, MONTH_MISSING } from './texts.ts';

/** Most rows on the screen; the file has every row. */
const LONGEST_LIST = 500;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly accounting: AccountingService;
  readonly shop: ShopService;
}

export type AdminAccountingService = ReturnType<typeof createAdminAccountingService>;

export function createAdminAccountingService(deps: Deps) {
  return {
    /** Reads the figures of a month for the accountant. @throws {AppError} invalid_request */
    month: async (month: string) => readMonth(deps, month),
    /** The month as a file with every row. @throws {AppError} invalid_request */
    monthCsv: async (month: string, actorId: string) => writeCsv(deps, month, actorId),
    /** The month without who bought; absent, that of now. @throws {AppError} invalid_request */
    monthForAccountant: async (month?: string) => readForAccountant(deps, month),
    /** The same file, for the holder of a link. @throws {AppError} invalid_request */
    csvForAccountant: async (month: string) => (await composeCsv(deps, month)).csv,
    /**
     * The provider's report beside the ledger; nothing of it is kept.
     * @throws {AppError} invalid_request, report_unusable
     */
    compare: async (month: string, path: string, actorId: string) => compare(deps, { month, path, actorId }),
    /** Reads the contents of a prepared document. @throws {AppError} tax_document_not_found */
    document: async (id: string) => readSheet(deps.db.read, id),
    /**
     * Notes the folio that a document got outside of the shop, changes it or takes it away.
     * @throws {AppError} tax_document_not_found, folio_not_open, folio_taken, changed_meanwhile
     */
    typeFolio: async (id: string, folio: TypedFolio) => typeFolio(deps, id, folio),
    retry: async (documentId: string, actorId: string) => deps.accounting.retry(documentId, actorId),
  };
}

async function read({ db, accounting }: Deps, month: string) {
  const span = monthSpan(month);
  if (!span) throw new AppError('invalid_request', { fields: { month: MONTH_MISSING } });
  if (await isBehind(db.read)) await accounting.catchUp();
  return { span, lines: await repository.movementsIn(db.read, span) };
}

async function present({ db }: Deps, lines: readonly repository.MovementLine[]): Promise<MonthRow[]> {
  const orders = lines.flatMap(({ order_id: id }) => id ?? []);
  const titles = await titlesOfOrders(db.read, orders);
  return lines.map((line) => presentRow(line, titles));
}

async function readMonth(deps: Deps, month: string): Promise<AccountingMonth> {
  const { span, lines } = await read(deps, month);
  const checked = await repository.paymentsToCheck(deps.db.read, span);
  return {
    month,
    sums: sumMonth(lines.map(movementOf)),
    rows: await present(deps, lines.slice(0, LONGEST_LIST)),
    row_count: lines.length,
    differences: checked.flatMap(({ payment, notedAmount }) => {
      const heldAmount = heldOf(paymentNow(payment));
      const { provider_payment_id: payment_number, order_id } = payment;
      return heldAmount === notedAmount ? [] : [{ payment_number, order_id, held: heldAmount, noted: notedAmount }];
    }),
    bridges: (await bridgeToSales(deps.db.read, span, lines)).map((bridge) => ({
      ...bridge,
      lines: [...bridge.lines],
    })),
    undecided: lines.filter((line) => line.document_way === 'undecided' && line.is_sale === 1).length,
    way: deps.shop.latest().legal.tax_document,
  };
}

async function readForAccountant(deps: Deps, requestedMonth?: string): Promise<AccountantMonth> {
  const latest = monthOf(deps.clock.now());
  const month = requestedMonth ?? latest;
  const { lines } = await read(deps, month);
  return {
    month,
    latest,
    sums: sumMonth(lines.map(movementOf)),
    row_count: lines.length,
    documents: lines.flatMap((line) => {
      const { id, kind, number, folio, state, has_file } = documentOf(line);
      if (id === null || (kind !== 'boleta' && kind !== 'credit_note')) return [];
      const { total } = moneyOf(movementOf(line));
      return [{ id, kind, number, folio, state, has_file, at: toIso(line.at), total }];
    }),
  };
}

async function writeCsv(deps: Deps, month: string, actorId: string): Promise<string> {
  const { csv, rowCount } = await composeCsv(deps, month);
  const detail = { rows: rowCount };
  const entry = { actorId, action: 'accounting.exported', subject: month, detail } as const;
  await deps.db.withTx(async (tx) => recordAudit(tx, entry, deps.clock.now()));
  return csv;
}

async function composeCsv(deps: Deps, month: string): Promise<{ readonly csv: string; readonly rowCount: number }> {
  const { lines } = await read(deps, month);
  const rows = await present(deps, lines.toReversed());
  const { net, vat, owed, total, fees } = sumMonth(lines.map(movementOf));
  const sums = [t.total, ...Array.from({ length: 8 }, () => null), net, vat, owed, total, fees];
  const csv = csvOf([t.head, ...rows.map(csvRow), [...sums, null, null, null, null]]);
  return { csv, rowCount: rows.length };
}

interface ReportToCompare {
  readonly month: string;
  /** Path of the uploaded file. */
  readonly path: string;
  readonly actorId: string;
}

async function compare(deps: Deps, { month, path, actorId }: ReportToCompare): Promise<ReportComparison> {
  const { db, clock } = deps;
  const { span } = await read(deps, month);
  const isInMonth = (at: number) => at >= span.from && at < span.to;
  const { lines, others, unknown } = await readReport(path, isInMonth);
  const numbers = lines.map(({ payment }) => payment);
  const movementRows = await repository.movementsForReport(db.read, numbers, span);
  const ledger = movementRows.map((row) => ({
    payment: row.payment_number,
    order: row.order_id,
    kind: row.kind === 'payment' || row.kind === 'correction' ? ('payment' as const) : ('return' as const),
    amount: row.amount,
    fee: row.fee,
    isInMonth: isInMonth(row.at),
  }));
  const { agreeing, differences, provider, ours } = compareReport(lines, ledger);
  const entry = { actorId, action: 'accounting.compared', subject: month } as const;
  const detail = { lines: lines.length, agreeing, differences: differences.length };
  await db.withTx(async (tx) => recordAudit(tx, { ...entry, detail }, clock.now()));
  // The order's number in the file is not trusted: it may be any text.
  const ids = new Set(movementRows.map(({ order_id: id }) => id));
  const orderOf = (order: string | null) => (ids.has(order) ? order : null);
  const orders = differences.flatMap(({ order }) => orderOf(order) ?? []);
  const titles = await titlesOfOrders(db.read, orders);
  const used = lines.filter((line) => line.isInMonth).length;
  return {
    lines: used,
    ignored: others + lines.length - used,
    unknown: unknown.map((each) => ({ ...each, amount: Math.round(each.amount) })),
    agreeing,
    differences: differences.map(({ kind, payment, order, ...sides }) => ({
      kind,
      provider: sides.provider && whole(sides.provider),
      ours: sides.ours && whole(sides.ours),
      payment_number: payment,
      order_id: orderOf(order),
      titles: titles.get(order ?? '') ?? [],
    })),
    provider: whole(provider),
    ours: whole(ours),
  };
}

/** Rounds sums to whole pesos. Differences by the decimals of a report are reported as differences above. */
function whole({ came, back, fee }: PaymentSums): PaymentSums {
  return { came: Math.round(came), back: Math.round(back), fee: Math.round(fee) };
}

function presentRow(line: repository.MovementLine, titles: ReadonlyMap<string, NamedTitle[]>): MonthRow {
  const { buyer_id: id, buyer_name: name, buyer_email: email } = line;
  return {
    id: line.id,
    at: toIso(line.at),
    kind: line.kind,
    is_sale: line.is_sale === 1,
    order_id: line.order_id,
    payment_number: line.payment_number,
    method: line.method,
    buyer: name === null || email === null ? null : { id, name, email },
    titles: titles.get(line.order_id ?? '') ?? [],
    ...moneyOf(movementOf(line)),
    document: documentOf(line),
  };
}

/** Finds the tax document of a row. */
function documentOf(line: repository.MovementLine): RowDocument {
  const nothing = { id: null, state: null, number: null, folio: null, has_file: false, error: null };
  if (line.document_id !== null && line.document_kind !== null) {
    return {
      kind: line.document_kind,
      id: line.document_id,
      // A document without a folio is not issued yet: the shop only wrote its file for the person who issues it by hand.
      state: line.document_state === 'issued' && line.document_folio === null ? 'prepared' : line.document_state,
      number: line.document_number,
      folio: line.document_folio,
      has_file: line.document_file !== null,
      error: line.document_error,
    };
  }
  const isDocumented = line.is_sale === 1 && (line.kind === 'payment' || line.kind === 'refund');
  if (!isDocumented || line.way === 'issuer') return { ...nothing, kind: 'none' };
  return { ...nothing, kind: line.way === 'voucher' ? 'voucher' : 'undecided' };
}

const pad = (value: number) => String(value).padStart(2, '0');

function csvRow(row: MonthRow): Cell[] {
  const { year, month, day, hour, minute } = santiagoWallTime(Date.parse(row.at));
  const { document } = row;
  return [
    `${pad(day)}/${pad(month)}/${year}`,
    `${pad(hour)}:${pad(minute)}`,
    row.kind === 'payment' && !row.is_sale ? words.notASale : words.movements[row.kind],
    row.is_sale ? t.yes : t.no,
    row.order_id,
    row.payment_number,
    row.method,
    row.buyer?.name ?? null,
    row.titles.map(({ name }) => name).join(' · '),
    row.net,
    row.vat,
    row.owed,
    row.total,
    row.fee,
    t.documents[document.kind],
    document.number,
    document.folio,
    document.state === null ? null : words.documentStates[document.state],
  ];
}
