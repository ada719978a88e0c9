import { HOUR_MS } from '@cuentos/domain/time/durations';
import type { Clock } from '../../ports/clock.ts';
import type { Job } from './job-runner.ts';

/** Forgets something that is over at an instant, epoch milliseconds. */
export type SweepStep = (now: number, signal: AbortSignal) => Promise<unknown>;

/** Name of the job that deletes expired rows. */
export const SWEEP_JOB = 'sweep';

/** Does every step once an hour. */
export function createSweepJob(clock: Clock, steps: readonly SweepStep[]): Job {
  return {
    name: SWEEP_JOB,
    everyMs: HOUR_MS,
    async run(signal) {
      const failures: unknown[] = [];
      for (const step of steps) {
        if (signal.aborted) return;
        // A failed step must not keep the others from running.
        await step(clock.now(), signal).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
