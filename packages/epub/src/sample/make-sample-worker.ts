import { openAsBlob } from 'node:fs';
import { openEdition } from '../container/zip-loader.ts';
import { makeSample } from './make-sample.ts';

/** Entry of the child process: `node make-sample-worker.ts <edition> <outDir>`. Prints the sample as one line of JSON. */
const [edition, outDir] = process.argv.slice(2);
if (edition === undefined || outDir === undefined) throw new Error('usage: make-sample-worker.ts <edition> <outDir>');
const { publication, loader } = await openEdition(await openAsBlob(edition));
const sample = await makeSample(publication, loader, outDir);
await new Promise<void>((resolve) => process.stdout.write(`${JSON.stringify(sample)}\n`, () => resolve()));
