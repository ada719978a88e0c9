import type { NamedPerson } from '@cuentos/contract/named';
import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely';
import type { Connection, Tx } from '../../platform/db/db.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { DiscountCodeRow } from '../../platform/db/tables/orders.ts';
import type { Page, PageRequest } from '../../platform/http/paging.ts';
import { liveUserId } from '../auth/service.ts';

export async function insertCode(tx: Tx, row: DiscountCodeRow): Promise<void> {
  await tx.insertInto('discount_codes').values(row).execute();
}

export async function findCodeBy(
  connection: Connection,
  column: 'id' | 'code',
  value: string,
): Promise<DiscountCodeRow | undefined> {
  return connection.selectFrom('discount_codes').selectAll().where(column, '=', value).executeTakeFirst();
}

export async function updateCode(tx: Tx, id: string, change: Partial<DiscountCodeRow>): Promise<void> {
  await tx.updateTable('discount_codes').set(change).where('id', '=', id).execute();
}

export async function deleteCode(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('discount_codes').where('id', '=', id).execute();
}

/** Newest first. @param part of the code, anywhere in it, normalised; null lists all */
export async function listCodes(
  connection: Connection,
  part: string | null,
  { offset, limit }: PageRequest,
): Promise<Page<DiscountCodeRow>> {
  let all = connection.selectFrom('discount_codes');
  if (part !== null) all = all.where('code', 'like', `%${part}%`);
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await all
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return { rows, total };
}

const { and, or, eb } = (() => {
  const builder = expressionBuilder<Database, 'orders'>();
  return { and: builder.and, or: builder.or, eb: builder };
})();

/** Condition for an unpaid order that can still be paid at its price. */
const isUnpaid = (now: number): Expression<SqlBool> =>
  and([eb('orders.state', 'in', ['open', 'rejected']), eb('orders.expires_at', '>', now)]);

/** Condition for an order to count as a use of its code: it is paid, pending, or can still be paid. */
const isUse = (now: number): Expression<SqlBool> =>
  or([eb('orders.state', 'in', ['pending', 'paid', 'partially_refunded', 'disputed']), isUnpaid(now)]);

/** How many orders each of some codes is used for. */
export async function countUses(
  connection: Connection,
  codes: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map();
  const rows = await connection
    .selectFrom('orders')
    .select(({ fn }) => ['discount_code', fn.countAll<number>().as('uses')])
    .where('discount_code', 'in', [...codes])
    .where(isUse(now))
    .groupBy('discount_code')
    .execute();
  return new Map(rows.map(({ discount_code: code, uses }) => [code ?? '', uses]));
}

/** People named with a code. */
const PEOPLE_NAMED = 3;

export interface UserOfCode extends NamedPerson {
  readonly code: string;
  /** How many people used the code. */
  readonly of: number;
}

/** Latest users of each of some codes, the latest first; unused codes are absent. */
export async function latestUsers(
  connection: Connection,
  codes: readonly string[],
  now: number,
): Promise<Map<string, UserOfCode[]>> {
  if (codes.length === 0) return new Map();
  const people = connection
    .selectFrom('orders')
    .select(['discount_code', 'user_id'])
    .select([
      sql<number>`row_number() over (partition by discount_code order by max(created_at) desc, user_id)`.as('place'),
      sql<number>`count(*) over (partition by discount_code)`.as('people'),
    ])
    .where('discount_code', 'in', [...codes])
    .where(isUse(now))
    .groupBy(['discount_code', 'user_id'])
    .as('people');
  const rows = await connection
    .selectFrom(people)
    .innerJoin('users', 'users.id', 'people.user_id')
    .select(['people.discount_code', 'people.people', 'users.name'])
    .select(liveUserId.as('id'))
    .where('people.place', '<=', PEOPLE_NAMED)
    .orderBy('people.place')
    .execute();
  const users = rows.map(({ discount_code: code, people: of, ...user }) => ({ ...user, code: code ?? '', of }));
  return Map.groupBy(users, ({ code }) => code);
}

/** Orders of one person that a code is used for, and when those end that are not paid. */
export async function ownUses(
  connection: Connection,
  code: string,
  userId: string,
  now: number,
): Promise<{ readonly id: string; readonly unpaidUntil: number | null }[]> {
  const rows = await connection
    .selectFrom('orders')
    .select(['id', 'state', 'expires_at'])
    .where('discount_code', '=', code)
    .where('user_id', '=', userId)
    .where(isUse(now))
    .execute();
  return rows.map(({ id, state, expires_at: end }) => ({
    id,
    unpaidUntil: state === 'open' || state === 'rejected' ? end : null,
  }));
}

/** Sums the payments of orders with each code, less refunds; codes without an order are absent. */
export async function soldWith(connection: Connection, codes: readonly string[]): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map();
  const paidTotal = sql<number>`cast(sum(case when state in ('paid', 'partially_refunded') then total else 0 end) as bigint)`;
  const orders = await connection
    .selectFrom('orders')
    .select(['discount_code', paidTotal.as('total')])
    .where('discount_code', 'in', [...codes])
    .groupBy('discount_code')
    .execute();
  const refunds = await connection
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['discount_code', sql<number>`cast(sum(refunded_amount) as bigint)`.as('total')])
    .where('discount_code', 'in', [...codes])
    .where('orders.state', 'in', ['paid', 'partially_refunded'])
    .where('payments.status', '=', 'approved')
    .where('payments.problem', 'is', null)
    .groupBy('discount_code')
    .execute();
  const returned = new Map(refunds.map(({ discount_code: code, total }) => [code, total]));
  return new Map(
    orders.map(({ discount_code: code, total }) => [code ?? '', Math.max(0, total - (returned.get(code) ?? 0))]),
  );
}
