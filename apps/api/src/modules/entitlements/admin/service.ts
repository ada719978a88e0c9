import { toIso } from '../../../platform/to-iso.ts';
import { email as emailForm } from '@cuentos/contract/account-fields';
import type { EarlyAccessOutcome, Entitlement } from '@cuentos/contract/entitlements';
import type { Connection, Db, Tx } from '../../../platform/db/db.ts';
import type { UserRow } from '../../../platform/db/tables/accounts.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Page, PageRequest } from '../../../platform/http/paging.ts';
import type { Clock } from '../../../ports/clock.ts';
import { recordAudit } from '../../audit/service.ts';
import {
  findLiveUser,
  findUserBy,
  insertUser,
  isAddressKept,
  makeInvitation,
  newUser,
  type VerificationService,
} from '../../auth/service.ts';
import { findPart } from '../../books/service.ts';
import { giveOfShop, takeBack } from '../service.ts';
import {
  earlyAccessMail,
  type GivenPart,
  grantWaitingMail,
  type MailContent,
  type MailSender,
  partGrantedMail,
  queueMail,
} from '../../mail/service.ts';
import { purchasesCsv } from './purchases-csv.ts';
import * as repository from './repository.ts';
import { grantTexts as t } from './texts.ts';

/** Name shown as granter of parts from the demonstration shop or an import. */
const SYSTEM = 'sistema';

/** Most rows of a file, which SQLite asks for by their ids in one statement; a search leaves fewer. */
const LONGEST_FILE = 20_000;

export type AdminEntitlementService = ReturnType<typeof createAdminEntitlementService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly from: MailSender;
  readonly verification: Pick<VerificationService, 'makeLink'>;
}

/** Use cases of admins: list, grant and revoke entitlements. */
export function createAdminEntitlementService(deps: Deps) {
  const { db, clock } = deps;
  const present = async (rows: readonly repository.EntitlementRecord[]) => presentRows(db.read, rows);
  return {
    /** 'Purchases', newest first. */
    async list(page: PageRequest): Promise<Page<Entitlement>> {
      const { rows, total } = await repository.listEntitlements(db, page, 'ownership');
      return { rows: await present(rows), total };
    },
    /** The purchases that a search finds, as a file; where they are too many for one the latest, and a line that says so. */
    csv: async (actor: Caller, q: string | undefined) => exportPurchases(deps, actor, q),
    /**
     * Early access of readers, newest first, with what has run out and is not revoked, and what waits for a proved
     * address.
     */
    async listEarlyAccess(page: PageRequest): Promise<Page<Entitlement>> {
      const { rows, total } = await repository.listEntitlements(db, page, 'early_access');
      return { rows: await present(rows), total };
    },
    /** Everything that a user bought or was granted. */
    async ofUser(userId: string): Promise<Entitlement[]> {
      const waitingGrants = (await repository.waitingOf(db.read, userId)).filter(({ source }) => source === 'grant');
      return present([...waitingGrants, ...(await repository.entitlementsOf(db.read, userId))]);
    },
    /** Lists the parts that a user holds now, including early access. @throws {AppError} user_not_found */
    async holdings(userId: string): Promise<Entitlement[]> {
      await requireUser(db, userId);
      const waitingGrants = await repository.waitingOf(db.read, userId);
      return present([...waitingGrants, ...(await repository.holdingsOf(db.read, userId))]);
    },
    /**
     * Gives a part for good; no sale in figures. An account with an unproved address gets it once the address is proved.
     * @returns whether it waits for that
     * @throws {AppError} user_not_found, part_not_found, already_owned
     */
    grant: async (actor: Caller, gift: Gift) => giveForGood(deps, actor, gift),
    /** Revokes a grant of an admin, but never a purchase or a free part. @throws {AppError} grant_not_found */
    revokeGrant: async (actor: Caller, userId: string, partId: string) =>
      revoke({ db, clock }, actor, { userId, partId, source: 'grant' }),
    /**
     * @returns whether it waits for a proof of the address
     * @throws {AppError} user_not_found, part_not_found, invalid_request when the end lies in the past
     */
    grantEarlyAccess: async (actor: Caller, access: EarlyAccess) => letReadEarly(deps, actor, access),
    /**
     * Early access for several addresses at once, and for an account; an address without an account gets one, and a link
     * to choose a password. One transaction: if one address fails, none gets access.
     * @throws {AppError} user_not_found, part_not_found, email_taken, invalid_request for addresses that are none, and an
     * end in the past
     */
    inviteEarly: async (actor: Caller, invitation: Invitation) => inviteEarly(deps, actor, invitation),
    /** @throws {AppError} early_access_not_found */
    revokeEarlyAccess: async (actor: Caller, userId: string, partId: string) =>
      revoke({ db, clock }, actor, { userId, partId, source: 'early_access' }),
  };
}

