import { followTextVersion } from '@cuentos/contract/follows';
import { consentTextVersion } from '@cuentos/contract/mailing-list';
import { HOUR_MS } from '@cuentos/domain/time/durations';
import { type Db, isUniqueViolation, type Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { ConsentRow, SubscriberRow } from '../../platform/db/tables/mail.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { addressKey, type RateLimiter } from '../../platform/http/rate-limiter.ts';
import type { ProvedAddress } from '../../platform/proved-address.ts';
import { hashLinkToken, newLinkToken } from '../../platform/link-token.ts';
import { createSigner } from '../../platform/signer.ts';
import type { Clock } from '../../ports/clock.ts';
import { confirmListMail, type MailSender, queueMail } from '../mail/service.ts';
import * as repository from './repository.ts';

/** How long a link that confirms lasts. */
export const CONFIRM_LIFETIME_MS = 7 * 24 * HOUR_MS;
/** Time after which an unconfirmed address is deleted, counted from the end of its link: its owner may ask about it. */
const UNCONFIRMED_KEPT_MS = 30 * 24 * HOUR_MS;
/** Confirmation mails that one address gets per day at most, however many people type it in. */
const MAILS_PER_DAY = 3;

/** How the consent or its end was given. */
type Method = ConsentRow['method'];

export type MailingListService = ReturnType<typeof createMailingListService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly from: MailSender;
  readonly unsubscribeKeys: { readonly current: Uint8Array; readonly earlier: readonly Uint8Array[] };
  readonly contactPerHour: number;
}

/** The mailing list, with double opt-in. */
export function createMailingListService(deps: Deps) {
  const { db, clock, limiter } = deps;
  const links = createUnsubscribeLinks(deps.from.origin, deps.unsubscribeKeys);
  return {
    /** Ways out for mails to an address. */
    links,
    /**
     * Notes an address for the mailing list and mails it a link that confirms; an address on the list already gets no
     * mail. The caller learns nothing of which it was. @throws {AppError} too_many_requests
     */
    async signUp(email: string, method: Extract<Method, 'form' | 'address'>, address: string): Promise<void> {
      const within = await limiter.hit(`contact:${addressKey(address)}`, deps.contactPerHour, HOUR_MS);
      if (!within) throw new AppError('too_many_requests');
      const mayMail = await limiter.hit(`contact-mail:${email}`, MAILS_PER_DAY, 24 * HOUR_MS);
      // Limits by the address alone, before any look-up, so that a refusal reveals nothing.
      if (!mayMail) throw new AppError('too_many_requests');
      await db
        .withTx(async (tx) => request(tx, deps, links, email, method))
        .catch((error: unknown) => {
          // Skips the second of two requests with one address: the mail of the first is under way.
          if (!isUniqueViolation(error)) throw error;
        });
    },
    /**
     * Puts an address on the list, or lets it follow a book; the same link may be opened again while it lasts.
     * @throws {AppError} newsletter_link_invalid
     */
    async confirm(token: string): Promise<void> {
      const now = clock.now();
      await db.withTx(async (tx) => {
        if (!(await confirmAll(tx, hashLinkToken(token), now)) && !(await confirmFollow(tx, hashLinkToken(token), now)))
          throw new AppError('newsletter_link_invalid');
      });
    },
    /** Deletes addresses that their owners never confirmed. */
    sweepUnconfirmed: async (now: number) =>
      db.withTx(async (tx) => repository.sweepUnconfirmed(tx, now - UNCONFIRMED_KEPT_MS)),
    /**
     * Takes an address off the list with every follow, or ends the follow of one book; a repetition changes nothing.
     * @throws {AppError} newsletter_link_invalid
     */
    async unsubscribe(token: string, method: Extract<Method, 'mail-link' | 'one-click'>): Promise<void> {
      const way = links.read(token);
      const now = clock.now();
      await db.withTx(async (tx) => {
        const subscriber = way && (await repository.findSubscriberBy(tx, 'id', way.subscriberId));
        if (!way || !subscriber) throw new AppError('newsletter_link_invalid');
        const departure = { method, bookId: way.bookId, announcementId: way.announcementId };
        if (way.bookId === null) await leaveEverything(tx, subscriber, departure, now);
        else await leaveBook(tx, subscriber, { ...departure, bookId: way.bookId }, now);
      });
    },
  };
}

