import { MINUTE_MS } from '@cuentos/domain/time/durations';
import type { Connection, Db } from '../db/db.ts';
import type { JobRunRow } from '../db/tables/operation.ts';

type Outcome = 'succeeded' | 'failed';

/** Notes in the database how runs of jobs ended, for all processes to read. */
export interface RunLog {
  /** Never rejects: if the result of a run cannot be recorded, the run was made all the same. */
  note(job: string, outcome: Outcome): Promise<void>;
}

/** Runs of some jobs end every few seconds; the same outcome is written again after this time. */
const WRITE_EVERY_MS = MINUTE_MS;

export function createRunLog(db: Db): RunLog {
  const written = new Map<string, { readonly outcome: Outcome; readonly at: number }>();
  return {
    async note(job, outcome) {
      const at = Date.now();
      const last = written.get(job);
      if (last?.outcome === outcome && at - last.at < WRITE_EVERY_MS) return;
      written.set(job, { outcome, at });
      const column = outcome === 'succeeded' ? 'succeeded_at' : 'failed_at';
      const row: JobRunRow = { job, succeeded_at: null, failed_at: null, [column]: at };
      await db
        .withTx(async (tx) =>
          tx
            .insertInto('job_runs')
            .values(row)
            .onConflict((conflict) => conflict.column('job').doUpdateSet({ [column]: at }))
            .execute(),
        )
        .catch(() => written.delete(job));
    },
  };
}

/** When a job last ran to its end in some process, epoch milliseconds; null when it never did. */
export async function lastSuccessOf(connection: Connection, job: string): Promise<number | null> {
  const row = await connection.selectFrom('job_runs').select('succeeded_at').where('job', '=', job).executeTakeFirst();
  return row?.succeeded_at ?? null;
}

/** How the last runs of each job ended. */
export async function lastRuns(connection: Connection): Promise<JobRunRow[]> {
  return connection.selectFrom('job_runs').selectAll().orderBy('job').execute();
}
