import { sql } from 'kysely';
import type { Connection, Tx } from '../../../platform/db/db.ts';
import type { AccountantLinkRow } from '../../../platform/db/tables/accounting.ts';
import type { PaymentRow } from '../../../platform/db/tables/payments.ts';
import { liveUserId } from '../../auth/service.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Both engines limit the parameters of a statement. */
const IDS_PER_QUERY = 500;

async function inBatches<Row>(
  ids: readonly string[],
  find: (batch: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  const uniqueIds = [...new Set(ids)];
  for (let at = 0; at < uniqueIds.length; at += IDS_PER_QUERY) {
    rows.push(...(await find(uniqueIds.slice(at, at + IDS_PER_QUERY))));
  }
  return rows;
}

/** Movements of a span, the latest first, with the buyer and the tax document of each. */
export async function movementsIn(connection: Connection, { from, to }: Span) {
  return connection
    .selectFrom('money_movements')
    .innerJoin('payments', 'payments.id', 'money_movements.payment_id')
    .innerJoin('money_movements as first', (join) =>
      join.onRef('first.payment_id', '=', 'money_movements.payment_id').on('first.position', '=', 0),
    )
    .leftJoin('orders', 'orders.id', 'money_movements.order_id')
    .leftJoin('users', 'users.id', 'orders.user_id')
    .leftJoin('tax_documents', 'tax_documents.movement_id', 'money_movements.id')
    .selectAll('money_movements')
    .select([
      'first.document_way as way',
      'payments.provider_payment_id as payment_number',
      'payments.method',
      'users.name as buyer_name',
      'users.email as buyer_email',
      'tax_documents.id as document_id',
      'tax_documents.kind as document_kind',
      'tax_documents.state as document_state',
      'tax_documents.number as document_number',
      'tax_documents.folio as document_folio',
      'tax_documents.file_key as document_file',
      'tax_documents.last_error as document_error',
    ])
    .select(liveUserId.as('buyer_id'))
    .where('money_movements.at', '>=', from)
    .where('money_movements.at', '<', to)
    .orderBy('money_movements.at', 'desc')
    .orderBy('money_movements.payment_id', 'desc')
    .orderBy('money_movements.position', 'desc')
    .execute();
}

export type MovementLine = Awaited<ReturnType<typeof movementsIn>>[number];

/** Payments that moved money in the span, or changed after it began, each with the sum of its movements. */
export async function paymentsToCheck(
  connection: Connection,
  { from, to }: Span,
): Promise<{ payment: PaymentRow; notedAmount: number }[]> {
  const payments = await connection
    .selectFrom('payments')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([eb('payments.updated_at', '>=', from), eb('payments.created_at', '<', to)]),
        eb(
          'payments.id',
          'in',
          eb.selectFrom('money_movements').select('payment_id').where('at', '>=', from).where('at', '<', to),
        ),
      ]),
    )
    .orderBy('payments.id')
    .execute();
  const sums = await inBatches(
    payments.map(({ id }) => id),
    async (ids) =>
      connection
        .selectFrom('money_movements')
        .select(['payment_id', sql<number>`cast(sum(amount) as bigint)`.as('noted')])
        .where('payment_id', 'in', [...ids])
        .groupBy('payment_id')
        .execute(),
  );
  const notedAmounts = new Map(sums.map((row) => [row.payment_id, row.noted]));
  return payments.map((payment) => ({ payment, notedAmount: notedAmounts.get(payment.id) ?? 0 }));
}

/** Returns which of these payments bought nothing. */
export async function paymentsWithProblem(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await inBatches(ids, async (some) =>
    connection
      .selectFrom('payments')
      .select('id')
      .where('id', 'in', [...some])
      .where('problem', 'is not', null)
      .execute(),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Movements of the payments with these numbers, and of those that moved in the span. */
export async function movementsForReport(connection: Connection, numbers: readonly string[], { from, to }: Span) {
  const select = () =>
    connection
      .selectFrom('money_movements')
      .innerJoin('payments', 'payments.id', 'money_movements.payment_id')
      .select([
        'money_movements.id',
        'money_movements.order_id',
        'money_movements.kind',
        'money_movements.amount',
        'money_movements.fee',
        'money_movements.at',
        'payments.provider_payment_id as payment_number',
      ])
      // Leaves out movements that the provider cannot know: a payment's change of meaning, and money returned by
      // other means.
      .where('money_movements.kind', 'not in', ['reclassified', 'settled']);
  const inMonth = await select()
    .where('money_movements.payment_id', 'in', (eb) =>
      eb
        .selectFrom('money_movements as moved')
        .select('moved.payment_id')
        .where('moved.at', '>=', from)
        .where('moved.at', '<', to),
    )
    .execute();
  const named = await inBatches(numbers, async (some) =>
    select()
      .where('payments.provider_payment_id', 'in', [...some])
      .execute(),
  );
  return [...new Map([...inMonth, ...named].map((row) => [row.id, row])).values()];
}

/** Links of accountants that were not withdrawn, the newest first. */
export async function accountantLinks(connection: Connection): Promise<AccountantLinkRow[]> {
  return connection
    .selectFrom('accountant_links')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function findAccountantLink(connection: Connection, hash: string): Promise<AccountantLinkRow | undefined> {
  return connection.selectFrom('accountant_links').selectAll().where('token_hash', '=', hash).executeTakeFirst();
}

export async function insertAccountantLink(tx: Tx, row: AccountantLinkRow): Promise<void> {
  await tx.insertInto('accountant_links').values(row).execute();
}

export async function noteAccountantUse(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable('accountant_links').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** @returns whether there was a link to withdraw */
export async function withdrawAccountantLink(tx: Tx, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accountant_links')
    .set({ withdrawn_at: now })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
