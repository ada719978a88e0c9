import { type Bridge, bridgeMonth, type PaymentMoney } from '@cuentos/domain/accounting/bridge';
import { isSoldBy, moneyOf, type MonthSpan } from '@cuentos/domain/accounting/month';
import type { Connection } from '../../../platform/db/db.ts';
import { soldByPayment } from '../../reports/service.ts';
import { movementOf } from '../repository.ts';
import * as repository from './repository.ts';

/** Leads from the figures of 'Ventas' of a month to those of its movements. */
export async function bridgeToSales(
  connection: Connection,
  { from, to }: MonthSpan,
  lines: readonly repository.MovementLine[],
): Promise<Bridge[]> {
  // The days of 'Ventas' end with their last millisecond.
  const ofSales = await soldByPayment(connection, { from, to: to - 1 });
  const ofMonth = new Map<string, PaymentMoney>();
  let vat = 0;
  for (const line of lines) {
    const movement = movementOf(line);
    const { sold, returned, fees } = ofMonth.get(line.payment_id) ?? nothing;
    const { total, fee, vat: ownVat } = moneyOf(movement);
    const isSold = movement.isSale && isSoldBy(movement);
    ofMonth.set(line.payment_id, {
      sold: isSold ? sold + total : sold,
      returned: movement.isSale && !isSold ? returned + total : returned,
      fees: fees + fee,
    });
    vat += ownVat;
  }
  const ids = [...new Set([...ofSales.keys(), ...ofMonth.keys()])];
  const withProblem = await repository.paymentsWithProblem(connection, ids);
  const counted = ids.map((id) => ({
    isSale: !withProblem.has(id),
    sales: ofSales.get(id) ?? nothing,
    accounting: ofMonth.get(id) ?? nothing,
  }));
  return bridgeMonth(counted, vat);
}

const nothing: PaymentMoney = { sold: 0, returned: 0, fees: 0 };
