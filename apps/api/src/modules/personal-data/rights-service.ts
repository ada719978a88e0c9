import type { Consent, DataState } from '@cuentos/contract/personal-data';
import { KEEP_DAYS } from '@cuentos/domain/personal-data/request-due';
import { DAY_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { Db, Tx } from '../../platform/db/db.ts';
import { dropEarlierPages } from '../../platform/db/erase-rows.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { UserRow } from '../../platform/db/tables/accounts.ts';
import type { Caller } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { RateLimiter } from '../../platform/http/rate-limiter.ts';
import type { Job } from '../../platform/jobs/job-runner.ts';
import { workThrough } from '../../platform/jobs/work-through.ts';
import { provedAddressOf } from '../../platform/proved-address.ts';
import { hashLinkToken } from '../../platform/link-token.ts';
import { toIso } from '../../platform/to-iso.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MailPort } from '../../ports/mail.ts';
import { recordAudit } from '../audit/service.ts';
import {
  accountsToErase,
  cancelErasure,
  type EmailChangeService,
  findLiveUser,
  findUserBy,
  hasOtherAdmin,
  requireProof,
  scheduleErasure,
  setBlocked,
  takeToken,
} from '../auth/service.ts';
import { accountKeptMail, dataBlockedMail, erasureAskedMail, type MailSender, queueMail } from '../mail/service.ts';
import { findSubscriber, joinNews, leaveNews } from '../site/service.ts';
import { eraseAccount, mailsOfAccount } from './erase-account.ts';
import * as repository from './repository.ts';
import { noteRequest, settleRequest } from './request-service.ts';
import { withdrawIdle } from './request-repository.ts';

const ERASED_AT_ONCE = 20;

export type RightsService = ReturnType<typeof createRightsService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly mail: Pick<MailPort, 'forget'>;
  readonly from: MailSender;
  /** Whether people may sign in with Google. */
  readonly withGoogle: boolean;
  readonly limits: { readonly loginFailures: number };
  readonly emailChange: Pick<EmailChangeService, 'waiting'>;
}

/** The rights of a person over their data (docs/decisions/039-erasing-a-person.md). */
export function createRightsService(deps: Deps) {
  const { db, clock, from } = deps;
  // A process that was killed after its last account left earlier states of the rows in SQLite's files.
  let mayHaveOldPages = true;
  const state = async (userId: string) => stateOf(deps, userId);
  const change = async (userId: string, work: (tx: Tx, user: UserRow, now: number) => Promise<unknown>) => {
    await db.withTx(async (tx) => work(tx, await liveUser(tx, userId), clock.now()));
    return state(userId);
  };
  return {
    /** Tells which rights a person can use, and which requests are pending. @throws {AppError} invalid_user_session */
    state,
    /**
     * Begins to erase the account in {@link KEEP_DAYS} days; a second request keeps the first day. All other sessions
     * end.
     * @throws {AppError} reauth_required, last_admin
     */
    async erase(caller: Caller, currentPassword: string | undefined): Promise<DataState> {
      await requireProof(deps, caller, currentPassword);
      return change(caller.userId, async (tx, user, now) => {
        const erasure = await beginErasure(tx, from, { user, actorId: user.id, keepSession: caller.sessionId }, now);
        if (erasure) await noteRequest(tx, { userId: user.id, kind: 'erasure', state: 'running', outcome: '' }, now);
      });
    },
    /** Withdraws the erasure; a repetition changes nothing. @throws {AppError} account_erased when it is due */
    keep: async (userId: string) => change(userId, async (tx, user, now) => keepAccount(tx, from, user, now)),
    keepByLink: async (token: string) => keepByLink(deps, token),
    /** Blocks the data, which are only stored from then on. A repetition changes nothing. */
    block: async (userId: string) =>
      change(userId, async (tx, user, now) => {
        if (!(await blockPerson(tx, from, { user, actorId: user.id }, now))) return;
        await noteRequest(tx, { userId, kind: 'block', state: 'done', outcome: 'blocked' }, now);
      }),
    unblock: async (userId: string) =>
      change(userId, async (tx, user, now) => {
        if (user.blocked_at === null) return;
        await setBlocked(tx, userId, false, now);
        await recordAudit(tx, { actorId: userId, action: 'account.unblocked', subject: userId }, now);
        await settleRequest(tx, { userId, kind: 'block', from: 'done' }, { outcome: 'unblocked' });
      }),
    /** Subscribes the person to all news by mail, or to none. @throws {AppError} email_unproved */
    setNews: async (userId: string, isWanted: boolean) =>
      change(userId, async (tx, user, now) => {
        const address = provedAddressOf(user);
        if (address === null) throw new AppError('email_unproved');
        const subscriber = await findSubscriber(tx, address);
        if (isWanted) await joinNews(tx, address, now);
        else if (subscriber) await leaveNews(tx, subscriber, now);
      }),
    /** Erases the accounts that are due. @throws the first failure, after the other accounts */
    async eraseDue(signal: AbortSignal): Promise<void> {
      const erasing = eraseAccountsDue(deps, signal);
      const hadDueAccounts = await erasing.catch(() => true);
      if (hadDueAccounts || mayHaveOldPages) await dropEarlierPages(db);
      mayHaveOldPages = false;
      await db.withTx(async (tx) => withdrawIdle(tx, clock.now()));
      await erasing;
    },
  };
}

