import {
  cameIn,
  documentsDue,
  type DocumentWay,
  type Movement,
  movementsDue,
} from '@cuentos/domain/accounting/movements';
import { splitVat } from '@cuentos/domain/orders/price';
import type { Connection, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { MoneyMovementRow } from '../../platform/db/tables/accounting.ts';
import type { PaymentRow } from '../../platform/db/tables/payments.ts';
import type { Db } from '../../platform/db/db.ts';
import { workThroughPages } from '../../platform/jobs/work-through.ts';
import { taxDocumentNow } from '../shop/service.ts';
import * as repository from './repository.ts';

interface Moments {
  /** When the payment was made, and when its rest came to stand as it does; epoch milliseconds. */
  readonly paidAt: number;
  readonly now: number;
}

/**
 * Notes what moved money of a payment since the last time, and asks for the documents that it needs, in the transaction
 * of the change itself. Once more changes nothing.
 */
export async function noteMovements(tx: Tx, paymentId: string, now: number): Promise<void> {
  const payment = await repository.findPayment(tx, paymentId);
  if (payment) await note(tx, payment, { paidAt: now, now });
}

async function note(tx: Tx, payment: PaymentRow, { paidAt, now }: Moments, knownWay?: DocumentWay): Promise<void> {
  const rows = await repository.movementsOf(tx, payment.id);
  const notedMovements = rows.map(repository.movementOf);
  const refunds = await repository.refundsMade(tx, payment.id);
  // Read for the first movement only: later settings do not change a payment's way.
  const way = knownWay ?? (rows.length === 0 ? await taxDocumentNow(tx) : 'undecided');
  const due = movementsDue({ payment: paymentNow(payment), refunds, noted: notedMovements, way, paidAt, now });
  const added = due.map((movement, index) => movementRow(payment, movement, rows.length + index, now));
  await repository.insertMovements(tx, added);
  if (added.length > 0) await askForDocuments(tx, payment, [...rows, ...added], now);
}

/** Converts a payment's row to the form that the rules use. */
export function paymentNow(row: PaymentRow) {
  return {
    state: row.status,
    problem: row.problem,
    amount: row.amount,
    refundedAmount: row.refunded_amount,
    settledAmount: row.settled_amount,
    currency: row.currency,
    fee: row.fee,
  };
}

function movementRow(payment: PaymentRow, movement: Movement, position: number, now: number): MoneyMovementRow {
  return {
    id: newId(now),
    payment_id: payment.id,
    position,
    order_id: payment.order_id,
    refund_id: movement.refundId,
    kind: movement.kind,
    is_sale: movement.isSale ? 1 : 0,
    amount: movement.amount,
    fee: movement.fee,
    document_way: movement.way,
    at: movement.at,
  };
}

async function askForDocuments(
  tx: Tx,
  payment: PaymentRow,
  rows: readonly MoneyMovementRow[],
  now: number,
): Promise<void> {
  const documents = await repository.documentsOfPayment(tx, payment.id);
  const requestedDocuments = documents.map(({ kind, total, movement_id: of }) => ({
    kind,
    total,
    movement: rows.findIndex(({ id }) => id === of),
  }));
  for (const { kind, total, movement } of documentsDue(rows.map(repository.movementOf), requestedDocuments)) {
    const row = rows[movement];
    if (!row) continue;
    const { net, vat } = splitVat(total);
    await repository.insertDocument(tx, {
      id: newId(now),
      kind,
      movement_id: row.id,
      payment_id: payment.id,
      order_id: payment.order_id,
      refund_id: row.refund_id,
      total,
      net,
      vat,
      at: row.at,
      state: 'requested',
      number: null,
      folio: null,
      folio_typed_at: null,
      issuer: null,
      content: null,
      file_key: null,
      attempts: 0,
      next_attempt_at: now,
      last_error: null,
      created_at: now,
      issued_at: null,
      alerted_at: null,
    });
  }
}

const BATCH = 200;

/**
 * Notes payments of before the shop noted anything, as an earlier version or its archive has them. See {@link noteEarlier}.
 */
export async function catchUp(db: Db, signal?: AbortSignal): Promise<void> {
  await workThroughPages(
    async (last: { readonly id: string } | null) =>
      repository.unnotedPayments(db.read, { after: last?.id ?? '' }, BATCH),
    signal,
    async ({ id }) => db.withTx(async (tx) => noteEarlier(tx, id)),
  );
}

/**
 * Notes a payment whose money came before the shop noted anything, as it stands and on its own days. The document that
 * stood for its tax then was not noted, so it gets no document. To be called before anything changes it: otherwise it
 * would be noted as of today.
 */
export async function noteEarlier(tx: Tx, paymentId: string): Promise<void> {
  const payment = await repository.findPayment(tx, paymentId);
  if (!payment || !cameIn(paymentNow(payment))) return;
  if ((await repository.movementsOf(tx, paymentId)).length > 0) return;
  const { problem, created_at: createdAt, state_at: stateAt, order_id: orderId } = payment;
  const orderPaidAt = problem === null && orderId !== null ? await repository.orderPaidAt(tx, orderId) : null;
  const paidAt = orderPaidAt ?? createdAt;
  await note(tx, payment, { paidAt, now: Math.max(stateAt, paidAt) }, 'undecided');
}

/** Whether payments of before the ledger are left to be noted. */
export async function isBehind(connection: Connection): Promise<boolean> {
  return (await repository.unnotedPayments(connection, { after: '' }, 1)).length > 0;
}
