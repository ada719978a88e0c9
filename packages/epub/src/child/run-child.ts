import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How a child process ended. */
export interface ChildRun {
  /** Null when it was killed. */
  readonly code: number | null;
  readonly stdout: string;
  /** Its end, 20,000 characters. */
  readonly stderr: string;
  readonly isTimedOut: boolean;
}

export interface ChildLimits {
  readonly timeoutMs: number;
  /** Largest heap, megabytes. */
  readonly heapMb: number;
  readonly signal?: AbortSignal | undefined;
}

/** Keeps the workers' compiled code between runs: they start faster and without the memory of the compiler. */
const COMPILE_CACHE = join(tmpdir(), 'cuentos-compile-cache');

/** Whether a child ended because its heap was full. */
export function isOutOfMemory({ stderr }: ChildRun): boolean {
  return stderr.includes('heap out of memory') || stderr.includes('heap limit');
}

/** Runs a Node script apart from the server, with limited time and memory, and waits for its end. */
export function runChild(args: readonly string[], { timeoutMs, heapMb, signal }: ChildLimits): Promise<ChildRun> {
  return new Promise((resolve, reject) => {
    const flags = [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=1', '--expose-gc'];
    const child = spawn(process.execPath, [...flags, ...args], {
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
