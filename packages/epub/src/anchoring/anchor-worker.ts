import { readFile } from 'node:fs/promises';
import { openEdition } from '../container/zip-loader.ts';
import {
  type AnchorJob,
  anchorPlace,
  anchorQuote,
  type AnchorResult,
  type BookSections,
  readSections,
} from './anchor-places.ts';

/** Entry of the child process: `node anchor-worker.ts <job file>`. Prints the result as one line of JSON. */
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: anchor-worker.ts <job file>');
const job = JSON.parse(await readFile(file, 'utf8')) as AnchorJob;
const edition = await open(job.edition);
const places: AnchorResult['places'][number][] = [];
for (const group of job.places) {
  const old = await open(group.edition);
  places.push(group.places.map((place) => anchorPlace(place, old, edition)));
}
const result: AnchorResult = { quotes: job.quotes.map((quote) => anchorQuote(quote, edition)), places };
await new Promise<void>((resolve) => process.stdout.write(`${JSON.stringify(result)}\n`, () => resolve()));

async function open(path: string): Promise<BookSections> {
  const bytes = await readFile(path);
  const { publication, loader } = await openEdition(new Uint8Array(bytes).buffer);
  return readSections(publication, loader);
}
