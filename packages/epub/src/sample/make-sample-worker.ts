import { openAsBlob } from 'node:fs';
import { openEdition } from '../container/zip-loader.ts';
import { makeSample } from './make-sample.ts';
import { previewCut } from './preview-cut.ts';

/**
 * Entry of the child process: `node make-sample-worker.ts <edition> <share or -> [<outDir>]`. Prints the sample as one
 * line of JSON, or without a folder where it would be cut.
 */
const [edition, shareArgument, outDir] = process.argv.slice(2);
if (edition === undefined || shareArgument === undefined)
  throw new Error('usage: make-sample-worker.ts <edition> <share> …');
const share = shareArgument === '-' ? null : Number(shareArgument);
const { publication, loader } = await openEdition(await openAsBlob(edition));
const result = await (outDir === undefined
  ? previewCut(publication, loader, share)
  : makeSample(publication, loader, { outDir, share }));
await new Promise<void>((resolve) => process.stdout.write(`${JSON.stringify(result)}\n`, () => resolve()));
