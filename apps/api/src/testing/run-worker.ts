import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A child process of a test, with its output so far. */
export interface Worker {
  readonly process: ChildProcess;
  readonly output: () => string;
  /** Returns the complete lines of the standard output. */
  readonly lines: () => string[];
  /** Resolves with the exit status, or the signal that ended the process. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Resolves when the output contains a text. @throws when the process exits before */
  waitFor(text: string): Promise<void>;
}

/** Starts a program of this folder with the tests' Node and the given flags. */
export function startWorker(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  flags: readonly string[] = [],
): Worker {
  const file = fileURLToPath(new URL(name, import.meta.url));
  const child = spawn(process.execPath, [...flags, '--no-warnings', file, ...args], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  return {
    process: child,
    output: () => output + errors,
    lines: () => output.split('\n').slice(0, -1),
    ended,
    async waitFor(text) {
      let over = false;
      void ended.then(() => (over = true));
      while (!output.includes(text)) {
        if (over) throw new Error(`${name} ended before "${text}":\n${output}${errors}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}
