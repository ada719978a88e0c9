import { expressionBuilder } from 'kysely';
import type { Connection } from '../../platform/db/db.ts';
import type { Database } from '../../platform/db/schema.ts';
import { documentsForCopy } from '../accounting/service.ts';
import { giftsForCopy } from '../gifts/service.ts';
import type { ProvedAddress } from '../../platform/proved-address.ts';
import { mailsForCopy } from '../mail/service.ts';
import { mailEventsOf } from '../messages/service.ts';
import { findSubscriber } from '../site/service.ts';
import type { Addresses } from './erase-account.ts';
import { readingRows } from './reading-repository.ts';
import type { PersonalRows, RowsOf } from './texts.ts';

/** The person whose data are read: all rows name the account or one of its addresses. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly created_at: number;
}

type PersonWithAddresses = Person & Addresses;

/** Reads all rows of a person, by kind; never a password, a code, or a link that opens an account. */
export async function rowsOfPerson(connection: Connection, person: PersonWithAddresses): Promise<PersonalRows> {
  return {
    ...(await accountRows(connection, person)),
    ...(await passkeyRows(connection, person.id)),
    ...(await appPasswordRows(connection, person.id)),
    ...(await requestRows(connection, person)),
    ...(await purchaseRows(connection, person)),
    ...(await giftsForCopy(connection, person.id, person.proved)),
    ...(await readingRows(connection, person)),
    ...(await mailRows(connection, person)),
    ...(await messageRows(connection, person)),
    ...(await workRows(connection, person)),
  };
}

/** Makes the list for `in`, which must not be empty: without an address it holds the empty text. */
const inAny = (addresses: readonly ProvedAddress[]): string[] => ['', ...addresses];

/** Reads the passkeys of an account without the keys themselves. */
async function passkeyRows(connection: Connection, id: string): Promise<RowsOf<'passkeys'>> {
  return {
    passkeys: await connection
      .selectFrom('passkeys')
      .select(({ eb }) => [
        'name',
        eb.case().when('backed_up', '=', 1).then('sí').else('no').end().as('backed_up'),
        'created_at',
        'last_used_at',
      ])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .execute(),
  };
}

