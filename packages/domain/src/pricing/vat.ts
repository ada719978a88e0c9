/** Chilean value added tax (IVA), percent of the net amount; DL 825. */
const VAT_PERCENT = 19;

/** A total with tax included, split into its two parts; `net + vat` is always the total. */
export interface VatSplit {
  readonly total: number;
  readonly net: number;
  readonly vat: number;
}

/** Splits a total in pesos that includes IVA: `net = round(total / 1.19)`. */
export function splitVat(total: number): VatSplit {
  const net = Math.round((total * 100) / (100 + VAT_PERCENT));
  return { total, net, vat: total - net };
}