async function presentRows(
  connection: Connection,
  rows: readonly repository.EntitlementRecord[],
): Promise<Entitlement[]> {
  const orders = rows.map((row) => row.order_id).filter((id) => id !== null);
  const payments = await repository.paymentsOfOrders(connection, orders);
  const returned = await repository.returnedOfOrders(connection, orders);
  return rows.map((row) => presentEntitlement(row, payments.get(row.order_id ?? ''), returned.get(row.order_id) ?? []));
}

async function exportPurchases({ db, clock }: Deps, { userId: actorId }: Caller, q: string | undefined) {
  const request = { offset: 0, limit: LONGEST_FILE, ...(q === undefined ? {} : { q }) };
  const { rows, total } = await repository.listEntitlements(db, request, 'ownership');
  const entry = { actorId, action: 'purchases.exported', subject: actorId, detail: { rows: rows.length } } as const;
  await db.withTx(async (tx) => recordAudit(tx, entry, clock.now()));
  return purchasesCsv(await presentRows(db.read, rows), total - rows.length);
}

async function requireUser(db: Db, userId: string): Promise<UserRow> {
  const user = await findLiveUser(db.read, userId);
  if (!user) throw new AppError('user_not_found');
  return user;
}

/** A part that left the shop cannot be given any more. */
async function requirePart(db: Db, partId: string): Promise<GivenPart & { readonly releaseAt: number }> {
  const partWithBook = await findPart(db.read, partId);
  if (!partWithBook || partWithBook.part.is_active !== 1 || partWithBook.book.is_active !== 1)
    throw new AppError('part_not_found');
  const { part, book } = partWithBook;
  return { bookId: book.id, bookName: book.name, partName: part.name, releaseAt: part.release_at };
}

/** A part for good. */
export interface Gift {
  readonly userId: string;
  readonly partId: string;
  /** Whether to mail the person. */
  readonly notify: boolean;
}

type Tools = Pick<Deps, 'db' | 'clock' | 'from' | 'verification'>;

async function giveForGood(tools: Tools, actor: Caller, { userId, partId, notify }: Gift): Promise<boolean> {
  const { db, clock, from } = tools;
  await requireUser(db, userId);
  const part = await requirePart(db, partId);
  const now = clock.now();
  const { userId: actorId } = actor;
  return db.withTx(async (tx) => {
    // Reads the user inside the transaction: the address may have been proved or changed since.
    const user = await requireUserIn(tx, userId);
    const gift = { user, partId, source: 'grant', grantedBy: actorId, expiresAt: null } as const;
    const outcome = await giveOfShop(tx, gift, now);
    if (outcome === 'owned') {
      throw new AppError('already_owned', { detail: t.owned });
    }
    await recordAudit(tx, { actorId, action: 'part.granted', subject: partId, detail: { user: userId } }, now);
    const waits = outcome === 'waiting';
    if (!notify) return waits;
    const content = waits
      ? await waitingMail(tx, tools, { user, part, until: null, isEarly: false }, now)
      : partGrantedMail({ from, name: user.name, part, releaseAt: part.releaseAt > now ? part.releaseAt : null });
    await queueMail(tx, user.email, `granted:${userId}:${partId}:${now}`, content, now);
    return waits;
  });
}

interface NewWaitingGrant {
  readonly user: UserRow;
  readonly part: GivenPart;
  readonly until: number | null;
  readonly isEarly: boolean;
}

