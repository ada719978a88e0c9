import type { Publication } from '@cuentos/epub/container/publication';
import type { BookPage } from './engine-test.ts';

/** A size, flow and theme in which a book is read. */
export interface Look {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly flow: 'paginated' | 'scrolled-doc';
  readonly isDark: boolean;
}

/** What a whole book showed in one look. */
export interface LookSum {
  readonly name: string;
  readonly words: number;
  readonly lost: number;
  readonly twice: number;
  /** A sentence for each section with lost words. */
  readonly reasons: readonly string[];
}

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;

/** Phone and laptop, in pages and in one flow, light and dark. */
export const LOOKS: readonly Look[] = (['paginated', 'scrolled-doc'] as const).flatMap((flow) =>
  [false, true].flatMap((isDark) =>
    sizes.map(({ width, height }) => ({
      ...{ width, height, flow, isDark },
      name: `${width} ${flow === 'paginated' ? 'pages' : 'flow'}${isDark ? ' dark' : ''}`,
    })),
  ),
);

/** Opens a book in each look and counts the words that a reader cannot read. */
export async function countWords(
  book: BookPage,
  { bytes, publication }: { readonly bytes: Uint8Array; readonly publication: Publication },
  looks: readonly Look[],
): Promise<LookSum[]> {
  const paths = publication.sections
    .filter(({ linear, missing, layout }) => linear && !missing && layout === 'reflowable')
    .map(({ path }) => path);
  const sums: LookSum[] = [];
  for (const { name, width, height, flow, isDark } of looks) {
    await book.page.setViewportSize({ width, height });
    await book.open(bytes);
    const colours = isDark ? { background: '#121212', color: '#E8E6E3' } : {};
    const found = await book.page.evaluate(
      async ({ names, theme }) => {
        const { harness } = window;
        harness.reader?.setTheme({ ...harness.theme, ...theme });
        await harness.settled();
        const all = [];
        for (const path of names) all.push(await harness.findLegibleWords(path, theme.flow === 'scrolled-doc'));
        return all;
      },
      { names: paths, theme: { flow, ...colours } },
    );
    sums.push({
      name,
      words: found.reduce((sum, each) => sum + each.words, 0),
      lost: found.reduce((sum, each) => sum + each.lostCount, 0),
      twice: found.reduce((sum, each) => sum + each.twice, 0),
      reasons: found
        .filter(({ lostCount, twice }) => lostCount + twice > 0)
        .map(
          ({ path, pages, lostCount, twice, lost }) =>
            `${path}: ${lostCount} lost, ${twice} twice on ${pages} pages: ${lost.join(', ')}`,
        ),
    });
  }
  return sums;
}
