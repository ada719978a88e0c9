import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { discardEdition, type Prepared } from './prepare-edition.ts';
import type { Refusal } from './refusal.ts';

export interface ChildOptions {
  /**
   * Time one book is given, in milliseconds; then it is refused as `too-complex`. By default 10 s, and 0.2 s more for
   * each megabyte: a full-size book is copied several times, on a slow disk too.
   */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** The analysis failed for a reason that is not the book's. */
export class GateFailed extends Error {
  override readonly name = 'GateFailed';
}

const WORKER = fileURLToPath(new URL('./prepare-edition-worker.ts', import.meta.url));
const BASE_TIMEOUT_MS = 10_000;
const TIMEOUT_MS_PER_MB = 200;
/** A small heap makes the collector work instead of the machine: books stream, and few need a tenth of it. */
const HEAP_FLAGS = ['--max-old-space-size=128', '--max-semi-space-size=1'];
/** Keeps the worker's compiled code between runs: it starts faster and without the memory of the compiler. */
const COMPILE_CACHE = join(tmpdir(), 'cuentos-compile-cache');

/**
 * {@link prepareEdition} in a child process with limited memory and time. A book that needs more is refused as
 * `too-complex` with `what` `time` or `memory`; nothing is left then, as for any refusal.
 *
 * @throws {GateFailed} when the child fails for another reason; the signal's reason when aborted.
 */
export async function prepareEditionInChild(
  input: string,
  outDir: string,
  options: ChildOptions = {},
): Promise<Prepared | Refusal> {
  return (await measureEditionInChild(input, outDir, options)).outcome;
}

/** The same, with the most memory the child took in bytes; null when it did not end by itself. */
export async function measureEditionInChild(
  input: string,
  outDir: string,
  { timeoutMs, signal }: ChildOptions = {},
): Promise<{ outcome: Prepared | Refusal; peakBytes: number | null }> {
  signal?.throwIfAborted();
  const { size } = await stat(input);
  const allowed = timeoutMs ?? BASE_TIMEOUT_MS + (size / 1024 / 1024) * TIMEOUT_MS_PER_MB;
  const run = await runWorker([input, outDir], allowed, signal);
  if (run.code === 0) {
    return JSON.parse(run.stdout) as { outcome: Prepared | Refusal; peakBytes: number };
  }
  await discardEdition(outDir);
  signal?.throwIfAborted();
  const isOutOfMemory = run.stderr.includes('heap out of memory') || run.stderr.includes('heap limit');
  if (!run.isTimedOut && !isOutOfMemory) throw new GateFailed(run.stderr.slice(-2_000) || `exit ${String(run.code)}`);
  const detail = { what: run.isTimedOut ? 'time' : 'memory' };
  return { outcome: { accepted: false, reason: 'too-complex', detail }, peakBytes: null };
}

interface WorkerRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly isTimedOut: boolean;
}

function runWorker(args: readonly string[], timeoutMs: number, signal: AbortSignal | undefined): Promise<WorkerRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...HEAP_FLAGS, WORKER, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Nothing of the server's settings: a worker that reads strangers' files needs no secrets.
      // One arena keeps glibc from holding a freed copy of a chapter for each thread.
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE, TMPDIR: tmpdir(), MALLOC_ARENA_MAX: '1' },
    });
    let stdout = '';
    let stderr = '';
    let isTimedOut = false;
    const stop = (): void => void child.kill('SIGKILL');
    const timer = setTimeout(() => {
      isTimedOut = true;
      stop();
    }, timeoutMs);
    signal?.addEventListener('abort', stop, { once: true });
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-20_000)));
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
    child.on('error', (error) => {
      settle();
      reject(error);
    });
    child.on('close', (code) => {
      settle();
      resolve({ code, stdout, stderr, isTimedOut });
    });
  });
}
