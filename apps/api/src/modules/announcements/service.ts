import type { AuditAction } from '@cuentos/contract/audit';
import type { Announcement, AnnouncementChange, AnnouncementStep, Audiences } from '@cuentos/contract/announcements';
import { booksOf, parseMarkup } from '@cuentos/domain/announcements/markup';
import { bookFromPrice } from '@cuentos/domain/orders/price';
import { SECOND_MS } from '@cuentos/domain/time/durations';
import { type Db, isUniqueViolation, type Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { AnnouncementRow, MailPauseRow } from '../../platform/db/tables/mail.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { refuseOverwriting } from '../../platform/http/seen-fields.ts';
import type { Job } from '../../platform/jobs/job-runner.ts';
import { workThrough } from '../../platform/jobs/work-through.ts';
import { toIso } from '../../platform/to-iso.ts';
import type { Clock } from '../../ports/clock.ts';
import { recordAudit } from '../audit/service.ts';
import type { BookService } from '../books/service.ts';
import { nextRelease, nextReleaseMail } from '../follows/service.ts';
import {
  announcementMail,
  bulkRoom,
  type Composer,
  endBulkPause,
  findBulkPause,
  type MailBook,
  type MailContent,
  newsMailTexts,
  type NewsSender,
  parkMails,
  PAUSE_PATIENCE_MS,
  queueBulkMails,
  queueMail,
  renewMails,
  unparkMails,
} from '../mail/service.ts';
import { noteAddressRefused, type UnsubscribeLinks } from '../site/service.ts';
import * as repository from './repository.ts';
import { sendTimeTexts } from './texts.ts';

/** Name of the job that hands announcements to the outbox. */
export const ANNOUNCEMENT_JOB = 'announcements';

/** Written in one transaction at most. */
const BATCH = 100;

/** Fields of a draft. */
export type Draft = Pick<AnnouncementRow, 'subject' | 'body' | 'audience' | 'audience_id'>;

export type Step = AnnouncementStep['step'];

export type AnnouncementService = ReturnType<typeof createAnnouncementService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly books: BookService;
  readonly links: UnsubscribeLinks;
  readonly sender: () => Promise<NewsSender>;
  readonly perMinute: () => Promise<number>;
  /** See `PocketService.leastAmount`. */
  readonly leastAmount: () => number;
}

/** Announcements: mails that the author writes to subscribers. */
export function createAnnouncementService(deps: Deps) {
  const { db, clock } = deps;
  const read = async (id: string): Promise<Announcement> => {
    const row = await repository.findAnnouncement(db.read, id);
    if (!row) throw new AppError('announcement_not_found');
    const [presented] = await present(deps, [row]);
    if (!presented) throw new AppError('announcement_not_found');
    return presented;
  };
  const run = async (signal: AbortSignal): Promise<void> => sendDue(deps, signal);
  return {
    /** @throws {AppError} announcement_not_found */
    read,
    async list(page: { readonly offset: number; readonly limit: number }) {
      const { rows, total } = await repository.listAnnouncements(db.read, page);
      return { rows: await present(deps, rows), total };
    },
    audiences: async () => audiences(deps),
    /** An announcement as it arrives. @throws {AppError} announcement_not_found */
    async mail(id: string): Promise<MailContent> {
      const row = await repository.findAnnouncement(db.read, id);
      if (!row) throw new AppError('announcement_not_found');
      return write(deps, row, { why: await whyOf(db, row), ...nowhere(row) });
    },
    /** The mail of the release that comes next. @throws {AppError} announcement_not_found */
    async releaseMail(): Promise<MailContent> {
      const mail = await nextReleaseMail(deps, clock.now());
      if (!mail) throw new AppError('announcement_not_found');
      return mail;
    },
    ...editing(deps, read),
    ...sending(deps, read),
    /** Hands what is due to the outbox, as much as the setting lets through now. */
    run,
    job: { name: ANNOUNCEMENT_JOB, everyMs: 5 * SECOND_MS, run } satisfies Job,
    composer: {
      compose: async (mailId) => compose(deps, mailId),
      async addressRefused(tx, mailId) {
        const delivery = await repository.findDelivery(tx, mailId);
        if (delivery) await noteAddressRefused(tx, delivery.subscriber_id, clock.now());
      },
    } satisfies Composer,
  };
}

