import { prepareEdition } from './prepare-edition.ts';

/**
 * Entry of the child process: `node prepare-edition-worker.ts <input> <outDir>`. Prints one line of JSON, the result
 * and the peak memory. A child process keeps whole books out of the server's memory.
 */
const [input, outDir] = process.argv.slice(2);
if (input === undefined || outDir === undefined) throw new Error('usage: prepare-edition-worker.ts <input> <outDir>');
const outcome = await prepareEdition(input, outDir);
const line = JSON.stringify({ outcome, peakBytes: process.resourceUsage().maxRSS * 1024 });
await new Promise<void>((resolve) => process.stdout.write(`${line}\n`, () => resolve()));