/** Takes the erasure back by the mail's link. @throws {AppError} account_link_invalid */
async function keepByLink(deps: Deps, token: string): Promise<void> {
  const { db, clock, from } = deps;
  await db.withTx(async (tx) => {
    const now = clock.now();
    const linkToken = await takeToken(tx, 'keep-account', hashLinkToken(token), now);
    // The link works for an account that the shop closed too, because the mail promised it; the account stays closed.
    const user = linkToken && (await findUserBy(tx, 'id', linkToken.user_id));
    if (!user || user.erase_at === null || user.erase_at <= now) throw new AppError('account_link_invalid');
    await keepAccount(tx, from, user, now);
  });
}

async function liveUser(tx: Tx, userId: string): Promise<UserRow> {
  const user = await findLiveUser(tx, userId);
  if (!user) throw new AppError('invalid_user_session');
  return user;
}

interface AccountClosing {
  readonly user: UserRow;
  readonly actorId: string;
  /** The only session that does not end, so that the person can take the erasure back. */
  readonly keepSession: string | null;
}

/**
 * Sets the day on which an account is erased, and mails the link that takes it back.
 * @returns whether it was not set before.
 * @throws {AppError} last_admin
 */
export async function beginErasure(
  tx: Tx,
  from: MailSender,
  { user, actorId, keepSession }: AccountClosing,
  now: number,
): Promise<boolean> {
  if (user.erase_at !== null) return false;
  if (user.role === 'admin' && !(await hasOtherAdmin(tx, user.id))) throw new AppError('last_admin');
  const at = now + KEEP_DAYS * DAY_MS;
  const { token, hash } = await scheduleErasure(tx, user, { at, keepSession }, now);
  const content = erasureAskedMail({ from, name: user.name, at, token });
  await queueMail(tx, user.email, `erasure-asked:${hash}`, content, now);
  await recordAudit(tx, { actorId, action: 'account.erasure_asked', subject: user.id }, now);
  return true;
}

async function keepAccount(tx: Tx, from: MailSender, user: UserRow, now: number): Promise<void> {
  if (user.erase_at === null) return;
  if (user.erase_at <= now) throw new AppError('account_erased');
  await cancelErasure(tx, user.id, now);
  await settleRequest(
    tx,
    { userId: user.id, kind: 'erasure', from: 'running' },
    { state: 'withdrawn', outcome: 'kept', done_at: now },
  );
  const content = accountKeptMail({ from, name: user.name });
  await queueMail(tx, user.email, `account-kept:${newId(now)}`, content, now);
  await recordAudit(tx, { actorId: user.id, action: 'account.kept', subject: user.id }, now);
}

/** @returns whether the data were not blocked before. */
export async function blockPerson(
  tx: Tx,
  from: MailSender,
  { user, actorId }: Pick<AccountClosing, 'user' | 'actorId'>,
  now: number,
): Promise<boolean> {
  if (user.blocked_at !== null) return false;
  await setBlocked(tx, user.id, true, now);
  const content = dataBlockedMail({ from, name: user.name, at: now });
  await queueMail(tx, user.email, `data-blocked:${newId(now)}`, content, now);
  await recordAudit(tx, { actorId, action: 'account.blocked', subject: user.id }, now);
  return true;
}

async function stateOf({ db, emailChange }: Deps, userId: string): Promise<DataState> {
  const user = await findLiveUser(db.read, userId);
  if (!user) throw new AppError('invalid_user_session');
  const { name, email, email_verified_at, password_hash, google_sub, blocked_at, erase_at } = user;
  const consents = await repository.consentsInForce(db.read, { id: user.id, address: provedAddressOf(user) });
  return {
    name,
    email,
    email_verified: email_verified_at !== null,
    new_email: await emailChange.waiting(userId),
    has_password: password_hash !== null,
    has_google: google_sub !== null,
    consents: consents.map(({ at, ...consent }): Consent => ({ ...consent, at: toIso(at) })),
    blocked_at: toIso(blocked_at),
    erase_at: toIso(erase_at),
    asked_at: erase_at === null ? null : toIso(erase_at - KEEP_DAYS * DAY_MS),
    ...(await repository.countOwned(db.read, userId)),
  };
}

/**
 * Erases the due accounts. A stopped process leaves each account whole or erased, and the next run continues. Files of
 * mails are deleted first: the rows that name them are deleted in one step with all others.
 * @returns whether there were any
 * @throws the error that kept the first account from being erased, after the others were
 */
async function eraseAccountsDue({ db, clock, mail }: Deps, signal: AbortSignal): Promise<boolean> {
  const due = await accountsToErase(db.read, clock.now(), ERASED_AT_ONCE);
  await workThrough(due, signal, async (id) => {
    await forgetFiles(mail, await mailsOfAccount(db.read, id));
    const mails = await db.withTx(async (tx) => {
      const now = clock.now();
      // Also finds accounts that the shop closed meanwhile.
      const user = await findUserBy(tx, 'id', id);
      // The person took the erasure back since the list was read, or another process erased the account.
      const isDue = user !== undefined && user.erase_at !== null && user.erase_at <= now;
      return isDue ? eraseAccount(tx, id, now) : [];
    });
    // Deletes the files of mails that were written meanwhile.
    await forgetFiles(mail, mails);
  });
  return due.length > 0;
}

async function forgetFiles({ forget }: Deps['mail'], ids: readonly string[]): Promise<void> {
  if (forget) for (const id of ids) await forget(id);
}

/** Job that erases the accounts that are due. */
export function erasureJob(rights: RightsService): Job {
  return { name: 'account-erasures', everyMs: MINUTE_MS, run: rights.eraseDue };
}
