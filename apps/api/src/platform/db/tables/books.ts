import type { ExportPermission } from '@cuentos/domain/exports/export-permission';
import { flag, index, integer, table, text, unique, type RowOf } from '../declare-table.ts';

export const images = table({
  owner: 'modules/books',
  columns: {
    /** SHA-256 of the uploaded bytes. */
    id: text(),
    width: integer(),
    height: integer(),
    /** Whether its sizes are stored as AVIF too; null: not tried yet. */
    has_avif: flag().orNull(),
    created_at: integer(),
  },
  key: ['id'],
});

export const books = table({
  owner: 'modules/books',
  columns: {
    id: text(),
    name: text(),
    /** Folded name, unique among books that are not archived. */
    name_key: text(),
    description: text(),
    location: text(),
    genre: text(),
    pages: integer(),
    fragment: text().orNull(),
    image_id: text().orNull(),
    back_image_id: text().orNull(),
    is_draft: flag(),
    is_active: flag(),
    created_at: integer(),
    updated_at: integer(),
    sort_key: text(),
    search_text: text(),
    /** Digits only, with a right check digit; null: it has none. */
    isbn: text().orNull(),
    /** Series or collection that it belongs to. */
    series_name: text().orNull(),
    series_number: integer().orNull(),
    /** Language as a BCP 47 tag, such as `es-CL`. */
    language: text().withDefault('es'),
    /** JSON list of words. */
    keywords: text().withDefault('[]'),
    /** Lower ones stand first on the shelf; among equals the newest. */
    shelf_position: integer().withDefault(0),
    /** Discount for buying all missing parts at once, percent from 0 to 90. */
    completion_discount: integer().withDefault(0),
    /** How owners may take its parts home as files; null leaves it to the shop. */
    export_permission: text<ExportPermission>().orNull(),
  },
  key: ['id'],
  indexes: {
    books_name: unique('name_key').where('is_active = 1'),
  },
});
export type BookRow = RowOf<typeof books>;

export const book_quotes = table({
  owner: 'modules/books',
  columns: {
    book_id: text(),
    position: integer(),
    passage: text(),
  },
  key: ['book_id', 'position'],
});

export const book_writers = table({
  owner: 'modules/books',
  columns: {
    book_id: text(),
    user_id: text(),
  },
  key: ['book_id', 'user_id'],
  indexes: {
    book_writers_user: index('user_id'),
  },
});

export const book_parts = table({
  owner: 'modules/books',
  columns: {
    id: text(),
    book_id: text(),
    name: text(),
    name_key: text(),
    position: integer(),
    image_id: text().orNull(),
    value: integer(),
    release_at: integer(),
    is_presale: flag(),
    presale_end_at: integer().orNull(),
    presale_discount: integer(),
    is_draft: flag(),
    is_active: flag(),
    /** Published edition, null while there is no ebook. */
    edition_id: text().orNull(),
    /** Length of the published edition; null without one. */
    characters: integer().orNull(),
    /** `Accessibility` of packages/epub for the published edition; null for editions of earlier versions. */
    accessibility: text().orNull(),
    /** Sample of the published edition; null without one. */
    sample_beginning_id: text().orNull(),
    /** Sample of the whole part, which is open only while the part is free and released. */
    sample_whole_id: text().orNull(),
    /** Percent of the part that its author opens to everybody; null for the default share, 0 for none. */
    sample_share: integer().orNull(),
    /** Share that a writter requests, until an admin decides; only valid together with `sample_asked_by`. */
    sample_asked_share: integer().orNull(),
    sample_asked_by: text().orNull(),
    sample_asked_at: integer().orNull(),
    /** When it first went on sale: from then on only admins change its price. */
    first_active_at: integer().orNull(),
    /** Instant from which readers cannot open the part, because an admin recalled it; null for any other part. */
    recalled_at: integer().orNull(),
    /** Distinct readers it was delivered to; kept in step with `deliveries`. */
    download_count: integer(),
    created_at: integer(),
    updated_at: integer(),
  },
  key: ['id'],
  indexes: {
    book_parts_book: index('book_id', 'position'),
    book_parts_name: unique('book_id', 'name_key').where('is_active = 1'),
  },
});
export type BookPartRow = RowOf<typeof book_parts>;

/** Recalled parts and the reasons. */
export const part_recalls = table({
  owner: 'modules/recalls',
  columns: {
    part_id: text(),
    kind: text<'rights_claim' | 'court_order' | 'other'>(),
    /** Reason in the admin's words, for the team. */
    reason: text(),
    recalled_by: text(),
    recalled_at: integer(),
    /** Whether it was in the shop before. */
    was_active: flag(),
    /** Id of the last person told in this round: empty before the first, null between rounds. */
    told_through: text().orNull(),
    /** Holders from before this instant were told in an earlier round; 0 before the first. */
    told_until: integer(),
  },
  key: ['part_id'],
});
export type PartRecallRow = RowOf<typeof part_recalls>;