/** The mail about a grant that waits, with the link that proves the address. */
async function waitingMail(
  tx: Tx,
  { from, verification }: Tools,
  { user, ...given }: NewWaitingGrant,
  now: number,
): Promise<MailContent> {
  return grantWaitingMail({ from, name: user.name, ...given, token: await verification.makeLink(tx, user, now) });
}

async function requireUserIn(tx: Tx, userId: string): Promise<UserRow> {
  const user = await findLiveUser(tx, userId);
  if (!user) throw new AppError('user_not_found');
  return user;
}

/** Reading a part before others. */
export interface EarlyAccess extends Gift {
  /** Epoch milliseconds; null for no end. */
  readonly expiresAt: number | null;
}

function refusePast(expiresAt: number | null, now: number): void {
  if (expiresAt === null || expiresAt > now) return;
  throw new AppError('invalid_request', { fields: { expires_at: t.notInFuture } });
}

async function letReadEarly(tools: Tools, actor: Caller, access: EarlyAccess): Promise<boolean> {
  const { db, clock } = tools;
  const now = clock.now();
  refusePast(access.expiresAt, now);
  await requireUser(db, access.userId);
  const part = await requirePart(db, access.partId);
  return db.withTx(async (tx) => {
    const user = await requireUserIn(tx, access.userId);
    return giveEarly(tx, tools, { actor, access, user, part, token: null }, now);
  });
}

interface EarlyAccessGrant {
  readonly actor: Caller;
  readonly access: EarlyAccess;
  readonly user: UserRow;
  readonly part: GivenPart;
  /** Token of the invitation, for an account that is made here. */
  readonly token: string | null;
}

/** @returns whether it waits for a proof of the address */
async function giveEarly(
  tx: Tx,
  tools: Tools,
  { actor, access, user, part, token }: EarlyAccessGrant,
  now: number,
): Promise<boolean> {
  const { partId, expiresAt, notify } = access;
  const { from } = tools;
  const detail = { user: user.id, expires_at: expiresAt };
  const gift = { user, partId, source: 'early_access', grantedBy: actor.userId, expiresAt } as const;
  const waits = (await giveOfShop(tx, gift, now)) === 'waiting';
  await recordAudit(tx, { actorId: actor.userId, action: 'early_access.given', subject: partId, detail }, now);
  if (!notify) return waits;
  // The link of an invitation proves the address too, and lets its reader choose a password.
  const content =
    waits && token === null
      ? await waitingMail(tx, tools, { user, part, until: expiresAt, isEarly: true }, now)
      : earlyAccessMail({ from, name: user.name, part, until: expiresAt, token });
  await queueMail(tx, user.email, `early-access:${user.id}:${partId}:${now}`, content, now);
  return waits;
}

/** Early access for several addresses. */
export interface Invitation extends Omit<EarlyAccess, 'userId'> {
  /** An account that gets it with them; null for none. */
  readonly userId: string | null;
  readonly emails: readonly string[];
}

async function inviteEarly(
  tools: Tools,
  actor: Caller,
  { emails, userId, ...rest }: Invitation,
): Promise<EarlyAccessOutcome[]> {
  const { db, clock } = tools;
  const now = clock.now();
  refusePast(rest.expiresAt, now);
  const part = await requirePart(db, rest.partId);
  const addresses = new Set(addressesOf(emails));
  return db.withTx(async (tx) => {
    const outcomes: EarlyAccessOutcome[] = [];
    const account = userId === null ? null : await requireUserIn(tx, userId);
    for (const address of account === null ? addresses : new Set([account.email, ...addresses])) {
      const existingUser = await findUserBy(tx, 'email', address);
      if (existingUser && existingUser.deleted_at !== null) {
        outcomes.push({ email: address, outcome: 'deleted' });
        continue;
      }
      if (!existingUser && (await isAddressKept(tx, address, now))) throw keptAddress(address);
      const user = existingUser ?? (await addInvited(tx, actor, address, now));
      // Makes no link when no mail is sent: the reader asks for a password as for a forgotten one.
      const isInvited = user.password_hash === null && user.email_verified_at === null;
      const token = isInvited && rest.notify ? await makeInvitation(tx, user, now) : null;
      const giving = { actor, access: { ...rest, userId: user.id }, user, part, token };
      const waits = await giveEarly(tx, tools, giving, now);
      outcomes.push({ email: address, outcome: existingUser ? (waits ? 'waiting' : 'given') : 'invited' });
    }
    return outcomes;
  });
}

