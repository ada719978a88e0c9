import type { FastifyInstance } from 'fastify';
import type { JobRunner } from './jobs/job-runner.ts';

/** Longest time that requests under way get when the process is asked to stop. */
const DRAIN_MS = 8000;

/** A started server, as far as its end is concerned. */
export interface Running {
  readonly app: FastifyInstance;
  readonly jobs: JobRunner;
  /** Says to whoever asks that this process is not for visitors any more. */
  leave(): void;
  /** How long requests are taken after that, ms. */
  readonly drainMs: number;
  /** Closes what requests and jobs need: the database. */
  close(): Promise<void>;
}

/**
 * Ends the process in good order on SIGTERM or SIGINT: says that it is leaving, takes what still comes for a while, then
 * accepts nothing new, finishes what was accepted and the job's
 * present step, then closes the database. The status is 0 when all of that ended, 1 when some had to be cut off.
 */
export function stopOnSignal({ app, jobs, leave, drainMs, close }: Running): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    leave();
    const jobsEnd = jobs.stop();
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    setTimeout(() => {
      app.log.warn('requests under way did not end in time; stopping without them');
      process.exit(1);
    }, DRAIN_MS).unref();
    // Together: a mail server that does not answer must not keep the door open.
    await Promise.all([app.close(), jobsEnd]);
    await close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
}
