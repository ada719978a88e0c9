import { CODE_LENGTH, isCode, normaliseCode } from '@cuentos/domain/discount-codes/discount-code';
import { parseCivilDate } from '@cuentos/domain/time/civil-date';
import { z } from 'zod';
import { callsOf } from './call.ts';
import { discountCodeChecks as checks } from './check-words.ts';
import { seenValues } from './form-fields.ts';
import { limits } from './limits.ts';
import { namedPerson } from './named.ts';
import { deleted, logQuery, searchQuery } from './paging.ts';
import { id, instant, pesos, text } from './primitives.ts';

const { admin } = callsOf('discount-codes');

const CODE = `Usa de ${CODE_LENGTH.min} a ${CODE_LENGTH.max} letras sin tilde, números o guiones.`;
const DAY = 'Elige un día, o deja el campo vacío.';

/** A day in Santiago, `yyyy-MM-dd`; null for none. */
const day = z
  .string()
  .refine((value) => {
    const date = parseCivilDate(value);
    return date !== null && date.year >= 2000 && date.year <= 2200;
  }, DAY)
  .nullable();
const uses = z.int(checks.uses).min(1, checks.uses).max(1_000_000, checks.uses).nullable();

/** POST /api/admin/discount_codes and PUT …/{id}. */
export const discountCodeBody = z
  .object({
    code: text(100).transform(normaliseCode).refine(isCode, CODE),
    kind: z.enum(['percentage', 'pesos']),
    amount: z.int(),
    /** The book that it is for; null for the shop, or for a part. */
    book_id: id.nullable(),
    /** The part that the code applies to. */
    part_id: id.nullable(),
    /** First day. */
    from: day,
    /** Last day. */
    until: day,
    /** Orders in all. */
    max_uses: uses,
    /** Orders of one person. */
    max_uses_per_person: uses,
  })
  .refine(({ kind, amount }) => kind !== 'percentage' || (amount >= 1 && amount <= 100), {
    path: ['amount'],
    message: checks.percentage,
  })
  .refine(({ kind, amount }) => kind !== 'pesos' || (amount >= 1 && amount <= limits.valueMax), {
    path: ['amount'],
    message: checks.pesos,
  })
  .refine(({ book_id, part_id }) => book_id === null || part_id === null, {
    path: ['part_id'],
    message: 'Elige un libro o una parte, no ambos.',
  })
  .refine(({ from, until }) => from === null || until === null || from <= until, {
    path: ['until'],
    message: checks.untilBeforeFrom,
  });
export type DiscountCodeBody = z.input<typeof discountCodeBody>;

/** PUT …/{id}: all fields, and what they were when the form was opened. */
export const discountCodeChange = discountCodeBody.safeExtend({ seen: seenValues });

/** POST …/{id}/active. */
export const discountCodeActive = z.object({ is_active: z.boolean() });

export const discountCode = z.object({
  id: z.string(),
  code: z.string(),
  kind: z.enum(['percentage', 'pesos']),
  amount: z.int(),
  book_id: z.string().nullable(),
  part_id: z.string().nullable(),
  /** Names of the book and part that the code covers; null for the whole shop. */
  scope: z.object({ book_id: z.string(), book_name: z.string(), part_name: z.string().nullable() }).nullable(),
  from: z.string().nullable(),
  until: z.string().nullable(),
  max_uses: z.int().nullable(),
  max_uses_per_person: z.int().nullable(),
  is_active: z.boolean(),
  state: z.enum(['running', 'later', 'over', 'used_up', 'off']),
  /** Number of orders that use it now. */
  uses: z.int(),
  /** The latest three users, the latest first. */
  people: z.array(namedPerson),
  /** How many people used it. */
  people_count: z.int(),
  /** Pesos paid for orders with the code, less refunds. */
  sold: pesos,
  /** Some order was made with it, whatever became of it: its name, discount and scope stay. */
  is_fixed: z.boolean(),
  created_at: instant,
});
export type DiscountCode = z.infer<typeof discountCode>;

/** GET /api/admin/discount_codes, newest first; a page of them. */
export const discountCodes = z.array(discountCode);

/** Newest first. */
export const adminListDiscountCodes = admin('GET', '/api/admin/discount_codes', 'Discount codes', {
  query: logQuery.extend(searchQuery.shape),
  answer: discountCodes,
});

export const adminCreateDiscountCode = admin('POST', '/api/admin/discount_codes', 'Make a discount code', {
  asksAgain: true,
  body: discountCodeBody,
  answer: discountCode,
  status: 201,
});

export const adminChangeDiscountCode = admin('PUT', '/api/admin/discount_codes/:id', 'Change a discount code', {
  asksAgain: true,
  body: discountCodeChange,
  answer: discountCode,
});

/** Switches one off, or on again. */
export const adminSwitchDiscountCode = admin(
  'POST',
  '/api/admin/discount_codes/:id/active',
  'Switch a discount code off, or on again',
  { asksAgain: true, body: discountCodeActive, answer: discountCode },
);

export const adminDeleteDiscountCode = admin(
  'DELETE',
  '/api/admin/discount_codes/:id',
  'Delete a discount code that no order was made with',
  { answer: deleted },
);
