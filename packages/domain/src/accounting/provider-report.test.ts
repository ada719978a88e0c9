import { describe, expect, it } from 'vitest';
import { compareReport, type ReportLine } from './provider-report.ts';

const line = (payment: string, change: Partial<ReportLine> = {}): ReportLine => ({
  payment,
  order: `o-${payment}`,
  kind: 'payment',
  amount: 1490,
  fee: 57,
  isInMonth: true,
  ...change,
});
const kinds = (report: readonly ReportLine[], ledger: readonly ReportLine[]) =>
  compareReport(report, ledger).differences.map(({ kind }) => kind);

describe('the report of the provider and the ledger', () => {
  it('agree to the peso, with fees in cents', () => {
    const back = { kind: 'return' as const, amount: -490, fee: 0 };
    const { agreeing, differences, provider, ours } = compareReport(
      [line('1', { fee: 56.56 }), line('1', back), line('2')],
      [line('1'), line('1', back), line('2')],
    );
    expect([agreeing, differences]).toEqual([2, []]);
    expect(provider).toEqual({ came: 2980, back: -490, fee: 114 });
    expect(ours).toEqual(provider);
  });

  it('list a payment that only one of the two has', () => {
    expect(compareReport([line('1')], [line('2')]).differences).toEqual([
      {
        kind: 'only_provider',
        payment: '1',
        order: 'o-1',
        provider: { came: 1490, back: 0, fee: 57 },
        ours: null,
      },
      { kind: 'only_ours', payment: '2', order: 'o-2', provider: null, ours: { came: 1490, back: 0, fee: 57 } },
    ]);
  });

  it('list amounts and fees that differ by one peso', () => {
    expect(kinds([line('1', { amount: 1491 })], [line('1')])).toEqual(['amount']);
    expect(kinds([line('1', { fee: 58 })], [line('1')])).toEqual(['fee']);
    expect(kinds([line('1'), line('1', { kind: 'return', amount: -490, fee: 0 })], [line('1')])).toEqual(['amount']);
  });

  it('list payments that the two count in different months', () => {
    expect(kinds([line('1')], [line('1', { isInMonth: false })])).toEqual(['other_month']);
    expect(kinds([line('1', { isInMonth: false })], [line('1')])).toEqual(['other_month']);
  });

  it('ignore a payment outside the month on both sides', () => {
    const other = { isInMonth: false };
    expect(compareReport([line('1', other)], [line('1', other)])).toMatchObject({ agreeing: 0, differences: [] });
  });
});
