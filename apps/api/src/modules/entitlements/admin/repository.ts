import { normaliseCode } from '@cuentos/domain/discount-codes/discount-code';
import { type RawBuilder, sql } from 'kysely';
import { ordersByNumber } from '../../orders/admin/service.ts';
import type { Connection, Db } from '../../../platform/db/db.ts';
import type { EntitlementRow } from '../../../platform/db/tables/entitlements.ts';
import type { OrderItemRow } from '../../../platform/db/tables/orders.ts';
import { matchTyped } from '../../../platform/db/match-typed.ts';
import { readFound, readPage } from '../../../platform/db/read-page.ts';
import type { Page, PageRequest } from '../../../platform/http/paging.ts';

/** A holding with the names around it. */
export interface EntitlementRecord extends Pick<
  EntitlementRow,
  'id' | 'user_id' | 'part_id' | 'order_id' | 'granted_by' | 'granted_at' | 'expires_at' | 'revoked_at'
> {
  readonly source: EntitlementRow['source'] | 'unclaimed_gift';
  readonly user_name: string;
  readonly user_email: string;
  readonly part_name: string;
  readonly book_id: string;
  readonly book_name: string;
  readonly granter_name: string | null;
  readonly order_state: string | null;
  /** The discount code of the order. */
  readonly discount_code: string | null;
  /** Account that paid the order: the holder, unless it was a gift. */
  readonly payer_id: string | null;
  readonly payer_name: string | null;
  /** Price of the part before any discount, and in its order; pesos. */
  readonly value: number | null;
  readonly amount: number | null;
  /** Discount that gave the amount, percent; 0 where a code took pesos off. */
  readonly discount_percentage: number | null;
  readonly reduction: OrderItemRow['reduction'];
  /** State of a grant that waits for the proof of the address. */
  readonly waits?: true;
}

/** Payment of an order. */
export interface PaymentOfOrder {
  readonly id: string;
  readonly order_id: string | null;
  readonly provider_payment_id: string;
  readonly status: string;
  readonly method: string;
  readonly fee: number;
  readonly amount: number;
}

/**
 * Everything that was ever bought, taken for free or granted, newest first; what was refunded since too, gifts that are paid
 * and are not claimed, and what waits for the proof of an address. Of early access only what is in force, or waits.
 */
export async function listEntitlements(
  db: Db,
  request: PageRequest,
  kind: EntitlementRow['kind'],
): Promise<Page<EntitlementRecord>> {
  const others =
    kind === 'ownership'
      ? [...(await unclaimedGifts(db.read, request.q)), ...(await waitingGrants(db.read, 'grant', request.q))]
      : await waitingGrants(db.read, 'early_access', request.q);
  // Waiting grants are merged into the entitlements by their day. Enough of both are read for the page wherever they
  // fall.
  const offset = Math.max(0, request.offset - others.length);
  const holdings = await listHoldings(db, { ...request, offset, limit: request.limit + others.length }, kind);
  const all = [...holdings.rows, ...others].toSorted((a, b) => b.granted_at - a.granted_at || (a.id < b.id ? 1 : -1));
  const first = request.offset - offset;
  return { rows: all.slice(first, first + request.limit), total: holdings.total + others.length };
}

async function listHoldings(
  db: Db,
  request: PageRequest,
  kind: EntitlementRow['kind'],
): Promise<Page<EntitlementRecord>> {
  const { ids, total } = await pageOfHoldings(db, request, kind);
  if (ids.length === 0) return { rows: [], total };
  return { rows: await withNames(db.read).where('entitlements.id', 'in', ids).execute(), total };
}

/** Parts of unclaimed paid gifts, each with its buyer; of these ids, or all. */
async function unclaimedGifts(connection: Connection, q: string | undefined): Promise<EntitlementRecord[]> {
  const numbered = await ordersByNumber(connection, q);
  const match = matchTyped(q);
  const rows = await connection
    .selectFrom('gifts')
    .innerJoin('orders', 'orders.id', 'gifts.order_id')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .innerJoin('order_items', 'order_items.order_id', 'gifts.order_id')
    .innerJoin('book_parts', 'book_parts.id', 'order_items.part_id')
    .innerJoin('books', 'books.id', 'book_parts.book_id')
    .leftJoin('refunds', (join) =>
      join
        .onRef('refunds.order_id', '=', 'orders.id')
        .onRef('refunds.part_id', '=', 'order_items.part_id')
        .on('refunds.state', 'in', ['done', 'settled']),
    )
    .select(['order_items.id', 'orders.user_id', 'order_items.part_id'])
    .select(priceColumns)
    .select(['gifts.order_id', 'orders.state as order_state', 'orders.updated_at', 'refunds.done_at'])
    .select(['users.name as user_name', 'users.email as user_email'])
    .select(['users.id as payer_id', 'users.name as payer_name'])
    .select(['book_parts.name as part_name', 'books.id as book_id', 'books.name as book_name'])
    .select((eb) => eb.fn.coalesce('gifts.opened_at', 'orders.created_at').as('granted_at'))
    .where('gifts.opened_at', 'is not', null)
    .where('gifts.claimed_at', 'is', null)
    .where((eb) => {
      if (numbered.length > 0) return eb('gifts.order_id', 'in', numbered);
      return match === null ? eb.lit(true) : eb.or([...namesOf.map(match), matchCode(q)]);
    })
    .execute();
  return rows.map(({ updated_at: changedAt, done_at: returnedAt, ...row }) => ({
    ...row,
    source: 'unclaimed_gift' as const,
    granted_by: null,
    granter_name: null,
    expires_at: null,
    revoked_at: returnedAt ?? (row.order_state === 'refunded' ? changedAt : null),
  }));
}

