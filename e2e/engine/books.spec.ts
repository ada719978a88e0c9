import { basename } from 'node:path';
import type { TocEntry } from '@cuentos/epub/container/publication';
import { editionOf } from './support/edition-of.ts';
import { expect, test } from './support/engine-test.ts';
import { pick } from './support/seeded.ts';
import { SHARED_BOOKS, WHY_SKIPPED } from './support/shared-books.ts';
import type { SectionWalk } from './support/walk-section.ts';

/** The full walk takes half an hour on two cores; the everyday one samples it. */
const PROVE = process.env['PROVE'] === '1';
const SECTIONS = PROVE ? 12 : 2;
const LAYOUTS = PROVE
  ? [390, 1280].flatMap((width) => [14, 18, 50].map((fontSize) => ({ width, fontSize })))
  : [
      { width: 390, fontSize: 18 },
      { width: 1280, fontSize: 50 },
    ];

test.describe('the sample books', () => {
  if (SHARED_BOOKS.length === 0) console.log(`skipped: ${WHY_SKIPPED}`);
  test.skip(SHARED_BOOKS.length === 0, WHY_SKIPPED);

  for (const file of SHARED_BOOKS) {
    test(`${basename(file)}: ${SECTIONS} sections show every character in order, there and back`, async ({ book }) => {
      test.setTimeout(900_000);
      const edition = await editionOf(file);
      const { sections } = edition!.publication;
      const linear = sections.filter((section) => section.linear && !section.missing);
      await book.open(edition!.bytes);
      const wrong: unknown[] = [];
      for (const { width, fontSize } of LAYOUTS) {
        await book.page.setViewportSize({ width, height: 800 });
        await book.page.waitForTimeout(250);
        await book.setFontSize(fontSize);
        for (const { path } of pick(linear, SECTIONS, basename(file))) {
          const seen = await book.page.evaluate((name) => window.harness.walk(name), path);
          if (isWrong(seen)) wrong.push({ width, fontSize, ...seen });
        }
      }
      expect(wrong).toEqual([]);
    });

    test(`${basename(file)}: every entry of the contents lands on its target`, async ({ book }) => {
      test.setTimeout(300_000);
      const edition = await editionOf(file);
      const hrefs = flat(edition!.publication.toc);
      await book.open(edition!.bytes);
      const wrong = await book.page.evaluate(async (targets) => {
        const missed: string[] = [];
        for (const href of targets) {
          const isThere = await window.harness.reader!.goTo(href);
          const frame = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe')!;
          const inner = frame.contentDocument!;
          const fragment = href.split('#')[1];
          const target =
            fragment === undefined
              ? null
              : (inner.getElementById(fragment) ?? inner.getElementsByName(fragment)[0] ?? null);
          const index = new window.harness.TextIndex(inner.body);
          const text = target ? index.nodes[index.firstAtOrAfter(target)] : index.nodes[0];
          const range = inner.createRange();
          if (text) range.selectNodeContents(text);
          const boxes = [...(target?.getClientRects() ?? []), ...(text ? range.getClientRects() : [])];
          const { scrollLeft, scrollTop } = inner.documentElement;
          if (isThere && fragment === undefined && scrollLeft === 0 && scrollTop === 0) continue;
          const isShown = boxes.some(({ left, right, width }) => width > 0 && left >= -1 && right <= innerWidth + 1);
          const isEmpty = !boxes.some(({ width }) => width > 0);
          if (!isThere || (fragment !== undefined && !target && !isEmpty) || (!isShown && !isEmpty)) missed.push(href);
        }
        return missed;
      }, hrefs);
      expect(wrong).toEqual([]);
    });
  }
});

function isWrong({ lost, disordered, unseenPictures, backward }: SectionWalk): boolean {
  return lost.length + disordered.length + unseenPictures + backward.lost.length + backward.disordered.length > 0;
}

function flat(entries: readonly TocEntry[]): string[] {
  return entries.flatMap(({ href, children }) => [...(href === null ? [] : [href]), ...flat(children)]);
}
