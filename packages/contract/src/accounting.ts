import { z } from 'zod';
import { instant } from './primitives.ts';

/** A tax document of an order as its buyer is told of it. */
export const orderDocument = z.object({
  /** `voucher`: the provider's own counts as boleta, and there is nothing else. */
  kind: z.enum(['voucher', 'boleta', 'credit_note']),
  /** Null for the provider's. */
  id: z.string().nullable(),
  /** The tax office's number; null while no issuer gave one. */
  folio: z.string().nullable(),
  /** The shop's own number, which is no folio; null until the document is made. */
  number: z.int().nullable(),
  /** Pesos; null for the provider's. */
  total: z.int().nullable(),
  /** Of the sale or the return; null for the provider's. */
  at: instant.nullable(),
  has_file: z.boolean(),
});
export type OrderDocument = z.infer<typeof orderDocument>;
