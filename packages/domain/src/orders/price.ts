import { isInPresale, type PartSchedule } from '../books/part-availability.ts';

/** Chilean value added tax (IVA), percent of the net amount; DL 825. */
const VAT_PERCENT = 19;

/** IVA as a share of a total that includes it: 19 of 119. */
export const VAT_OF_TOTAL = { share: VAT_PERCENT, of: 100 + VAT_PERCENT } as const;

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

/** Deductions from an amount that was sold, integer pesos. */
export interface Deductions {
  readonly refunds: number;
  readonly chargebacks: number;
  readonly fees: number;
}

/** The amount sold less refunds, chargebacks, the provider's fee and the IVA of what was not returned, integer pesos. */
export function remainderOf(amount: number, { refunds, chargebacks, fees }: Deductions) {
  const { vat } = splitVat(amount - refunds - chargebacks);
  return { vat, net: amount - refunds - chargebacks - fees - vat };
}

/** The price of a part at one moment; every amount is an integer number of Chilean pesos. */
export interface Price {
  /** Price without discount. */
  readonly value: number;
  /** Current price, pesos. */
  readonly final: number;
  /** 'Ahorras': value − final. */
  readonly savings: number;
  /** Current discount, 0 for none. */
  readonly discountPercentage: number;
}

/**
 * Discounted price, rounded half up to whole pesos.
 * @param value list price in pesos, a non-negative integer.
 * @param discountPercentage 0 to 100.
 */
export function discountedPrice(value: number, discountPercentage: number): number {
  return Math.round((value * (100 - discountPercentage)) / 100);
}

/** Price in force: the discount counts only while the presale runs. */
export function priceOf(value: number, discountPercentage: number, inPresale: boolean): Price {
  const discount = inPresale ? discountPercentage : 0;
  const final = discountedPrice(value, discount);
  return { value, final, savings: value - final, discountPercentage: discount };
}

/** Terms that decide the price of a part. */
export interface PriceTerms extends Pick<PartSchedule, 'isPresale' | 'presaleEndAt'> {
  readonly value: number;
  readonly discountPercentage: number;
}

/** Price in force at an instant, epoch milliseconds. */
export function priceAt({ value, discountPercentage, ...presale }: PriceTerms, now: number): Price {
  return priceOf(value, discountPercentage, isInPresale(presale, now));
}

/** A property of a price that may be a typing error. */
export type PriceDoubt = 'free' | 'below_minimum' | 'much_changed';

/**
 * Returns the doubts that the editor of a price must confirm before the price counts.
 * @param before list price until now, pesos; null when it was not on sale.
 * @param after terms as they will be; the discount is taken as if its presale ran.
 * @param minimum smallest amount that the payment provider takes, pesos.
 */
export function priceDoubts(
  before: number | null,
  after: Pick<PriceTerms, 'value' | 'isPresale' | 'discountPercentage'>,
  minimum: number,
): PriceDoubt[] {
  const lowest = priceOf(after.value, after.discountPercentage, after.isPresale).final;
  const doubts: PriceDoubt[] = [];
  if (lowest === 0) doubts.push('free');
  else if (lowest < minimum) doubts.push('below_minimum');
  if (before !== null && Math.abs(after.value - before) * 2 > before) doubts.push('much_changed');
  return doubts;
}

/**
 * The price after 'Desde …': the cheapest one that can be paid alone.
 * @param prices pesos; free ones do not count.
 * @param least smallest payable amount, pesos; it is returned when every price is lower.
 * @returns pesos, or null when everything is free.
 */
export function fromPrice(prices: readonly number[], least: number): number | null {
  const paid = prices.filter((price) => price > 0);
  if (paid.length === 0) return null;
  const payable = paid.filter((price) => price >= least);
  return payable.length > 0 ? Math.min(...payable) : least;
}

/**
 * The same for one book. A book of a single part is told with that part's price, though it can be paid only together with
 * others.
 */
export function bookFromPrice(prices: readonly number[], least: number): number | null {
  return fromPrice(prices, prices.length > 1 ? least : 0);
}
