import { readFile } from 'node:fs/promises';
import { EpubCheck } from '@likecoin/epubcheck-ts';
import { WarningLog } from '../gate/gate-warning.ts';
import { adviceKindOf } from './advice-kind.ts';

/** Entry of the child process: `node advice-worker.ts <file>`. Prints its findings as one line of JSON. */
const [input] = process.argv.slice(2);
if (input === undefined) throw new Error('usage: advice-worker.ts <file>');
const log = new WarningLog();
const { messages } = await EpubCheck.validate(await readFile(input), { includeUsage: false, includeInfo: false });
for (const { id, severity, location } of messages) {
  if (severity === 'fatal' || severity === 'error' || severity === 'warning') {
    log.add(adviceKindOf(id), location?.path ?? '');
  }
}
await new Promise<void>((resolve) => process.stdout.write(`${JSON.stringify(log.list())}\n`, () => resolve()));
