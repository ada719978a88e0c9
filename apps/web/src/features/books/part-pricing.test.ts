import type { PublicPart } from '@cuentos/contract/books';
import { expect, it } from 'vitest';
import { fakeBook, fakePart, NOW } from '../../testing/catalogue.ts';
import { bookAtAGlance, cheapestPrice, partPricing } from './part-pricing.ts';

const presale = { is_presale: true, presale_discount_percentage: 34, presale_end_date: '2026-12-01T02:59:59.999Z' };

it('discounts while the presale runs', () => {
  expect(partPricing(fakePart(presale), NOW)).toMatchObject({
    final: 983,
    savings: 507,
    inPresale: true,
    released: true,
  });
});

it('sells at the full price from the end of the presale on', () => {
  const after = Date.parse('2026-12-01T03:00:00Z');
  expect(partPricing(fakePart(presale), after)).toMatchObject({ final: 1490, savings: 0, inPresale: false });
});

it('is not in presale without an end date', () => {
  expect(partPricing(fakePart({ ...presale, presale_end_date: null }), NOW)).toMatchObject({ final: 1490 });
});

it('is free with a discount of 100 percent', () => {
  const part = fakePart({ ...presale, presale_discount_percentage: 100 });
  expect(partPricing(part, NOW)).toMatchObject({ final: 0, savings: 1490 });
});

it('is out from its release instant on', () => {
  const part = fakePart({ release_date: new Date(NOW).toISOString() });
  expect(partPricing(part, NOW).released).toBe(true);
  expect(partPricing(part, NOW - 1).released).toBe(false);
});

/** Makes books of one part each. */
const selling = (...parts: Partial<PublicPart>[]) =>
  parts.map((part, index) => fakeBook({ id: `book-${index}`, parts: [fakePart({ id: `part-${index}`, ...part })] }));

it('the cheapest price is the lowest at which a part can be bought now', () => {
  expect(cheapestPrice(selling({ value: 1490 }, { value: 790 }, { value: 990 }), NOW, 0)).toBe(790);
  expect(cheapestPrice(selling({ value: 1490, ...presale }, { value: 990 }), NOW, 0)).toBe(983);
  const twoParts = [fakeBook({ parts: [fakePart({ value: 1290 }), fakePart({ id: 'part-2', value: 890 })] })];
  expect(cheapestPrice(twoParts, NOW, 0)).toBe(890);
});

it.each<[string, Partial<PublicPart>]>([
  ['is free', { value: 0 }],
  ['is free by its discount', { ...presale, presale_discount_percentage: 100 }],
  ['is not out', { value: 100, release_date: new Date(NOW + 1).toISOString() }],
  ['has no book', { value: 100, ebook: false }],
  ['is a draft', { value: 100, is_draft: true }],
])('a part that %s does not count for the cheapest price', (_, part) => {
  expect(cheapestPrice(selling(part, { value: 1490 }), NOW, 0)).toBe(1490);
  expect(cheapestPrice(selling(part), NOW, 0), 'with nothing for sale the advertised price stands').toBe(490);
});

it('without books the landing page’s fixed price is shown', () => {
  expect(cheapestPrice([], NOW, 0)).toBe(490);
});

it.each([
  [1000, 1490],
  [2000, 2000],
  [490, 490],
])('counts only prices that can be paid alone, where the minimum is %i pesos', (least, price) => {
  expect(cheapestPrice(selling({ value: 490 }, { value: 1490 }), NOW, least)).toBe(price);
});

it('a book of several parts shows a price that can be paid alone, a book of one part its price', () => {
  const cheap = fakePart({ value: 490 });
  expect(bookAtAGlance({ parts: [cheap, fakePart({ id: 'part-2', value: 1490 })] }, NOW, 1000).from).toBe(1490);
  expect(bookAtAGlance({ parts: [cheap] }, NOW, 1000).from).toBe(490);
});
