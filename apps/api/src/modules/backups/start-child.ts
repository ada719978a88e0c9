import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../cli.ts', import.meta.url));

/** A command of the shop in a process of its own. */
export interface Child {
  /** Ends when it does. */
  readonly output: Readable;
  /** How it ended: 0 is well; null when it was killed. */
  readonly ended: Promise<number | null>;
  /** The last 2,000 characters of its error output. */
  complaint(): string;
  stop(): void;
}

/** Starts a command apart from the server; a test gives its own. */
export type StartChild = (args: readonly string[]) => Child;

/**
 * Starts a command with the settings of this process. Encrypting and compressing take a core for minutes: apart, readers
 * do not wait for them, and the system gives them the processor first. It ends with this process, by the end of its input.
 */
export const startChild: StartChild = (args) => {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['pipe', 'pipe', 'pipe'], env: process.env });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-2000)));
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The child has ended already, or the system allows no change: it goes on at the usual priority.
  }
  // Ignores the broken pipe of a child that has ended.
  child.stdin.on('error', () => undefined);
  return {
    output: child.stdout,
    ended: new Promise((resolve) => {
      child.on('error', () => resolve(null));
      child.on('close', (code) => resolve(code));
    }),
    complaint: () => complaint.trim(),
    stop: () => void child.kill('SIGTERM'),
  };
};
