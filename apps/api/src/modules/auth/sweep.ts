import type { Tx } from '../../platform/db/db.ts';
import { endRunOut, sweepSessions } from './repository.ts';
import { sweepNonces, sweepTokens } from './token-repository.ts';

/** Ended sessions stay this long, for whoever has to find out what happened. */
const ENDED_SESSIONS_MS = 30 * 86_400_000;

/** Forgets what no sign-in, link or question needs any more. */
export async function sweepAccounts(tx: Tx, now: number): Promise<void> {
  await endRunOut(tx, now);
  await sweepSessions(tx, now - ENDED_SESSIONS_MS);
  await sweepTokens(tx, now);
  await sweepNonces(tx, now);
}
