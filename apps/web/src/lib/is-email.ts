import { limits } from '@cuentos/contract/limits';

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/**
 * Whether a text, apart from white space around it, has the form of an e-mail address. Written by hand, because public
 * pages do without zod; the server checks again with the contract's schema.
 */
export function isEmail(text: string): boolean {
  const trimmed = text.trim();
  return EMAIL.test(trimmed) && trimmed.length <= limits.emailMax;
}
