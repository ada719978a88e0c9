import { fileURLToPath } from 'node:url';
import { isOutOfMemory, runChild } from '../child/run-child.ts';
import type { Sample } from './make-sample.ts';

const WORKER = fileURLToPath(new URL('./make-sample-worker.ts', import.meta.url));
/** The child failed, and would again. */
export class SampleFailed extends Error {
  override readonly name = 'SampleFailed';
}

/** The longest chapters that the gate lets through take a second and a few times their size. */
const LIMITS = { timeoutMs: 60_000, heapMb: 256 };

/**
 * `makeSample` of the cleaned edition in the file `edition`, in a child process with limited memory and time. Null when
 * the part has no beginning to show, also because its book needs more.
 *
 * @throws {SampleFailed} when the child fails for another reason; the signal's reason when aborted.
 */
export async function makeSampleInChild(edition: string, outDir: string, signal?: AbortSignal): Promise<Sample | null> {
  const run = await runChild([WORKER, edition, outDir], { ...LIMITS, signal });
  signal?.throwIfAborted();
  if (run.code === 0) return JSON.parse(run.stdout) as Sample | null;
  if (run.isTimedOut || isOutOfMemory(run)) return null;
  throw new SampleFailed(`making a sample failed: ${run.stderr.slice(-2_000)}`);
}
