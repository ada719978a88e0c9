import { refusalToSell } from '@cuentos/domain/books/part-availability';
import { isOpenToAll } from '@cuentos/domain/books/sample';
import { DAY_MS, SECOND_MS } from '@cuentos/domain/time/durations';
import { SHOP_TIME_ZONE } from '@cuentos/domain/time/santiago-clock';
import { type Connection, type Db, isUniqueViolation, type Tx } from '../../platform/db/db.ts';
import { workThrough } from '../../platform/jobs/work-through.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  editorialStateOf,
  findPart,
  type PartWithBook,
  pictureFallbackKey,
  priceOfPart,
  sampleOf,
} from '../books/service.ts';
import {
  bulkRoom,
  type Composer,
  type MailContent,
  type NewsSender,
  queueBulkMails,
  releaseMail,
} from '../mail/service.ts';
import { knownSubscriber, noteAddressRefused, type UnsubscribeLinks } from '../site/service.ts';
import * as repository from './repository.ts';

/** Name of the job that announces releases. */
export const RELEASE_JOB = 'releases';

/** Written in one transaction at most. */
const BATCH = 100;
/**
 * Age of a release above which it is announced to the book's followers only: the author is then filling the shelf, and
 * subscribers to all news did not ask for that.
 */
const NEWS_MS = 30 * DAY_MS;

export type ReleaseService = ReturnType<typeof createReleaseService>;

/** Sender's identity of mails to many, and how many go out per minute; read anew for each batch. */
export interface BulkSettings {
  readonly sender: () => Promise<NewsSender>;
  readonly perMinute: () => Promise<number>;
}

interface Deps extends BulkSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly links: UnsubscribeLinks;
}

/** Mails followers about released parts. */
export function createReleaseService(deps: Deps) {
  const { db, clock } = deps;
  const tell = async (signal: AbortSignal): Promise<void> => {
    await workThrough(await repository.releasesToTell(db.read, clock.now()), signal, async (partId) => {
      let queuedCount: number;
      do {
        if (signal.aborted) return;
        const perMinute = await deps.perMinute();
        queuedCount = await db
          .withTx(async (tx) => tellBatch(tx, { partId, perMinute, now: clock.now() }))
          .catch(yieldToOther);
      } while (queuedCount > 0);
    });
  };
  return {
    /** Announces releases, as many mails as the rate setting allows now. */
    tell,
    job: { name: RELEASE_JOB, everyMs: 5 * SECOND_MS, run: tell },
    composer: {
      compose: async (mailId) => compose(deps, mailId),
      async addressRefused(tx, mailId) {
        const notice = await repository.findNotice(tx, mailId);
        if (notice) await noteAddressRefused(tx, notice.subscriber_id, clock.now());
      },
    } satisfies Composer,
  };
}

/** Another process announces the same part at this moment; addresses that it leaves are mailed by the next run. */
function yieldToOther(error: unknown): number {
  if (isUniqueViolation(error)) return 0;
  throw error;
}

/** Whether a part can be had at an instant. */
function isOut(listing: PartWithBook, now: number): boolean {
  return refusalToSell(editorialStateOf(listing), { releaseAt: listing.part.release_at }, now) === null;
}

const toldOf = ({ part }: PartWithBook, until: number): repository.ReleaseAudience => ({
  partId: part.id,
  bookId: part.book_id,
  releaseAt: part.release_at,
  until,
  isNews: part.release_at > until - NEWS_MS,
});

/**
 * Tells the next addresses. A notice and its mail are written together, and there is room for one of each per part and
 * address, so no end of a process between two batches, nor two processes at once, tells an address twice.
 * @returns how many were told; 0 when none is left, there is no room now, or the part is not out any more.
 */
async function tellBatch(
  tx: Tx,
  { partId, perMinute, now }: { readonly partId: string; readonly perMinute: number; readonly now: number },
): Promise<number> {
  const listing = await findPart(tx, partId);
  if (!listing || !isOut(listing, now)) return 0;
  const until = await noticeRelease(tx, listing, now);
  const room = Math.min(BATCH, await bulkRoom(tx, perMinute, now));
  if (room === 0) return 0;
  const addresses = await repository.addressesToTell(tx, toldOf(listing, until), room);
  if (addresses.length === 0) {
    await repository.saveRelease(tx, { part_id: partId, opened_at: until, told_at: now });
    return 0;
  }
  const mails = addresses.map(
    ({ id, email }) => ({ to: email, template: 'release', dedupeKey: `release:${partId}:${id}` }) as const,
  );
  const ids = await queueBulkMails(tx, mails, now);
  await repository.insertNotices(
    tx,
    addresses.map(({ id }, at) => ({ part_id: partId, subscriber_id: id, mail_id: ids[at] ?? '', created_at: now })),
  );
  return addresses.length;
}

/**
 * Notes that a part came out, once for each time that its day came; a day set after the last time is another one.
 * @returns when it was noticed: who agreed by then is told.
 */
