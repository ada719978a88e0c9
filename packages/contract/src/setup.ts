import { z } from 'zod';
import { callsOf } from './call.ts';
import { instant } from './primitives.ts';

const { admin } = callsOf('setup');

/** Checks before the first sale, in the order in which an author would work them off. */
export const setupCheckNames = [
  'seller',
  'address',
  'mail_sending',
  'mail_records',
  'mail_given_up',
  'payments',
  'notices',
  'tax_documents',
  'storage',
  'captcha',
  'backups',
  'book',
  'alerts',
] as const;
export const setupCheckName = z.enum(setupCheckNames);
export type SetupCheckName = z.infer<typeof setupCheckName>;

/** `missing` prevents a sale, `advised` does not; `untested` was never checked. */
export const setupState = z.enum(['ready', 'missing', 'advised', 'untested']);
export type SetupState = z.infer<typeof setupState>;

/** Result of a check, in plain Spanish without secrets. */
export const setupFinding = z.object({
  state: setupState,
  found: z.string(),
  /** Next step; null for none. */
  next: z.string().nullable(),
  /** Entries of the sender's domain, one a line. */
  records: z.array(
    z.object({
      name: z.string(),
      present: z.boolean(),
      /** Instruction for the author. */
      text: z.string(),
      /** Name and value of the record, for copying. */
      value: z.string().nullable(),
    }),
  ),
  /** A page of the shop's own, or a text to be copied, that the next step needs. */
  action: z
    .union([
      z.object({ kind: z.literal('page'), label: z.string(), path: z.string() }),
      z.object({ kind: z.literal('copy'), label: z.string(), text: z.string() }),
    ])
    .nullable(),
});
export type SetupFinding = z.infer<typeof setupFinding>;

/** A row of the list. */
export const setupRow = setupFinding.extend({
  name: setupCheckName,
  title: z.string(),
  why: z.string(),
  checked_at: instant.nullable(),
});
export type SetupRow = z.infer<typeof setupRow>;

/** GET /api/admin/setup. */
export const setup = z.object({
  /** `closed`: the server refuses orders; `trial`: they go to the embedded sandbox and move no money. */
  sales: z.enum(['open', 'closed', 'trial']),
  rows: z.array(setupRow),
});
export type Setup = z.infer<typeof setup>;

export const adminGetSetup = admin('GET', '/api/admin/setup', 'What is missing before the first sale', {
  answer: setup,
});

export const adminRunCheck = admin('POST', '/api/admin/setup/:name', 'Make one of the checks now', {
  params: { name: setupCheckName },
  answer: setupRow,
});
