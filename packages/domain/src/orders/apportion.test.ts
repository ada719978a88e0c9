import fc from 'fast-check';
import { expect, it } from 'vitest';
import { apportion, roundTogether } from './apportion.ts';
import { splitVat } from './price.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

it('shares add up to the peso, and each differs by less than a peso from its exact value', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -5_000_000, max: 5_000_000 }),
      fc.array(fc.nat({ max: 100_000 }), { minLength: 1, maxLength: 12 }),
      (total, weights) => {
        const shares = apportion(total, weights);
        expect(sum(shares)).toBe(total);
        const whole = sum(weights);
        for (const [index, share] of shares.entries()) {
          const exact = whole === 0 ? total / weights.length : (total * (weights[index] ?? 0)) / whole;
          expect(Math.abs(share - exact)).toBeLessThan(1);
        }
      },
    ),
  );
});

it('the tax of items adds up to the tax of their sum, with sales and refunds mixed', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -90_000, max: 90_000 }), { minLength: 1, maxLength: 20 }), (bases) => {
      const { vat } = splitVat(sum(bases));
      const shares = roundTogether(
        bases.map((base) => base * 19),
        119,
        vat,
      );
      expect(sum(shares)).toBe(vat);
    }),
  );
});

it('an empty list gets no shares; equal weights share a total evenly', () => {
  expect([apportion(0, []), apportion(10, [0, 0, 0]), apportion(10, [1, 0])]).toEqual([[], [4, 3, 3], [10, 0]]);
});
