import { basename } from 'node:path';
import type { TocEntry } from '@cuentos/epub/container/publication';
import { editionOf } from './support/edition-of.ts';
import { type BookPage, expect, test } from './support/engine-test.ts';
import { pick } from './support/seeded.ts';
import { SHARED_BOOKS, WHY_SKIPPED } from './support/shared-books.ts';
import type { SectionWalk } from './support/walk-section.ts';

const SECTIONS = 6;
const FONTS = [14, 18, 50];

test.describe('the sample books', () => {
  if (SHARED_BOOKS.length === 0) console.log(`skipped: ${WHY_SKIPPED}`);
  test.skip(SHARED_BOOKS.length === 0, WHY_SKIPPED);

  for (const file of SHARED_BOOKS) {
    test(`${basename(file)}: ${SECTIONS} sections show every character in order, forward and back`, async ({
      book,
    }) => {
      test.setTimeout(900_000);
      const edition = await editionOf(file);
      const { sections } = edition!.publication;
      const linear = sections.filter((section) => section.linear && !section.missing);
      const paths = pick(linear, SECTIONS, basename(file)).map(({ path }) => path);
      const walks = [];
      for (const width of [390, 1280]) walks.push(await walkAll(book, edition!.bytes, width, paths));
      expect(walks.flat().filter(isWrong)).toEqual([]);
    });

    test(`${basename(file)}: each entry of the contents leads to its target`, async ({ book }) => {
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

/** Walks sections in each text size; every second walk begins before the engine is at rest. */
async function walkAll(
  book: BookPage,
  bytes: Uint8Array,
  width: number,
  paths: readonly string[],
): Promise<(SectionWalk & { width: number; fontSize: number })[]> {
  await book.page.setViewportSize({ width, height: 800 });
  await book.open(bytes);
  const seen: (SectionWalk & { width: number; fontSize: number })[] = [];
  for (const fontSize of FONTS) {
    await book.setFontSize(fontSize);
    const walks = await book.page.evaluate(async (names) => {
      const found: SectionWalk[] = [];
      for (const [at, name] of names.entries()) {
        found.push(await window.harness.walk(name, { isPatient: at % 2 === 0 }));
      }
      return found;
    }, paths);
    seen.push(...walks.map((walk) => ({ width, fontSize, ...walk })));
  }
  return seen;
}

function isWrong({ lost, disordered, unseenPictures, backward }: SectionWalk): boolean {
  return lost.length + disordered.length + unseenPictures + backward.lost.length + backward.disordered.length > 0;
}

function flat(entries: readonly TocEntry[]): string[] {
  return entries.flatMap(({ href, children }) => [...(href === null ? [] : [href]), ...flat(children)]);
}
