import type { HighlightResult } from '@cuentos/contract/highlights';
import {
  applyMutation,
  type HighlightMutation,
  type ExistingHighlights,
  noteOf,
} from '@cuentos/domain/highlights/highlight';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { HighlightRow } from '../../platform/db/tables/reading.ts';
import { AppError, fieldText } from '../../platform/http/app-error.ts';
import { recordChange } from '../changes/service.ts';
import { rememberMutation } from '../reading/service.ts';
import {
  type DatedNote,
  notesOf,
  rangeHash,
  type Surroundings,
  toHighlight,
  toRow,
  WITHOUT_WORDS,
} from './highlight-row.ts';
import * as repository from './repository.ts';

/** A highlight as a device makes it. */
export interface HighlightDraft {
  readonly partId: string;
  readonly cfi: string;
  readonly color: string;
  readonly note: string;
  readonly id: string | null;
  readonly mutationId: string | null;
  readonly editionId: string | null;
  readonly quote: string;
  readonly prefix: string;
  readonly suffix: string;
  /** Deleted highlight that it restores; null for a new one. */
  readonly restores: string | null;
  /** Creation time of an imported highlight, epoch milliseconds. */
  readonly madeAt?: number;
}

/** A change of a highlight; what is null stays, or was not said. */
export interface HighlightChange {
  /** Words of the passage, for a deleted highlight that comes back after its own were erased. */
  readonly words: Pick<HighlightDraft, 'quote' | 'prefix' | 'suffix'>;
  /** Only checked: a range never changes. */
  readonly cfi: string | null;
  readonly color: string | null;
  readonly note: string | null;
  readonly mutationId: string | null;
  /** Mutation ids of the notes that the writer saw. */
  readonly replaces: readonly string[] | null;
  /** Revision the writer had read. */
  readonly baseRevision: number | null;
}

/** Creates a highlight in the caller's transaction; once, however often it is sent. */
export async function createHighlight(
  tx: Tx,
  userId: string,
  draft: HighlightDraft & { readonly editionId: string },
  now: number,
): Promise<HighlightResult> {
  const { partId, mutationId } = draft;
  const place = { userId, partId };
  // A mutation that names no highlight calls it after itself, so that its repetition finds it.
  const id = draft.id ?? mutationId ?? newId(now);
  const own = await repository.findHighlight(tx, userId, id);
  if (own && own.part_id !== partId) throw invalid('id');
  const isNew = mutationId === null || (await rememberMutation(tx, userId, mutationId, now));
  if (own) return { id: own.same_as ?? own.id, revision: await repository.lastRevision(tx, place) };
  if (!isNew) throw invalid('mutation_id');
  return add(tx, userId, { ...draft, id }, draft.id !== null || mutationId !== null, now);
}

/** @param isNamed whether the sender knows the id, so that it must lead to the surviving highlight */
async function add(
  tx: Tx,
  userId: string,
  draft: HighlightDraft & { readonly editionId: string; readonly id: string },
  isNamed: boolean,
  now: number,
): Promise<HighlightResult> {
  const { id, partId, cfi, color, editionId, quote, prefix, suffix } = draft;
  const place = { userId, partId };
  const restored = draft.restores === null ? undefined : await repository.findHighlight(tx, userId, draft.restores);
  const twin = await repository.findLiveRange(tx, place, editionId, rangeHash(cfi));
  // A client without ids that sends again must not write its note twice.
  const note = twin && notesOf(twin).some(({ text }) => text === draft.note) ? '' : draft.note;
  if (twin && note === '' && !isNamed) return { id: twin.id, revision: await repository.lastRevision(tx, place) };
  const created_at = restored && isTrashed(restored) ? restored.created_at : (draft.madeAt ?? now);
  const surroundings = { user_id: userId, part_id: partId, edition_id: editionId, quote, prefix, suffix, created_at };
  const mutation = {
    kind: 'create',
    id: draft.mutationId ?? newId(now),
    annotationId: id,
    cfi,
    editionId,
    color,
    note,
  } as const;
  const revision = await apply(tx, mutation, { live: twin }, surroundings, now);
  if (restored && isTrashed(restored)) await repository.saveHighlight(tx, { ...restored, ...WITHOUT_WORDS, revision });
  return { id: twin?.id ?? id, revision };
}

/** Whether a row is deleted and its words can still be restored. */
export const isTrashed = ({ deleted_at: deletedAt, trashed_note: note }: HighlightRow): boolean =>
  deletedAt !== null && note !== null;

/**
 * Erases the words of deleted highlights, in the caller's transaction; devices hear of it by a new revision of each part.
 * @returns how many had any
 */
export async function eraseWords(tx: Tx, rows: readonly HighlightRow[]): Promise<number> {
  const trashed = rows.filter(isTrashed);
  for (const ofPart of Map.groupBy(trashed, (row) => `${row.user_id} ${row.part_id}`).values()) {
    const [{ user_id: userId, part_id: partId }] = ofPart as [HighlightRow];
    const revision = (await repository.lastRevision(tx, { userId, partId })) + 1;
    for (const row of ofPart) await repository.saveHighlight(tx, { ...row, ...WITHOUT_WORDS, revision });
    await recordChange(tx, userId, { topic: 'highlights', partId, version: revision });
  }
  return trashed.length;
}

