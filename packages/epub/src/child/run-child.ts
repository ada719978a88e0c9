import { spawn } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How a child process ended. */
export interface ChildRun {
  /** Null when it was killed. */
  readonly code: number | null;
  /** Signal that ended the child; null when it ended by itself. */
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  /** The last 20,000 characters of its output. */
  readonly stderr: string;
  /**
   * The limit that ended the child: its own work used up its processor time, or the clock ran out while other work had
   * the processor, which says nothing about its input. Null when neither did.
   */
  readonly endedBy: 'processor' | 'clock' | null;
}

export interface ChildLimits {
  /**
   * Milliseconds of the processor's time, of all threads, rounded up to whole seconds; the system itself counts them and
   * ends the child (not on Windows).
   */
  readonly timeoutMs: number;
  /** Milliseconds by the clock, for the server must not wait for ever; by default {@link PATIENCE} times as long. */
  readonly clockMs?: number;
  /** Largest heap, megabytes. */
  readonly heapMb: number;
  readonly signal?: AbortSignal | undefined;
}

let cacheFolder: string | undefined;

/**
 * Folder of the workers' compiled code: kept between runs, it makes them start faster and without the compiler's
 * memory. A user who can write there controls what the workers run, so an existing folder is used only if this user
 * owns it and no other may write to it. Without space for it a worker starts slower, and works in the same way.
 */
function compileCache(): { readonly NODE_COMPILE_CACHE?: string } {
  try {
    cacheFolder ??= ownFolder(join(tmpdir(), `cuentos-compile-${String(process.getuid?.() ?? 0)}`));
    return { NODE_COMPILE_CACHE: cacheFolder };
  } catch {
    return {};
  }
}

function ownFolder(folder: string): string {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    // The folder exists already; its owner is checked next.
  }
  const stats = lstatSync(folder);
  const isOwn = stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0;
  return isOwn ? folder : mkdtempSync(`${folder}-`);
}

const PATIENCE = 6;
/**
 * The shell that sets the limits before it becomes the child: the soft limit of processor time, whose signal differs
 * from that of an out-of-memory kill, and no core file after a crash. Null where there is no shell; then the clock
 * alone ends a child.
 */
const SHELL = existsSync('/bin/sh') ? '/bin/sh' : null;
const WITH_LIMITS = 'ulimit -S -c 0; ulimit -S -t "$0"; exec "$@"';

function limitedCommand(command: readonly string[], timeoutMs: number): readonly [string, readonly string[]] {
  const [program = '', ...args] = command;
  if (SHELL === null) return [program, args];
  return [SHELL, ['-c', WITH_LIMITS, String(Math.ceil(timeoutMs / 1000)), ...command]];
}

/** Whether a child ended because its heap was full. */
export function isOutOfMemory({ stderr }: ChildRun): boolean {
  return stderr.includes('heap out of memory') || stderr.includes('heap limit');
}

/** Runs a Node script apart from the server, with limited time and memory, and waits for its end. */
export function runChild(
  args: readonly string[],
  { timeoutMs, clockMs = timeoutMs * PATIENCE, heapMb, signal }: ChildLimits,
): Promise<ChildRun> {
  return new Promise((resolve, reject) => {
    const flags = [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=1', '--expose-gc'];
    const child = spawn(...limitedCommand([process.execPath, ...flags, ...args], timeoutMs), {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Passes none of the server's settings: a worker that reads strangers' files needs no secrets.
      env: { ...compileCache(), TMPDIR: tmpdir(), MALLOC_ARENA_MAX: '1' },
    });
    let stdout = '';
    let stderr = '';
    let isLate = false;
    const stop = (): void => void child.kill('SIGKILL');
    const timer = setTimeout(() => {
      isLate = true;
      stop();
    }, clockMs);
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
    child.on('close', (code, killer) => {
      settle();
      const endedBy = killer === 'SIGXCPU' ? 'processor' : isLate && killer !== null ? 'clock' : null;
      resolve({ code, signal: killer, stdout, stderr, endedBy });
    });
  });
}
