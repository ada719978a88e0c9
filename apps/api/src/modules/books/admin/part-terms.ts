import type { PartFormChange } from '@cuentos/contract/parts';
import { presaleFault } from '@cuentos/domain/books/part-availability';
import { priceDoubts } from '@cuentos/domain/orders/price';
import type { BookPartRow } from '../../../platform/db/tables/books.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { presaleTexts, priceTexts } from './texts.ts';

/** Terms of a part's price and dates; after the first activation only admins change them. */
export type Terms = Pick<BookPartRow, 'value' | 'release_at' | 'is_presale' | 'presale_end_at' | 'presale_discount'>;

const NOTHING: Terms = { value: 0, release_at: 0, is_presale: 0, presale_end_at: null, presale_discount: 0 };

/** Terms after a form; absent fields stay, and without presale its discount and end are nothing. */
export function termsOf(form: PartFormChange, before: Terms = NOTHING): Terms {
  const isPresale = form.is_presale ?? before.is_presale === 1;
  return {
    value: form.value ?? before.value,
    release_at: form.release_date ?? before.release_at,
    is_presale: isPresale ? 1 : 0,
    presale_discount: isPresale ? (form.presale_discount_percentage ?? before.presale_discount) : 0,
    presale_end_at: isPresale
      ? form.presale_end_date === undefined
        ? before.presale_end_at
        : form.presale_end_date
      : null,
  };
}

/** The terms that differ, as `[before, after]`, for the audit log; null when none does. */
export function changedTerms(
  before: Terms,
  after: Terms,
): Record<string, readonly [number | null, number | null]> | null {
  const keys = ['value', 'release_at', 'is_presale', 'presale_end_at', 'presale_discount'] as const;
  const changed = keys.filter((key) => before[key] !== after[key]);
  return changed.length === 0
    ? null
    : Object.fromEntries(changed.map((key) => [key, [before[key], after[key]] as const]));
}

/** @throws {AppError} invalid_request when a presale is over, or ends before the part can be bought */
export function refusePresaleForNothing(terms: Terms, now: number): void {
  const fault = presaleFault(
    { isPresale: terms.is_presale === 1, presaleEndAt: terms.presale_end_at, releaseAt: terms.release_at },
    now,
  );
  if (fault) throw new AppError('invalid_request', { fields: { presale_end_date: presaleTexts[fault] } });
}

/**
 * Refuses a price that may be a typing error until it is confirmed.
 * @param before terms until now; null when the part goes on sale for the first time.
 * @throws {AppError} price_unconfirmed, with what to ask in `detail`
 */
export function refuseDoubtfulPrice(before: Terms | null, after: Terms, minimum: number): void {
  const terms = {
    value: after.value,
    isPresale: after.is_presale === 1 && after.presale_end_at !== null,
    discountPercentage: after.presale_discount,
  };
  const doubts = priceDoubts(before?.value ?? null, terms, minimum);
  if (doubts.length === 0) return;
  const facts = { minimum, before: before?.value ?? 0, after: after.value };
  throw new AppError('price_unconfirmed', { detail: doubts.map((doubt) => priceTexts[doubt](facts)).join(' ') });
}