const keptAddress = (address: string): AppError =>
  new AppError('email_taken', {
    detail: t.emailMoved(address),
  });

/** @throws {AppError} invalid_request that names the invalid addresses */
function addressesOf(typed: readonly string[]): string[] {
  const read = typed.map((text) => ({ text, address: emailForm.safeParse(text) }));
  const wrong = read.filter(({ address }) => !address.success).map(({ text }) => text.trim());
  if (wrong.length > 0) {
    throw new AppError('invalid_request', { fields: { emails: `Revisa estos correos: ${wrong.join(', ')}.` } });
  }
  return read.flatMap(({ address }) => (address.success ? [address.data] : []));
}

const SHORTEST_NAME = 3;

/** Makes an account for an address without one. Its name is guessed from the address, and its owner may change it. */
async function addInvited(tx: Tx, actor: Caller, email: string, now: number): Promise<UserRow> {
  const guess = (email.split('@')[0] ?? '').replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
  const name = guess.length >= SHORTEST_NAME ? guess : email;
  const user = await newUser({ name, email, password: null, role: 'reader' }, now);
  await insertUser(tx, user);
  await recordAudit(tx, { actorId: actor.userId, action: 'user.invited', subject: user.id }, now);
  return user;
}

interface NewEntitlement {
  readonly userId: string;
  readonly partId: string;
  readonly source: 'early_access' | 'grant';
}

const revocations = {
  early_access: { action: 'early_access.taken', missing: 'early_access_not_found' },
  grant: { action: 'part.grant_revoked', missing: 'grant_not_found' },
} as const;

async function revoke(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId: actorId }: Caller,
  gift: NewEntitlement,
): Promise<void> {
  const now = clock.now();
  const { userId, partId, source } = gift;
  const { action, missing } = revocations[source];
  await db.withTx(async (tx) => {
    if (!(await takeBack(tx, gift, now))) throw new AppError(missing);
    await recordAudit(tx, { actorId, action, subject: partId, detail: { user: userId } }, now);
  });
}

function presentEntitlement(
  row: repository.EntitlementRecord,
  payment: repository.PaymentOfOrder | undefined,
  returned: readonly repository.ReturnedMoney[],
): Entitlement {
  const info = presentOrigin(row, payment);
  return {
    id: row.id,
    user_id: row.user_id,
    user_name: row.user_name,
    user_email: row.user_email,
    book_id: row.book_id,
    book_part_id: row.part_id,
    book_name: row.book_name,
    book_part_name: row.part_name,
    purchase_date: toIso(row.granted_at),
    ...(info ? { purchase_info: info } : {}),
    source: row.source,
    order_id: row.order_id,
    order_state: row.order_state,
    amount: row.amount,
    value: row.value,
    code: codeOf(row),
    giver: row.source === 'gift' && row.payer_id !== null ? { id: row.payer_id, name: row.payer_name ?? '' } : null,
    returned: returned.map(({ part_id, part_name, amount }) => ({
      book_part_id: part_id,
      book_part_name: part_name,
      amount,
    })),
    expires_at: toIso(row.expires_at),
    revoked_at: toIso(row.revoked_at),
    ...(row.waits ? { waits: row.waits } : {}),
  };
}

function codeOf({
  discount_code: name,
  reduction,
  discount_percentage: percentage,
}: repository.EntitlementRecord): Entitlement['code'] {
  return name === null ? null : { name, percentage: reduction === 'code' ? percentage : null };
}

/** Origin of an entitlement, in one of three variants: a payment, a person of the team, or neither. */
function presentOrigin(
  { source, granter_name }: repository.EntitlementRecord,
  payment: repository.PaymentOfOrder | undefined,
): Entitlement['purchase_info'] {
  if (source === 'grant' || source === 'early_access') return { created_by: granter_name ?? SYSTEM };
  if (!payment) return undefined;
  const { id: paymentId, provider_payment_id: id, status, method, fee, amount } = payment;
  return { data: { id, payment_id: paymentId, status, method, fee, amount } };
}
