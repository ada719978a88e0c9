import { spawn } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How a child process ended. */
export interface ChildRun {
  /** Null when it was killed. */
  readonly code: number | null;
  /** What killed it; null when it ended by itself. */
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  /** Its end, 20,000 characters. */
  readonly stderr: string;
  /**
   * The limit that ended it: its own work took too much of the processor, or the clock ran out while other work had the
   * processor, which says nothing of its input. Null when neither did.
   */
  readonly endedBy: 'processor' | 'clock' | null;
}

export interface ChildLimits {
  /**
   * Milliseconds of the processor's time, where the system tells them (Linux). By the clock a child is ended after
   * {@link PATIENCE} times as long, for the server must not wait for ever.
   */
  readonly timeoutMs: number;
  /** Largest heap, megabytes. */
  readonly heapMb: number;
  readonly signal?: AbortSignal | undefined;
}

let cacheFolder: string | undefined;

/**
 * Folder of the workers' compiled code: kept between runs, it starts them faster and without the memory of the compiler.
 * Whoever could write there would choose what the workers run, so one that is there already is taken only when it is
 * this user's and closed to all others. Without room for it a worker starts slower, and does the same.
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
    // What is there is looked at next.
  }
  const found = lstatSync(folder);
  const isOwn = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
  return isOwn ? folder : mkdtempSync(`${folder}-`);
}

const PATIENCE = 6;
const LOOK_EVERY_MS = 200;
/** Length of a clock tick in `/proc/<pid>/stat`, which Linux fixes at 100 a second for programs. */
const TICK_MS = 10;

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
      env: { ...compileCache(), TMPDIR: tmpdir(), MALLOC_ARENA_MAX: '1' },
    });
    let stdout = '';
    let stderr = '';
    let endedBy: ChildRun['endedBy'] = null;
    const stop = (): void => void child.kill('SIGKILL');
    const started = Date.now();
    const timer = setInterval(
      () => {
        if ((processorTime(child.pid) ?? 0) >= timeoutMs) endedBy = 'processor';
        else if (Date.now() - started >= timeoutMs * PATIENCE) endedBy = 'clock';
        if (endedBy) stop();
      },
      Math.min(LOOK_EVERY_MS, timeoutMs),
    );
    signal?.addEventListener('abort', stop, { once: true });
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-20_000)));
    const settle = (): void => {
      clearInterval(timer);
      signal?.removeEventListener('abort', stop);
    };
    child.on('error', (error) => {
      settle();
      reject(error);
    });
    child.on('close', (code, killer) => {
      settle();
      resolve({ code, signal: killer, stdout, stderr, endedBy });
    });
  });
}

/** Time a process has had of the processor, in milliseconds; undefined where the system does not tell. */
function processorTime(pid: number | undefined): number | undefined {
  try {
    // Behind the program's name in brackets: state, ten numbers, then time as a user and as the system (proc(5)).
    const fields =
      readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
        .split(') ')
        .at(-1)
        ?.split(' ') ?? [];
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? ticks * TICK_MS : undefined;
  } catch {
    return undefined;
  }
}
