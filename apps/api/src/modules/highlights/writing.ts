import { rangeRefused } from '@cuentos/contract/highlights';
import { limits } from '@cuentos/contract/limits';
import { isRangeCfi } from '@cuentos/epub/locator/cfi-text';
import { isUniqueViolation } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/app-error.ts';

/** Edition of a highlight that was made in none: its range is a hint, and its words are looked for. */
export const NO_EDITION = '';

/** How often a transaction is run when another device's was first with the same range. */
const ATTEMPTS = 3;

/** @throws {AppError} invalid_request for what is no range of three parts */
export function requireRange(cfi: string): void {
  if (cfi.length <= limits.cfiMax && !/[\u0000-\u001f]/.test(cfi) && cfi.isWellFormed() && isRangeCfi(cfi)) return;
  throw new AppError('invalid_request', { detail: rangeRefused, fields: { cfi_range: rangeRefused } });
}

/** PostgreSQL may let two devices highlight one range at once; the second then finds the first one's. */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === ATTEMPTS) throw error;
    }
  }
}
