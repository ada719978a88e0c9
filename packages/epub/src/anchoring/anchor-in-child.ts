import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from '../child/run-child.ts';
import type { AnchorJob, AnchorResult } from './anchor-places.ts';

const WORKER = fileURLToPath(new URL('./anchor-worker.ts', import.meta.url));
/**
 * A batch of hundreds of quotes takes seconds; the texts of the largest book and of its earlier edition fit into the
 * heap.
 */
const LIMITS = { timeoutMs: 300_000, heapMb: 384 };

/**
 * Anchors highlights and positions in another edition, apart from the process that serves readers.
 * @throws when the child fails; the signal's reason when aborted.
 */
export async function anchorInChild(job: AnchorJob, signal?: AbortSignal): Promise<AnchorResult> {
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-anchor-'));
  try {
    const file = join(folder, 'job.json');
    await writeFile(file, JSON.stringify(job));
    const run = await runChild([WORKER, file], { ...LIMITS, signal });
    signal?.throwIfAborted();
    if (run.code !== 0) throw new Error(`anchoring failed: ${run.endedBy ?? run.stderr.slice(-2_000)}`);
    return JSON.parse(run.stdout) as AnchorResult;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
