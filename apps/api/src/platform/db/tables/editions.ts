import { flag, index, integer, table, text } from '../declare-table.ts';

export const editions = table({
  owner: 'modules/editions',
  columns: {
    id: text(),
    part_id: text(),
    state: text<'pending' | 'published' | 'superseded'>(),
    file_hash: text(),
    file_size: integer(),
    /** `Publication` of packages/epub. */
    publication: text(),
    warnings: text(),
    /** `Accessibility` of packages/epub; null of one that came before this was kept. */
    accessibility: text().orNull(),
    created_by: text().orNull(),
    created_at: integer(),
    published_at: integer().orNull(),
    /** Name of the uploaded file; null when it came otherwise, or before names were kept. */
    file_name: text().orNull(),
    /** The title in the book's metadata; null when it has none. */
    title: text().orNull(),
  },
  key: ['id'],
  indexes: {
    editions_file_hash: index('file_hash'),
    editions_part: index('part_id'),
  },
});

/** Result of the last page review of an edition. */
export const page_reviews = table({
  owner: 'modules/editions',
  columns: {
    edition_id: text(),
    reviewed_by: text().orNull(),
    reviewed_at: integer(),
    app_version: text(),
    words: integer(),
    seen: integer(),
    repeated: integer(),
    /** JSON list of `ReviewPlace` of packages/contract. */
    places: text(),
  },
  key: ['edition_id'],
});

export const edition_resources = table({
  owner: 'modules/editions',
  columns: {
    edition_id: text(),
    path: text(),
    hash: text(),
    media_type: text(),
    size: integer(),
    has_br: flag(),
  },
  key: ['edition_id', 'path'],
  indexes: {
    edition_resources_hash: index('hash'),
  },
});

export const samples = table({
  owner: 'modules/editions',
  columns: {
    id: text(),
    part_id: text(),
    /** The edition that it was cut from. */
    edition_id: text(),
    kind: text<'beginning' | 'whole'>(),
    /** Rule by which the sample was cut. */
    rule: integer(),
    /** The part's `sample_share` when the sample was cut; null for a whole part too. */
    share: integer().orNull(),
    /** `Publication` of packages/epub, of the sample alone; null when the edition has nothing to show. */
    publication: text().orNull(),
    created_at: integer(),
  },
  key: ['id'],
});

export const sample_resources = table({
  owner: 'modules/editions',
  columns: {
    sample_id: text(),
    path: text(),
    hash: text(),
    media_type: text(),
    size: integer(),
    has_br: flag(),
  },
  key: ['sample_id', 'path'],
  indexes: {
    sample_resources_hash: index('hash'),
  },
});

/** Parts with highlights or positions that may have no place in the current edition yet. */
export const anchor_queue = table({
  owner: 'modules/editions',
  columns: {
    part_id: text(),
    /** Reader whose highlights or positions are meant; empty for all readers, after a new edition. */
    user_id: text().withDefault(''),
    /** Changes with each request, so that a request during the work is not lost. */
    token: text(),
    /** When the first request came that was not worked off yet. */
    requested_at: integer(),
  },
  key: ['part_id', 'user_id'],
});

/** Files that an upload is about to name; `holder` is the upload. */
export const file_claims = table({
  owner: 'modules/editions',
  columns: {
    hash: text(),
    holder: text(),
    claimed_at: integer(),
  },
  key: ['hash', 'holder'],
  indexes: {
    file_claims_holder: index('holder'),
  },
  isMomentary: true,
});

/** Files that are being deleted. */
export const file_deletions = table({
  owner: 'modules/editions',
  columns: {
    hash: text(),
    begun_at: integer(),
  },
  key: ['hash'],
  isMomentary: true,
});