async function pageOfHoldings(db: Db, request: PageRequest, kind: EntitlementRow['kind']) {
  const { read } = db;
  // Written as a literal, so that the engine uses the partial index of this kind.
  const ofKind = read.selectFrom('entitlements').select('id').where('kind', '=', sql.lit(kind));
  const standing = kind === 'ownership' ? ofKind : ofKind.where('revoked_at', 'is', null);
  const order = { by: ['granted_at', 'id'], direction: 'desc' } as const;
  const numbered = await ordersByNumber(read, request.q);
  if (numbered.length > 0) return readFound(read, standing.where('order_id', 'in', numbered), request, order);
  const match = matchTyped(request.q);
  if (match === null) return readPage(standing, request, order);
  const users = read.selectFrom('users').select('users.id').where(match('users.search_text'));
  const parts = read
    .selectFrom('book_parts')
    .innerJoin('books', 'books.id', 'book_parts.book_id')
    .select('book_parts.id')
    .where((eb) => eb.or([match('book_parts.name_key'), match('books.search_text')]));
  const codedOrders = read
    .selectFrom('orders')
    .select('orders.id')
    .where('discount_code', 'is not', null)
    .where(matchCode(request.q));
  const givenOrders = read
    .selectFrom('gifts')
    .innerJoin('orders', 'orders.id', 'gifts.order_id')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select('gifts.order_id')
    .where(match('users.search_text'));
  const matchingRows = standing.where((eb) =>
    eb.or([
      eb('user_id', 'in', users),
      eb('part_id', 'in', parts),
      eb('order_id', 'in', codedOrders),
      eb('order_id', 'in', givenOrders),
    ]),
  );
  return readFound(read, matchingRows, request, order);
}

/** Condition that an order's discount code contains the typed text, in the form in which codes are stored. */
function matchCode(typed: string | undefined): RawBuilder<boolean> {
  const code = normaliseCode(typed ?? '');
  // Other signs stand in no code, and may be signs of `like`.
  if (!/^[A-Z0-9-]+$/.test(code)) return sql<boolean>`1 = 0`;
  return sql<boolean>`${sql.ref('orders.discount_code')} like ${`%${code}%`}`;
}

const priceColumns = [
  'orders.discount_code',
  'order_items.value',
  'order_items.amount',
  'order_items.discount_percentage',
  'order_items.reduction',
] as const;

/** Columns that a search looks through; all typed words have to stand in one of them. */
const namesOf = ['users.search_text', 'book_parts.name_key', 'books.search_text'];

/** Live entitlements of a user, with early access. */
export async function holdingsOf(connection: Connection, userId: string): Promise<EntitlementRecord[]> {
  return withNames(connection)
    .where('entitlements.user_id', '=', userId)
    .where('entitlements.revoked_at', 'is', null)
    .execute();
}

/** All entitlements of a user, also revoked ones. */
export async function entitlementsOf(connection: Connection, userId: string): Promise<EntitlementRecord[]> {
  return withNames(connection)
    .where('entitlements.user_id', '=', userId)
    .where('entitlements.kind', '=', 'ownership')
    .execute();
}

/** Grants to a user that wait for the proof of the address. */
export async function waitingOf(connection: Connection, userId: string): Promise<EntitlementRecord[]> {
  const rows = await waitingWithNames(connection).where('waiting_grants.user_id', '=', userId).execute();
  return rows.map(toWaitingRecord);
}

/** Waiting grants of one kind, searched by words. */
async function waitingGrants(
  connection: Connection,
  source: 'grant' | 'early_access',
  q: string | undefined,
): Promise<EntitlementRecord[]> {
  // A number finds paid orders only.
  if ((await ordersByNumber(connection, q)).length > 0) return [];
  const match = matchTyped(q);
  const rows = await waitingWithNames(connection)
    .where('waiting_grants.source', '=', source)
    .where((eb) => (match === null ? eb.lit(true) : eb.or(namesOf.map(match))))
    .execute();
  return rows.map(toWaitingRecord);
}

