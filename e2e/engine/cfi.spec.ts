import { basename, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { editionOf } from './support/edition-of.ts';
import { type EngineServer, serveEngine } from './support/serve.ts';
import { SHARED_BOOKS, WHY_SKIPPED } from './support/shared-books.ts';

const COUNT = 200;

test.describe('CFIs of the sample books', () => {
  test.skip(SHARED_BOOKS.length === 0, WHY_SKIPPED);
  let server: EngineServer;
  test.beforeAll(async () => {
    server = await serveEngine(join(import.meta.dirname, 'support', 'cfi-page.ts'));
  });
  test.afterAll(() => server.close());

  for (const file of SHARED_BOOKS) {
    test(`${basename(file)}: ${COUNT} random ranges resolve to themselves, in foliate-js and epub-ts too`, async ({
      page,
    }) => {
      test.setTimeout(120_000);
      const edition = await editionOf(file);
      server.files.set('/book.epub', edition!.bytes);
      await page.goto(server.origin);
      const { tried, unread, faults } = await page.evaluate(([seed, count]) => window.roundTrip(seed, count), [
        basename(file),
        COUNT,
      ] as const);
      if (edition!.publication.characters > 0) expect(tried).toBe(COUNT);
      console.log(`${basename(file)}: ${tried} ranges, ${unread} not asked of epub-ts`);
      expect(faults).toEqual([]);
    });
  }
});
