import { z } from 'zod';
import { bounded, instant } from '../primitives.ts';
import { picture } from '../books.ts';
import { legalKind, shopSectionName } from '../shop.ts';

/** Text as it is typed: nothing of a draft has to be right yet, only bounded. */
const typed = bounded(12_000).transform((value) => value.replaceAll('\u0000', '').toWellFormed());

/** A section while it is written: its fields, finished or not. */
export const sectionDraft = z.record(
  bounded(40),
  z.union([typed, z.number(), z.null(), z.array(z.record(bounded(40), typed)).max(40), picture]),
);
export type SectionDraft = z.infer<typeof sectionDraft>;

/** GET /api/admin/shop/{section}. */
export const editedSection = z.object({
  published: z.unknown(),
  /** A {@link SectionDraft}, or null. */
  draft: z.unknown(),
  revision: z.int(),
  published_at: instant.nullable(),
});
export type EditedSection = z.infer<typeof editedSection>;

const revision = z.int().min(0);

export const draftBody = z.object({ revision, draft: sectionDraft });
export const discardBody = z.object({ revision });
export const sectionParams = z.object({ section: shopSectionName });
export const sectionSaved = z.object({ revision: z.int() });

/** What is published is checked field by field; a sentence for each that is wrong comes back under its name. */
export const publishBody = z.object({ revision, value: sectionDraft });

/** GET /api/admin/shop_documents: what the legal documents are made of, and what there is. */
export const legalOverview = z.object({
  mail: z.boolean(),
  storage: z.boolean(),
  payments: z.boolean(),
  google: z.boolean(),
  captcha: z.string().nullable(),
  /** Services that count or measure visits beside the shop's own count. */
  analytics: z.array(z.string()),
  documents: z.array(
    z.object({ kind: legalKind, version: z.int(), published_at: instant, told: z.int(), title: z.string() }),
  ),
});
export type LegalOverview = z.infer<typeof legalOverview>;

/** POST /api/admin/shop_portrait. */
export const portrait = picture;
