import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RefundRow } from '../../platform/db/tables/payments.ts';
import { refundsWithSum, sumOf } from './ledger-rows.ts';

const refund = (amount: number, index: number) => ({ id: String(index), amount }) as RefundRow;
const refunds = fc.array(fc.integer({ min: 1, max: 9000 }), { maxLength: 8 }).map((amounts) => amounts.map(refund));

describe("money refunded at the provider's own site", () => {
  it('is matched with one refund before several', () => {
    const rows = [refund(300, 0), refund(700, 1), refund(1000, 2)];
    expect(refundsWithSum(rows, 1000)).toEqual([rows[2]]);
  });

  it('is matched with the refunds that add up to it, whether they were made or not', () => {
    fc.assert(
      fc.property(refunds, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), (rows, made) => {
        const returnedTotal = sumOf(rows.filter((_, index) => made[index]));
        const chosen = refundsWithSum(rows, returnedTotal);
        expect(sumOf(chosen)).toBe(returnedTotal);
        expect(new Set(chosen).size).toBe(chosen.length);
        expect(rows).toEqual(expect.arrayContaining([...chosen]));
      }),
    );
  });

  it('is matched with no refund if none add up to it', () => {
    const rows = [refund(4500, 0), refund(990, 1)];
    for (const returnedTotal of [-1, 0, 700, 4501, 6000]) expect(refundsWithSum(rows, returnedTotal)).toEqual([]);
  });
});