/**
 * Changes colour and note in the caller's transaction, each mutation once.
 * @throws {AppError} highlight_not_found, also when it was deleted and this does not bring it back
 */
export async function updateHighlight(
  tx: Tx,
  userId: string,
  change: HighlightChange & { readonly id: string },
  now: number,
): Promise<HighlightResult> {
  const { id, color, mutationId, words } = change;
  const { own, standing, live } = await knownRows(tx, userId, id);
  if (!own || !standing || (standing.deleted_at !== null && !mayBringBack(change)))
    throw new AppError('highlight_not_found');
  const place = { userId, partId: standing.part_id };
  const target = live ?? standing;
  const isNew = mutationId === null || (await rememberMutation(tx, userId, mutationId, now));
  const note = noteChange(notesOf(target), change);
  if (!isNew || (color === null && note === null))
    return { id: target.id, revision: await repository.lastRevision(tx, place) };
  const mutation: HighlightMutation = {
    kind: 'update',
    id: mutationId ?? newId(now),
    annotationId: id,
    ...(color === null ? {} : { color }),
    ...(note === null ? {} : { note }),
  };
  const surroundings = { ...standing, ...words };
  return { id: target.id, revision: await apply(tx, mutation, { own, standing, live }, surroundings, now) };
}

/**
 * Leaves a tombstone, in the caller's transaction, unless notes that were not seen keep the highlight.
 * @throws {AppError} highlight_not_found
 */
export async function removeHighlight(
  tx: Tx,
  userId: string,
  { id, seenNotes }: { readonly id: string; readonly seenNotes: readonly string[] | null },
  now: number,
): Promise<HighlightResult> {
  const { own, standing } = await knownRows(tx, userId, id);
  if (!own) throw new AppError('highlight_not_found');
  const mutation = {
    kind: 'delete',
    id: newId(now),
    annotationId: id,
    ...(seenNotes === null ? {} : { seen: seenNotes }),
  } as const;
  return { id, revision: await apply(tx, mutation, { own, standing }, own, now) };
}

/** Without a mutation id a late copy of a call looks like a new call, so it must not restore anything. */
function mayBringBack({ mutationId, note }: HighlightChange): boolean {
  return mutationId !== null && note !== null && note.trim() !== '';
}

/** Returns a highlight with the one that replaces it, and, if that is deleted, the live one with its range. */
async function knownRows(tx: Tx, userId: string, id: string): Promise<ExistingRows> {
  const own = await repository.findHighlight(tx, userId, id);
  let standing = own;
  while (standing && standing.same_as !== null) {
    standing = await repository.findHighlight(tx, userId, standing.same_as);
  }
  if (!standing || standing.deleted_at === null) return { own, standing };
  const { part_id: partId, edition_id: editionId, range_hash: hash } = standing;
  return { own, standing, live: await repository.findLiveRange(tx, { userId, partId }, editionId, hash) };
}

/** Stored rows behind the facts that the rules need ({@link ExistingHighlights}). */
type ExistingRows = { readonly [Name in keyof ExistingHighlights]?: HighlightRow | undefined };

/** Applies a mutation by the rules of the domain. @returns the latest revision of the part */
async function apply(
  tx: Tx,
  mutation: HighlightMutation,
  { own, standing, live }: ExistingRows,
  surroundings: Surroundings,
  now: number,
): Promise<number> {
  const { user_id: userId, part_id: partId } = surroundings;
  const last = await repository.lastRevision(tx, { userId, partId });
  const asHighlight = (row: HighlightRow | undefined) => (row ? toHighlight(row) : null);
  const existing: ExistingHighlights = {
    own: asHighlight(own),
    standing: asHighlight(standing),
    live: asHighlight(live),
  };
  const changed = applyMutation(mutation, existing, last + 1);
  for (const highlight of changed) {
    const before = [standing, live].find((row) => row?.id === highlight.id);
    await repository.saveHighlight(tx, toRow(highlight, before, surroundings, now));
  }
  if (changed.length === 0) return last;
  await recordChange(tx, userId, { topic: 'highlights', partId, version: last + 1 });
  return last + 1;
}

/** The new note and which ones it takes the place of; null leaves them. A text that is there is not written twice. */
function noteChange(
  notes: readonly DatedNote[],
  { note, replaces, baseRevision }: HighlightChange,
): { text: string; replaces: string[] } | null {
  if (note === null || (replaces === null && note === noteOf({ notes }))) return null;
  const wasSeen = ({ mutationId, revision }: DatedNote): boolean => {
    if (replaces !== null) return replaces.includes(mutationId);
    return baseRevision === null || revision <= baseRevision;
  };
  const replacedNotes = notes.filter((each) => wasSeen(each) || each.text === note);
  return { text: note, replaces: replacedNotes.map(({ mutationId }) => mutationId) };
}

function invalid(field: string): AppError {
  return new AppError('invalid_request', { fields: { [field]: fieldText(field) } });
}
