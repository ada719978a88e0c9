import { splitVat } from '../orders/price.ts';

/** Money of one payment in a month, as 'Ventas' or as 'Contabilidad' counts it; what went back is negative. */
export interface PaymentMoney {
  readonly sold: number;
  readonly returned: number;
  readonly fees: number;
}

/** How both count one payment. */
export interface CountedPayment {
  /** False for a payment that bought nothing. */
  readonly isSale: boolean;
  readonly sales: PaymentMoney;
  readonly accounting: PaymentMoney;
}

/**
 * Why the two differ: a payment that bought nothing; one that each counts in another month, or that changed after it was
 * counted; tax of what differs above; rows of which each is rounded by itself.
 */
export type BridgeReason = 'not_a_sale' | 'other_month' | 'taxed' | 'rounding' | 'sold' | 'returned' | 'fees' | 'vat';

export type BridgedFigure = 'sold' | 'returned' | 'fees' | 'vat' | 'left';

/** A figure of a month that differs; its lines lead from one value to the other, to the peso. */
export interface Bridge {
  readonly figure: BridgedFigure;
  readonly sales: number;
  readonly accounting: number;
  readonly lines: readonly { readonly reason: BridgeReason; readonly amount: number }[];
}

const counted = ['sold', 'returned', 'fees'] as const;

/**
 * The figures of a month in which 'Ventas' and 'Contabilidad' differ.
 * @param accountingVat tax of the month, the sum of its rows; that of 'Ventas' is rounded once.
 */
export function bridgeMonth(payments: readonly CountedPayment[], accountingVat: number): Bridge[] {
  const sum = (of: (payment: CountedPayment) => number) => payments.reduce((all, payment) => all + of(payment), 0);
  const bridges: Bridge[] = counted.map((figure) => {
    const gapOf = (isSale: boolean) =>
      sum((payment) => (payment.isSale === isSale ? payment.accounting[figure] - payment.sales[figure] : 0));
    return {
      figure,
      sales: sum(({ sales }) => sales[figure]),
      accounting: sum(({ accounting }) => accounting[figure]),
      lines: [
        { reason: 'not_a_sale', amount: gapOf(false) },
        { reason: 'other_month', amount: gapOf(true) },
      ],
    };
  });
  const [sold, returned, fees] = bridges as [Bridge, Bridge, Bridge];
  const salesVat = splitVat(sold.sales + returned.sales).vat;
  const roundedOnce = splitVat(sold.accounting + returned.accounting).vat;
  const vat: Bridge = {
    figure: 'vat',
    sales: salesVat,
    accounting: accountingVat,
    lines: [
      { reason: 'taxed', amount: roundedOnce - salesVat },
      { reason: 'rounding', amount: accountingVat - roundedOnce },
    ],
  };
  const leftOf = (side: 'sales' | 'accounting') => sold[side] + returned[side] - fees[side] - vat[side];
  const gap = (bridge: Bridge) => bridge.accounting - bridge.sales;
  const left: Bridge = {
    figure: 'left',
    sales: leftOf('sales'),
    accounting: leftOf('accounting'),
    lines: [
      { reason: 'sold', amount: gap(sold) },
      { reason: 'returned', amount: gap(returned) },
      { reason: 'fees', amount: -gap(fees) },
      { reason: 'vat', amount: -gap(vat) },
    ],
  };
  return [...bridges, vat, left]
    .map((bridge) => ({ ...bridge, lines: bridge.lines.filter(({ amount }) => amount !== 0) }))
    .filter(({ lines }) => lines.length > 0);
}
