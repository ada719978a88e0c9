import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../ports/clock.ts';
import type { Db } from '../db/db.ts';
import { releaseLease, acquireLease } from '../db/leases.ts';
import { newId } from '../db/new-id.ts';
import { safeError } from '../log/safe-error.ts';

/** Work that repeats. Only the process that holds the job's lease runs it, so two processes send one mail. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** Longest that one run may take; another process takes over after it. */
  readonly leaseMs: number;
  /** Does what is due. Stops early when the signal says that the process is ending. */
  run(signal: AbortSignal): Promise<void>;
}

export interface JobRunner {
  start(): void;
  /** Runs a job now if it is not running already; for events that should not wait for the next turn. */
  nudge(name: string): void;
  /** Runs a job now and resolves when it is done; for tests and commands. */
  runOnce(name: string): Promise<void>;
  stop(): Promise<void>;
}

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

/** Runs jobs in turn, each by its own timer. */
export function createJobRunner({ db, clock, log }: Deps, jobs: readonly Job[]): JobRunner {
  const holder = newId();
  const ending = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();

  const attempt = async (job: Job): Promise<void> => {
    if (!(await acquireLease(db, job.name, holder, clock.now(), job.leaseMs))) return;
    try {
      await job.run(ending.signal);
    } finally {
      await releaseLease(db, job.name, holder);
    }
  };
  const launch = async (job: Job): Promise<void> => {
    const current = running.get(job.name);
    if (current) {
      again.add(job.name);
      return current;
    }
    const turn = attempt(job)
      .catch((error: unknown) =>
        log.error({ request_id: `job-${newId()}`, job: job.name, failure: safeError(error) }, 'job failed'),
      )
      .finally(() => {
        running.delete(job.name);
        if (again.delete(job.name) && !ending.signal.aborted) void launch(job);
      });
    running.set(job.name, turn);
    return turn;
  };
  const named = (name: string): Job => {
    const job = jobs.find((candidate) => candidate.name === name);
    if (!job) throw new Error(`no job is called ${name}`);
    return job;
  };
  return {
    start() {
      for (const job of jobs) timers.push(setInterval(() => void launch(job), job.everyMs).unref());
    },
    nudge: (name) => void launch(named(name)),
    async runOnce(name) {
      await running.get(name);
      await launch(named(name));
    },
    async stop() {
      ending.abort();
      for (const timer of timers) clearInterval(timer);
      await Promise.allSettled(running.values());
    },
  };
}
