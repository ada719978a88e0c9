import { z } from 'zod';
import { instant, text } from './primitives.ts';

const cell = z.union([z.string(), z.number(), z.null()]);

/** What is kept of one kind: instants in UTC, money in pesos. */
export const personalSection = z.object({
  key: z.string(),
  /** What it is, for the person. */
  title: z.string(),
  columns: z.array(z.object({ key: z.string(), label: z.string() })),
  rows: z.array(z.record(z.string(), cell)),
});
export type PersonalSection = z.infer<typeof personalSection>;

/** GET /api/users/me/data: everything that the shop keeps of the caller. */
export const personalData = z.object({
  shop: z.string(),
  made_at: instant,
  sections: z.array(personalSection),
});
export type PersonalData = z.infer<typeof personalData>;

/** Something that a person agreed to. */
export const consent = z.object({
  kind: z.enum(['news', 'follow', 'terms', 'privacy', 'withdrawal']),
  /** Book that is followed or was bought; null for all else. */
  book_id: z.string().nullable(),
  book_name: z.string().nullable(),
  /** Of the document; null for all else. */
  version: z.int().nullable(),
  at: instant,
});
export type Consent = z.infer<typeof consent>;

/** GET /api/users/me/data/state. */
export const dataState = z.object({
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  /** Address that waits for its link to be opened. */
  new_email: z.string().nullable(),
  has_password: z.boolean(),
  has_google: z.boolean(),
  consents: z.array(consent),
  /** Since when nothing is done with the data but keeping them. */
  blocked_at: instant.nullable(),
  /** When the account is erased, if that was asked for. */
  erase_at: instant.nullable(),
  asked_at: instant.nullable(),
  /** What goes with the account. */
  parts: z.int(),
  highlights: z.int(),
});
export type DataState = z.infer<typeof dataState>;

/** The password, when the sign-in is not recent. */
export const proofBody = z.object({ current_password: text(1000).optional() });
