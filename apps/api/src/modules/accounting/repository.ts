import { sql } from 'kysely';
import type { Movement } from '@cuentos/domain/accounting/movements';
import type { Connection, Tx } from '../../platform/db/db.ts';
import type { MoneyMovementRow, TaxDocumentRow } from '../../platform/db/tables/accounting.ts';
import type { PaymentRow } from '../../platform/db/tables/payments.ts';

export async function findPayment(connection: Connection, id: string): Promise<PaymentRow | undefined> {
  return connection.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Refunds of a payment that were made, in the order in which they were. */
export async function refundsMade(connection: Connection, paymentId: string) {
  const rows = await connection
    .selectFrom('refunds')
    .select(['id', 'amount', 'done_at'])
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'done')
    .orderBy('done_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, amount, done_at: doneAt }) => ({ id, amount, doneAt: doneAt ?? 0 }));
}

export async function movementsOf(connection: Connection, paymentId: string): Promise<MoneyMovementRow[]> {
  return connection
    .selectFrom('money_movements')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('position')
    .execute();
}

/** Converts a movement's row to the form that the rules use. */
export function movementOf(row: MoneyMovementRow): Movement {
  const { kind, amount, fee, refund_id: refundId, document_way: way, at } = row;
  return { kind, isSale: row.is_sale === 1, amount, fee, refundId, way, at };
}

export async function insertMovements(tx: Tx, rows: readonly MoneyMovementRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('money_movements')
    .values([...rows])
    .execute();
}

export async function documentsOfPayment(connection: Connection, paymentId: string): Promise<TaxDocumentRow[]> {
  return connection.selectFrom('tax_documents').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute();
}

export async function insertDocument(tx: Tx, row: TaxDocumentRow): Promise<void> {
  await tx.insertInto('tax_documents').values(row).execute();
}

export async function findDocument(connection: Connection, id: string): Promise<TaxDocumentRow | undefined> {
  return connection.selectFrom('tax_documents').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The document of a kind that has a folio. */
export async function findFolio(
  connection: Connection,
  kind: TaxDocumentRow['kind'],
  folio: string,
): Promise<string | undefined> {
  const row = await connection
    .selectFrom('tax_documents')
    .select('id')
    .where('kind', '=', kind)
    .where('folio', '=', folio)
    .executeTakeFirst();
  return row?.id;
}

export async function updateDocument(tx: Tx, id: string, change: Partial<TaxDocumentRow>): Promise<void> {
  await tx.updateTable('tax_documents').set(change).where('id', '=', id).execute();
}

/** Documents whose turn it is, the oldest first, so that a boleta comes before its notes; those that follow one. */
export async function dueDocuments(
  connection: Connection,
  { now, after }: { readonly now: number; readonly after: Pick<TaxDocumentRow, 'at' | 'kind' | 'id'> | null },
  limit: number,
): Promise<TaxDocumentRow[]> {
  return connection
    .selectFrom('tax_documents')
    .selectAll()
    .where('next_attempt_at', '<=', now)
    .where((eb) =>
      after === null
        ? eb.lit(true)
        : eb(eb.refTuple('at', 'kind', 'id'), '>', eb.tuple(after.at, after.kind, after.id)),
    )
    .orderBy('at')
    .orderBy('kind')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Makes documents due that wait for what the seller had not said. */
export async function wakeForSeller(tx: Tx, now: number): Promise<void> {
  await tx
    .updateTable('tax_documents')
    .set({ next_attempt_at: now })
    .where('last_error', '=', 'seller')
    .where('next_attempt_at', '>', now)
    .execute();
}

/** The last number that was given, also to documents that a restore took away. */
export async function lastNumber(tx: Tx, kind: TaxDocumentRow['kind']): Promise<number> {
  const row = await tx
    .selectFrom('tax_documents')
    .select('number')
    .where('kind', '=', kind)
    .where('number', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const givenNumber = await tx
    .selectFrom('tax_numbers_given')
    .select('last')
    .where('kind', '=', kind)
    .executeTakeFirst();
  return Math.max(row?.number ?? 0, givenNumber?.last ?? 0);
}

/** Documents requested before an instant and not made yet, about which the admins were not mailed. */
export async function lateDocuments(connection: Connection, before: number): Promise<TaxDocumentRow[]> {
  return connection
    .selectFrom('tax_documents')
    .selectAll()
    .where('next_attempt_at', 'is not', null)
    .where('created_at', '<=', before)
    .where('alerted_at', 'is', null)
    .orderBy('at')
    .execute();
}

/** Documents and movements of several orders, for their buyer. */
export async function documentsOfOrders(connection: Connection, orderIds: readonly string[]) {
  if (orderIds.length === 0) return { documents: [], vouchers: [] };
  const documents = await connection
    .selectFrom('tax_documents')
    .selectAll()
    .where('order_id', 'in', [...orderIds])
    .orderBy('kind')
    .orderBy('at')
    .orderBy('id')
    .execute();
  const vouchers = await connection
    .selectFrom('money_movements')
    .select('order_id')
    .distinct()
    .where('order_id', 'in', [...orderIds])
    .where('document_way', '=', 'voucher')
    .where('is_sale', '=', 1)
    .execute();
  return { documents, vouchers: vouchers.map(({ order_id: id }) => id) };
}

/** Tax documents of a person's orders, for the copy of their data. */
export async function documentsForCopy(connection: Connection, userId: string) {
  return (
    connection
      .selectFrom('tax_documents')
      .select(['order_id', 'kind', 'number', 'folio', 'total', 'net', 'vat', 'created_at', 'issued_at'])
      // Prepared is not issued: the tax office has a document once it has a folio.
      .select(sql<string>`case when state = 'issued' and folio is null then 'prepared' else state end`.as('state'))
      .where('order_id', 'in', connection.selectFrom('orders').select('id').where('user_id', '=', userId))
      .orderBy('created_at', 'desc')
      .execute()
  );
}

/** Buyer of a document's order; null for a document without an order. */
export async function ownerOf(connection: Connection, { order_id: orderId }: TaxDocumentRow): Promise<string | null> {
  if (orderId === null) return null;
  const row = await connection.selectFrom('orders').select('user_id').where('id', '=', orderId).executeTakeFirst();
  return row?.user_id ?? null;
}

/** Reads the parts of an order, with their current names. */
export async function itemsOf(connection: Connection, orderId: string) {
  return connection
    .selectFrom('order_items')
    .innerJoin('book_parts', 'book_parts.id', 'order_items.part_id')
    .innerJoin('books', 'books.id', 'book_parts.book_id')
    .select(['order_items.part_id', 'order_items.amount', 'books.name as book', 'book_parts.name as part'])
    .where('order_items.order_id', '=', orderId)
    .orderBy('order_items.position')
    .orderBy('order_items.id')
    .execute();
}

export async function partOfRefund(connection: Connection, refundId: string): Promise<string | null> {
  const row = await connection.selectFrom('refunds').select('part_id').where('id', '=', refundId).executeTakeFirst();
  return row?.part_id ?? null;
}

/** When an order was paid; null when it never was, or is gone. */
export async function orderPaidAt(connection: Connection, orderId: string): Promise<number | null> {
  const row = await connection.selectFrom('orders').select('paid_at').where('id', '=', orderId).executeTakeFirst();
  return row?.paid_at ?? null;
}

/** Approved payments without movements: payments of earlier versions, or from a backup of theirs. */
export async function unnotedPayments(connection: Connection, { after }: { readonly after: string }, limit: number) {
  return connection
    .selectFrom('payments')
    .leftJoin('money_movements', 'money_movements.payment_id', 'payments.id')
    .select('payments.id')
    .where('money_movements.id', 'is', null)
    .where('payments.status', 'in', ['approved', 'in_mediation', 'refunded', 'charged_back'])
    .where('payments.currency', '=', 'CLP')
    .where('payments.id', '>', after)
    .orderBy('payments.id')
    .limit(limit)
    .execute();
}
