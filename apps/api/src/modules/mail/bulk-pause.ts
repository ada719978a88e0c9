import { type Backoff, nextTryAt } from '@cuentos/domain/time/backoff';
import { DAY_MS } from '@cuentos/domain/time/durations';
import type { Tx } from '../../platform/db/db.ts';
import type { MailPauseRow } from '../../platform/db/tables/mail.ts';
import * as repository from './repository.ts';

/** Time after which a paused announcement waits for its author, who may have to pay a bill or change a password. */
export const PAUSE_PATIENCE_MS = 3 * DAY_MS;

const EVERY_FOUR_HOURS = Array.from({ length: 18 }, () => 240);
/** A daily limit ends within a day; a refusal when its cause is mended. A mail is given up after three days of them. */
const REFUSED: Backoff = { waitsMin: [15, 60, ...EVERY_FOUR_HOURS], after: 'give-up' };
/** A server that restarts is there again within minutes. */
const UNANSWERED: Backoff = { waitsMin: [1, 5, 15, 60, 60, 60, ...EVERY_FOUR_HOURS], after: 'give-up' };
/** Number of broken connections that pause the bulk mails: a single one says nothing about the next. */
const BROKEN_LINES = 2;

/**
 * Pauses the bulk mails after a refusal that the next mail would get, too: otherwise each of ten thousand mails would
 * use up its tries. Called in the transaction that records the failed mail.
 * @param attempts earlier failures of that mail
 * @returns when that mail is tried again; null when it is given up
 */
export async function pauseBulk(
  tx: Tx,
  reason: MailPauseRow['reason'],
  attempts: number,
  now: number,
): Promise<number | null> {
  const backoff = reason === 'unanswered' ? UNANSWERED : REFUSED;
  const tolerated = reason === 'unanswered' ? BROKEN_LINES : 0;
  const existing = await repository.findBulkPause(tx);
  let { since, failures, until } = existing ?? { since: now, failures: 0, until: now };
  // Mails that were under way when the pause began fail by the same cause.
  if (until <= now) {
    failures += 1;
    const wait = nextTryAt({ ...backoff, after: 'repeat' }, failures - 1 - tolerated, now);
    until = failures > tolerated && wait !== null ? wait : now;
  }
  await repository.saveBulkPause(tx, { queue: 'bulk', reason, since, failures, until });
  const ownTry = nextTryAt(backoff, attempts, now);
  return ownTry === null || until <= now ? ownTry : until;
}
