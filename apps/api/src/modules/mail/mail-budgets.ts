import { randomInt } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import type { Tx } from '../../platform/db/db.ts';
import { addHit } from '../../platform/db/rate-counters.ts';
import { recordAudit } from '../audit/service.ts';

/**
 * Whose doing a mail is, by its template (docs/decisions/051-budgets-of-mails.md). Every template that is not named here
 * is one that a caller causes: a new one has a budget before anybody thinks of it.
 * - `guard` tells the owner of an account that something which opens or ends it changed. Each kind has a budget of its
 *   own, so that a flood of one kind hides no other.
 * - `limited` is counted where it is asked for, before a code is made or a request noted, and paid gifts wait for room.
 * - `money` tells of a payment, and `shop` is what the team does: neither is caused by a stranger.
 */
const groups: Readonly<Record<string, 'guard' | 'limited' | 'money' | 'shop'>> = {
  'password-changed': 'guard',
  'password-removed': 'guard',
  'email-changed': 'guard',
  'email-returned': 'guard',
  'second-factor': 'guard',
  passkey: 'guard',
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
  'gift-ending': 'money',
  'gift-ended': 'money',
  'open-payments': 'money',
  'payment-credentials': 'money',
  'late-documents': 'money',
  'account-made': 'shop',
  'email-given': 'shop',
  'part-granted': 'shop',
  'early-access': 'shop',
  'early-access-invite': 'shop',
  'grant-waiting': 'shop',
  'message-answer': 'shop',
  'announcement-test': 'shop',
};

/** A counter, how much it allows, and over how long. */
type Budget = readonly [key: string, max: number, windowMs: number];

/** Rows among which what everybody shares is counted, so that the transactions of one moment do not wait for each other. */
const PARTS = 8;
/** What all callers together cause in an hour: the mail server has a name to lose, and quotas. */
const ALL_AN_HOUR = 2000;

/** From the narrowest to the widest: whoever fills their own takes nothing of what everybody shares. */
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
  // What an account has written to an address that is not its own.
  const ofAccount: Budget[] = causedBy === undefined ? [] : [[`mail-by:${causedBy}`, 10, HOUR_MS]];
  return [...own, ...ofAccount, [`mail-all:${group}:${randomInt(PARTS)}`, ALL_AN_HOUR / PARTS, HOUR_MS]];
}

interface Caused {
  readonly template: string;
  readonly recipient: string;
  /** The account whose doing it is, where it goes to another address than its own. */
  readonly causedBy: string | undefined;
}

/**
 * Counts a mail against the budgets of who causes it, in the transaction of what it tells: what is undone counts nothing.
 * The first one that finds no room is written into the audit log.
 * @returns whether there is room
 */
export async function hasRoom(tx: Tx, { template, recipient, causedBy }: Caused, now: number): Promise<boolean> {
  for (const [key, max, windowMs] of budgetsOf(template, recipient, causedBy)) {
    const hits = await addHit(tx, key, now, windowMs);
    if (hits <= max) continue;
    if (hits === max + 1) {
      const detail = { budget: key.split(':')[0] };
      await recordAudit(tx, { actorId: null, action: 'mail.held_back', subject: template, detail }, now);
    }
    return false;
  }
  return true;
}
