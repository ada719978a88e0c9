import type { WriteStream } from 'node:tty';

/** Called after each piece of a long work. */
export type OnProgress = (done: number, total: number) => void;

/** The line is written anew at each tenth where it cannot be overwritten, as in a log. */
const TENTHS = 10;

/**
 * Shows how far a long work is, 'Filling the shop: 3 of 40': in one line that is overwritten on a terminal, else in a
 * line for each tenth.
 */
export function progressLine(label: string, output: Pick<WriteStream, 'write' | 'isTTY'>): OnProgress {
  let tenth = -1;
  return (done, total) => {
    const isDone = done === total;
    const line = `${label}: ${done} of ${total}`;
    if (output.isTTY) {
      output.write(`\r${line}${isDone ? '\n' : ''}`);
      return;
    }
    const reached = Math.floor((done * TENTHS) / total);
    if (reached === tenth) return;
    tenth = reached;
    output.write(`${line}\n`);
  };
}
