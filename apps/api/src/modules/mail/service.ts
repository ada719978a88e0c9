import { type Backoff, nextTryAt } from '@cuentos/domain/time/backoff';
import { DAY_MS, SECOND_MS } from '@cuentos/domain/time/durations';
import type { Connection, Db, Tx } from '../../platform/db/db.ts';
import { type RetryResult, retryNow } from '../../platform/db/due-rows.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { UserRow } from '../../platform/db/tables/accounts.ts';
import type { ProvedAddress } from '../../platform/proved-address.ts';
import type { Job } from '../../platform/jobs/job-runner.ts';
import { workOff } from '../../platform/jobs/work-off.ts';
import { workThrough } from '../../platform/jobs/work-through.ts';
import { failureCode } from '../../platform/log/safe-error.ts';
import type { Clock } from '../../ports/clock.ts';
import { isOfSender, MAIL_CONNECTIONS, type MailPort, MailRefused } from '../../ports/mail.ts';
import { BULK_TEMPLATES } from './bulk-mails.ts';
import { countHeld, forgetHeld, roomAt, roomForHeld } from './mail-budgets.ts';
import * as repository from './repository.ts';
import { accountMailTexts } from './templates/account-texts.ts';
import type { MailContent } from './templates/mail.ts';
import { withNote } from './templates/render-mail.ts';
import { giftMailTexts } from './templates/texts.ts';

/** Name of the job that empties the outbox. */
export const MAIL_JOB = 'mail-outbox';

/** Waits between tries; after the last try the mail stays in the outbox with its error. */
const BACKOFF: Backoff = { waitsMin: [1, 5, 15, 60, 240, 720], after: 'give-up' };
/** A limit of the shop ends within a day; a refusal of it when its cause is mended, for which there are three days. */
const OF_SENDER: Backoff = { waitsMin: [...BACKOFF.waitsMin, 720, 720, 720, 720], after: 'give-up' };

/**
 * Queues a mail in the same transaction as its event. While the budget of its cause is used up it waits: of each kind
 * only the latest, which says how many there were (docs/decisions/051-budgets-of-mails.md).
 * @param dedupeKey names the event, so that one event mails once.
 * @returns whether it is sent now: a waiting or dropped mail must not be reported as sent
 */
export async function queueMail(
  tx: Tx,
  to: string,
  dedupeKey: string,
  content: MailContent,
  now: number,
): Promise<boolean> {
  const { causedBy, template } = content;
  // An erased person has no address; a blocked one hears of their own actions and of their account's safety.
  if (!to.includes('@') || (OFFERED_TEMPLATES.has(content.template) && (await isBlocked(tx, to)))) return false;
  const roomFrom = await roomAt(tx, { template, recipient: to, causedBy }, now);
  if (roomFrom <= now) return write(tx, { to, dedupeKey, content }, now);
  await hold(tx, { to, content, until: roomFrom }, now);
  return false;
}

interface HeldMail {
  readonly to: string;
  readonly content: MailContent;
  readonly until: number;
}

/** Keeps a mail until there is room, in place of an earlier one of the same subject that waits: its link is the one that is good. */
async function hold(tx: Tx, { to, content, until }: HeldMail, now: number): Promise<void> {
  const { template, subject } = content;
  const dedupeKey = `held:${template}:${to}:${subject}`;
  const contentWithNote = withNote(content, accountMailTexts.held(await countHeld(tx, dedupeKey, now)));
  const row = rowOf({ to, dedupeKey, content: { ...content, ...contentWithNote } }, now);
  await repository.holdMail(tx, { ...row, next_attempt_at: until, is_held: 1 });
}

/** Lets mails go out that waited for room, as far as there is some. */
async function releaseHeld({ db, clock }: { db: Db; clock: Clock }, signal: AbortSignal): Promise<void> {
  const now = clock.now();
  const heldMails = await repository.heldMails(db, now, HELD_BATCH);
  await workThrough(heldMails, signal, async ({ id, template, dedupe_key: key }) =>
    db.withTx(async (tx) => {
      const roomFrom = await roomForHeld(tx, template, now);
      if (roomFrom > now) return repository.updateMail(tx, id, { next_attempt_at: roomFrom });
      return release(tx, { id, dedupe_key: key }, now);
    }),
  );
}

/** Lets a mail that waits for room go out. */
async function release(tx: Tx, { id, dedupe_key: key }: ReleasedMail, now: number): Promise<void> {
  await forgetHeld(tx, key);
  // The mail gets a key of its own, so that the next waiting mail of its kind gets a new row.
  await repository.updateMail(tx, id, { dedupe_key: `held:${id}`, event: 'held:', next_attempt_at: now, is_held: 0 });
}

