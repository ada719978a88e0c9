import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runChild } from '../child/run-child.ts';
import type { GateWarning } from '../gate/gate-warning.ts';

const WORKER = fileURLToPath(new URL('./advice-worker.ts', import.meta.url));
const TIMEOUT_MS = 20_000;
const HEAP_MB = 256;
/** epubcheck holds the whole book, inflated; a larger one goes without its advice. */
const LARGEST_BYTES = 30 * 1024 * 1024;

const UNFINISHED: readonly GateWarning[] = [{ kind: 'advice-unfinished', path: '', count: 1 }];

/**
 * Returns epubcheck's advice to the author of a book that our own gate has accepted; it runs in a child process with
 * limited time and memory. It never refuses a book, and where it does not come to an end the advice says just that.
 */
export async function adviseInChild(
  input: string,
  { timeoutMs = TIMEOUT_MS, signal }: { readonly timeoutMs?: number; readonly signal?: AbortSignal | undefined } = {},
): Promise<readonly GateWarning[]> {
  try {
    if ((await stat(input)).size > LARGEST_BYTES) return UNFINISHED;
    const run = await runChild([WORKER, input], { timeoutMs, heapMb: HEAP_MB, signal });
    return run.code === 0 ? (JSON.parse(run.stdout) as GateWarning[]) : UNFINISHED;
  } catch {
    return UNFINISHED;
  }
}
