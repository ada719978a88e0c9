import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookFromPrice, discountedPrice, fromPrice, priceDoubts, priceOf, splitVat } from './price.ts';

const pesos = fc.integer({ min: 0, max: 10_000_000 });
const percent = fc.integer({ min: 0, max: 100 });

describe('the advertised price', () => {
  it('is the price of the cheapest part that is sold alone, else the least total that can be paid', () => {
    expect(fromPrice([0, 990, 490, 2000], 950)).toBe(990);
    expect(fromPrice([990, 950], 950)).toBe(950);
    expect(fromPrice([490, 300], 950)).toBe(950);
    expect(fromPrice([0], 950)).toBeNull();
  });

  it('is the part’s price for a book of a single part', () => {
    expect(bookFromPrice([490], 950)).toBe(490);
    expect(bookFromPrice([490, 300], 950)).toBe(950);
  });
});

describe('discounted price', () => {
  it.each([
    [1490, 0, 1490],
    [1490, 100, 0],
    [0, 50, 0],
    [1490, 20, 1192],
    [990, 15, 842], // 841.5 rounds up
    [1, 50, 1], // 0.5 rounds up
    [5, 30, 4], // 3.5 rounds up
    [999, 1, 989], // 989.01 rounds down
    [333, 33, 223], // 223.11 rounds down
  ])('%i less %i %% is %i', (value, discount, final) => {
    expect(discountedPrice(value, discount)).toBe(final);
  });

  it('equals exact arithmetic rounded half up, for any amounts', () => {
    fc.assert(
      fc.property(pesos, percent, (value, discount) => {
        const exact = (BigInt(value) * BigInt(100 - discount) + 50n) / 100n;
        expect(discountedPrice(value, discount)).toBe(Number(exact));
      }),
    );
  });

  it('applies only while the presale runs, and savings and final price add up to the value', () => {
    expect(priceOf(1490, 20, false)).toEqual({ value: 1490, final: 1490, savings: 0, discountPercentage: 0 });
    expect(priceOf(1490, 20, true)).toEqual({ value: 1490, final: 1192, savings: 298, discountPercentage: 20 });
    expect(priceOf(1490, 100, true)).toEqual({ value: 1490, final: 0, savings: 1490, discountPercentage: 100 });
    fc.assert(
      fc.property(pesos, percent, fc.boolean(), (value, discount, inPresale) => {
        const price = priceOf(value, discount, inPresale);
        expect(price.final + price.savings).toBe(value);
        expect(price.final).toBeGreaterThanOrEqual(0);
        expect(price.savings).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('IVA included in a total', () => {
  it.each([
    [490, 412, 78],
    [0, 0, 0],
    [1, 1, 0],
    [119, 100, 19],
    [1490, 1252, 238],
    [10_000_000, 8_403_361, 1_596_639],
  ])('%i is %i and %i', (total, net, vat) => {
    expect(splitVat(total)).toEqual({ total, net, vat });
  });

  it('loses no peso, and the net amount is the nearest whole peso', () => {
    fc.assert(
      fc.property(pesos, (total) => {
        const { net, vat } = splitVat(total);
        expect(net + vat).toBe(total);
        expect(Math.abs(net * 119 - total * 100)).toBeLessThanOrEqual(60);
      }),
    );
  });
});

describe('a price that may be a typing error', () => {
  const price = (value: number, discountPercentage = 0) => ({
    value,
    discountPercentage,
    isPresale: discountPercentage > 0,
  });
  it.each([
    ['the same', 1490, price(1490), []],
    ['half of it', 1000, price(500), []],
    ['a peso less than half', 1001, price(500), ['much_changed']],
    ['half more', 1000, price(1500), []],
    ['more than half more', 1000, price(1501), ['much_changed']],
    ['for free', 1490, price(0), ['free', 'much_changed']],
    ['for free by its discount', 1490, price(1490, 100), ['free']],
    ['too little for the provider', null, price(400), ['below_minimum']],
    ['too little by its discount', null, price(900, 50), ['below_minimum']],
    ['for the first time', null, price(99_000), []],
    ['free until now', 0, price(990), ['much_changed']],
  ] as const)('%s', (_, before, after, doubts) => {
    expect(priceDoubts(before, after, 500)).toEqual(doubts);
  });
});
