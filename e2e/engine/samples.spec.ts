import { basename } from 'node:path';
import { editionOf } from './support/edition-of.ts';
import { expect, test } from './support/engine-test.ts';
import { SHARED_BOOKS, WHY_SKIPPED } from './support/shared-books.ts';

test.skip(SHARED_BOOKS.length === 0, WHY_SKIPPED);

for (const file of SHARED_BOOKS) {
  test(`${basename(file)}: each section opens and has the gate’s number of characters`, async ({ book }) => {
    test.setTimeout(180_000);
    const edition = await editionOf(file);
    if (!edition) throw new Error('the gate refused a good book');
    const { sections } = edition.publication;
    await book.open(edition.bytes);
    const wrong: unknown[] = [];
    for (const section of sections) {
      const sampleFacts = await book.page.evaluate(async ({ path }) => {
        const reader = window.harness.reader;
        const isThere = await reader?.goTo(path);
        const frame = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe');
        const body = frame?.contentDocument?.body as HTMLElement;
        const { TextIndex } = window.harness;
        return { isThere, characters: new TextIndex(body).total };
      }, section);
      if (!sampleFacts.isThere || (sampleFacts.characters !== section.characters && !section.missing)) {
        wrong.push({ path: section.path, missing: section.missing, counted: section.characters, ...sampleFacts });
      }
    }
    const faults = await book.page.evaluate(() =>
      window.harness.events
        .filter(({ name }) => name === 'error')
        .map(({ detail }) => String((detail as { error: unknown }).error)),
    );
    expect(faults).toEqual([]);
    expect(wrong).toEqual([]);
    expect(book.problems).toEqual([]);
  });
}