type Reading = (id: string) => Promise<Announcement>;

function editing({ db, clock }: Deps, read: Reading) {
  return {
    async create(actorId: string, draft: Draft) {
      const now = clock.now();
      const row: AnnouncementRow = {
        id: newId(now),
        state: 'draft',
        ...draft,
        send_at: null,
        started_at: null,
        finished_at: null,
        total: 0,
        created_by: actorId,
        created_at: now,
        updated_at: now,
      };
      await db.withTx(async (tx) => {
        await repository.insertAnnouncement(tx, row);
        await audit(tx, actorId, 'announcement.created', row.id, now);
      });
      return read(row.id);
    },
    /** Makes a draft of a scheduled one. @throws {AppError} announcement_not_found, announcement_state, changed_meanwhile */
    async change(actorId: string, id: string, { seen, ...draft }: AnnouncementChange) {
      const now = clock.now();
      await db.withTx(async (tx) => {
        refuseOverwriting(seen, await require(tx, id, ['draft', 'scheduled']), draft);
        await repository.updateAnnouncement(tx, id, { ...draft, state: 'draft', send_at: null, updated_at: now });
        await audit(tx, actorId, 'announcement.changed', id, now);
      });
      return read(id);
    },
    /** @throws {AppError} announcement_not_found, announcement_state */
    async remove(actorId: string, id: string) {
      await db.withTx(async (tx) => {
        await require(tx, id, ['draft']);
        await repository.deleteAnnouncement(tx, id);
        await audit(tx, actorId, 'announcement.deleted', id, clock.now());
      });
    },
  };
}

function sending(deps: Deps, read: Reading) {
  const { db, clock } = deps;
  return {
    /**
     * Sends a draft now, or at an instant. @throws {AppError} announcement_not_found, announcement_state,
     * announcement_empty, announcement_without_readers, invalid_request for an instant that is past
     */
    async send(actorId: string, id: string, sendAt: number | null) {
      const now = clock.now();
      if (sendAt !== null && sendAt <= now) {
        throw new AppError('invalid_request', { fields: { send_at: sendTimeTexts.past } });
      }
      await db.withTx(async (tx) => {
        const row = await require(tx, id, ['draft', 'scheduled']);
        requireWritten(row);
        if ((await repository.countAudience(tx, row)) === 0) throw new AppError('announcement_without_readers');
        if (sendAt === null) await begin(tx, row, now);
        else await repository.updateAnnouncement(tx, id, { state: 'scheduled', send_at: sendAt, updated_at: now });
        await audit(tx, actorId, sendAt === null ? 'announcement.sent' : 'announcement.scheduled', id, now);
      });
      return read(id);
    },
    /** @throws {AppError} announcement_not_found, announcement_state */
    async step(actorId: string, id: string, step: Step) {
      await db.withTx(async (tx) => take(tx, { id, step, actorId }, clock.now()));
      return read(id);
    },
    /** Mails it as it is to one person of the team. @throws {AppError} announcement_not_found, announcement_empty */
    async test(actor: { readonly id: string; readonly email: string }, id: string) {
      const row = await repository.findAnnouncement(db.read, id);
      if (!row) throw new AppError('announcement_not_found');
      requireWritten(row);
      const now = clock.now();
      const ways = { leaveBookUrl: null, leaveAllUrl: null };
      const content = await write(deps, row, { why: newsMailTexts.announcement.test, ...ways });
      await db.withTx(async (tx) => {
        await queueMail(
          tx,
          actor.email,
          `announcement-test:${newId(now)}`,
          { ...content, template: 'announcement-test' },
          now,
        );
        await audit(tx, actor.id, 'announcement.tested', id, now);
      });
    },
  };
}

type AnnouncementAction = Extract<AuditAction, `announcement.${string}`>;

/** States from which a step starts, the state that it leads to, and its entry in the log. */
const STEPS = {
  pause: { from: ['sending'], to: 'paused', action: 'announcement.paused' },
  resume: { from: ['paused', 'stopped'], to: 'sending', action: 'announcement.resumed' },
  stop: { from: ['sending', 'paused'], to: 'stopped', action: 'announcement.stopped' },
  cancel: { from: ['scheduled'], to: 'draft', action: 'announcement.cancelled' },
  retry: { from: ['sending', 'paused', 'stopped', 'done'], to: 'sending', action: 'announcement.retried' },
} as const satisfies Record<
  Step,
  { from: readonly AnnouncementRow['state'][]; to: AnnouncementRow['state']; action: AnnouncementAction }
