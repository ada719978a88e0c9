import { expect, it } from 'vitest';
import type { Section } from '../../container/publication.ts';
import { pairPages } from './page-pairs.ts';

type Page = Partial<Pick<Section, 'linear' | 'layout' | 'pageSpread'>>;

/** The pairs as indexes from left to right. */
function pairsOf(pages: readonly Page[], isRightToLeft = false): string[] {
  const sections = pages.map((page, index) => ({ index, linear: true, layout: 'pre-paginated', ...page }) as Section);
  const pairs = pairPages({ sections }, isRightToLeft);
  for (const [index, { beside, side }] of pairs) {
    expect(pairs.get(beside)).toEqual({ beside: index, side: side === 'left' ? 'right' : 'left' });
  }
  return [...pairs].flatMap(([index, { beside, side }]) => (side === 'left' ? [`${index} ${beside}`] : []));
}

const left = { pageSpread: 'left' } as const;
const right = { pageSpread: 'right' } as const;
const middle = { pageSpread: 'center' } as const;

it.each<[string, Page[], string[]]>([
  ['a cover alone, then two by two', [{}, {}, {}, {}, {}], ['1 2', '3 4']],
  ['the last one alone', [{}, {}, {}, {}], ['1 2']],
  ['sides that the book names', [left, right, left, right], ['0 1', '2 3']],
  ['a first side only', [left, {}, {}, {}], ['0 1', '2 3']],
  ['two of the same side', [left, left, right, right, {}, {}], ['1 2', '4 5']],
  ['one in the middle', [{}, {}, middle, {}, {}], ['3 4']],
  ['one that flows', [{}, {}, { layout: 'reflowable' }, {}, {}], ['3 4']],
  ['one beside the reading order', [{}, {}, { linear: false }, {}, {}], ['1 3']],
  ['a single one', [{}], []],
  ['none', [], []],
])('%s', (_, pages, expected) => {
  expect(pairsOf(pages)).toEqual(expected);
});

it('begins at the right in a right-to-left book', () => {
  expect(pairsOf([{}, {}, {}, {}, {}], true)).toEqual(['2 1', '4 3']);
  expect(pairsOf([right, left, {}], true)).toEqual(['1 0']);
});
