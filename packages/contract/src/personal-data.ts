import { z } from 'zod';
import { instant } from './primitives.ts';

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
