import { parseArgs } from 'node:util';
import { SECOND_MS } from '@cuentos/domain/time/durations';
import type { Shop } from '../compose.ts';
import { backup } from './backup.ts';
import { makeSnapshot } from './make-snapshot.ts';
import { packSnapshot } from './pack-snapshot.ts';
import { CommandFailure } from './run-command.ts';
import { usageTexts } from './texts.ts';

/** Time within which a process has to end after it was asked to, milliseconds. */
const END_WITHIN_MS = 3 * SECOND_MS;

/**
 * `npm run backup`: one archive in a file, or with `--now` a backup like those of each day. The server itself starts it
 * with `--run ID`, and with `--pack ID` for a kept backup as one file on the standard output.
 */
export async function backUp(shop: Shop, args: readonly string[]): Promise<string> {
  const { now, run, pack, file } = readArguments(args);
  if (pack !== undefined) return packSnapshot(shop, pack, process.stdout).then(() => '');
  if (now || run !== undefined) return makeSnapshot(shop, run ?? null, endingOf(run !== undefined));
  return backup(shop, file === undefined ? [] : [file]);
}

function readArguments(args: readonly string[]) {
  const word = { type: 'string' } as const;
  const options = { now: { type: 'boolean', default: false }, run: word, pack: word } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    return { ...values, file: positionals[0] };
  } catch {
    throw new CommandFailure(usageTexts['backup'] ?? '');
  }
}

/**
 * Ends when this process is asked to end, or when the server that started it has gone: its end of the pipe closes then.
 * @param isChild whether a server started it
 */
function endingOf(isChild: boolean): AbortSignal {
  const ending = new AbortController();
  const end = (): void => {
    ending.abort();
    setTimeout(() => process.exit(1), END_WITHIN_MS).unref();
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  if (isChild) {
    process.stdin.resume().once('end', end);
    // Reading stdin does not keep the process alive.
    process.stdin.unref();
  }
  return ending.signal;
}
