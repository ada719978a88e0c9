import { sweepAnalytics } from './modules/site/page-view-service.ts';
import { sweepAccounts, sweepCaptchaAnswers } from './modules/auth/service.ts';
import { eraseSentSecrets } from './modules/mail/service.ts';
import { sweepMutations } from './modules/reading/service.ts';
import type { Db } from './platform/db/db.ts';
import { sweepHits } from './platform/db/rate-counters.ts';
import type { Job } from './platform/jobs/job-runner.ts';
import type { Clock } from './ports/clock.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than the longest window that anything is counted over. */
const COUNTERS_MS = 2 * DAY_MS;
/** A device that was off for a year still finds out that its writes were applied. */
const MUTATIONS_MS = 400 * DAY_MS;
/** A mail that is out needs no copy of its secret link here, where tokens stand only as hashes. */
const SECRETS_MS = HOUR_MS;

/** Name of the job that forgets what has served. */
export const SWEEP_JOB = 'sweep';

/** Removes what is over: counters, captcha answers, sessions, tokens, old ids of writes, secrets in sent mails. */
export function createSweepJob({ db, clock }: { db: Db; clock: Clock }): Job {
  const steps: readonly ((now: number) => Promise<unknown>)[] = [
    async (now) => sweepHits(db, now - COUNTERS_MS),
    async (now) => sweepCaptchaAnswers(db, now),
    async (now) => db.withTx(async (tx) => sweepAccounts(tx, now)),
    async (now) => db.withTx(async (tx) => sweepMutations(tx, now - MUTATIONS_MS)),
    async (now) => db.withTx(async (tx) => sweepAnalytics(tx, now)),
    async (now) => db.withTx(async (tx) => eraseSentSecrets(tx, now - SECRETS_MS)),
  ];
  return {
    name: SWEEP_JOB,
    everyMs: HOUR_MS,
    leaseMs: 10 * 60_000,
    async run(signal) {
      const failures: unknown[] = [];
      for (const step of steps) {
        if (signal.aborted) return;
        // One that fails must not keep the others from their turn.
        await step(clock.now()).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
