import { eraseCounters, erasePayers, eraseRows } from '../../platform/db/erase-rows.ts';
import type { Connection, Tx } from '../../platform/db/db.ts';
import { type ProvedAddress, provedAddressOf } from '../../platform/proved-address.ts';
import { addressKey } from '../../platform/http/rate-limiter.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { UserRow } from '../../platform/db/tables/accounts.ts';
import { dropReasons, recordAudit } from '../audit/service.ts';
import { findUserBy, formerAddresses, insertUser, sessionAddresses, updateUser } from '../auth/service.ts';
import { eraseFromGifts, giftEvent, giftIdsOf } from '../gifts/service.ts';
import { eraseReasons } from '../refunds/service.ts';
import { deleteGiven } from '../entitlements/service.ts';
import {
  deleteMails,
  deleteMailsOfAccount,
  deleteMailsTo,
  mailIdsAbout,
  mailIdsOfAccount,
  mailIdsTo,
} from '../mail/service.ts';
import { deleteThreads, mailEventsOf } from '../messages/service.ts';
import { forgetUnknown, subscriberIds } from '../site/service.ts';
import * as requests from './request-repository.ts';
import { personTexts } from './texts.ts';

/**
 * How a column may name a person: by the account's id; by any address of the account; by an address that it proved; by
 * the id of such an address on the mailing list.
 */
interface Names {
  readonly account: readonly string[];
  readonly address: readonly string[];
  readonly proved: readonly ProvedAddress[];
  readonly subscriber: readonly string[];
}

type Fate =
  /** Deletes the rows that name the person in any of these columns. */
  | { readonly erased: Readonly<Record<string, keyof Names>> }
  /**
   * The service that owns the table deletes its rows or removes the person from them; {@link eraseAccount} calls it.
   */
  | { readonly byOwner: string }
  /** Removes the payer's data from the rows' bodies, by this key. */
  | { readonly payersErased: string }
  /** Keeps the rows; the account's id in them leads to a row without personal data. */
  | { readonly keptWithoutName: string }
  | { readonly impersonal: string };

const shops: Fate = { impersonal: 'of the shop' };
const servers: Fate = { impersonal: 'of the server' };
const ofAccount: Fate = { erased: { user_id: 'account' } };