type ReleasedMail = Pick<repository.MailRow, 'id' | 'dedupe_key'>;

/**
 * Makes an unsent mail due now, with all its tries again.
 * @returns 'emptied' when its text was deleted together with the link in it, so that nothing can be sent
 */
export async function retryMail(tx: Tx, id: string, now: number): Promise<RetryResult | 'emptied'> {
  const mail = await repository.findMail(tx, id);
  // Mails to many are written when they are sent.
  if (mail && mail.sent_at === null && mail.html === '' && mail.priority < repository.BULK) return 'emptied';
  if (mail?.is_held === 1) await release(tx, mail, now);
  return retryNow(tx, { table: 'mails', done: 'sent_at' }, id, now);
}

/** Time for which the team is told of a given up mail; an older one no longer helps its recipient. */
const GIVEN_UP_TOLD_MS = 14 * DAY_MS;
/** Number of given up mails that one click makes due. */
const MOST_RETRIED = 500;

/** Mails that were given up lately, as the beginning of a query. */
export const givenUpLately = (connection: Connection, now: number) =>
  repository.givenUpMails(connection, now - GIVEN_UP_TOLD_MS);

export async function countGivenUp(connection: Connection, now: number): Promise<number> {
  return repository.countMails(givenUpLately(connection, now));
}

/** Makes the mails due that were given up lately. @returns their ids */
export async function retryGivenUp(tx: Tx, now: number): Promise<string[]> {
  const retriedIds: string[] = [];
  for (const id of await repository.oldestIds(givenUpLately(tx, now), MOST_RETRIED)) {
    if ((await retryMail(tx, id, now)) === 'due') retriedIds.push(id);
  }
  return retriedIds;
}

const HELD_BATCH = 100;

interface NewMail {
  readonly to: string;
  readonly dedupeKey: string;
  readonly content: MailContent;
}

async function write(tx: Tx, letter: NewMail, now: number): Promise<boolean> {
  return repository.queueMail(tx, rowOf(letter, now));
}

function rowOf({ to, dedupeKey, content }: NewMail, now: number): repository.MailRow {
  const { unsubscribeUrl = null, template, subject, text, html } = content;
  return {
    id: newId(now),
    dedupe_key: dedupeKey,
    event: repository.eventOf(dedupeKey),
    priority: AWAITED_TEMPLATES.has(template) ? 0 : 1,
    recipient: to,
    template,
    text,
    html,
    unsubscribe_url: unsubscribeUrl,
    // A line break would let a name or title add headers of its own.
    subject: subject.replaceAll(/[\r\n\u0000]+/g, ' '),
    attempts: 0,
    next_attempt_at: now,
    sent_at: null,
    last_error: null,
    is_held: 0,
    created_at: now,
  };
}

/** Templates whose mails carry a link or a code that opens something. */
const SECRET_TEMPLATES = [
  'recover',
  'entry-code',
  'welcome',
  'verify-email',
  'newsletter-confirm',
  'follow-confirm',
  'account-made',
  'early-access-invite',
  'grant-waiting',
  'new-email',
  'email-changed',
  'email-given',
  'erasure-asked',
  'gift',
];

/** Templates of mails that offer something, without the recipient having done anything. */
const OFFERED_TEMPLATES: ReadonlySet<string> = new Set(['part-granted', 'early-access', 'gift']);

