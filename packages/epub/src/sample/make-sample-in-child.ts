import { fileURLToPath } from 'node:url';
import { isOutOfMemory, runChild } from '../child/run-child.ts';
import type { Sample } from './make-sample.ts';
import type { CutPreview } from './preview-cut.ts';

const WORKER = fileURLToPath(new URL('./make-sample-worker.ts', import.meta.url));
/** The child failed, and would again. */
export class SampleFailed extends Error {
  override readonly name = 'SampleFailed';
}

/** The longest chapters that the gate lets through take a second and a few times their size. */
const LIMITS = { timeoutMs: 60_000, heapMb: 256 };

interface SampleRequest {
  /** Percent of the part that its author chose; null leaves it to the rule. */
  readonly share: number | null;
  readonly signal?: AbortSignal | undefined;
}

/**
 * `makeSample` of the cleaned edition in the file `edition`, in a child process with limited memory and time. Null when
 * the part has no beginning to show, also because its book needs more.
 *
 * @throws {SampleFailed} when the child fails for another reason, and would again; another error when the machine was too
 *   busy; the signal's reason when aborted.
 */
export async function makeSampleInChild(
  edition: string,
  outDir: string,
  request: SampleRequest,
): Promise<Sample | null> {
  return (await inChild(edition, request, [outDir])) as Sample | null;
}

/** Runs `previewCut` in a child process, without storing a result. @throws {SampleFailed} */
export async function previewCutInChild(edition: string, request: SampleRequest): Promise<CutPreview | null> {
  return (await inChild(edition, request, [])) as CutPreview | null;
}

async function inChild(edition: string, { share, signal }: SampleRequest, folder: readonly string[]): Promise<unknown> {
  const run = await runChild([WORKER, edition, String(share ?? '-'), ...folder], { ...LIMITS, signal });
  signal?.throwIfAborted();
  if (run.code === 0) return JSON.parse(run.stdout) as unknown;
  if (run.endedBy === 'processor' || isOutOfMemory(run)) return null;
  // Other work had the processor: the next try may end, so that this is no failure for good.
  if (run.endedBy === 'clock') throw new Error('making a sample took too long on a busy machine');
  throw new SampleFailed(`making a sample failed: ${run.stderr.slice(-2_000)}`);
}
