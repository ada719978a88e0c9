import type { MonthRow, RowDocument } from './accounting.ts';

/**
 * Words about money that screens, files and mails share, so that one thing has one name; apart from the calls, so that a
 * browser loads no schemas with them.
 */
export const moneyWords = {
  /**
   * Figures of a day, a month, a part or a mail. Money that went back is negative; fee and tax are parts of the sales.
   */
  figures: {
    /** How many. */
    sales: 'Ventas',
    /** With tax, before returns. */
    sold: 'Vendido',
    refunds: 'Devoluciones',
    chargebacks: 'Contracargos',
    returned: 'Devoluciones y contracargos',
    fees: 'Comisión',
    vat: 'IVA',
    /** Without tax, before fees. */
    net: 'Neto',
    /** After tax and fees. */
    left: 'Lo que queda',
    /** Payments that bought nothing. */
    owed: 'No es venta',
  },
  /** Names of the movements of a payment. */
  movements: {
    payment: 'Venta',
    refund: 'Devolución',
    settled: 'Devolución por fuera',
    chargeback: 'Contracargo',
    refund_undone: 'Devolución que no se completó',
    chargeback_won: 'Contracargo ganado',
    reclassified: 'Cambio de clase',
    correction: 'Corrección',
    fee: 'Ajuste de comisión',
  } satisfies Readonly<Record<MonthRow['kind'], string>>,
  notASale: 'Pago que no es venta',
  documents: {
    voucher: 'Comprobante de Mercado Pago',
    undecided: 'Sin decidir',
    boleta: 'Boleta',
    credit_note: 'Nota de crédito',
  } satisfies Readonly<Record<Exclude<RowDocument['kind'], 'none'>, string>>,
  documentStates: {
    requested: 'Por preparar',
    prepared: 'Preparada, falta emitirla',
    issued: 'Emitida',
    failed: 'Rechazada',
  } satisfies Readonly<Record<NonNullable<RowDocument['state']>, string>>,
} as const;
