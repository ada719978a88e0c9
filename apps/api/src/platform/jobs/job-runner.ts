import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/db.ts';
import { acquireLease, releaseLease, renewLease } from '../db/leases.ts';
import { newId } from '../db/new-id.ts';
import { createRunLog } from './run-log.ts';
import { safeError } from '../log/safe-error.ts';

/** Work that repeats. Only the process that holds the job's lease runs it, so two processes send one mail. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /**
   * Does what is due, however long it takes. Stops early when the signal says that the process is ending, or that
   * another process has taken the job over.
   * @param isOurs whether the job is this process's at this moment; asked right before what must not be done twice, for
   *   the signal of a process that stood still is late. Absent where no other process runs the job.
   */
  run(signal: AbortSignal, isOurs?: OwnershipCheck): Promise<void>;
}

export type OwnershipCheck = () => Promise<boolean>;

export interface JobRunner {
  start(): void;
  /** Runs a job now if it is not running already; for events that should not wait for the next turn. */
  nudge(name: string): void;
  /** Runs a job now and resolves when it is done; for tests and commands. */
  runOnce(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Time after which another process takes over the jobs of a process that died, ms. */
const LEASE_MS = 10_000;
/** A lease is renewed this often before it would end. */
const RENEWALS = 4;

interface Deps {
  readonly db: Db;
  readonly log: FastifyBaseLogger;
  /** {@link LEASE_MS} unless a test is in a hurry. */
  readonly leaseMs?: number;
}

/** Runs jobs in turn, each by its own timer, the first time within its own interval after the start. */
export function createJobRunner({ db, log, leaseMs = LEASE_MS }: Deps, jobs: readonly Job[]): JobRunner {
  const holder = newId();
  const ending = new AbortController();
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();

  const runs = createRunLog(db);
  const launch = async (job: Job): Promise<void> => {
    const current = running.get(job.name);
    if (current) {
      again.add(job.name);
      return current;
    }
    const turn = runUnderLease({ db, holder, leaseMs }, job, ending.signal)
      .then(
        async (hasRun) => (hasRun ? runs.note(job.name, 'succeeded') : undefined),
        async (error: unknown) => {
          log.error({ request_id: `job-${newId()}`, job: job.name, failure: safeError(error) }, 'job failed');
          await runs.note(job.name, 'failed');
        },
      )
      .finally(() => {
        running.delete(job.name);
        if (again.delete(job.name) && !ending.signal.aborted) void launch(job);
      });
    running.set(job.name, turn);
    return turn;
  };
  const schedule = (job: Job, afterMs: number): void => {
    const turn = (): void => {
      void launch(job);
      schedule(job, job.everyMs);
    };
    timers.set(job.name, setTimeout(turn, afterMs).unref());
  };
  const named = (name: string): Job => {
    const job = jobs.find((candidate) => candidate.name === name);
    if (!job) throw new Error(`no job is called ${name}`);
    return job;
  };
  return {
    start() {
      // Jobs start one after the other, also beside a process that started at the same time: a burst of jobs would slow
      // down readers.
      const phase = Math.random();
      for (const [index, job] of jobs.entries()) schedule(job, job.everyMs * ((phase + index / jobs.length) % 1));
    },
    nudge: (name) => void launch(named(name)),
    async runOnce(name) {
      await running.get(name);
      await launch(named(name));
    },
    async stop() {
      ending.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.allSettled(running.values());
    },
  };
}

interface Tenant {
  readonly db: Db;
  readonly holder: string;
  readonly leaseMs: number;
}

/** Runs a job unless another process does, and keeps it until it is done. @returns whether it ran here */
async function runUnderLease({ db, holder, leaseMs }: Tenant, job: Job, ending: AbortSignal): Promise<boolean> {
  const askedAt = Date.now();
  if (!(await acquireLease(db, job.name, holder, leaseMs))) return false;
  let sureUntil = askedAt + leaseMs;
  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    const at = Date.now();
    if (await renewLease(db, job.name, holder, leaseMs)) sureUntil = at + leaseMs;
    else lost.abort();
  };
  const isOurs: OwnershipCheck = async () => {
    if (!lost.signal.aborted && Date.now() >= sureUntil) await renew();
    return !lost.signal.aborted;
  };
  // A database that does not answer now may answer the next renewal; only its answer that the job belongs to another
  // process counts.
  const timer = setInterval(() => void renew().catch(() => undefined), leaseMs / RENEWALS);
  try {
    await job.run(AbortSignal.any([ending, lost.signal]), isOurs);
    return true;
  } finally {
    clearInterval(timer);
    if (!lost.signal.aborted) await releaseLease(db, job.name, holder);
  }
}
