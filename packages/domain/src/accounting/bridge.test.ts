import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bridgeMonth, type CountedPayment } from './bridge.ts';

const none = { sold: 0, returned: 0, fees: 0 };
const sale: CountedPayment = {
  isSale: true,
  sales: { sold: 1490, returned: 0, fees: 57 },
  accounting: { sold: 1490, returned: 0, fees: 57 },
};

it('a month whose figures agree in both reports has no bridge', () => {
  expect(bridgeMonth([sale], 238)).toEqual([]);
});

it('the fee of a double payment, a return of another month and the rounding have a line each', () => {
  const double = { isSale: false, sales: none, accounting: { ...none, fees: 57 } };
  const late = { isSale: true, sales: { ...none, returned: -490 }, accounting: none };
  expect(bridgeMonth([sale, double, late], 239)).toEqual([
    { figure: 'returned', sales: -490, accounting: 0, lines: [{ reason: 'other_month', amount: 490 }] },
    { figure: 'fees', sales: 57, accounting: 114, lines: [{ reason: 'not_a_sale', amount: 57 }] },
    {
      figure: 'vat',
      sales: 160,
      accounting: 239,
      lines: [
        { reason: 'taxed', amount: 78 },
        { reason: 'rounding', amount: 1 },
      ],
    },
    {
      figure: 'left',
      sales: 783,
      accounting: 1137,
      lines: [
        { reason: 'returned', amount: 490 },
        { reason: 'fees', amount: -57 },
        { reason: 'vat', amount: -79 },
      ],
    },
  ]);
});

it('lines that cancel each other out are listed all the same', () => {
  const more = { isSale: false, sales: none, accounting: { ...none, sold: 100 } };
  const less = { isSale: true, sales: { ...none, sold: 100 }, accounting: none };
  expect(bridgeMonth([more, less], 0)).toMatchObject([
    { figure: 'sold', sales: 100, accounting: 100, lines: [{ amount: 100 }, { amount: -100 }] },
    { figure: 'vat' },
    { figure: 'left' },
  ]);
});

it('each bridge closes to the peso, whatever the two figures are', () => {
  const money = fc.record({
    sold: fc.integer({ min: 0, max: 90_000 }),
    returned: fc.integer({ min: -90_000, max: 90_000 }),
    fees: fc.integer({ min: -900, max: 900 }),
  });
  const payments = fc.array(fc.record({ isSale: fc.boolean(), sales: money, accounting: money }), { maxLength: 8 });
  fc.assert(
    fc.property(payments, fc.integer({ min: -9000, max: 90_000 }), (all, vat) => {
      for (const { sales, accounting, lines } of bridgeMonth(all, vat))
        expect(sales + lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(accounting);
    }),
  );
});
