import type { FollowAnswer, OwnFollow } from '@cuentos/contract/follows';
import { HOUR_MS } from '@cuentos/domain/time/durations';
import { type Db, isUniqueViolation } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { UserRow } from '../../platform/db/tables/accounts.ts';
import { provedAddressOf } from '../../platform/proved-address.ts';
import { addressKey, type RateLimiter } from '../../platform/http/rate-limiter.ts';
import { newLinkToken } from '../../platform/link-token.ts';
import type { Clock } from '../../ports/clock.ts';
import { findLiveUser } from '../auth/service.ts';
import type { BookService } from '../books/service.ts';
import { confirmFollowMail, type MailSender, queueMail } from '../mail/service.ts';
import {
  CONFIRM_LIFETIME_MS,
  dropUnconfirmedFollows,
  findFollow,
  findSubscriber,
  followedBooks,
  knownSubscriber,
  leaveBook,
  type MailingListService,
  recordConsent,
  saveFollow,
} from '../site/service.ts';

/** Confirmation mails about books that one address gets per day at most, however many people type it in. */
const MAILS_PER_DAY = 10;

export type FollowService = ReturnType<typeof createFollowService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly from: MailSender;
  readonly books: BookService;
  readonly mailingList: MailingListService;
  readonly requestsPerHour: number;
}

async function requireUser(db: Db, userId: string): Promise<UserRow> {
  const user = await findLiveUser(db.read, userId);
  if (!user) throw new AppError('invalid_user_session');
  return user;
}

/** Use cases of follows: an address is mailed when parts of a book come out. */
export function createFollowService(deps: Deps) {
  const { db, clock } = deps;
  return {
    /**
     * Notes that a visitor's address wants to know when parts of a book come out, and mails it a link that confirms. The
     * caller learns nothing of what is known of the address. @throws {AppError} too_many_requests, book_not_found
     */
    request: async (email: string, bookId: string, address: string) =>
      requestByMail(deps, { email, bookId, userId: null }, address),
    follow: async (userId: string, bookId: string, address: string) => followBook(deps, userId, bookId, address),
    /** Ends the caller's follow of a book; a repetition changes nothing. @throws {AppError} invalid_user_session */
    async unfollow(userId: string, bookId: string): Promise<void> {
      const address = provedAddressOf(await requireUser(db, userId));
      await db.withTx(async (tx) => {
        // Follows of an unproved address belong to the address's owner; the account may only drop those that it
        // requested.
        if (address === null) return dropUnconfirmedFollows(tx, userId, bookId);
        const subscriber = await findSubscriber(tx, address);
        const existingFollow = subscriber && (await findFollow(tx, subscriber.id, bookId));
        if (!existingFollow) return;
        await leaveBook(tx, subscriber, { method: 'account', bookId, announcementId: null }, clock.now());
      });
    },
    listOf: async (userId: string) => ownFollows(deps, userId),
  };
}

/**
 * The caller follows a book: at once when the account's address is confirmed, else once its mail's link is opened.
 * @throws {AppError} book_not_found, invalid_user_session, too_many_requests
 */
async function followBook(deps: Deps, userId: string, bookId: string, address: string): Promise<FollowAnswer> {
  const { db, clock, books } = deps;
  await books.shopBook(bookId);
  const user = await requireUser(db, userId);
  const { email } = user;
  if (provedAddressOf(user) === null) {
    await requestByMail(deps, { email, bookId, userId }, address);
    return { state: 'pending' };
  }
  const now = clock.now();
  await db.withTx(async (tx) => {
    const subscriber = await knownSubscriber(tx, email, now);
    const existingFollow = await findFollow(tx, subscriber.id, bookId);
    if (existingFollow?.state === 'confirmed') return;
    await saveFollow(tx, {
      subscriber_id: subscriber.id,
      book_id: bookId,
      user_id: userId,
      state: 'confirmed',
      confirm_hash: null,
      confirm_expires_at: null,
      confirmed_at: now,
      created_at: existingFollow?.created_at ?? now,
    });
    await recordConsent(tx, subscriber, { action: 'confirmed', method: 'account', bookId }, now);
  });
  return { state: 'confirmed' };
}

/**
 * Lists the books and parts that the caller's address follows and the shop shows.
 * @throws {AppError} invalid_user_session
 */
async function ownFollows(deps: Deps, userId: string): Promise<OwnFollow[]> {
  const { db, clock, books } = deps;
  const address = provedAddressOf(await requireUser(db, userId));
  if (address === null) return [];
  const followed = new Set(await followedBooks(db.read, address));
  const now = clock.now();
  const listedBooks = (await books.catalogue.read()).books.filter(({ id }) => followed.has(id));
  const entries = listedBooks.map(({ id, name, image, parts }): OwnFollow => {
    const days = parts.map(({ release_date: day }) => day).filter((day) => Date.parse(day) > now);
    return { book_id: id, book_name: name, image, next_release: days.toSorted()[0] ?? null };
  });
  return entries.toSorted((a, b) => a.book_name.localeCompare(b.book_name, 'es'));
}

interface FollowRequest {
  readonly email: string;
  readonly bookId: string;
  readonly userId: string | null;
}

async function requestByMail(deps: Deps, { email, bookId, userId }: FollowRequest, address: string): Promise<void> {
  const { db, clock, limiter, from, books, mailingList } = deps;
  const within = await limiter.hit(`contact:${addressKey(address)}`, deps.requestsPerHour, HOUR_MS);
  if (!within) throw new AppError('too_many_requests');
  const book = await books.shopBook(bookId);
  const mayMail = await limiter.hit(`follow-mail:${email}`, MAILS_PER_DAY, 24 * HOUR_MS);
  // Limits by the address alone, before any look-up, so that a refusal reveals nothing.
  if (!mayMail) throw new AppError('too_many_requests');
  const now = clock.now();
  const work = db.withTx(async (tx) => {
    const subscriber = await knownSubscriber(tx, email, now);
    const existingFollow = await findFollow(tx, subscriber.id, bookId);
    // A follow of a deleted account has ended with the account.
    const follower = existingFollow?.user_id ?? null;
    const isFollowerGone = follower !== null && !(await findLiveUser(tx, follower));
    if (existingFollow?.state === 'confirmed' && !isFollowerGone) return;
    const { token, hash } = newLinkToken();
    await saveFollow(tx, {
      subscriber_id: subscriber.id,
      book_id: bookId,
      user_id: userId,
      // A person who left the list of this book stays off it until the mailed link is opened.
      state: existingFollow?.state === 'left' ? 'left' : 'pending',
      confirm_hash: hash,
      confirm_expires_at: now + CONFIRM_LIFETIME_MS,
      confirmed_at: null,
      created_at: existingFollow?.created_at ?? now,
    });
    await recordConsent(tx, subscriber, { action: 'requested', method: userId ? 'account' : 'form', bookId }, now);
    const unsubscribeUrl = mailingList.links.urlFor(subscriber.id, { bookId });
    const content = confirmFollowMail({ from, confirmToken: token, unsubscribeUrl, book: book.name });
    if (!(await queueMail(tx, email, `follow-confirm:${hash}`, content, now))) throw new AppError('too_many_requests');
  });
  await work.catch((error: unknown) => {
    // Skips the second of two requests with one address: the mail of the first is under way.
    if (!isUniqueViolation(error)) throw error;
  });
}

export { type BulkSettings, countReleaseAddresses, nextRelease, nextReleaseMail } from './releases.ts';
