import type { Connection, Db, Tx } from './db.ts';
import { newId } from './new-id.ts';

/** Interval of the heartbeats of a process. */
const BEAT_MS = 2000;
/** A process without a beat for this long is dead, however it ended. */
export const SILENCE_MS = 10_000;

/** The heartbeat of a process in the database. */
export interface Presence {
  /** Says so once; rejects when the database cannot be written. */
  beat(): Promise<void>;
  /** Starts heartbeats, until {@link stop}. */
  start(): void;
  /** Says that it has ended. A process that ends otherwise is known by its silence. */
  stop(): Promise<void>;
}

/** Makes this process visible to work that must not run beside one, such as a restore. */
export function createPresence(db: Db): Presence {
  const id = newId(Date.now());
  let timer: NodeJS.Timeout | null = null;
  const beat = async (): Promise<void> =>
    db.withTx(async (tx) => {
      await tx
        .insertInto('processes')
        .values({ id, beat: 1 })
        .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ beat: eb('processes.beat', '+', 1) })))
        .execute();
    });
  return {
    beat,
    start() {
      // While the database is unavailable, a restore cannot run either.
      const say = (): void => void beat().catch(() => undefined);
      timer = setInterval(say, BEAT_MS).unref();
    },
    async stop() {
      if (timer) clearInterval(timer);
      await db.withTx(async (tx) => tx.deleteFrom('processes').where('id', '=', id).execute());
    },
  };
}

type Beats = ReadonlyMap<string, number>;

async function beats(connection: Connection): Promise<Beats> {
  const rows = await connection.selectFrom('processes').selectAll().execute();
  return new Map(rows.map(({ id, beat }) => [id, beat]));
}

/** Which processes were known, and whether one of them lives. */
export interface ProcessWatch {
  readonly alive: boolean;
  readonly lastBeats: Beats;
}

/**
 * Watches the known processes for as long as a living one may be silent. No clock is compared: machines differ, and a
 * killed process left its row behind.
 */
export async function watchProcesses(db: Db, silenceMs: number): Promise<ProcessWatch> {
  const lastBeats = await beats(db.read);
  if (lastBeats.size === 0) return { alive: false, lastBeats };
  const until = performance.now() + silenceMs;
  while (performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(200, silenceMs)));
    if (await haveMoved(db.read, lastBeats)) return { alive: true, lastBeats };
  }
  return { alive: false, lastBeats };
}

/** Whether a process came or said something since. */
export async function haveMoved(connection: Connection, lastBeats: Beats): Promise<boolean> {
  return [...(await beats(connection))].some(([id, beat]) => lastBeats.get(id) !== beat);
}

/** Deletes the rows of dead processes and their leases, so that the jobs need not wait until the leases expire. */
export async function forgetProcesses(tx: Tx, { lastBeats }: ProcessWatch): Promise<void> {
  for (const id of lastBeats.keys()) await tx.deleteFrom('processes').where('id', '=', id).execute();
  await tx.deleteFrom('leases').execute();
}
