import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isOutOfMemory, runChild } from '../child/run-child.ts';
import { discardEdition, type PreparedEdition } from './prepare-edition.ts';
import type { Refusal } from './refusal.ts';

export interface ChildOptions {
  /**
   * Processor time allowed for one book, ms; a book that needs more is refused as `too-complex`. By default 90 s, and
   * 0.2 s more for each megabyte: a full-size book is copied several times, also on a slow disk.
   */
  readonly timeoutMs?: number;
  /** Longest time that one attempt may take by the clock, ms; by default three times the processor time. */
  readonly clockMs?: number;
  readonly signal?: AbortSignal;
}

/** The analysis failed for a reason that is not the book's. */
export class GateFailed extends Error {
  override readonly name = 'GateFailed';
  /**
   * Error code of the system for the child, as Node names it (`ENOSPC`; `ENOMEM` when the system ended the child;
   * `EBUSY` when other work used the processor all the time); undefined without a system error.
   */
  readonly code: string | undefined;

  /**
   * @param detail the child's message
   * @param code reason that the message does not name: `ENOMEM` when the system ended the child, `EBUSY` when the clock
   * did
   */
  constructor(detail: string, code?: 'ENOMEM' | 'EBUSY') {
    super(detail);
    this.code = code ?? /\bE(?:NOSPC|DQUOT|ROFS|IO|MFILE|NFILE)\b/.exec(detail)?.[0];
  }
}

const WORKER = fileURLToPath(new URL('./prepare-edition-worker.ts', import.meta.url));
/**
 * Processor time of every book, ms. Valid books take 0.3 s for a megabyte of markup, of which even a small file may
 * contain 64 MB: 20 s. The heaviest known book (25 MB of formulas) takes 8 s, and half as much again beside other work,
 * which slows each step. The limit is for books whose processing would never end.
 */
const BASE_TIMEOUT_MS = 90_000;
const TIMEOUT_MS_PER_MB = 200;
/**
 * Heap of the child, MB. A small heap makes the collector work before the machine runs out: books are streamed, and few
 * need a tenth of it.
 */
const HEAP_MB = 128;

/**
 * Runs {@link prepareEdition} in a child process with limited memory and processor time. A book that needs more is
 * refused as `too-complex` with `what` `time` or `memory`; as for any refusal, no files are left. A book that other
 * work kept from the processor is tried twice and never refused as too complex.
 *
 * @throws {GateFailed} when the child fails for another reason; the signal's reason when aborted.
 */
export async function prepareEditionInChild(
  input: string,
  outDir: string,
  options: ChildOptions = {},
): Promise<PreparedEdition | Refusal> {
  return (await measureEditionInChild(input, outDir, options)).outcome;
}

/** Runs the gate and measures the child's peak memory, bytes; null when the child was killed. */
export async function measureEditionInChild(
  input: string,
  outDir: string,
  { timeoutMs, clockMs, signal }: ChildOptions = {},
): Promise<{ outcome: PreparedEdition | Refusal; peakBytes: number | null }> {
  signal?.throwIfAborted();
  const { size } = await stat(input);
  const allowed = timeoutMs ?? BASE_TIMEOUT_MS + (size / 1024 / 1024) * TIMEOUT_MS_PER_MB;
  const limits = { timeoutMs: allowed, clockMs: clockMs ?? allowed * 3, heapMb: HEAP_MB, signal };
  const attempt = async () => runChild([WORKER, input, outDir], limits);
  let run = await attempt();
  if (run.endedBy === 'clock') {
    // Tries once more: other work used the processor, so that the book itself was not judged.
    await discardEdition(outDir);
    run = await attempt();
  }
  if (run.code === 0) {
    return JSON.parse(run.stdout) as { outcome: PreparedEdition | Refusal; peakBytes: number };
  }
  await discardEdition(outDir);
  signal?.throwIfAborted();
  if (run.endedBy === 'clock') throw new GateFailed('the machine is busy', 'EBUSY');
  if (run.endedBy === null && !isOutOfMemory(run)) {
    const code = run.signal === 'SIGKILL' ? 'ENOMEM' : undefined;
    throw new GateFailed(run.stderr.slice(-2_000) || `exit ${String(run.code)}`, code);
  }
  const detail = { what: run.endedBy === 'processor' ? 'time' : 'memory' };
  return { outcome: { accepted: false, reason: 'too-complex', detail }, peakBytes: null };
}
