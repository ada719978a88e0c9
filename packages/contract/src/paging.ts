import { z } from 'zod';
import { limits } from './limits.ts';
import { text } from './primitives.ts';

const count = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** `{offset}/{limit}` of the paged admin lists; offset is page times size. */
export const pageParams = z.object({
  offset: count,
  limit: count.pipe(z.int().min(1).max(limits.pageMax)),
});

/** `?q=`, asked for when nothing on the loaded page matches. */
export const searchQuery = z.object({ q: text(limits.searchMax).optional() });

/** Lists of the logs: newest first, by query. */
export const logQuery = z.object({
  offset: count.optional(),
  limit: count.pipe(z.int().min(1).max(limits.pageMax)).optional(),
});

/** Header with the number of rows in all. */
export const TOTAL_COUNT_HEADER = 'x-total-count';

/** Answer of a deletion: truthy. */
export const deleted = z.object({ deleted: z.literal(true) });
/** Answer to the restoring of a deleted row. */
export const restored = z.object({ restored: z.literal(true) });

export const retried = z.object({ retried: z.literal(true) });
