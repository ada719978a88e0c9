import { type Backoff, nextTryAt } from '@cuentos/domain/time/backoff';
import { MINUTE_MS, SECOND_MS } from '@cuentos/domain/time/durations';
import type { Db, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { Job } from '../../platform/jobs/job-runner.ts';
import { workOff } from '../../platform/jobs/work-off.ts';
import { failureCode } from '../../platform/log/safe-error.ts';
import type { Clock } from '../../ports/clock.ts';
import { BULK_CONNECTIONS, isOfSender, type MailPort, MailRefused } from '../../ports/mail.ts';
import { pauseBulk } from './bulk-pause.ts';
import * as repository from './repository.ts';
import type { MailContent } from './templates/mail.ts';

/** Name of the job that sends what goes to many. */
const BULK_MAIL_JOB = 'bulk-mail-outbox';

/** Mails that go to many. */
export const BULK_TEMPLATES = ['release', 'announcement'] as const;
export type BulkTemplate = (typeof BULK_TEMPLATES)[number];

/** Writes the mails of one template when they are sent; they have no text before. */
export interface Composer {
  /** `hold` tries the mail again later, `drop` removes it. */
  compose(mailId: string): Promise<MailContent | 'hold' | 'drop'>;
  /** The server of the address said that it does not exist; in the transaction in which the mail is given up. */
  addressRefused(tx: Tx, mailId: string): Promise<void>;
}

export type BulkComposers = Map<BulkTemplate, Composer>;

/** A mail to one of many. */
export interface BulkMail {
  readonly to: string;
  readonly template: BulkTemplate;
  /** Names the event and the address, so that one event mails once. */
  readonly dedupeKey: string;
}

/** Queues bulk mails in the caller's transaction. @returns their ids in the same order */
export async function queueBulkMails(tx: Tx, mails: readonly BulkMail[], now: number): Promise<string[]> {
  if (mails.length === 0) return [];
  const rows = mails.map(({ to, template, dedupeKey }) => ({
    id: newId(now),
    dedupe_key: dedupeKey,
    event: repository.eventOf(dedupeKey),
    priority: repository.BULK,
    recipient: to,
    template,
    subject: '',
    text: '',
    html: '',
    unsubscribe_url: null,
    attempts: 0,
    next_attempt_at: now,
    sent_at: null,
    last_error: null,
    is_held: 0 as const,
    created_at: now,
  }));
  await repository.queueBulk(tx, rows);
  return rows.map(({ id }) => id);
}

/**
 * How many mails to many may come into the outbox now. While they stand still it holds one that was never tried and goes
 * before those that were: a single mail that is refused each time holds up no other. Where it is held back, because its
 * part was withdrawn, and those that were tried are dropped, deleted or given up, nothing is left by which the server is
 * asked: then another one comes in each minute.
 */
export async function bulkRoom(tx: Tx, perMinute: number, now: number): Promise<number> {
  const { recent, untried } = await repository.bulkCounts(tx, now - MINUTE_MS);
  const room = Math.max(0, perMinute - recent);
  const pause = await repository.findBulkPause(tx);
  if (!pause) return room;
  const isUnasked = recent === 0 && pause.until <= now - MINUTE_MS;
  return untried === 0 || isUnasked ? Math.min(1, room) : 0;
}

/** A full mailbox may be emptied in an hour or never. */
const FULL: Backoff = { waitsMin: [60, 60, 60, 60, 60], after: 'give-up' };
const OTHERWISE: Backoff = { waitsMin: [10, 10, 30, 60, 240, 720], after: 'give-up' };

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly mail: MailPort;
  readonly composers: BulkComposers;
}

/**
 * The job that sends what goes to many, beside the outbox's own and over other connections. A mail is written when its
 * turn comes, so what was withdrawn, paused or left meanwhile is not sent.
 */
