import { openAsBlob } from 'node:fs';
import { openEdition } from '../container/zip-loader.ts';
import { makeSample } from './make-sample.ts';
import { previewCut } from './preview-cut.ts';

/**
 * Entry of the child process: `node make-sample-worker.ts <edition> <share or -> [<outDir>]`. Prints the sample as one
 * line of JSON, or without a folder where it would be cut.
 */
const [edition, chosen, outDir] = process.argv.slice(2);
if (edition === undefined || chosen === undefined) throw new Error('usage: make-sample-worker.ts <edition> <share> …');
const share = chosen === '-' ? null : Number(chosen);
const { publication, loader } = await openEdition(await openAsBlob(edition));
const found = await (outDir === undefined
  ? previewCut(publication, loader, share)
  : makeSample(publication, loader, { outDir, share }));
await new Promise<void>((resolve) => process.stdout.write(`${JSON.stringify(found)}\n`, () => resolve()));
