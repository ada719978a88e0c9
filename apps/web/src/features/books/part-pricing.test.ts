import { expect, it } from 'vitest';
import { fakePart, NOW } from '../../testing/catalogue.ts';
import { partPricing } from './part-pricing.ts';

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
