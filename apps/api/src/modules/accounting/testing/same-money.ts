import type { AccountingMonth } from '@cuentos/contract/accounting';
import type { Stats } from '@cuentos/contract/reports';
import { monthAfter, monthOf, monthSpan } from '@cuentos/domain/accounting/month';
import { formatCivilDate } from '@cuentos/domain/time/civil-date';
import { santiagoDate } from '@cuentos/domain/time/santiago';
import { expect } from 'vitest';
import type { TestShop } from '../../orders/testing/open-shop.ts';
import { soldIn, statsOf } from '../../reports/service.ts';
import { createAdminAccountingService } from '../admin/service.ts';

/**
 * Checks that each sales figure equals that of the month, or that a bridge explains the difference.
 * @returns the reasons of the bridge lines
 */
export function expectSameMoney({ figures }: Pick<Stats, 'figures'>, { sums, bridges }: AccountingMonth): string[] {
  const valueOf = (key: string) => figures.find((figure) => figure.key === key)!.value;
  const pairs = {
    sold: [valueOf('amount'), sums.sales],
    returned: [valueOf('refunds') + valueOf('chargebacks'), sums.returns],
    fees: [valueOf('fees'), sums.fees],
    vat: [valueOf('vat'), sums.vat],
    left: [valueOf('net'), sums.left],
  } as const;
  for (const [figure, [ofSales, ofMonth]] of Object.entries(pairs)) {
    const bridge = bridges.find((each) => each.figure === figure);
    const gap = bridge?.lines.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
    expect(ofSales + gap, figure).toBe(ofMonth);
    if (bridge) expect([bridge.sales, bridge.accounting], figure).toEqual([ofSales, ofMonth]);
  }
  return bridges.flatMap(({ lines }) => lines.map(({ reason }) => reason));
}

/** Checks the same for every month since an instant, and that 'Hoy' adds up as 'Ventas' does. */
export async function expectSameMoneySince({ ports, services }: TestShop, since: number): Promise<void> {
  const { db, clock } = ports;
  const { accounting, shop } = services;
  const months = createAdminAccountingService({ db, clock, accounting, shop });
  for (let month = monthOf(since); month <= monthOf(clock.now()); month = monthAfter(month, 1)) {
    const { from = 0, to = 0 } = monthSpan(month) ?? {};
    const stats = await statsOf(db, `${month}-01`, formatCivilDate(santiagoDate(to - 1)));
    expectSameMoney(stats, await months.month(month));
    const { net } = await soldIn(db.read, { from, to: to - 1 });
    expect(net).toBe(stats.figures.find(({ key }) => key === 'net')?.value);
  }
}
