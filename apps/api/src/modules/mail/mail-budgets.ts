import { randomInt } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import type { Tx } from '../../platform/db/db.ts';
import { addHit, dropHits, windowStart } from '../../platform/db/rate-counters.ts';
import { recordAudit } from '../audit/service.ts';
import type { MoneyNews } from './templates/purchase-mails.ts';

/** A new kind of news without a line here does not compile. */
const moneyNews: Readonly<Record<`money-${MoneyNews}`, 'money'>> = {
  'money-undone': 'money',
  'money-review': 'money',
  'money-disputed': 'money',
  'money-paused': 'money',
  'money-restored': 'money',
};

/**
 * Cause of a mail, by its template (docs/decisions/051-budgets-of-mails.md). Templates that are not named here are caused
 * by a caller, so that a new template has a budget by default.
 * - `guard` reports to an account's owner a change of what opens or ends the account. Each kind has a budget of its own,
 *   so that a flood of one kind delays no other.
 * - `limited` is counted where it is requested, before a code is made or a request recorded; mails of paid gifts wait.
 * - `money` reports a payment, and `shop` an action of the team: neither is caused by a stranger.
 */
const groups: Readonly<Record<string, 'guard' | 'limited' | 'money' | 'shop'>> = {
  'password-changed': 'guard',
  'password-removed': 'guard',
  'email-changed': 'guard',
  'email-returned': 'guard',
  'second-factor': 'guard',
  passkey: 'guard',
  'app-password': 'guard',
  'session-closed': 'guard',
  'google-linked': 'guard',
  'erasure-asked': 'guard',
  recover: 'limited',
  'entry-code': 'limited',
  gift: 'limited',
  'message-received': 'limited',
  receipt: 'money',
  'payment-pending': 'money',
  refund: 'money',
  'sent-back': 'money',
  ...moneyNews,
  'gift-ending': 'money',
  'gift-ended': 'money',
  'open-payments': 'money',
  'payment-credentials': 'money',
  'late-documents': 'money',
  sale: 'money',
  'sales-of-day': 'money',
  'edition-waits': 'shop',
  'account-made': 'shop',
  'email-given': 'shop',
  'part-granted': 'shop',
  'part-recalled': 'shop',
  'early-access': 'shop',
  'early-access-invite': 'shop',
  'grant-waiting': 'shop',
  'message-answer': 'shop',
  'announcement-test': 'shop',
};

/** A counter, how much it allows, and over how long. */
type Budget = readonly [key: string, max: number, windowMs: number];

/** Number of rows that a shared count is split into, so that transactions of one moment do not wait for each other. */
const PARTS = 8;
/** Mails that all callers together may cause in an hour, because the mail server has quotas and a reputation. */
const ALL_AN_HOUR = 2000;

/**
 * Budgets from the narrowest to the widest: a caller whose own budget is used up does not count towards the shared
 * ones.
 */
function budgetsOf(template: string, recipient: string, causedBy: string | undefined): readonly Budget[] {
  const group = groups[template] ?? 'caused';
  if (group !== 'caused' && group !== 'guard') return [];
  const own: Budget[] =
    group === 'guard'
      ? [
          [`mail:${template}:${recipient}`, 4, HOUR_MS],
          [`mail-day:${template}:${recipient}`, 8, DAY_MS],
        ]
      : [
          [`mail:${recipient}`, 10, HOUR_MS],
          [`mail-day:${recipient}`, 20, DAY_MS],
        ];
  // Limits what one account has the shop write to addresses of others.
  const ofAccount: Budget[] = causedBy === undefined ? [] : [[`mail-by:${causedBy}`, 10, HOUR_MS]];
  return [...own, ...ofAccount, budgetOfAllMails(group)];
}

/** The budget that all mails of a group share. */
function budgetOfAllMails(group: 'caused' | 'guard'): Budget {
  return [`mail-all:${group}:${randomInt(PARTS)}`, ALL_AN_HOUR / PARTS, HOUR_MS];
}

interface BudgetedMail {
  readonly template: string;
  readonly recipient: string;
  /** The account that caused the mail, if it goes to another address than its own. */
  readonly causedBy: string | undefined;
}

/**
 * Counts a mail against the budgets of its cause, in the transaction of its event, so that a rolled-back event does not
 * count. The first exceeded budget is written into the audit log.
 * @returns when there is room: now, or the end of the window that is used up
 */
export async function roomAt(tx: Tx, { template, recipient, causedBy }: BudgetedMail, now: number): Promise<number> {
  for (const [key, max, windowMs] of budgetsOf(template, recipient, causedBy)) {
    const hits = await addHit(tx, key, now, windowMs);
    if (hits <= max) continue;
    if (hits === max + 1) {
      const [budget = ''] = key.split(':');
      await recordAudit(tx, { actorId: null, action: 'mail.held_back', subject: template, detail: { budget } }, now);
    }
    return (await windowStart(tx, key)) + windowMs;
  }
  return now;
}

/**
 * Counts a mail that waited for room. The budget of the single address no longer applies: one mail of each kind waits,
 * so that a continuing flood cannot delay it forever.
 * @returns as {@link roomAt}
 */
export async function roomForHeld(tx: Tx, template: string, now: number): Promise<number> {
  const group = groups[template] === 'guard' ? 'guard' : 'caused';
  const [key, max, windowMs] = budgetOfAllMails(group);
  return (await addHit(tx, key, now, windowMs)) <= max ? now : (await windowStart(tx, key)) + windowMs;
}

/** As long as counts are kept. */
const HELD_MS = 2 * DAY_MS;

/** Counts a mail that waits under a key. @returns how many have come since the last one went out */
export async function countHeld(tx: Tx, key: string, now: number): Promise<number> {
  return addHit(tx, `mail-${key}`, now, HELD_MS);
}

/** Restarts a count of joined mails, because the mail that waited is sent. */
export async function forgetHeld(tx: Tx, key: string): Promise<void> {
  await dropHits(tx, `mail-${key}`);
}