async function request(
  tx: Tx,
  { clock, from }: Deps,
  links: UnsubscribeLinks,
  email: string,
  method: Method,
): Promise<void> {
  const now = clock.now();
  const subscriber = await knownSubscriber(tx, email, now);
  if (subscriber.state === 'confirmed') return;
  const { token, hash } = newLinkToken();
  await repository.updateSubscriber(tx, subscriber.id, {
    // An address that left stays off the list until its owner opens the mailed link: a stranger may have typed it.
    state: subscriber.state === 'unsubscribed' ? 'unsubscribed' : 'pending',
    confirm_hash: hash,
    confirm_expires_at: now + CONFIRM_LIFETIME_MS,
    updated_at: now,
  });
  await recordConsent(tx, subscriber, { action: 'requested', method }, now);
  const content = confirmListMail({ from, confirmToken: token, unsubscribeUrl: links.urlFor(subscriber.id) });
  if (!(await queueMail(tx, email, `newsletter-confirm:${hash}`, content, now)))
    throw new AppError('too_many_requests');
}

/** Finds the row of an address, or inserts one without any consent. */
export async function knownSubscriber(tx: Tx, email: string, now: number): Promise<SubscriberRow> {
  const existing = await repository.findTyped(tx, email);
  if (existing) return existing;
  const fresh: SubscriberRow = {
    id: newId(now),
    email,
    state: 'none',
    confirm_hash: null,
    confirm_expires_at: null,
    created_at: now,
    updated_at: now,
    confirmed_at: null,
    refused_at: null,
  };
  await repository.insertSubscriber(tx, fresh);
  return fresh;
}

/**
 * Moves the follows of an account to its new address once that is proven; the old one hears no more of them. Follows
 * that the new address had ended stay ended, and releases of the meantime were told to the old one.
 */
export async function moveFollows(
  tx: Tx,
  user: { readonly id: string; readonly email: ProvedAddress },
  now: number,
): Promise<void> {
  for (const { email, ...follow } of await repository.followsElsewhere(tx, user.id, user.email)) {
    const to = await knownSubscriber(tx, user.email, now);
    const existingFollow = await repository.findFollow(tx, to.id, follow.book_id);
    const about = { method: 'account', bookId: follow.book_id } as const;
    await repository.deleteFollow(tx, follow);
    await recordConsent(tx, { id: follow.subscriber_id, email }, { action: 'unsubscribed', ...about }, now);
    if (existingFollow?.state === 'left' || existingFollow?.state === 'confirmed') continue;
    await repository.saveFollow(tx, { ...follow, subscriber_id: to.id, confirmed_at: now });
    await recordConsent(tx, to, { action: 'confirmed', ...about }, now);
  }
}

/**
 * Moves consent to all news to a new, proved address. A departure moves too, and a departure of the new address
 * stays; so does its own consent. @param from the address before, which was proved too
 */
export async function moveNews(tx: Tx, from: ProvedAddress, to: ProvedAddress, now: number): Promise<void> {
  const before = await repository.findSubscriber(tx, from);
  if (!before) return;
  const existing = await repository.findSubscriber(tx, to);
  if (before.state === 'confirmed') {
    await leaveNews(tx, before, now);
    if (existing?.state !== 'unsubscribed') await joinNews(tx, to, now);
  }
  if (before.state === 'unsubscribed' && existing?.state !== 'confirmed') {
    const leavingSubscriber = existing ?? (await knownSubscriber(tx, to, now));
    await leaveAll(tx, leavingSubscriber, { method: 'account', bookId: null, announcementId: null }, now);
  }
  for (const { book_id: bookId } of await repository.leftBooks(tx, before.id)) {
    const there = existing && (await repository.findFollow(tx, existing.id, bookId));
    if (there?.state === 'confirmed') continue;
    const subscriber = await knownSubscriber(tx, to, now);
    await leaveBook(tx, subscriber, { method: 'account', bookId, announcementId: null }, now);
  }
}

