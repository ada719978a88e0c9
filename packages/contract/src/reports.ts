import { parseCivilDate } from '@cuentos/domain/time/civil-date';
import { z } from 'zod';
import { callsOf } from './call.ts';
import { logQuery } from './paging.ts';
import { instant } from './primitives.ts';

const { admin } = callsOf('reports');

/** GET /api/admin/audit, newest first. */
export const auditEntries = z.array(
  z.object({
    id: z.string(),
    at: instant,
    /** Null when the shop itself did it, and of an account that is deleted. */
    actor_id: z.string().nullable(),
    /** Null when the shop itself did it. */
    actor_name: z.string().nullable(),
    action: z.string(),
    /** Id of the row it was done to. */
    subject: z.string(),
    /** Name of the subject, if it still has one: book and part, the subject of a mail. */
    subject_name: z.string().nullable(),
    /** Book of the part or book that it names; null where there is none in the catalogue. */
    book_id: z.string().nullable(),
    /** Person whom it concerns; without an id once the account is deleted. */
    person: z.object({ id: z.string().nullable(), name: z.string(), email: z.string() }).nullable(),
    detail: z.unknown(),
  }),
);

/** GET /api/admin/settings: which adapter each port uses; no secret, no address with one. */
export const shopSettings = z.object({
  adapters: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
      /** False for what works without an account and suits a trial only. */
      real: z.boolean(),
    }),
  ),
});
export type ShopSettings = z.infer<typeof shopSettings>;

const day = z.string().refine((value) => parseCivilDate(value) !== null);

/** Days in Santiago, both inclusive. */
export const statsQuery = z.object({ from: day, to: day });

/** A number with its definition. */
const figure = z.object({
  key: z.string(),
  value: z.int(),
  name: z.string(),
  definition: z.string(),
});
export type Figure = z.infer<typeof figure>;

/** GET /api/admin/stats. */
export const stats = z.object({
  figures: z.array(figure),
  days: z.array(z.object({ day: z.string(), sales: z.int(), amount: z.int(), refunds: z.int(), visits: z.int() })),
  /** Money of each part; every column adds up to the figure of its name. */
  parts: z.object({
    definition: z.string(),
    rows: z.array(
      z.object({
        book_id: z.string(),
        book_name: z.string(),
        book_part_id: z.string(),
        book_part_name: z.string(),
        /** Copies that were paid. */
        sales: z.int(),
        amount: z.int(),
        refunds: z.int(),
        chargebacks: z.int(),
        fees: z.int(),
        vat: z.int(),
        net: z.int(),
      }),
    ),
  }),
  /** Screens by how often they were opened, the first ten. */
  visited: z.object({
    definition: z.string(),
    screens: z.array(z.object({ route: z.string(), views: z.int() })),
  }),
  most_read: z.object({
    definition: z.string(),
    parts: z.array(
      z.object({
        book_id: z.string(),
        book_part_id: z.string(),
        book_name: z.string(),
        book_part_name: z.string(),
        readers: z.int(),
      }),
    ),
  }),
});
export type Stats = z.infer<typeof stats>;

export const adminListAudit = admin('GET', '/api/admin/audit', 'Audit log', { query: logQuery, answer: auditEntries });

export const adminGetSettings = admin('GET', '/api/admin/settings', 'Which adapters are on', { answer: shopSettings });

export const adminGetStats = admin('GET', '/api/admin/stats', 'Figures between two days', {
  query: statsQuery,
  answer: stats,
});

export const adminGetStatsCsv = admin('GET', '/api/admin/stats.csv', 'The same as a file', {
  asksAgain: true,
  query: statsQuery,
  answer: z.string(),
});
