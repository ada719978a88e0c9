import { toIso } from '../../platform/to-iso.ts';
import { createHash } from 'node:crypto';
import type { HighlightWire } from '@cuentos/contract/highlights';
import { type Highlight, noteOf, type NotePart } from '@cuentos/domain/highlights/highlight';
import type { HighlightRow } from '../../platform/db/tables/reading.ts';

/** A note with its revision, by which the notes that a writer without `replaces` had seen are determined. */
export interface DatedNote extends NotePart {
  readonly revision: number;
}

/** Columns of a highlight that the rules of merging do not read. */
export type Surroundings = Pick<HighlightRow, 'user_id' | 'part_id' | 'edition_id' | 'quote' | 'prefix' | 'suffix'> & {
  readonly created_at: number;
};

/** Stands for a range in the index of live ones. */
export function rangeHash(cfi: string): string {
  return createHash('sha256').update(cfi).digest('hex');
}

export function notesOf(row: HighlightRow): DatedNote[] {
  return JSON.parse(row.notes) as DatedNote[];
}

/** A row as the rules of merging see it. */
export function toHighlight(row: HighlightRow): Highlight {
  const { id, cfi_range: cfi, edition_id: editionId, color, revision, deleted_at, same_as: sameAs } = row;
  return { id, cfi, editionId, color, notes: notesOf(row), revision, deleted: deleted_at !== null, sameAs };
}

/** A row of which nothing is left that a person wrote or read. */
export const WITHOUT_WORDS = { notes: '[]', quote: '', prefix: '', suffix: '', trashed_note: null } as const;

/**
 * The row of a highlight after a change. One that is deleted keeps its words for the trash, apart from the notes in
 * force; one that only leads to another keeps none.
 */
export function toRow(
  highlight: Highlight,
  before: HighlightRow | undefined,
  surroundings: Surroundings,
  now: number,
): HighlightRow {
  const { id, cfi, color, revision, deleted, sameAs } = highlight;
  const dates = new Map(before ? notesOf(before).map((note) => [note.mutationId, note.revision]) : []);
  const notes = highlight.notes.map(({ mutationId, text }): DatedNote => {
    return { mutationId, text, revision: dates.get(mutationId) ?? revision };
  });
  const { user_id, part_id, edition_id, created_at } = before ?? surroundings;
  // A highlight that is restored after its words were erased has no words.
  const hasWords = before !== undefined && (before.deleted_at === null || before.trashed_note !== null);
  const { quote, prefix, suffix } = hasWords ? before : surroundings;
  const trashedNote = deleted && sameAs === null && before ? trashedNoteOf(before) : null;
  return {
    user_id,
    id,
    part_id,
    edition_id,
    cfi_range: cfi,
    range_hash: rangeHash(cfi),
    color,
    notes: JSON.stringify(notes),
    quote,
    prefix,
    suffix,
    trashed_note: trashedNote,
    ...(deleted && trashedNote === null ? WITHOUT_WORDS : {}),
    revision,
    same_as: sameAs,
    created_at,
    updated_at: now,
    deleted_at: deleted ? now : null,
  };
}

const trashedNoteOf = (before: HighlightRow): string | null =>
  before.deleted_at === null ? noteOf({ notes: notesOf(before) }) : before.trashed_note;

/** An edition that a list is for, and where highlights of other editions stand in it. */
export interface EditionAnchors {
  readonly editionId: string | null;
  readonly anchors: ReadonlyMap<string, string | null>;
}

export function presentHighlight(row: HighlightRow, { editionId, anchors }: EditionAnchors): HighlightWire {
  const notes = notesOf(row);
  const range = row.edition_id === editionId ? row.cfi_range : (anchors.get(row.id) ?? null);
  const located = range !== null && editionId !== null;
  return {
    id: row.id,
    book_part_id: row.part_id,
    cfi_range: range ?? row.cfi_range,
    created_at: toIso(row.created_at),
    note: noteOf({ notes }),
    color: row.color,
    quote: row.quote,
    prefix: row.prefix,
    suffix: row.suffix,
    edition_id: located ? editionId : row.edition_id,
    located,
    revision: row.revision,
    updated_at: toIso(row.updated_at),
    notes: notes.map(({ mutationId, text }) => ({ mutation_id: mutationId, text })),
    deleted: row.deleted_at !== null,
    trash: row.trashed_note === null ? null : { note: row.trashed_note, deleted_at: toIso(row.deleted_at ?? 0) },
    same_as: row.same_as,
  };
}
