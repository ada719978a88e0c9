import type { SandboxPayment } from './sandbox-payment.ts';

/** Columns of 'Todas las transacciones' (account money), by the provider's glossary of that report. */
const COLUMNS = [
  'EXTERNAL_REFERENCE',
  'SOURCE_ID',
  'USER_ID',
  'PAYMENT_METHOD_TYPE',
  'PAYMENT_METHOD',
  'SITE',
  'TRANSACTION_TYPE',
  'TRANSACTION_AMOUNT',
  'TRANSACTION_CURRENCY',
  'TRANSACTION_DATE',
  'FEE_AMOUNT',
  'SETTLEMENT_NET_AMOUNT',
  'METADATA',
] as const;

interface Line {
  readonly type: 'SETTLEMENT' | 'REFUND' | 'CHARGEBACK';
  readonly amount: number;
  readonly fee: number;
  readonly date: string;
}

/** Lists movements of a payment's money whose time the sandbox knows. */
function linesOf(payment: SandboxPayment): Line[] {
  if (payment.date_approved === null) return [];
  const approvedRefunds = payment.refunds.filter(({ status }) => status === 'approved');
  const fee = payment.fee_details.reduce((sum, { amount }) => sum + amount, 0);
  const lines: Line[] = [
    { type: 'SETTLEMENT', amount: payment.transaction_amount, fee: -fee, date: payment.date_approved },
    ...approvedRefunds.map(({ amount, date_created: date }) => ({
      type: 'REFUND' as const,
      amount: -amount,
      fee: 0,
      date,
    })),
  ];
  const named = approvedRefunds.reduce((sum, { amount }) => sum + amount, 0);
  const rest = payment.transaction_amount_refunded - named;
  // Money that a test moved by hand has no refund of its own.
  if (rest > 0) lines.push({ type: 'REFUND', amount: -rest, fee: 0, date: payment.date_last_updated });
  if (payment.status === 'charged_back' && payment.status_detail !== 'reimbursed') {
    const chargedBack = payment.transaction_amount - payment.transaction_amount_refunded;
    lines.push({ type: 'CHARGEBACK', amount: -chargedBack, fee: 0, date: payment.date_last_updated });
  }
  return lines;
}

/**
 * The report that the provider's panel gives of a period, in its CSV.
 * @param from first instant, and `to` the first after it; epoch milliseconds.
 */
export function settlementReport(payments: readonly SandboxPayment[], from: number, to: number): string {
  const rows = payments.flatMap((payment) =>
    linesOf(payment)
      .filter(({ date }) => Date.parse(date) >= from && Date.parse(date) < to)
      .map(({ type, amount, fee, date }) => [
        payment.external_reference ?? '',
        payment.id,
        payment.collector_id,
        payment.payment_type_id,
        payment.payment_method_id,
        'MLC',
        type,
        amount.toFixed(2),
        payment.currency_id,
        date,
        fee.toFixed(2),
        (amount + fee).toFixed(2),
        // Like the provider, writes JSON between quotes without doubling the inner quotes.
        `"${JSON.stringify({ order: payment.external_reference, kind: 'books; parts' })}"`,
      ]),
  );
  return `${[COLUMNS, ...rows].map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`;
}

function cell(value: string | number): string {
  const text = String(value);
  if (text.startsWith('"{')) return text;
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
