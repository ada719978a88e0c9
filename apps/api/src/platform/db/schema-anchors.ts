import type { Selectable } from 'kysely';

/** Where a highlight stands in an edition that it was not made in. */
export interface AnnotationAnchorTable {
  user_id: string;
  annotation_id: string;
  edition_id: string;
  part_id: string;
  /** Null: its text is not in that edition. */
  cfi_range: string | null;
  /** SHA-256 of the range, hex. */
  range_hash: string | null;
}
export type AnnotationAnchorRow = Selectable<AnnotationAnchorTable>;

/** Where a reading position stands in an edition that it was not made in. */
export interface PositionAnchorTable {
  user_id: string;
  part_id: string;
  edition_id: string;
  /** Revision of the position that this one was made from; with a later one it says nothing. */
  revision: number;
  /** Null: its text is not in that edition. */
  location: string | null;
  percentage: number;
}
export type PositionAnchorRow = Selectable<PositionAnchorTable>;

/** Parts with highlights or positions that may have no place in the current edition yet. */
export interface AnchorQueueTable {
  part_id: string;
  /** Another one with each request, so that one that comes while the part is worked on is not lost. */
  token: string;
}
