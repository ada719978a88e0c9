import type { FastifyInstance } from 'fastify';
import type { JobRunner } from './jobs/job-runner.ts';

/** Time limit for running requests after the process is asked to stop. */
const DRAIN_MS = 8000;

/** A started server, as far as its end is concerned. */
export interface Running {
  readonly app: FastifyInstance;
  readonly jobs: JobRunner;
  /** Makes readiness fail, so that no new visitors are sent to this process. */
  leave(): void;
  /** Time for which requests are still accepted after that, ms. */
  readonly drainMs: number;
  /** Closes the database. */
  close(): Promise<void>;
}

/**
 * Shuts down on SIGTERM or SIGINT: reports not ready, accepts requests for a while, each the last of its connection,
 * then no new ones, finishes running requests and the job's current step, and closes the database. The exit status is 0 when all of that ended, 1 when
 * something was cut off.
 */
export function stopOnSignal({ app, jobs, leave, drainMs, close }: Running): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    leave();
    // Proxies make new connections, elsewhere too, before this process closes those that they keep: on a closed one a
    // POST would be lost.
    app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
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