/**
 * Undoes {@link moveNews}: subscriptions that moved with the account return, unless the person ended them meanwhile.
 * Consents that either address gave itself are kept.
 * @param move from which address to which the account had moved, and when, epoch milliseconds
 */
export async function returnNews(tx: Tx, { from, to, at }: NewsMove, now: number): Promise<void> {
  const there = await repository.findSubscriber(tx, to);
  const before = await repository.findSubscriber(tx, from);
  if (there?.state !== 'confirmed' || !before) return;
  if (!(await repository.hasMoved(tx, { subscriber_id: before.id, action: 'unsubscribed', at }))) return;
  if (await repository.hasMoved(tx, { subscriber_id: there.id, action: 'confirmed', at }))
    await leaveNews(tx, there, now);
  if (before.state !== 'unsubscribed') await joinNews(tx, from, now);
}

interface NewsMove {
  readonly from: ProvedAddress;
  readonly to: ProvedAddress;
  readonly at: number;
}

/** Puts an address that was proved on the list, on its account's word. */
export async function joinNews(tx: Tx, email: ProvedAddress, now: number): Promise<void> {
  const subscriber = await knownSubscriber(tx, email, now);
  if (subscriber.state === 'confirmed') return;
  const change = { state: 'confirmed', confirmed_at: now, refused_at: null, updated_at: now } as const;
  await repository.updateSubscriber(tx, subscriber.id, change);
  await recordConsent(tx, subscriber, { action: 'confirmed', method: 'account' }, now);
}

/** Ends all news to an address, on its account's word; the books that it follows stay. */
export async function leaveNews(tx: Tx, subscriber: SubscriberRow, now: number): Promise<void> {
  if (subscriber.state !== 'confirmed') return;
  const change = { state: 'none', confirm_hash: null, confirm_expires_at: null, confirmed_at: null } as const;
  await repository.updateSubscriber(tx, subscriber.id, { ...change, updated_at: now });
  await recordConsent(tx, subscriber, { action: 'unsubscribed', method: 'account' }, now);
}

/** The link of the sign-up form; false when the token is of another kind. */
async function confirmAll(tx: Tx, hash: string, now: number): Promise<boolean> {
  const subscriber = await repository.findSubscriberBy(tx, 'confirm_hash', hash);
  if (!subscriber || (subscriber.confirm_expires_at ?? 0) <= now) return false;
  if (subscriber.state === 'confirmed') return true;
  // An opened mail proves that the mailbox is read, whatever its server said once.
  const change = { state: 'confirmed', confirmed_at: now, refused_at: null, updated_at: now } as const;
  await repository.updateSubscriber(tx, subscriber.id, change);
  await recordConsent(tx, subscriber, { action: 'confirmed', method: 'mail-link' }, now);
  return true;
}

/** The link of 'Avísame cuando salga'; false when the token is of another kind. */
async function confirmFollow(tx: Tx, hash: string, now: number): Promise<boolean> {
  const follow = await repository.findFollowByHash(tx, hash);
  const subscriber = follow && (await repository.findSubscriberBy(tx, 'id', follow.subscriber_id));
  if (!subscriber || (follow.confirm_expires_at ?? 0) <= now) return false;
  if (follow.state === 'confirmed') return true;
  await repository.saveFollow(tx, { ...follow, state: 'confirmed', confirmed_at: now });
  await repository.updateSubscriber(tx, subscriber.id, { refused_at: null, updated_at: now });
  await recordConsent(tx, subscriber, { action: 'confirmed', method: 'mail-link', bookId: follow.book_id }, now);
  return true;
}

interface Unsubscription {
  readonly method: Method;
  readonly bookId: string | null;
  readonly announcementId: string | null;
}