async function noticeRelease(tx: Tx, { part }: PartWithBook, now: number): Promise<number> {
  const existingRelease = await repository.findRelease(tx, part.id);
  if (existingRelease && part.release_at <= existingRelease.opened_at) return existingRelease.opened_at;
  await repository.saveRelease(tx, { part_id: part.id, opened_at: now, told_at: null });
  // An owner of the part needs a row of the list to leave it by.
  for (const email of await repository.unknownHolders(tx, { partId: part.id, releaseAt: part.release_at, until: now }))
    await knownSubscriber(tx, email, now);
  return now;
}

/** Writes the mail of a release as it is now; drops it when the part was withdrawn or the address has left. */
async function compose(deps: Deps, mailId: string): Promise<MailContent | 'hold' | 'drop'> {
  const { db, clock, links } = deps;
  const now = clock.now();
  const notice = await repository.findNotice(db.read, mailId);
  const listing = notice && (await findPart(db.read, notice.part_id));
  if (!notice || !listing || listing.part.is_active === 0 || listing.book.is_active === 0) return 'drop';
  if (!isOut(listing, now)) return 'hold';
  const { part, book } = listing;
  const { subscriber_id: subscriberId, email } = notice;
  // A release that is told may be older than the news of today.
  const release = { ...toldOf(listing, now), isNews: true };
  if (!(await repository.stillWants(db.read, release, subscriberId))) return 'drop';
  const because = await repository.reasonOf(db.read, { partId: part.id, bookId: book.id, subscriberId, email, now });
  return write(deps, listing, {
    because,
    now,
    leaveBookUrl: links.urlFor(subscriberId, { bookId: book.id }),
    leaveAllUrl: links.urlFor(subscriberId),
  });
}

interface ReleaseMailFacts {
  readonly because: 'follow' | 'news' | 'owned' | 'early';
  readonly now: number;
  readonly leaveBookUrl: string;
  readonly leaveAllUrl: string;
}

async function write(
  { db, sender }: Pick<Deps, 'db' | 'sender'>,
  { part, book }: PartWithBook,
  { because, now, leaveBookUrl, leaveAllUrl }: ReleaseMailFacts,
): Promise<MailContent> {
  const { imageId, quote } = await repository.bookDress(db.read, book.id);
  const from = await sender();
  const cover = part.image_id ?? imageId;
  return releaseMail({
    from,
    because,
    part: {
      id: part.id,
      name: part.name,
      sample: sampleOf(part, isOpenToAll({ value: part.value, releaseAt: part.release_at }, now))?.kind ?? null,
      price: priceOfPart(part, now).final,
      cover: cover === null ? null : `${from.origin}/${pictureFallbackKey(cover)}`,
    },
    book: { id: book.id, name: book.name, quote },
    day: { isToday: dayOf(part.release_at) === dayOf(now), text: dayOf(part.release_at) },
    leaveBookUrl,
    leaveAllUrl,
  });
}

const dayFormat = new Intl.DateTimeFormat('es-CL', { timeZone: SHOP_TIME_ZONE, day: 'numeric', month: 'long' });

/** `12 de diciembre`, in Santiago. */
const dayOf = (instant: number): string => dayFormat.format(instant);

/** The next part to be released. */
export interface NextRelease {
  readonly partName: string;
  readonly bookId: string;
  readonly bookName: string;
  readonly releaseAt: number;
  /** Addresses that would be told if it came out now. */
  readonly people: number;
}

/** The next release and the number of its followers; null when no day is set. */
export async function nextRelease(db: Db, now: number): Promise<NextRelease | null> {
  const part = await repository.nextPart(db.read, now);
  if (!part) return null;
  const people = await countReleaseAddresses(db.read, part, now);
  const { name: partName, book_id: bookId, book_name: bookName, release_at: releaseAt } = part;
  return { partName, bookId, bookName, releaseAt, people };
}

/** How many addresses would be told if a part came out now. */
export async function countReleaseAddresses(
  connection: Connection,
  { id, book_id, release_at }: { readonly id: string; readonly book_id: string; readonly release_at: number },
  now: number,
): Promise<number> {
  const release = { partId: id, bookId: book_id, releaseAt: release_at, until: now, isNews: true };
  return repository.countToTell(connection, release);
}

/** The mail of that release as its followers will get it; null when no day is set. */
export async function nextReleaseMail(deps: Pick<Deps, 'db' | 'sender'>, now: number): Promise<MailContent | null> {
  const next = await repository.nextPart(deps.db.read, now);
  const listing = next && (await findPart(deps.db.read, next.id));
  if (!listing) return null;
  // A preview of the mail holds no link that leaves the list.
  const ways = { leaveBookUrl: '#', leaveAllUrl: '#' };
  return write(deps, listing, { because: 'follow', now: listing.part.release_at, ...ways });
}