>;

interface TakenStep {
  readonly id: string;
  readonly step: Step;
  /** Null when the shop itself resumes it. */
  readonly actorId: string | null;
}

/** @throws {AppError} announcement_not_found, announcement_state */
async function take(tx: Tx, { id, step, actorId }: TakenStep, now: number): Promise<void> {
  const { from, to, action } = STEPS[step];
  const { state } = await require(tx, id, from);
  const mails = await (step === 'retry' ? repository.resendableMails(tx, id) : repository.unsentMails(tx, id));
  // Nothing can be resumed if every recipient got the mail or never can.
  if (state === 'done' && mails.length === 0) throw new AppError('announcement_state');
  const instants = to === 'draft' ? { send_at: null } : to === 'sending' ? { finished_at: null } : {};
  await repository.updateAnnouncement(tx, id, { state: to, ...instants, updated_at: now });
  await audit(tx, actorId, action, id, now);
  // Ends the pause at once, because the person may have mended what the mail server complained of.
  if (to === 'sending') await endBulkPause(tx);
  const change = step === 'retry' ? renewMails : to === 'sending' ? unparkMails : parkMails;
  // Writes in pieces, because an engine limits the values of one statement.
  for (let at = 0; at < mails.length; at += 500) await change(tx, mails.slice(at, at + 500), now);
}

async function require(tx: Tx, id: string, states: readonly AnnouncementRow['state'][]): Promise<AnnouncementRow> {
  const row = await repository.findAnnouncement(tx, id);
  if (!row) throw new AppError('announcement_not_found');
  if (!states.includes(row.state)) throw new AppError('announcement_state');
  return row;
}

function requireWritten({ subject, body }: AnnouncementRow): void {
  if (subject === '' || body.trim() === '') throw new AppError('announcement_empty');
}

async function audit(
  tx: Tx,
  actorId: string | null,
  action: AnnouncementAction,
  subject: string,
  now: number,
): Promise<void> {
  await recordAudit(tx, { actorId, action, subject }, now);
}

/** Fixes the recipients: who agrees later gets the next one. The mail server's refusals of earlier ones may be over. */
async function begin(tx: Tx, row: AnnouncementRow, now: number): Promise<void> {
  await endBulkPause(tx);
  const total = await repository.beginDeliveries(tx, row);
  await repository.updateAnnouncement(tx, row.id, { state: 'sending', started_at: now, total, updated_at: now });
}

async function sendDue(deps: Deps, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  await pauseAfterPatience(deps);
  const dueAnnouncements = await repository.announcementsToSend(db.read, clock.now());
  await workThrough(dueAnnouncements, signal, async ({ id }) => {
    let handed: number;
    do {
      if (signal.aborted) return;
      const perMinute = await deps.perMinute();
      handed = await db
        .withTx(async (tx) => sendBatch(tx, { id, perMinute, now: clock.now() }))
        .catch((error: unknown) => {
          // Another process queues the same addresses at this moment.
          if (isUniqueViolation(error)) return 0;
          throw error;
        });
    } while (handed > 0);
    await finish(deps, id);
  });
}

/**
 * Pauses running announcements once the mail server has refused mails for days: old news must not be sent automatically
 * after a repair, so an admin decides with a button.
 */
async function pauseAfterPatience({ db, clock }: Deps): Promise<void> {
  const now = clock.now();
  const pause = await findBulkPause(db.read);
  if (!pause || now - pause.since < PAUSE_PATIENCE_MS) return;
  for (const { id, state } of await repository.announcementsToSend(db.read, now)) {
    if (state === 'sending') await db.withTx(async (tx) => take(tx, { id, step: 'pause', actorId: null }, now));
  }
}

/**
 * Hands the next addresses to the outbox: a delivery and its mail change together, so none has two mails and none is
 * passed over, wherever a process ends.
 * @returns how many deliveries were dealt with; 0 when none is left, or there is no room now.
 */