export function createBulkMailJob(deps: Deps): Job {
  const { db, clock } = deps;
  return {
    name: BULK_MAIL_JOB,
    everyMs: 5 * SECOND_MS,
    async run(signal, isOurs) {
      // Due still, and not to be sent now.
      let waitingMails = 0;
      let triedMails = 0;
      const sendUpTo = async (most: number, connections: number): Promise<void> =>
        workOff(connections, signal, {
          async due() {
            if (triedMails >= most || (await isStandingStill(deps))) return [];
            return repository.dueMails(db, clock.now(), { limit: waitingMails + 2 * BULK_CONNECTIONS, bulk: true });
          },
          async work(row) {
            const outcome = await sendOne(deps, row);
            if (outcome === 'waits') waitingMails += 1;
            if (outcome === 'tried') triedMails += 1;
          },
          isOurs,
        });
      // After a failure one mail is tried first; the others follow only if the server accepts it.
      if (await repository.findBulkPause(db.read)) await sendUpTo(1, 1);
      await sendUpTo(Infinity, BULK_CONNECTIONS);
    },
  };
}

async function isStandingStill({ db, clock }: Deps): Promise<boolean> {
  const pause = await repository.findBulkPause(db.read);
  return pause !== undefined && pause.until > clock.now();
}

/** @returns 'waits' for a mail that is held back: it stays due */
async function sendOne(deps: Deps, row: repository.MailRow): Promise<'waits' | 'dropped' | 'tried'> {
  const { db, clock, mail, composers } = deps;
  const content = (await composers.get(row.template as BulkTemplate)?.compose(row.id)) ?? 'hold';
  if (content === 'hold') return 'waits';
  if (content === 'drop') {
    await db.withTx(async (tx) =>
      repository.updateMail(tx, row.id, { next_attempt_at: null, last_error: repository.DROPPED }),
    );
    return 'dropped';
  }
  const { subject, text, html, unsubscribeUrl } = content;
  try {
    const out = { messageId: row.id, to: row.recipient, subject, text, html };
    await mail.send(unsubscribeUrl === undefined ? out : { ...out, unsubscribeUrl });
  } catch (error) {
    await noteFailure(deps, row, error);
    return 'tried';
  }
  // Noted right after the server's answer: a process killed in between sends the mail again, under the same id.
  await db.withTx(async (tx) => {
    await repository.updateMail(tx, row.id, {
      sent_at: clock.now(),
      next_attempt_at: null,
      last_error: null,
      attempts: row.attempts + 1,
      subject,
      text,
      html,
    });
    await repository.endBulkPause(tx);
  });
  return 'tried';
}

async function noteFailure({ db, clock, composers }: Deps, row: repository.MailRow, error: unknown): Promise<void> {
  const refused = error instanceof MailRefused ? error : null;
  const now = clock.now();
  await db.withTx(async (tx) => {
    // Records both or neither: a refused address already counts as one that did not want the mail.
    if (refused?.reason === 'no-mailbox') {
      await composers.get(row.template as BulkTemplate)?.addressRefused(tx, row.id);
    }
    // Any answer shows that the server is back; only an accepted mail shows that it accepts mails again.
    if (refused && !isOfSender(refused.reason) && (await repository.findBulkPause(tx))?.reason === 'unanswered') {
      await repository.endBulkPause(tx);
    }
    await repository.updateMail(tx, row.id, {
      attempts: row.attempts + 1,
      next_attempt_at: await nextTry(tx, row, refused, now),
      last_error: refused?.reason ?? failureCode(error),
    });
  });
}

async function nextTry(tx: Tx, row: repository.MailRow, refused: MailRefused | null, now: number) {
  if (refused === null) return pauseBulk(tx, 'unanswered', row.attempts, now);
  if (isOfSender(refused.reason)) return pauseBulk(tx, refused.reason, row.attempts, now);
  return refused.isFinal ? null : nextTryAt(refused.reason === 'mailbox-full' ? FULL : OTHERWISE, row.attempts, now);
}
