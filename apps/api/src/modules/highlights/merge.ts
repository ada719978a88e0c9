import type { HighlightResult } from '@cuentos/contract/highlights';
import { applyMutation, type HighlightMutation, noteOf } from '@cuentos/domain/highlights/highlight';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { HighlightRow } from '../../platform/db/schema.ts';
import { AppError, fieldText } from '../../platform/http/app-error.ts';
import { rememberMutation } from '../reading/service.ts';
import { type DatedNote, notesOf, rangeHash, type Surroundings, toHighlight, toRow } from './highlight-row.ts';
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
}

/** A change of a highlight; what is null stays, or was not said. */
export interface HighlightChange {
  /** Only checked: a range never changes. */
  readonly cfi: string | null;
  readonly color: string | null;
  readonly note: string | null;
  readonly mutationId: string | null;
  /** Mutations whose notes the writer saw. */
  readonly replaces: readonly string[] | null;
  /** Revision the writer had read. */
  readonly baseRevision: number | null;
}

/** Creates a highlight in the caller's transaction; once, however often it is sent. */
export async function createHighlight(
  tx: Tx,
  userId: string,
  given: HighlightDraft & { readonly editionId: string },
  now: number,
): Promise<HighlightResult> {
  const { partId, mutationId } = given;
  const place = { userId, partId };
  // A mutation that names no highlight calls it after itself, so that its repetition finds it.
  const id = given.id ?? mutationId ?? newId(now);
  const own = await repository.findHighlight(tx, userId, id);
  if (own && own.part_id !== partId) throw invalid('id');
  const isNew = mutationId === null || (await rememberMutation(tx, userId, mutationId, now));
  if (own) return { id: own.same_as ?? own.id, revision: await repository.lastRevision(tx, place) };
  if (!isNew) throw invalid('mutation_id');
  return add(tx, userId, { ...given, id }, given.id !== null || mutationId !== null, now);
}

/** @param isNamed whether the sender knows the id, so that it must lead to the highlight that stands */
async function add(
  tx: Tx,
  userId: string,
  given: HighlightDraft & { readonly editionId: string; readonly id: string },
  isNamed: boolean,
  now: number,
): Promise<HighlightResult> {
  const { id, partId, cfi, color, editionId: edition_id, quote, prefix, suffix } = given;
  const place = { userId, partId };
  const twin = await repository.findLiveRange(tx, place, edition_id, rangeHash(cfi));
  // A client without ids that sends again must not write its note twice.
  const note = twin && notesOf(twin).some(({ text }) => text === given.note) ? '' : given.note;
  if (twin && note === '' && !isNamed) return { id: twin.id, revision: await repository.lastRevision(tx, place) };
  const around = { user_id: userId, part_id: partId, edition_id, quote, prefix, suffix, created_at: now };
  const mutation = { kind: 'create', id: given.mutationId ?? newId(now), annotationId: id, cfi, color, note } as const;
  return { id: twin?.id ?? id, revision: await apply(tx, mutation, { twin }, around, now) };
}

/**
 * Changes colour and note in the caller's transaction, each mutation once.
 * @throws {AppError} highlight_not_found, also when it was deleted
 */
export async function updateHighlight(
  tx: Tx,
  userId: string,
  change: HighlightChange & { readonly id: string },
  now: number,
): Promise<HighlightResult> {
  const { id, color, mutationId } = change;
  const own = await repository.findHighlight(tx, userId, id);
  const twin = own && own.same_as !== null ? await repository.findHighlight(tx, userId, own.same_as) : undefined;
  const target = own && own.same_as !== null ? twin : own;
  if (!own || !target || target.deleted_at !== null) throw new AppError('highlight_not_found');
  const isNew = mutationId === null || (await rememberMutation(tx, userId, mutationId, now));
  const note = noteChange(notesOf(target), change);
  if (!isNew || (color === null && note === null)) {
    const place = { userId, partId: target.part_id };
    return { id: target.id, revision: await repository.lastRevision(tx, place) };
  }
  const mutation: HighlightMutation = {
    kind: 'update',
    id: mutationId ?? newId(now),
    annotationId: id,
    ...(color === null ? {} : { color }),
    ...(note === null ? {} : { note }),
  };
  return { id: target.id, revision: await apply(tx, mutation, { own, twin }, target, now) };
}

/** Leaves a tombstone, in the caller's transaction. @throws {AppError} highlight_not_found */
export async function removeHighlight(tx: Tx, userId: string, id: string, now: number): Promise<HighlightResult> {
  const own = await repository.findHighlight(tx, userId, id);
  if (!own) throw new AppError('highlight_not_found');
  const mutation = { kind: 'delete', id: newId(now), annotationId: id } as const;
  return { id, revision: await apply(tx, mutation, { own }, own, now) };
}

interface KnownRows {
  readonly own?: HighlightRow | undefined;
  readonly twin?: HighlightRow | undefined;
}

/** Applies a mutation by the rules of the domain. @returns the latest revision of the part */
async function apply(
  tx: Tx,
  mutation: HighlightMutation,
  { own, twin }: KnownRows,
  around: Surroundings,
  now: number,
): Promise<number> {
  const last = await repository.lastRevision(tx, { userId: around.user_id, partId: around.part_id });
  const known = { own: own ? toHighlight(own) : null, twin: twin ? toHighlight(twin) : null };
  const changed = applyMutation(mutation, known, last + 1);
  for (const highlight of changed) {
    const before = [own, twin].find((row) => row?.id === highlight.id);
    await repository.saveHighlight(tx, toRow(highlight, before, around, now));
  }
  return changed.length > 0 ? last + 1 : last;
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
  const gone = notes.filter((each) => wasSeen(each) || each.text === note);
  return { text: note, replaces: gone.map(({ mutationId }) => mutationId) };
}

function invalid(field: string): AppError {
  return new AppError('invalid_request', { fields: { [field]: fieldText(field) } });
}
