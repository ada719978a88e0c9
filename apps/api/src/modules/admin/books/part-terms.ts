import type { PartFormChange } from '@cuentos/contract/admin/books';
import type { BookPartRow } from '../../../platform/db/schema.ts';

/** What decides what a part costs and from when; after the first activation only admins change it. */
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