/** Treatment of each table's rows when a person is erased. A new table without an entry does not compile. */
export const fates = {
  users: { byOwner: 'stays as a number without a person: purchases name it, and no backup brings the person back' },
  sessions: ofAccount,
  second_factors: ofAccount,
  recovery_codes: ofAccount,
  passkeys: ofAccount,
  app_passwords: ofAccount,
  account_tokens: { erased: { user_id: 'account', email: 'proved' } },
  recovery_requests: { erased: { email: 'proved' } },
  entry_codes: { erased: { email: 'proved' } },
  former_addresses: ofAccount,
  data_requests: { byOwner: 'stays as proof of what was asked and done, without who' },
  orders: { keptWithoutName: 'tax law' },
  order_items: { keptWithoutName: 'tax law' },
  gifts: { byOwner: 'what was paid for can be claimed; the names, addresses and words of and for the person go' },
  payments: { keptWithoutName: 'tax law' },
  money_movements: { keptWithoutName: 'tax law' },
  tax_documents: { keptWithoutName: 'tax law; a boleta to a consumer names no person' },
  refunds: { byOwner: 'stay for tax law, without what somebody wrote as their reason' },
  entitlements: { byOwner: 'what was bought stays: without it the payment would look as if it had to go back' },
  waiting_grants: ofAccount,
  deliveries: ofAccount,
  early_readings: ofAccount,
  ex_libris_numbers: ofAccount,
  part_exports: { keptWithoutName: 'how often a part was taken' },
  reading_positions: ofAccount,
  finished_parts: ofAccount,
  position_anchors: ofAccount,
  reader_settings: ofAccount,
  annotations: ofAccount,
  bookmarks: ofAccount,
  annotation_anchors: ofAccount,
  reader_revisions: ofAccount,
  reader_changes: ofAccount,
  anchor_queue: ofAccount,
  applied_mutations: ofAccount,
  mails: { byOwner: 'with the files of mails that were sent' },
  audit_log: { byOwner: 'stays: it names by numbers, and what somebody wrote as a reason goes' },
  mailing_list: { erased: { email: 'proved' } },
  consent_records: { erased: { email: 'proved', subscriber_id: 'subscriber' } },
  follows: { erased: { user_id: 'account', subscriber_id: 'subscriber' } },
  release_notices: { erased: { subscriber_id: 'subscriber' } },
  announcement_deliveries: { erased: { subscriber_id: 'subscriber' } },
  legal_notices: ofAccount,
  message_threads: { byOwner: 'with what was written in them, on both sides, and the mails that told of it' },
  messages: { byOwner: 'with their threads' },
  pocket_items: ofAccount,
  book_writers: ofAccount,
  rate_counters: { byOwner: 'their keys may hold an address' },
  sandbox_preferences: { payersErased: 'id' },
  sandbox_payments: { payersErased: 'id' },
  sandbox_refunds: { impersonal: 'names payments' },
  sandbox_settings: { impersonal: 'of the stand-in for the payment provider' },
  captcha_used: { impersonal: 'names no person' },
  google_nonces_used: { impersonal: 'names no person' },
  passkey_challenges_used: { impersonal: 'names no person' },
  page_views: { impersonal: 'the salt of the hashes is thrown away' },
  analytics_salts: { impersonal: 'names no person' },
  payment_notices: { impersonal: 'names payments' },
  editions: { keptWithoutName: 'the number of who uploaded a book' },
  page_reviews: { keptWithoutName: 'the number of who walked through the pages' },
  discount_codes: { impersonal: 'of the shop; how often they were used is counted by orders, which stay' },
  accountant_links: { impersonal: 'of the shop; who made one stands in the log by a number' },
  announcements: { keptWithoutName: 'the number of who wrote to many' },
  images: shops,
  books: shops,
  book_quotes: shops,
  book_parts: { keptWithoutName: 'the number of who asked for a longer beginning' },
  part_recalls: { keptWithoutName: 'the number of who recalled a part' },
  edition_resources: shops,
  samples: shops,
  sample_resources: shops,
  file_claims: shops,
  file_deletions: shops,
  provider_faults: shops,
  tax_numbers_given: shops,
  releases: shops,
  mail_pauses: shops,
  shop_sections: shops,
  legal_documents: shops,
  setup_results: shops,
  maintenance_runs: shops,
  backup_runs: shops,
  kept_backups: shops,
  backup_facts: shops,
  leases: servers,
  processes: servers,
  job_runs: servers,
  alerts: servers,
  shared_builds: servers,
  data_epochs: servers,
} satisfies Readonly<Record<keyof Database, Fate>>;

/** Finds the mails of an account, whose copies outside the outbox are deleted too. */
export async function mailsOfAccount(connection: Connection, id: string): Promise<string[]> {
  const user = await findUserBy(connection, 'id', id);
  if (!user) return [];
  const { proved } = await addressesOf(connection, user);
  return [
    ...(await mailIdsTo(connection, proved)),
    ...(user.email_verified_at === null ? await mailIdsOfAccount(connection, user) : []),
    ...(await mailsAboutMessages(connection, id, proved)),
    ...(await mailsAboutGifts(connection, id)),
  ];
}

/**
 * Erases a person in the caller's transaction; rows that tax law requires stay without a name. A repetition changes
 * nothing.
 * @returns ids of the mails that were in the outbox, for copies outside of it
 */
