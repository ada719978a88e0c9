import type { Selectable } from 'kysely';

export interface AnnotationTable {
  user_id: string;
  /** Made by the client; unique per reader. */
  id: string;
  part_id: string;
  /** Edition that the range points into. */
  edition_id: string;
  cfi_range: string;
  /** SHA-256 of the range, hex; unique per reader and part among rows that are not deleted. */
  range_hash: string;
  color: string;
  /** JSON list of the notes in force, each with the mutation that wrote it and the revision it came with. */
  notes: string;
  quote: string;
  prefix: string;
  suffix: string;
  /** Per reader and part; a change gets the highest one plus one. */
  revision: number;
  /** Id of the row with the same range that stands for this one. */
  same_as: string | null;
  created_at: number;
  updated_at: number;
  /** A tombstone stays, so that no late message brings the highlight back. */
  deleted_at: number | null;
}
export type AnnotationRow = Selectable<AnnotationTable>;
