import fastq from 'fastq';
import { AppError } from './http/app-error.ts';

/** A place where costly work waits its turn. */
export interface WorkPool {
  /** Runs a piece of work in its turn. @throws {AppError} busy, without running it, when too many are waiting */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** How many pieces are being done, and how many wait. */
  load(): { readonly running: number; readonly waiting: number };
}

interface Room {
  /** Pieces that are done at the same time. */
  readonly atOnce: number;
  /** Pieces that may wait behind them; they cost memory, and their senders' patience. */
  readonly waiting: number;
}

/** A pool for one kind of work in this process. */
export function createWorkPool({ atOnce, waiting }: Room): WorkPool {
  const queue = fastq.promise(async (work: () => Promise<unknown>) => work(), atOnce);
  return {
    async run<T>(work: () => Promise<T>) {
      if (queue.length() >= waiting) throw new AppError('busy');
      return queue.push(work) as Promise<T>;
    },
    load: () => ({ running: queue.running(), waiting: queue.length() }),
  };
}

/**
 * Child processes that read what strangers and authors send: the gate, its advice, pictures. Each may fill a core and
 * a good part of a small server's memory.
 */
export const childPool = createWorkPool({ atOnce: 2, waiting: 24 });
