import { z } from 'zod';
import { callsOf } from './call.ts';
import { recallChecks as checks } from './check-words.ts';
import { deleted } from './paging.ts';
import { bounded, id, instant } from './primitives.ts';

const { admin } = callsOf('recalls');

/** Why an admin recalls a part. */
export const recallKind = z.enum(['rights_claim', 'court_order', 'other']);
export type RecallKind = z.infer<typeof recallKind>;

/** Most parts that are recalled at once. */
const PARTS_MAX = 100;

/** POST /api/admin/recalls: withdraws parts from everybody who can read them, until the recall is lifted. */
export const recallBody = z.object({
  part_ids: z.array(id).min(1, checks.part).max(PARTS_MAX),
  kind: recallKind,
  /** Reason, for the team and the log; readers only see the kind. */
  reason: bounded(500, checks.reasonLong)
    .transform((value) => value.toWellFormed().trim())
    .refine((value) => value.length >= 3, checks.reasonShort)
    .refine((value) => !value.includes('\u0000'), checks.reasonShort),
});

/** A part that can be recalled, or is. */
export const recallPart = z.object({
  part_id: z.string(),
  part_name: z.string(),
  book_id: z.string(),
  book_name: z.string(),
  /** Number of people who own it without an end. */
  owner_count: z.int(),
  /** Whether it, or its book, was deleted from the shop. */
  is_deleted: z.boolean(),
  /** Null while readers have it. */
  recall: z
    .object({
      kind: recallKind,
      reason: z.string(),
      /** Name of the admin; null once that account is gone. */
      recalled_by: z.string().nullable(),
      recalled_at: instant,
      /** Whether owners are still being mailed. */
      is_telling: z.boolean(),
    })
    .nullable(),
});
export type RecallPart = z.infer<typeof recallPart>;

export const adminListRecalls = admin('GET', '/api/admin/recalls', 'Parts that can be recalled or are', {
  answer: z.array(recallPart),
});

export const adminRecallParts = admin('POST', '/api/admin/recalls', 'Take parts from every reader', {
  asksAgain: true,
  body: recallBody,
  answer: z.array(recallPart),
});

export const adminLiftRecall = admin('DELETE', '/api/admin/recalls/:part_id', 'Give a recalled part back to readers', {
  asksAgain: true,
  answer: deleted,
});