function waitingWithNames(connection: Connection) {
  return connection
    .selectFrom('waiting_grants')
    .innerJoin('users', 'users.id', 'waiting_grants.user_id')
    .innerJoin('book_parts', 'book_parts.id', 'waiting_grants.part_id')
    .innerJoin('books', 'books.id', 'book_parts.book_id')
    .leftJoin('users as granters', 'granters.id', 'waiting_grants.granted_by')
    .select([
      'waiting_grants.user_id',
      'waiting_grants.part_id',
      'waiting_grants.source',
      'waiting_grants.granted_by',
      'waiting_grants.created_at as granted_at',
      'waiting_grants.expires_at',
      'users.name as user_name',
      'users.email as user_email',
      'book_parts.name as part_name',
      'books.id as book_id',
      'books.name as book_name',
      'granters.name as granter_name',
    ])
    .orderBy('waiting_grants.created_at', 'desc')
    .orderBy('waiting_grants.part_id');
}

type WaitingRow = Awaited<ReturnType<ReturnType<typeof waitingWithNames>['execute']>>[number];

function toWaitingRecord(row: WaitingRow): EntitlementRecord {
  return {
    ...row,
    id: `${row.user_id}:${row.part_id}:${row.source}`,
    order_id: null,
    revoked_at: null,
    order_state: null,
    discount_code: null,
    payer_id: null,
    payer_name: null,
    value: null,
    amount: null,
    discount_percentage: null,
    reduction: null,
    waits: true,
  };
}

function withNames(connection: Connection) {
  return connection
    .selectFrom('entitlements')
    .innerJoin('users', 'users.id', 'entitlements.user_id')
    .innerJoin('book_parts', 'book_parts.id', 'entitlements.part_id')
    .innerJoin('books', 'books.id', 'book_parts.book_id')
    .leftJoin('users as granters', 'granters.id', 'entitlements.granted_by')
    .leftJoin('orders', 'orders.id', 'entitlements.order_id')
    .leftJoin('users as payers', 'payers.id', 'orders.user_id')
    .leftJoin('order_items', (join) =>
      join
        .onRef('order_items.order_id', '=', 'entitlements.order_id')
        .onRef('order_items.part_id', '=', 'entitlements.part_id'),
    )
    .select([
      'entitlements.id',
      'entitlements.user_id',
      'entitlements.part_id',
      'entitlements.source',
      'entitlements.order_id',
      'entitlements.granted_by',
      'entitlements.granted_at',
      'entitlements.expires_at',
      'entitlements.revoked_at',
      'users.name as user_name',
      'users.email as user_email',
      'book_parts.name as part_name',
      'books.id as book_id',
      'books.name as book_name',
      'granters.name as granter_name',
      'orders.state as order_state',
      'payers.id as payer_id',
      'payers.name as payer_name',
      ...priceColumns,
    ])
    .orderBy('entitlements.granted_at', 'desc')
    .orderBy('entitlements.id', 'desc');
}

/** The payment that pays for each order; a duplicate that was sent back is left out. */
export async function paymentsOfOrders(
  connection: Connection,
  orderIds: readonly string[],
): Promise<Map<string, PaymentOfOrder>> {
  if (orderIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom('payments')
    .select(['id', 'order_id', 'provider_payment_id', 'status', 'method', 'fee', 'amount'])
    .where('order_id', 'in', orderIds)
    .where('problem', 'is', null)
    .where('status', 'in', ['approved', 'in_mediation', 'refunded', 'charged_back'])
    .orderBy('id')
    .execute();
  // Chooses the paying one of several payments: an earlier one may be refunded or disputed.
  const payingLast = rows.toSorted((a, b) => Number(a.status === 'approved') - Number(b.status === 'approved'));
  return new Map(payingLast.map((row) => [row.order_id ?? '', row]));
}

/** Money of an order that went back; `part_id` is null where no part was named. */
export interface ReturnedMoney {
  readonly order_id: string | null;
  readonly part_id: string | null;
  readonly part_name: string | null;
  readonly amount: number;
}

/** Money returned of the payments that paid for orders; leaves out payments that bought nothing. */
export async function returnedOfOrders(
  connection: Connection,
  orderIds: readonly string[],
): Promise<Map<string | null, ReturnedMoney[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .leftJoin('book_parts', 'book_parts.id', 'refunds.part_id')
    .select(['refunds.order_id', 'refunds.part_id', 'refunds.amount', 'book_parts.name as part_name'])
    .where('refunds.order_id', 'in', [...orderIds])
    .where('refunds.state', 'in', ['done', 'settled'])
    .where('payments.problem', 'is', null)
    .orderBy('refunds.id')
    .execute();
  return Map.groupBy(rows, ({ order_id: id }) => id);
}
