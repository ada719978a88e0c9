import { isInPresale, type PartSchedule } from '../books/part-availability.ts';

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

/** The price of a part as it stands at one moment; every amount is an integer number of Chilean pesos. */
export interface Price {
  /** Price without discount. */
  readonly value: number;
  /** What the buyer pays now. */
  readonly final: number;
  /** 'Ahorras': value − final. */
  readonly savings: number;
  /** Discount in force, 0 when there is none. */
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

/** What decides the price of a part. */
export interface PriceTerms extends Pick<PartSchedule, 'isPresale' | 'presaleEndAt'> {
  readonly value: number;
  readonly discountPercentage: number;
}

/** Price in force at an instant, epoch milliseconds. */
export function priceAt({ value, discountPercentage, ...presale }: PriceTerms, now: number): Price {
  return priceOf(value, discountPercentage, isInPresale(presale, now));
}