async function sendBatch(
  tx: Tx,
  { id, perMinute, now }: { readonly id: string; readonly perMinute: number; readonly now: number },
): Promise<number> {
  const row = await repository.findAnnouncement(tx, id);
  if (row?.state === 'scheduled' && (row.send_at ?? Infinity) <= now) {
    await begin(tx, row, now);
    return sendBatch(tx, { id, perMinute, now });
  }
  if (row?.state !== 'sending') return 0;
  const room = Math.min(BATCH, await bulkRoom(tx, perMinute, now));
  if (room === 0) return 0;
  const deliveries = await repository.nextDeliveries(tx, row, room);
  const subscribers = deliveries.flatMap(({ id: subscriberId, email, wanted: isWanted }) =>
    email !== null && isWanted === 1 ? [{ subscriberId, email }] : [],
  );
  const mails = subscribers.map(
    ({ subscriberId, email }) =>
      ({ to: email, template: 'announcement', dedupeKey: `announcement:${id}:${subscriberId}` }) as const,
  );
  const ids = await queueBulkMails(tx, mails, now);
  const mailOf = new Map(subscribers.map(({ subscriberId }, at) => [subscriberId, ids[at] ?? null]));
  for (const { id: subscriberId } of deliveries) {
    const mailId = mailOf.get(subscriberId) ?? null;
    const state = mailId === null ? 'left' : 'queued';
    await repository.saveDelivery(tx, { announcementId: id, subscriberId }, { state, mail_id: mailId });
  }
  return deliveries.length;
}

/** Done once no address waits any more, for its turn or for another try. */
async function finish({ db, clock }: Deps, id: string): Promise<void> {
  const counts = await repository.deliveryCounts(db.read, [id]);
  if (counts.some(({ outcome }) => outcome === 'waiting' || outcome === 'retrying')) return;
  const now = clock.now();
  await db.withTx(async (tx) => {
    const row = await repository.findAnnouncement(tx, id);
    if (row?.state !== 'sending') return;
    await repository.updateAnnouncement(tx, id, { state: 'done', finished_at: now, updated_at: now });
  });
}

async function compose(deps: Deps, mailId: string): Promise<MailContent | 'hold' | 'drop'> {
  const { db, links } = deps;
  const delivery = await repository.findDelivery(db.read, mailId);
  if (!delivery) return 'drop';
  // A mail that an admin resends from the list of mails may belong to an announcement that is done.
  if (delivery.state !== 'sending' && delivery.state !== 'done') return 'hold';
  const { subscriber_id: subscriberId, ...row } = delivery;
  if (!(await repository.stillWants(db.read, row, subscriberId))) return 'drop';
  const announcementId = row.id;
  const bookId = row.audience === 'followers' ? row.audience_id : null;
  return write(deps, row, {
    why: await whyOf(db, row),
    leaveBookUrl: bookId === null ? null : links.urlFor(subscriberId, { bookId, announcementId }),
    leaveAllUrl: links.urlFor(subscriberId, { announcementId }),
  });
}

/** Why an address gets it, in words. */
async function whyOf(db: Db, row: Pick<AnnouncementRow, 'audience' | 'audience_id'>): Promise<string> {
  const { why } = newsMailTexts.announcement;
  if (row.audience === 'news') return why.news;
  return why[row.audience]((await repository.audienceTitle(db.read, row)).audience_name ?? '');
}

/** Links out of the list in a preview, which lead nowhere. */
const nowhere = ({ audience }: AnnouncementRow) => ({
  leaveBookUrl: audience === 'followers' ? '#' : null,
  leaveAllUrl: '#',
});

interface FooterFacts {
  readonly why: string;
  readonly leaveBookUrl: string | null;
  readonly leaveAllUrl: string | null;
}

async function write(
  { books, sender, leastAmount }: Deps,
  { subject, body }: AnnouncementRow,
  footer: FooterFacts,
): Promise<MailContent> {
  const from = await sender();
  const mentionedBooks = new Set(booksOf(parseMarkup(body)));
  const listedBooks =
    mentionedBooks.size === 0 ? [] : (await books.catalogue.read()).books.filter(({ id }) => mentionedBooks.has(id));
  const cards = listedBooks.map(({ id, name, image, parts }): [string, MailBook] => {
    const prices = parts.filter(({ ebook }) => ebook).map(({ value }) => value);
    const cover = image ? `${from.origin}${image.src}` : null;
    const url = `${from.origin}/book-detail/${id}`;
    return [id, { name, url, cover, fromPrice: bookFromPrice(prices, leastAmount()) }];
  });
  return announcementMail({ from, subject, body, books: new Map(cards), ...footer });
}