async function leaveEverything(tx: Tx, subscriber: SubscriberRow, leaving: Unsubscription, now: number): Promise<void> {
  await repository.deleteFollows(tx, subscriber.id);
  await leaveAll(tx, subscriber, leaving, now);
}

async function leaveAll(tx: Tx, subscriber: SubscriberRow, leaving: Unsubscription, now: number): Promise<void> {
  // Leaving a second time still revokes a confirmation link mailed after the first.
  if (subscriber.state === 'unsubscribed' && subscriber.confirm_hash === null) return;
  // The confirmation link of an older mail must not put the address back.
  const change = {
    state: 'unsubscribed',
    confirm_hash: null,
    confirm_expires_at: null,
    confirmed_at: null,
    updated_at: now,
  } as const;
  await repository.updateSubscriber(tx, subscriber.id, change);
  await recordConsent(tx, subscriber, { action: 'unsubscribed', ...leaving }, now);
}

/** Noted rather than forgotten: an address with all news, or an owner of a part, hears no more of this book either. */
export async function leaveBook(
  tx: Tx,
  subscriber: SubscriberRow,
  leaving: Unsubscription & { readonly bookId: string },
  now: number,
): Promise<void> {
  const existingFollow = await repository.findFollow(tx, subscriber.id, leaving.bookId);
  if (existingFollow?.state === 'left') return;
  await repository.saveFollow(tx, {
    subscriber_id: subscriber.id,
    book_id: leaving.bookId,
    user_id: existingFollow?.user_id ?? null,
    state: 'left',
    confirm_hash: null,
    confirm_expires_at: null,
    confirmed_at: null,
    created_at: existingFollow?.created_at ?? now,
  });
  await recordConsent(tx, subscriber, { action: 'unsubscribed', ...leaving }, now);
}

/** Records a consent of an address, or its end, and how it was given. */
export async function recordConsent(
  tx: Tx,
  { id, email }: Pick<SubscriberRow, 'id' | 'email'>,
  {
    action,
    method,
    bookId = null,
    announcementId = null,
  }: Pick<ConsentRow, 'action'> &
    Partial<Unsubscription> & {
      readonly method: Method;
    },
  now: number,
): Promise<void> {
  await repository.recordConsent(tx, {
    id: newId(now),
    subscriber_id: id,
    email,
    action,
    method,
    text_version: bookId === null ? consentTextVersion : followTextVersion,
    at: now,
    book_id: bookId,
    announcement_id: announcementId,
  });
}

/** The list that a link leaves, and the announcement that contained it. */
interface UnsubscribeTarget {
  readonly bookId?: string | null;
  readonly announcementId?: string | null;
}

/** Links out of the mailing list: they must work in every mail ever sent, so they are signed and never end. */
export interface UnsubscribeLinks {
  /** Makes the link that leaves one book, or all lists without a book. */
  urlFor(subscriberId: string, way?: UnsubscribeTarget): string;
  /** Reads a token; null if the shop did not make it. */
  read(token: string): (Required<UnsubscribeTarget> & { readonly subscriberId: string }) | null;
}

const WAY = /^([\w-]+?)(?:~b-([\w-]+))?(?:~a-([\w-]+))?$/;

function createUnsubscribeLinks(origin: string, keys: Deps['unsubscribeKeys']): UnsubscribeLinks {
  const signer = createSigner(keys.current, keys.earlier);
  return {
    urlFor(subscriberId, { bookId, announcementId } = {}) {
      const subject = `${subscriberId}${bookId ? `~b-${bookId}` : ''}${announcementId ? `~a-${announcementId}` : ''}`;
      return `${origin}/newsletter/unsubscribe/${subject}.${signer.sign(subject)}`;
    },
    read(token) {
      const [subject = '', signature = '', ...rest] = token.split('.');
      const [, subscriberId, bookId = null, announcementId = null] = WAY.exec(subject) ?? [];
      if (!signer.verify(subject, signature) || rest.length > 0 || subscriberId === undefined) return null;
      return { subscriberId, bookId, announcementId };
    },
  };
}