/** Reads the passwords of an account's reading apps without the hashes. */
async function appPasswordRows(connection: Connection, id: string): Promise<RowsOf<'app_passwords'>> {
  return {
    app_passwords: await connection
      .selectFrom('app_passwords')
      .select(['name', 'created_at', 'last_used_at'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .execute(),
  };
}

async function accountRows(
  connection: Connection,
  { id, email, proved }: PersonWithAddresses,
): Promise<RowsOf<'account' | 'second_factor' | 'sessions' | 'links' | 'recoveries' | 'legal_notices'>> {
  const isProved = proved.some((address) => address === email);
  // Leaves out links and requests by address unless the address is proved: a false claim to an address must not show
  // them.
  const links = await connection
    .selectFrom('account_tokens')
    .select(['purpose', 'email', 'created_at', 'expires_at'])
    .where('user_id', '=', id)
    .execute();
  return {
    account: await connection
      .selectFrom('users')
      .select(({ eb }) => [
        'id',
        'name',
        'email',
        'role',
        'email_verified_at',
        eb.case().when('password_hash', 'is', null).then('no').else('sí').end().as('password'),
        eb.case().when('google_sub', 'is', null).then('no').else('sí').end().as('google'),
        'created_at',
        'updated_at',
        'blocked_at',
        'erase_at',
      ])
      .where('id', '=', id)
      .execute(),
    second_factor: await connection
      .selectFrom('second_factors')
      .select(['created_at', 'confirmed_at'])
      .where('user_id', '=', id)
      .execute(),
    sessions: await connection
      .selectFrom('sessions')
      .select(['created_at', 'last_used_at', 'expires_at', 'revoked_at', 'user_agent', 'address'])
      .where('user_id', '=', id)
      .orderBy('created_at', 'desc')
      .execute(),
    links: links.filter(({ purpose }) => isProved || !['recover', 'invite', 'verify-grant'].includes(purpose)),
    recoveries: await connection
      .selectFrom('recovery_requests')
      .select(['email', 'requested_at'])
      .where('email', 'in', inAny(proved))
      .execute(),
    legal_notices: await connection
      .selectFrom('legal_notices')
      .select(['kind', 'version', 'told_at'])
      .where('user_id', '=', id)
      .orderBy('told_at')
      .execute(),
  };
}

async function requestRows(
  connection: Connection,
  { id }: Pick<Person, 'id'>,
): Promise<RowsOf<'former_addresses' | 'data_requests'>> {
  return {
    former_addresses: await connection
      .selectFrom('former_addresses')
      .select(['email', 'left_at'])
      .where('user_id', '=', id)
      .execute(),
    data_requests: await connection
      .selectFrom('data_requests')
      .select(['kind', 'channel', 'person', 'note', 'state', 'outcome', 'asked_at', 'due_at', 'done_at'])
      .where('user_id', '=', id)
      .orderBy('asked_at', 'desc')
      .execute(),
  };
}

/** Reads the consents of a person, and the notices to the person, that are in force; times as epoch milliseconds. */
export async function consentsInForce(
  connection: Connection,
  { id, address }: { readonly id: string; readonly address: ProvedAddress | null },
) {
  const none = { book_id: null, book_name: null, version: null };
  // Leaves out consents under an address that the account has not proved: its owner gave them.
  const subscriber = address === null ? undefined : await findSubscriber(connection, address);
  const follows = await connection
    .selectFrom('follows')
    .innerJoin('books', 'books.id', 'follows.book_id')
    .select(['books.id', 'books.name', 'confirmed_at', 'follows.created_at'])
    .where('subscriber_id', '=', subscriber?.id ?? '')
    .where('state', '=', 'confirmed')
    .orderBy('books.name')
    .execute();
  const documents = await connection
    .selectFrom('legal_notices')
    .select(['kind', 'version', 'told_at'])
    .where('user_id', '=', id)
    .orderBy('kind')
    .execute();
  const acknowledged = await connection
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .innerJoin('book_parts', 'book_parts.id', 'order_items.part_id')
    .innerJoin('books', 'books.id', 'book_parts.book_id')
    .select(['books.id', 'books.name', 'withdrawal_acknowledged_at'])
    // The buyer acknowledged all parts of one book in one order at once.
    .distinct()
    .where('user_id', '=', id)
    .where('withdrawal_acknowledged_at', 'is not', null)
    .where('paid_at', 'is not', null)
    .orderBy('withdrawal_acknowledged_at', 'desc')
    .execute();
  const isNews = subscriber?.state === 'confirmed';
  return [
    ...(isNews ? [{ ...none, kind: 'news' as const, at: subscriber.confirmed_at ?? subscriber.created_at }] : []),
    ...follows.map((row) => ({
      ...none,
      kind: 'follow' as const,
      book_id: row.id,
      book_name: row.name,
      at: row.confirmed_at ?? row.created_at,
    })),
    ...documents.map(({ kind, version, told_at: at }) => ({
      ...none,
      kind: kind === 'terms' ? ('terms' as const) : ('privacy' as const),
      version,
      at,
    })),
    ...acknowledged.map((row) => ({
      ...none,
      kind: 'withdrawal' as const,
      book_id: row.id,
      book_name: row.name,
      at: row.withdrawal_acknowledged_at ?? 0,
    })),
  ];
}

/** Counts the owned parts and highlights that an account would lose. */
export async function countOwned(
  connection: Connection,
  userId: string,
): Promise<{ parts: number; highlights: number }> {
  const { parts } = await connection
    .selectFrom('entitlements')
    .select((eb) => eb.fn.countAll<number>().as('parts'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'ownership')
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  const { highlights } = await connection
    .selectFrom('annotations')
    .select((eb) => eb.fn.countAll<number>().as('highlights'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { parts, highlights };
}

async function purchaseRows(
  connection: Connection,
  { id }: Pick<Person, 'id'>,
): Promise<RowsOf<'orders' | 'order_items' | 'pocket' | 'payments' | 'refunds' | 'tax_documents' | 'entitlements'>> {
  const orders = connection.selectFrom('orders').select('id').where('user_id', '=', id);
  return {
    orders: await connection
      .selectFrom('orders')
      .select(['id', 'state', 'total', 'discount_code', 'created_at'])
      .select(['withdrawal_acknowledged_at', 'paid_at', 'expires_at'])
      .where('user_id', '=', id)
      .orderBy('created_at', 'desc')
      .execute(),
    ...(await partRows(connection, id)),
    payments: await connection
      .selectFrom('payments')
      .select([
        'order_id',
        'provider',
        'provider_payment_id',
        'status',
        'amount',
        'refunded_amount',
        'currency',
        'method',
        'created_at',
        'updated_at',
      ])
      .where('order_id', 'in', orders)
      .orderBy('created_at', 'desc')
      .execute(),
    refunds: await connection
      .selectFrom('refunds')
      .leftJoin('book_parts', 'book_parts.id', 'refunds.part_id')
      .select(['order_id', 'book_parts.name as part', 'amount', 'reason', 'state', 'refunds.created_at', 'done_at'])
      .where('order_id', 'in', orders)
      .orderBy('refunds.created_at', 'desc')
      .execute(),
    tax_documents: await documentsForCopy(connection, id),
    entitlements: await connection
      .selectFrom('entitlements')
      .innerJoin('book_parts', 'book_parts.id', 'entitlements.part_id')
      .select(['book_parts.name as part', 'kind', 'source', 'granted_at', 'expires_at', 'revoked_at', 'revoke_reason'])
      .where('user_id', '=', id)
      .orderBy('granted_at', 'desc')
      .execute(),
  };
}

/** Reads the parts of orders, and those in the pocket. */
async function partRows(connection: Connection, id: string): Promise<RowsOf<'order_items' | 'pocket'>> {
  const orders = connection.selectFrom('orders').select('id').where('user_id', '=', id);
  return {
    order_items: await connection
      .selectFrom('order_items')
      .innerJoin('book_parts', 'book_parts.id', 'order_items.part_id')
      .innerJoin('books', 'books.id', 'book_parts.book_id')
      .select([
        'order_id',
        'books.name as book',
        'book_parts.name as part',
        'order_items.value',
        'discount_percentage',
        'amount',
      ])
      .where('order_id', 'in', orders)
      .orderBy('order_id', 'desc')
      .orderBy('order_items.position')
      .execute(),
    pocket: await connection
      .selectFrom('pocket_items')
      .innerJoin('book_parts', 'book_parts.id', 'pocket_items.part_id')
      .innerJoin('books', 'books.id', 'book_parts.book_id')
      .select(['books.name as book', 'book_parts.name as part', 'added_at', 'price'])
      .where('user_id', '=', id)
      .orderBy('added_at')
      .execute(),
  };
}

async function mailRows(
  connection: Connection,
  person: PersonWithAddresses,
): Promise<RowsOf<'mails' | 'mailing_list' | 'consents' | 'follows' | 'release_notices' | 'announcements'>> {
  const proved = inAny(person.proved);
  const subscriber = connection.selectFrom('mailing_list').select('id').where('email', 'in', proved);
  return {
    // Reads the mails without their texts, because links in them open the account.
    mails: await mailsForCopy(connection, {
      ...person,
      events: await mailEventsOf(connection, person.id, person.proved),
    }),
    mailing_list: await connection
      .selectFrom('mailing_list')
      .select(['email', 'state', 'created_at', 'confirmed_at', 'refused_at'])
      .where('email', 'in', proved)
      .execute(),
    consents: await connection
      .selectFrom('consent_records')
      .leftJoin('books', 'books.id', 'consent_records.book_id')
      .select(['consent_records.email', 'action', 'method', 'text_version', 'books.name as book', 'at'])
      .where((eb) => eb.or([eb('subscriber_id', 'in', subscriber), eb('consent_records.email', 'in', proved)]))
      .orderBy('at')
      .execute(),
    follows: await connection
      .selectFrom('follows')
      .innerJoin('books', 'books.id', 'follows.book_id')
      .select(['books.name as book', 'state', 'follows.created_at', 'confirmed_at'])
      .where('subscriber_id', 'in', subscriber)
      .execute(),
    release_notices: await connection
      .selectFrom('release_notices')
      .innerJoin('book_parts', 'book_parts.id', 'release_notices.part_id')
      .select(['book_parts.name as part', 'release_notices.created_at'])
      .where('subscriber_id', 'in', subscriber)
      .execute(),
    announcements: await connection
      .selectFrom('announcement_deliveries')
      .innerJoin('announcements', 'announcements.id', 'announcement_deliveries.announcement_id')
      .select(['subject', 'announcement_deliveries.state', 'started_at'])
      .where('subscriber_id', 'in', subscriber)
      .execute(),
  };
}

async function messageRows(
  connection: Connection,
  { id, proved }: PersonWithAddresses,
): Promise<RowsOf<'messages' | 'visitor_messages'>> {
  const all = connection
    .selectFrom('messages')
    .innerJoin('message_threads', 'message_threads.id', 'messages.thread_id')
    .orderBy('messages.created_at')
    .orderBy('messages.id');
  // Puts the state of a thread into words here: the copy's words for the same codes are those of payments.
  const state = expressionBuilder<Database, 'message_threads'>()
    .case()
    .when('state', '=', 'open')
    .then('esperando respuesta')
    .when('state', '=', 'answered')
    .then('respondida')
    .else('terminada')
    .end()
    .as('state');
  return {
    messages: await all
      .select(({ eb }) => [
        'thread_id',
        'order_id',
        state,
        eb.case().when('side', '=', 'reader').then('tú').else('la tienda').end().as('by'),
        'body',
        'messages.created_at',
        'read_at',
      ])
      .where('user_id', '=', id)
      .execute(),
    // Leaves out messages of visitors unless the address is proved: a false claim to an address must not show them.
    visitor_messages:
      proved.length === 0
        ? []
        : await all
            .select(({ eb }) => [
              'thread_id',
              'visitor_name',
              'visitor_email',
              state,
              eb.case().when('side', '=', 'reader').then('con tu correo').else('la tienda').end().as('by'),
              'body',
              'messages.created_at',
            ])
            .where('visitor_email', 'in', proved)
            .execute(),
  };
}

async function workRows(connection: Connection, { id }: Person): Promise<RowsOf<'writes' | 'audit'>> {
  return {
    writes: await connection
      .selectFrom('book_writers')
      .innerJoin('books', 'books.id', 'book_writers.book_id')
      .select(['books.name as book'])
      .where('user_id', '=', id)
      .execute(),
    // Actions of admins on the account, without the admins' names.
    audit: await connection
      .selectFrom('audit_log')
      .select(({ eb }) => [
        'at',
        'action',
        eb.case().when('actor_id', '=', id).then('tú').else('la tienda').end().as('by'),
      ])
      .where((eb) => eb.or([eb('actor_id', '=', id), eb('subject', '=', id)]))
      .orderBy('at', 'desc')
      .execute(),
  };
}
