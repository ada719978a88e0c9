import { basename } from 'node:path';
import { reviewedSections } from '@cuentos/epub/page-review/review-pages';
import { LOOKS } from './support/count-words.ts';
import { editionOf } from './support/edition-of.ts';
import { expect, test } from './support/engine-test.ts';
import { ALL_BOOKS, WHY_SKIPPED } from './support/shared-books.ts';

/** Two small books for each run: one with footnotes and one with fonts of its own. */
const SMALL = new Set(['readium-tiny-3-footnote.epub', 'w3c-cnt-css-fonts_woff2.epub']);
const all = ALL_BOOKS.flatMap((file) => [390, 1280].map((width) => ({ file, width })));
const walks = process.env['PROVE'] === undefined ? all.filter(({ file }) => SMALL.has(basename(file))) : asked();

/** Returns the walks that `npm run prove` asks for, by their numbers. */
function asked(): typeof all {
  const [first = 0, count = 0] = (process.env['PROVE'] ?? '').split(':').slice(1).map(Number);
  const slice = all.slice(first, first + count);
  if (slice.length < count) throw new Error(`there are ${all.length} walks and not ${first + count}: ${WHY_SKIPPED}`);
  return slice;
}

test.describe('whole books', () => {
  if (walks.length === 0) console.log(`skipped: ${WHY_SKIPPED}`);
  test.skip(walks.length === 0, WHY_SKIPPED);

  for (const { file, width } of walks) {
    test(`${basename(file)} at ${width} px: all pages show the text of the file once, forward and back, and the review agrees`, async ({
      book,
    }) => {
      test.setTimeout(3_600_000);
      const edition = await editionOf(file);
      expect(edition).not.toBeNull();
      const { bytes, publication } = edition!;
      const look = LOOKS.find((each) => each.width === width)!;
      await book.page.setViewportSize({ width, height: look.height });
      await book.open(bytes);
      const wrong: unknown[] = [];
      for (const { path, characters, linear, missing } of publication.sections) {
        if (!linear || missing) continue;
        const seen = await book.page.evaluate((name) => window.harness.walk(name, { isPatient: true }), path);
        const { lost, disordered, unseenPictures, backward } = seen;
        const faults = [lost, disordered, backward.lost, backward.disordered].flat();
        if (seen.characters !== characters || faults.length + unseenPictures > 0)
          wrong.push({ counted: characters, ...seen });
      }
      expect(wrong).toEqual([]);
      const chapters = await book.review(bytes, [look]);
      expect(chapters.length).toBe(reviewedSections(publication).length);
      // Page numbers that the author made grey are on their page; the review reports them as faint.
      const faults = chapters.flatMap(({ looks }) => looks.flatMap(({ runs }) => runs));
      expect(faults.filter(({ fault }) => fault !== null && fault !== 'faint')).toEqual([]);
    });
  }
});
