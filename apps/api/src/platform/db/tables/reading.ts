import { decimal, flag, index, integer, table, text, unique, type RowOf } from '../declare-table.ts';

export const reading_positions = table({
  owner: 'modules/reading',
  columns: {
    user_id: text(),
    part_id: text(),
    edition_id: text(),
    last_location: text(),
    percentage: decimal(),
    revision: integer(),
    updated_at: integer(),
    /** Mutations of the last moves, applied and refused ones, newest first, with spaces between. */
    recent_moves: text().withDefault('').since(2),
  },
  key: ['user_id', 'part_id'],
  indexes: {
    reading_positions_part: index('part_id', 'user_id'),
  },
});
export type ReadingPositionRow = RowOf<typeof reading_positions>;

/** Reading positions in other editions than their own. */
export const position_anchors = table({
  owner: 'modules/reading',
  columns: {
    user_id: text(),
    part_id: text(),
    edition_id: text(),
    /** Revision of the position that this row was computed from; a later one makes the row invalid. */
    revision: integer(),
    /** Place in the edition; null if the text is not in it. */
    location: text().orNull(),
    percentage: decimal(),
  },
  key: ['user_id', 'part_id', 'edition_id'],
});
export type PositionAnchorRow = RowOf<typeof position_anchors>;

/** Parts that a reader has finished, or took that back. */
export const finished_parts = table({
  owner: 'modules/reading',
  columns: {
    user_id: text(),
    part_id: text(),
    is_finished: flag(),
    revision: integer(),
    updated_at: integer(),
  },
  key: ['user_id', 'part_id'],
});
export type FinishedPartRow = RowOf<typeof finished_parts>;

/** How a reader wants pages to look, for all devices that share it. */
export const reader_settings = table({
  owner: 'modules/reading',
  columns: {
    user_id: text(),
    /** JSON object of texts. */
    settings: text(),
    revision: integer(),
    updated_at: integer(),
  },
  key: ['user_id'],
});
export type ReaderSettingsRow = RowOf<typeof reader_settings>;

/** Mutations that were applied, but for moves, whose position names them. */
export const applied_mutations = table({
  owner: 'modules/reading',
  columns: {
    user_id: text(),
    mutation_id: text(),
    applied_at: integer(),
  },
  key: ['user_id', 'mutation_id'],
  indexes: {
    applied_mutations_at: index('applied_at'),
  },
});

export const annotations = table({
  owner: 'modules/highlights',
  columns: {
    user_id: text(),
    /** Id that the client makes; unique per reader. */
    id: text(),
    part_id: text(),
    /** Edition that the range points into. */
    edition_id: text(),
    cfi_range: text(),
    /** SHA-256 of the range, hex; unique per reader and part among rows that are not deleted. */
    range_hash: text(),
    color: text(),
    /** JSON list of the notes in force, each with the mutation that wrote it and the revision it came with. */
    notes: text(),
    quote: text(),
    prefix: text(),
    suffix: text(),
    /** Per reader and part; a change gets the highest one plus one. */
    revision: integer(),
    /** Id of the row with the same range that stands for this one. */
    same_as: text().orNull(),
    created_at: integer(),
    updated_at: integer(),
    /** A tombstone stays, so that no late message brings the highlight back. */
    deleted_at: integer().orNull(),
    /** The note when it was deleted, as long as its words can be restored; null before, and once they are erased. */
    trashed_note: text().orNull(),
  },
  key: ['user_id', 'id'],
  indexes: {
    annotations_trash: index('deleted_at', 'user_id', 'id').where('trashed_note is not null'),
    annotations_live: unique('user_id', 'part_id', 'edition_id', 'range_hash').where('deleted_at is null'),
    annotations_part: index('part_id', 'user_id', 'id'),
    annotations_revision: index('user_id', 'part_id', 'revision'),
  },
});
export type HighlightRow = RowOf<typeof annotations>;

/** Places of highlights in other editions than their own. */
export const annotation_anchors = table({
  owner: 'modules/highlights',
  columns: {
    user_id: text(),
    annotation_id: text(),
    edition_id: text(),
    part_id: text(),
    /** Place in the edition; null if the text is not in it. */
    cfi_range: text().orNull(),
    /** SHA-256 of the range, hex. */
    range_hash: text().orNull(),
  },
  key: ['user_id', 'annotation_id', 'edition_id'],
  indexes: {
    annotation_anchors_range: index('user_id', 'part_id', 'edition_id', 'range_hash'),
  },
});
export type HighlightAnchorRow = RowOf<typeof annotation_anchors>;

export const bookmarks = table({
  owner: 'modules/bookmarks',
  columns: {
    user_id: text(),
    /** Id that the device makes; unique per reader. */
    id: text(),
    part_id: text(),
    /** Edition that the place points into; empty for a bookmark that was brought from a file. */
    edition_id: text(),
    cfi: text(),
    percentage: decimal(),
    chapter: text().orNull(),
    /** The first words of the page and those before them; empty without any, and once they are erased. */
    quote: text(),
    prefix: text(),
    created_at: integer(),
    /**
     * A tombstone stays, so that no late message brings the bookmark back. Its words and place are kept as long as they
     * can be restored; then `cfi` is empty.
     */
    deleted_at: integer().orNull(),
  },
  key: ['user_id', 'id'],
  indexes: {
    bookmarks_trash: index('deleted_at', 'user_id', 'id').where("deleted_at is not null and cfi <> ''"),
    bookmarks_part: index('user_id', 'part_id', 'created_at'),
  },
});
export type BookmarkRow = RowOf<typeof bookmarks>;