export async function eraseAccount(tx: Tx, id: string, now: number): Promise<string[]> {
  const user = await findUserBy(tx, 'id', id);
  if (!user || user.erased_at !== null) return [];
  const names = await namesOf(tx, user);
  const networks = (await sessionAddresses(tx, id)).map(addressKey);
  const mails: string[] = [];
  for (const address of names.proved) mails.push(...(await deleteMailsTo(tx, address)));
  if (user.email_verified_at === null) mails.push(...(await deleteMailsOfAccount(tx, user)));
  const mailsToOthers = [...(await mailsAboutMessages(tx, id, names.proved)), ...(await mailsAboutGifts(tx, id))];
  await eraseFromGifts(tx, { userId: id, addresses: names.proved });
  await deleteMails(tx, mailsToOthers);
  mails.push(...mailsToOthers);
  await deleteThreads(tx, id, names.proved);
  await deleteGiven(tx, id);
  const subjects = await eraseReasons(tx, id);
  await dropReasons(tx, subjects);
  await requests.closeErased(tx, { userId: id, addresses: names.proved }, now);
  await updateUser(tx, id, erasedUser(user, now));
  for (const [table, fate] of Object.entries(fates) as [keyof Database, Fate][]) {
    if ('payersErased' in fate) await erasePayers(tx, table, { key: fate.payersErased, words: names.address });
    if (!('erased' in fate)) continue;
    for (const [column, what] of Object.entries(fate.erased)) await eraseRows(tx, table, column, names[what]);
  }
  if (user.email_verified_at === null) await forgetUnknown(tx, user.email);
  await eraseCounters(tx, [id, ...names.address, ...networks]);
  await recordAudit(tx, { actorId: null, action: 'account.erased', subject: id }, now);
  return mails;
}

/**
 * Erases a person again after a restored backup brought the person back. An unknown person is noted, because a later
 * backup may hold them.
 * @param erasedAt when the person was erased, epoch milliseconds
 */
export async function eraseAgain(tx: Tx, id: string, erasedAt: number): Promise<void> {
  if (await findUserBy(tx, 'id', id)) await eraseAccount(tx, id, erasedAt);
  else await insertUser(tx, { id, created_at: erasedAt, ...erasedUser({ id, deleted_at: null }, erasedAt) });
}

/** Addresses under which rows may name an account: its own, and the former ones that it proved. */
export interface Addresses {
  readonly address: readonly string[];
  /** The proved ones among them; the account's own address is missing while it is not proved. */
  readonly proved: readonly ProvedAddress[];
}

/** @returns the addresses of an account, without former ones that another account has today */
export async function addressesOf(
  connection: Connection,
  user: Pick<UserRow, 'id' | 'email' | 'email_verified_at'>,
): Promise<Addresses> {
  const former = await formerAddresses(connection, user.id);
  // An account with a foreign address must not erase the data of that address's owner.
  const own = provedAddressOf(user);
  return { address: [user.email, ...former], proved: own === null ? former : [own, ...former] };
}

async function namesOf(tx: Tx, user: UserRow): Promise<Names> {
  const { address, proved } = await addressesOf(tx, user);
  return { account: [user.id], address, proved, subscriber: await subscriberIds(tx, proved) };
}

/** Finds the mails that told the shop of a person's messages. */
async function mailsAboutMessages(
  connection: Connection,
  id: string,
  proved: readonly ProvedAddress[],
): Promise<string[]> {
  return mailIdsAbout(connection, await mailEventsOf(connection, id, proved));
}

/**
 * Finds the mails with gifts of this person. One that is still tried is kept, because the recipient has to get it: the
 * sweep of gifts deletes it then.
 */
async function mailsAboutGifts(connection: Connection, id: string): Promise<string[]> {
  return mailIdsAbout(connection, (await giftIdsOf(connection, id)).map(giftEvent), { done: true });
}

/** Makes the row that stays of an account: an id and no personal data. */
function erasedUser(
  { id, deleted_at }: Pick<UserRow, 'id' | 'deleted_at'>,
  now: number,
): Omit<UserRow, 'id' | 'created_at'> {
  return {
    name: personTexts.erased,
    // Stores no real address, so that no mail is sent and the person's address is free again.
    email: `cuenta-borrada-${id}`,
    password_hash: null,
    google_sub: null,
    role: 'reader',
    email_verified_at: null,
    updated_at: now,
    deleted_at: deleted_at ?? now,
    erase_at: null,
    erased_at: now,
    blocked_at: null,
    sort_key: '',
    search_text: '',
  };
}