async function audiences({ db, clock, perMinute }: Deps): Promise<Audiences> {
  const next = await nextRelease(db, clock.now());
  return {
    news: await repository.countAudience(db.read, { audience: 'news', audience_id: null }),
    books: await repository.followersByBook(db.read),
    parts: await repository.ownersByPart(db.read),
    refused: await repository.countRefused(db.read),
    per_minute: await perMinute(),
    next_release: next && {
      part_name: next.partName,
      book_id: next.bookId,
      book_name: next.bookName,
      release_at: toIso(next.releaseAt),
      people: next.people,
    },
  };
}

const REASONS = new Set(['no-mailbox', 'not-taken', 'mailbox-full', 'busy', 'sender-limit', 'sender-refused']);

async function present({ db, perMinute }: Deps, rows: readonly AnnouncementRow[]): Promise<Announcement[]> {
  const ids = rows.filter(({ started_at: started }) => started !== null).map(({ id }) => id);
  const counts = Map.groupBy(await repository.deliveryCounts(db.read, ids), (row) => row.announcement_id);
  const leaversByAnnouncement = await repository.leavers(db.read, ids);
  const rate = await perMinute();
  const pause = (await findBulkPause(db.read)) ?? null;
  return Promise.all(
    rows.map(async (row) => {
      const own = counts.get(row.id) ?? [];
      const sum = (outcome: (typeof own)[number]['outcome']): number =>
        own.filter((each) => each.outcome === outcome).reduce((total, { mails }) => total + mails, 0);
      const [accepted, retrying, refused] = [sum('accepted'), sum('retrying'), sum('refused')];
      const { created_by: _by, created_at: _at, updated_at: _changed, ...columns } = row;
      return {
        ...columns,
        ...(await repository.audienceTitle(db.read, row)),
        send_at: toIso(row.send_at),
        started_at: toIso(row.started_at),
        finished_at: toIso(row.finished_at),
        tried: accepted + retrying + refused,
        accepted,
        retrying,
        refused,
        left: sum('left'),
        unsubscribed: leaversByAnnouncement.get(row.id) ?? 0,
        minutes_left: row.state === 'sending' ? Math.ceil(sum('waiting') / Math.max(1, rate)) : null,
        answers: answersOf(own),
        resendable: own
          .filter(({ outcome, last_error: error }) => outcome === 'refused' && error !== 'no-mailbox')
          .reduce((total, { mails }) => total + mails, 0),
        standstill: pause && standstillOf(row, pause),
      };
    }),
  );
}

/** Returns why the mail server refuses an announcement that no admin paused or stopped; null while it accepts mails. */
function standstillOf({ state }: AnnouncementRow, pause: MailPauseRow): Announcement['standstill'] {
  if (state !== 'sending' && state !== 'paused') return null;
  const { reason, since, until, failures } = pause;
  // A line that broke off once is no standstill.
  if (reason === 'unanswered' && failures <= 1) return null;
  return { reason, since: toIso(since), next_try_at: state === 'sending' ? toIso(until) : null };
}

function answersOf(counts: Awaited<ReturnType<typeof repository.deliveryCounts>>): Announcement['answers'] {
  const notArrived = counts.filter(({ outcome }) => outcome === 'retrying' || outcome === 'refused');
  const keyed = Map.groupBy(notArrived, ({ outcome, last_error: error }) => {
    const reason = error !== null && REASONS.has(error) ? error : 'unanswered';
    return `${reason} ${outcome}`;
  });
  return [...keyed].map(([key, rows]) => {
    const [reason, outcome] = key.split(' ');
    return {
      reason: reason as Announcement['answers'][number]['reason'],
      final: outcome === 'refused',
      mails: rows.reduce((total, { mails }) => total + mails, 0),
    };
  });
}

export { countAudience } from './repository.ts';
