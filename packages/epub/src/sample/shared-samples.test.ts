import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { longProof } from '@cuentos/domain/testing/long-proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BookSections, readSections } from '../anchoring/anchor-places.ts';
import { openEdition } from '../container/zip-loader.ts';
import { prepareEdition } from '../gate/prepare-edition.ts';
import { cfiOfOffset, textOfCfi } from '../locator/text-range.ts';
import { makeSample } from './make-sample.ts';

const BOOKS = fileURLToPath(new URL('../../../../../shared/epubs/', import.meta.url));
if (!existsSync(BOOKS)) console.warn(`left out: the sample books are not beside the repository (${basename(BOOKS)})`);
const files = existsSync(BOOKS) ? readdirSync(BOOKS, { recursive: true, encoding: 'utf8' }) : [];
const proof = longProof('sample-books', 0);
/** The daily tests take a third of the books. */
const chosen = files.filter((name) => name.endsWith('.epub')).filter((_, index) => proof.count > 0 || index % 3 === 0);

/** Number of characters above which a book has many passages after the cut. */
const LONG = 50_000;

let directory = '';
let count = 0;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'samples-'));
});
afterAll(async () => rm(directory, { recursive: true, force: true }));

/** Makes an edition and its sample. @returns both, with every text file of the sample */
async function make(file: string) {
  const out = join(directory, String(count++));
  const prepared = await prepareEdition(join(BOOKS, file), out);
  if (!prepared.accepted) throw new Error(prepared.reason);
  const { publication, loader } = await openEdition(new Uint8Array(await readFile(prepared.editionPath)).buffer);
  const sample = await makeSample(publication, loader, { outDir: join(out, 'cut'), share: null });
  const texts = new Map<string, string>();
  for (const { path, hash, mediaType } of sample?.publication.resources ?? []) {
    if (!/^text\/|xml$/.test(mediaType)) continue;
    const cut = join(out, 'cut', hash);
    texts.set(path, hash === sample?.cutHash ? await readFile(cut, 'utf8') : await loader.text(path));
  }
  const text = async (path: string): Promise<string> => texts.get(path) ?? '';
  const inSample = sample && (await readSections(sample.publication, { ...loader, text }));
  return { publication, sample, texts, inSample, inWhole: await readSections(publication, loader) };
}

/**
 * Returns the text of the whole edition after the last words of the sample, in pieces long enough to be found again.
 */
function beyond(whole: BookSections, sample: BookSections): string[] {
  const last = sample.sections.length - 1;
  const sampleText = sample.sections[last]?.text.text ?? '';
  const rest = whole.sections
    .slice(last)
    .map(({ text }, index) => (index === 0 ? text.text.slice(sampleText.length) : text.text));
  return rest.flatMap((text) => text.split('\u2029')).filter((piece) => piece.trim().length >= 60);
}

describe.skipIf(files.length === 0)('the beginning of a real book', () => {
  it.each(chosen)(
    '%s: contains no text from after the cut, and every place exists in the whole edition',
    async (file) => {
      const { publication, sample, texts, inSample, inWhole } = await make(file);
      if (sample === null || inSample === null) {
        console.info(`${file}: no beginning (${publication.characters} characters)`);
        return;
      }
      const { characters } = sample.publication;
      expect(characters).toBeLessThan(publication.characters);
      const escaped = (text: string) =>
        text.replace(/[&<>]/g, (char) => ({ '&': '&amp;', '<': '&lt;' })[char] ?? '&gt;');
      const served = [...texts.values(), JSON.stringify(sample.publication.toc)].join('\n');
      const before = inSample.sections.map(({ text }) => text.text).join('\n');
      // Words that also occur before the cut reveal nothing about the rest.
      const secrets = beyond(inWhole, inSample).filter((piece) => !before.includes(piece));
      expect(secrets.filter((piece) => served.includes(escaped(piece)))).toEqual([]);
      if (publication.characters > LONG) expect(secrets.length).toBeGreaterThan(0);
      for (const [index, { cfi, text }] of inSample.sections.entries()) {
        const step = Math.max(1, Math.floor(text.text.length / 40));
        for (let at = 0; at < text.text.length; at += step) {
          const place = cfiOfOffset(cfi, text, at);
          if (place === null) continue;
          const there = inWhole.sections[inWhole.sectionOf(place)]?.text;
          expect(inWhole.sectionOf(place)).toBe(index);
          expect(there && textOfCfi(place, there)).toEqual(textOfCfi(place, text));
          expect(there?.text.startsWith(text.text)).toBe(true);
        }
      }
      console.info(
        `${file}: ${((characters / publication.characters) * 100).toFixed(1)} %, ${sample.publication.sections.length} of ` +
          `${publication.sections.length} sections, ${sample.publication.resources.length} of ${publication.resources.length} files`,
      );
    },
    120_000,
  );

  it.runIf(proof.count > 0)('every book was taken', () => {
    expect([...proof.runs()]).toEqual([0]);
  });
});
