import type { SectionWords } from '@cuentos/epub/page-review/legible-words';
import type { ReviewLook } from '@cuentos/epub/page-review/review-pages';
import type { BookPage } from './engine-test.ts';

/** Word counts of a whole book in one look. */
export interface LookSum {
  readonly name: string;
  readonly words: number;
  readonly lost: number;
  readonly repeated: number;
  readonly freed: number;
  /** A sentence for each section with lost words. */
  readonly reasons: readonly string[];
}

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;

const theme = {
  fontSize: 16,
  fontFamily: 'auto',
  lineHeight: 1.5,
  marginLeft: 10,
  marginRight: 10,
  spread: 'none',
} as const;
const light = { background: '#FFFFFF', color: '#000000' };
const dark = { background: '#121212', color: '#E8E6E3' };

/** Phone and laptop, paginated and scrolled, light and dark. */
export const LOOKS: readonly ReviewLook[] = (['paginated', 'scrolled-doc'] as const).flatMap((flow) =>
  [light, dark].flatMap((colours) =>
    sizes.map((size) => ({
      ...size,
      name: `${size.width} ${flow === 'paginated' ? 'pages' : 'flow'}${colours === dark ? ' dark' : ''}`,
      theme: { ...theme, ...colours, flow },
    })),
  ),
);

/** Walks a book in each look and counts the words that a reader cannot read. */
export async function countWords(book: BookPage, bytes: Uint8Array, looks: readonly ReviewLook[]): Promise<LookSum[]> {
  const chapters = await book.review(bytes, looks);
  return looks.map(({ name }, index) => {
    const found = chapters.map((chapter) => chapter.looks[index] as SectionWords);
    const sum = (count: (words: SectionWords) => number): number => found.reduce((all, each) => all + count(each), 0);
    return {
      name,
      words: sum(({ words }) => words),
      lost: sum(({ lost }) => lost),
      repeated: sum(({ repeated }) => repeated),
      freed: sum(({ freed }) => freed),
      reasons: found.filter(({ lost, repeated }) => lost + repeated > 0).map(reasonOf),
    };
  });
}

function reasonOf({ path, pages, lost, repeated, runs }: SectionWords): string {
  const places = runs.filter(({ fault }) => fault !== null).map(({ fault, excerpt }) => `${fault}: ${excerpt}`);
  return `${path}: ${lost} lost, ${repeated} twice on ${pages} pages: ${places.join(', ')}`;
}
