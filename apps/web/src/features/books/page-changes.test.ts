import { expect, it } from 'vitest';
import { lastChange } from './page-changes.ts';
import { partPricing } from './part-pricing.ts';
import { fakeBook, fakePart } from '../../testing/catalogue.ts';

const part = fakePart({
  release_date: '2026-11-10T03:00:00Z',
  is_presale: true,
  presale_discount_percentage: 20,
  presale_end_date: '2026-11-20T02:59:59.999Z',
});
const books = [fakeBook({ parts: [part] })];

it.each([
  '2026-11-01T00:00:00Z',
  '2026-11-10T03:00:00Z',
  '2026-11-15T00:00:00Z',
  '2026-11-20T02:59:59.999Z',
  '2026-12-01T00:00:00Z',
])('answers every price question at %s as at the exact instant', (instant) => {
  const now = Date.parse(instant);
  expect(partPricing(part, lastChange(books, now))).toEqual(partPricing(part, now));
});

it('stays the same between two changes', () => {
  expect(lastChange(books, Date.parse('2026-11-11T00:00:00Z'))).toBe(
    lastChange(books, Date.parse('2026-11-19T00:00:00Z')),
  );
});