/** Returns whether the data of an address are blocked, which only the proved owner of the address can request. */
async function isBlocked(tx: Tx, address: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', address)
    .where('email_verified_at', 'is not', null)
    .where('blocked_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a mail can be sent once more: its text is kept, and it holds no link that opens something. */
export function canResend({ template, html }: Pick<repository.MailRow, 'template' | 'html'>): boolean {
  const once: readonly string[] = [...SECRET_TEMPLATES, ...BULK_TEMPLATES];
  return html !== '' && !once.includes(template);
}

/** Queues a mail once more, to an address that may be another one by now. A double click queues one. */
export async function resendMail(tx: Tx, mail: repository.MailRow, to: string, now: number): Promise<void> {
  const { template, subject, text, html } = mail;
  const second = Math.floor(now / (10 * SECOND_MS));
  const letter = {
    to,
    dedupeKey: `${repository.resentEvent(mail.id)}${second}`,
    content: { template, subject, text, html },
  };
  await write(tx, letter, now);
}

/** Empties mails with secret links, and the many copies of one text, that were sent or given up before an instant. */
export async function eraseSentSecrets(tx: Tx, before: number): Promise<void> {
  await repository.eraseContents(tx, [...SECRET_TEMPLATES, ...BULK_TEMPLATES], before);
}

/** Copies looked up by one statement, whose values an engine limits. */
const COPIES_AT_ONCE = 500;

/**
 * Removes the copies outside the outbox of mails that were emptied or deleted in it, by whatever rule: also of what a
 * process emptied right before it was stopped.
 */
export async function forgetCopies({ db, mail }: { readonly db: Db; readonly mail: MailPort }): Promise<void> {
  if (!mail.copies || !mail.forget) return;
  const ids = await mail.copies();
  for (let at = 0; at < ids.length; at += COPIES_AT_ONCE) {
    const batch = ids.slice(at, at + COPIES_AT_ONCE);
    const kept = await repository.mailsWithText(db.read, batch);
    for (const id of batch) if (!kept.has(id)) await mail.forget(id);
  }
}

/** Deletes recipient and sender of gift mails queued before an instant, except mails that are still tried. */
export async function eraseGiftNames(tx: Tx, before: number): Promise<void> {
  await repository.eraseNames(tx, 'gift', { before, subject: giftMailTexts.subject(null) });
}

const LIST_TEMPLATES: readonly string[] = ['newsletter-confirm', 'follow-confirm', ...BULK_TEMPLATES];

/** Forgets what the mailing list wrote, or was going to write, to an address. */
export async function deleteListMails(tx: Tx, recipient: string): Promise<void> {
  await repository.deleteMailsTo(tx, recipient, { only: LIST_TEMPLATES });
}

/** Templates of mails that others cause, not the account whose address they go to. */
const OTHERS_TEMPLATES: readonly string[] = [
  ...LIST_TEMPLATES,
  'recover',
  'entry-code',
  'new-email',
  'email-taken',
  'gift',
  'message-answer',
];

/** An account with an unproved address: of the mails to that address only those that the account caused are its own. */
type UnprovedAccount = Pick<UserRow, 'email' | 'created_at'>;

const ofAccount = ({ email, created_at: since }: UnprovedAccount) => ({
  recipient: email,
  but: OTHERS_TEMPLATES,
  since,
});

/** Forgets every mail to an address. @returns ids of the mails, for copies outside the outbox. */
export async function deleteMailsTo(tx: Tx, recipient: ProvedAddress): Promise<string[]> {
  return repository.deleteMailsTo(tx, recipient, { but: [] });
}

/** Forgets what an account caused to be written to an unproved address. @returns ids of the mails */
export async function deleteMailsOfAccount(tx: Tx, account: UnprovedAccount): Promise<string[]> {
  const ids = await mailIdsOfAccount(tx, account);
  await repository.deleteMails(tx, ids);
  return ids;
}

export async function mailIdsOfAccount(connection: Connection, account: UnprovedAccount): Promise<string[]> {
  return (await repository.mailsCausedBy(connection, ofAccount(account))).map(({ id }) => id);
}

/**
 * Lists a person's own mails for their copy of the data, without the texts.
 * @param person.events of mails that are theirs whatever address they went to
 */
export async function mailsForCopy(
  connection: Connection,
  {
    proved,
    events,
    ...account
  }: UnprovedAccount & { readonly proved: readonly ProvedAddress[]; readonly events: readonly string[] },
) {
  const isProved = proved.some((address) => address === account.email);
  const own = isProved
    ? []
    : [
        ...(await repository.mailsCausedBy(connection, ofAccount(account))),
        ...(await repository.mailsToAccount(connection, account.email, events)),
      ];
  const all = [...own, ...(await repository.mailsToAddresses(connection, proved))];
  return all
    .toSorted((a, b) => b.created_at - a.created_at)
    .map(({ recipient, subject, created_at, sent_at }) => ({ recipient, subject, created_at, sent_at }));
}

/** Counts what waits as sent, without sending it: the mails of the demonstration shop's past. */
export async function countAsSent(tx: Tx, until: number): Promise<void> {
  await repository.markSent(tx, until);
}

/** Templates that a registration causes: they are sent after a buyer's code or receipt, however many wait. */
const CAUSED_BY_REGISTERING: ReadonlySet<string> = new Set(['welcome', 'erasure-asked']);

/** Mails that a person waits for with the page open go before all others, and so do receipts. */
const AWAITED_TEMPLATES: ReadonlySet<string> = new Set([
  ...SECRET_TEMPLATES.filter((template) => !CAUSED_BY_REGISTERING.has(template)),
  'receipt',
  'password-changed',
  'password-removed',
  'google-linked',
]);

/**
 * Job that sends due mails until none is left, several at once, each at most once per run, and tries failed ones again
 * later. Mails that a person waits for are sent before thousands of earlier ones.
 */
export function createMailJob({ db, clock, mail }: { db: Db; clock: Clock; mail: MailPort }): Job {
  return {
    name: MAIL_JOB,
    everyMs: 5 * SECOND_MS,
    async run(signal, isOurs) {
      const sendDue = async () =>
        workOff(MAIL_CONNECTIONS, signal, {
          due: async () => repository.dueMails(db, clock.now(), { limit: MAIL_CONNECTIONS, bulk: false }),
          work: async (row) => sendOne({ db, clock, mail }, row),
          isOurs,
        });
      const steps = [async () => releaseHeld({ db, clock }, signal), sendDue];
      await workThrough(steps, signal, async (step) => step());
    },
  };
}

async function sendOne(
  { db, clock, mail }: { db: Db; clock: Clock; mail: MailPort },
  row: repository.MailRow,
): Promise<void> {
  const { id, recipient: to, subject, text, html, unsubscribe_url: unsubscribeUrl } = row;
  try {
    await mail.send({ messageId: id, to, subject, text, html, ...(unsubscribeUrl === null ? {} : { unsubscribeUrl }) });
  } catch (error) {
    const refusal = error instanceof MailRefused ? error : null;
    await db.withTx(async (tx) =>
      repository.updateMail(tx, id, {
        attempts: row.attempts + 1,
        next_attempt_at: nextMailTryAt(refusal, row.attempts, clock.now()),
        last_error: refusal?.reason ?? failureCode(error),
      }),
    );
    return;
  }
  await db.withTx(async (tx) =>
    repository.updateMail(tx, id, {
      sent_at: clock.now(),
      next_attempt_at: null,
      last_error: null,
      attempts: row.attempts + 1,
    }),
  );
}

/** When a mail that was not accepted is tried again; null where its server said that no other try will do better. */
function nextMailTryAt(refusal: MailRefused | null, attempts: number, now: number): number | null {
  if (refusal?.isFinal === true) return null;
  return nextTryAt(refusal !== null && isOfSender(refusal.reason) ? OF_SENDER : BACKOFF, attempts, now);
}

export {
  appPasswordMail,
  accountKeptMail,
  dataBlockedMail,
  emailChangedMail,
  emailGivenMail,
  emailMovedMail,
  emailReturnedMail,
  emailTakenMail,
  entryCodeMail,
  erasureAskedMail,
  type FactorNews,
  googleLinkedMail,
  newEmailMail,
  passkeyMail,
  passwordChangedMail,
  passwordRemovedMail,
  recoverMail,
  secondFactorMail,
  sessionClosedMail,
  verifyMail,
  welcomeMail,
} from './templates/account-mails.ts';
export { PAUSE_PATIENCE_MS } from './bulk-pause.ts';
export { type BulkComposers, bulkRoom, type Composer, createBulkMailJob, queueBulkMails } from './bulk-mails.ts';
export {
  accountMadeMail,
  earlyAccessMail,
  type GivenPart,
  grantWaitingMail,
  partGrantedMail,
} from './templates/given-mails.ts';
export { giftEndedMail, giftEndingMail, giftMail, type MailGiftPart } from './templates/gift-mails.ts';
export { confirmFollowMail, confirmListMail } from './templates/mailing-list-mails.ts';
export { announcementMail, type MailBook, releaseMail } from './templates/news-mails.ts';
export { newsMailTexts } from './templates/texts.ts';
export {
  deleteMails,
  endBulkPause,
  findBulkPause,
  findMail,
  latestMails,
  mailIdsAbout,
  mailIdsTo,
  mailsByKeys,
  mailsOf,
  parkMails,
  renewMails,
  unparkMails,
} from './repository.ts';
export {
  type MailContent,
  type MailFrom,
  type MailLook,
  type MailSeller,
  type MailSender,
  type NewsSender,
  mailSenderOf,
} from './templates/mail.ts';
export { giftRecalledMail, partRecalledMail } from './templates/recall-mails.ts';
export { messageAnswerMail, messageReceivedMail } from './templates/message-mails.ts';
export { editionWaitsMail, saleMail, salesOfDayMail } from './templates/shop-news-mails.ts';
export { alertEndedMail, alertMail } from './templates/operation-mails.ts';
export { credentialsMail, lateDocumentsMail, unresolvedPaymentsMail } from './templates/money-alert-mails.ts';
export {
  type MoneyNews,
  moneyNewsMail,
  pendingMail,
  receiptMail,
  refundDoneMail,
  sentBackMail,
} from './templates/purchase-mails.ts';
