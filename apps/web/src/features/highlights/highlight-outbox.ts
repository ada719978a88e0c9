import {
  changeHighlight,
  createHighlight,
  deleteHighlight,
  type HighlightResult,
  type HighlightWire,
  listHighlights,
} from '@cuentos/contract/highlights';
import { limits } from '@cuentos/contract/limits';
import type { HighlightMutation } from '@cuentos/domain/highlights/highlight';
import { hasFields, type OutboxEntry, type OutboxQueue, registerHandler } from '../../device/outbox.ts';
import type { SyncTransaction } from '../../device/sync-database.ts';
import { deviceTabs } from '../../device/tabs.ts';
import { request } from '../../lib/api/api-client.ts';
import { type NoteDraft, readDrafts, saveDraft } from './note-drafts.ts';

/** Origin of a highlight, which never changes. Its date is the device's own, for display, until the server answers. */
export type HighlightOrigin = Pick<HighlightWire, 'quote' | 'prefix' | 'suffix' | 'edition_id' | 'created_at'> & {
  /** Deleted highlight that this one restores. */
  readonly restores?: string;
};

/** An unsent change of a highlight. */
export type HighlightEntry = OutboxEntry<{
  /** Has the same id. */
  readonly change: HighlightMutation;
  /** Origin of a new highlight, and of one that gets a note, which may restore it; null for other changes. */
  readonly made: HighlightOrigin | null;
  /** State of a changed highlight with the change; absent in entries stored before the call carried it. */
  readonly whole?: ChangedHighlight | null;
}>;

/** State of a highlight with its change, all of which the call contains. */
export type ChangedHighlight = Pick<HighlightWire, 'cfi_range' | 'color' | 'note'>;

declare module '../../device/sync-database.ts' {
  interface SyncSchema {
    /** Changes that the server has accepted and whose rows have not arrived, with its revision at that time. */
    answered: {
      key: number;
      value: {
        readonly seq?: number;
        readonly uid: string;
        readonly part_id: string;
        readonly mutation: HighlightEntry;
        readonly revision: number;
      };
      indexes: { part: [string, string] };
    };
  }
}

/** Kind of the entries. */
export const HIGHLIGHT = 'highlight';

/** Returns the change with its edition, which entries of earlier versions name in their origin alone. */
export const changeOf = ({ change, made }: Pick<HighlightEntry, 'change' | 'made'>): HighlightMutation =>
  change.kind === 'create' ? { ...change, editionId: made?.edition_id ?? '' } : change;

/** The unsent changes. An accepted change stays visible until its row arrives. */
export const highlightOutbox: OutboxQueue<HighlightEntry, HighlightResult> = registerHandler({
  kind: HIGHLIGHT,
  stores: ['answered', 'replicas', 'drafts'],
  send: sendHighlight,
  isAnswer: (value): value is HighlightResult =>
    hasFields<HighlightResult>(value, { id: 'string', revision: 'number' }),
  /** Only a refusal of the content is final; if writing is not allowed now, the change waits. */
  classify({ code, status }) {
    if (code === 'highlight_not_found') return 'gone';
    if ([400, 413, 422].includes(status)) return 'refused';
    return [403, 404, 409, 410].includes(status) ? 'blocked' : null;
  },
  async settle(entry, outcome, transaction, wasWaiting) {
    if (outcome.kind === 'refused') await restoreNote(entry, transaction);
    if (!wasWaiting || outcome.kind === 'refused' || outcome.kind === 'blocked') return;
    const { uid, part_id } = entry;
    const cursor = (await transaction.objectStore('replicas').get([uid, part_id]))?.cursor ?? 0;
    const revision = outcome.kind === 'taken' ? outcome.answer.revision : cursor;
    await transaction.objectStore('answered').add({ uid, part_id, mutation: entry, revision });
  },
});

highlightOutbox.onSettled(({ entry }) => deviceTabs.post({ kind: 'highlights', partId: entry.part_id }));

/** The server refused the change for good: its note becomes a draft, unless a draft about the same highlight exists. */
async function restoreNote(
  { uid, part_id, change, made: origin, whole }: HighlightEntry,
  transaction: SyncTransaction,
) {
  if (change.kind === 'delete') return;
  const isNew = change.kind === 'create';
  const text = isNew ? change.note : (change.note?.text ?? '');
  if (text.trim() === '') return;
  const { quote, prefix, suffix, edition_id } = origin ?? { quote: '', prefix: '', suffix: '', edition_id: '' };
  const highlight_id = isNew ? null : change.annotationId;
  const cfi = isNew ? change.cfi : (whole?.cfi_range ?? '');
  const drafts = await readDrafts(uid, part_id, transaction);
  const isSame = (draft: NoteDraft) =>
    highlight_id === null
      ? draft.cfi === cfi && (draft.edition_id ?? edition_id) === edition_id
      : draft.highlight_id === highlight_id;
  if (drafts.some(isSame)) return;
  const color = change.color ?? 'yellow';
  saveDraft({ uid, part_id, highlight_id, cfi, edition_id, color, text, quote, prefix, suffix });
}

/** Size from which on a form is sent as JSON, which takes a third of the space, UTF-16 units. */
const LONG = 10_000;

const background = { handles: 'all', quiet: true } as const;

/** Largest number of notes in an address: unnamed notes stay, which is better than a refused address. */
const NAMED_NOTES = 100;

/** Sends a change of a highlight. @throws {ApiError} */
async function sendHighlight(entry: HighlightEntry): Promise<HighlightResult> {
  const { change, part_id: partId, made: createdFrom, id: mutation_id } = entry;
  if (change.kind === 'delete') {
    const seenNotes = change.seen?.slice(-NAMED_NOTES).join(',') ?? null;
    return request(deleteHighlight, { params: { id: change.annotationId }, query: { seen: seenNotes }, ...background });
  }
  if (change.kind === 'create') {
    const { created_at: _shown, ...origin } = createdFrom ?? { quote: '', prefix: '', suffix: '', created_at: '' };
    const { annotationId: id, cfi: cfi_range, color, note } = change;
    const fields = { book_part_id: partId, cfi_range, color, note, id, mutation_id, ...origin };
    return request(createHighlight, { ...bodyOf(fields), ...background });
  }
  const fields = { user_book_part_id: partId, mutation_id, ...changeFields(entry, change) };
  return request(changeHighlight, { params: { id: change.annotationId }, ...bodyOf(fields), ...background });
}

/** The call's highlight, and the names of its changed fields: the other fields stay as other devices left them. */
function changeFields(
  { made: origin, whole }: HighlightEntry,
  { color, note }: Extract<HighlightMutation, { kind: 'update' }>,
): Fields {
  const changed = [...(color === undefined ? [] : ['color']), ...(note === undefined ? [] : ['note'])].join(',');
  const { quote, prefix, suffix } = origin ?? { quote: '', prefix: '', suffix: '' };
  return {
    // A note written by several devices may be longer than a new one.
    ...(whole ? { ...whole, changed, note: whole.note.length > limits.noteMax ? '' : whole.note } : {}),
    ...(color === undefined ? {} : { color }),
    // If there are too many, the oldest notes are not replaced and stay beside the new one.
    ...(note === undefined
      ? {}
      : { note: note.text, replaces: note.replaces.slice(-limits.notePartsMax).join(','), quote, prefix, suffix }),
  };
}

type Fields = Readonly<Record<string, string>>;

function bodyOf<F extends Fields>(fields: F): { readonly json: F } | { readonly form: F } {
  return (fields['note'] ?? '').length > LONG ? { json: fields } : { form: fields };
}

/**
 * Fetches changes of a part's highlights after a revision, with deletions.
 * @throws {Error} also for an answer that is no list of highlights
 */
export async function fetchHighlights(partId: string, since: number): Promise<HighlightWire[]> {
  const rows: unknown = await request(listHighlights, {
    params: { id: partId },
    query: { since },
    ...background,
  });
  if (Array.isArray(rows) && rows.every(isRow)) return rows;
  throw new Error('no list of highlights came');
}

function isRow(value: unknown): value is HighlightWire {
  type HighlightFields = Pick<HighlightWire, 'id' | 'cfi_range' | 'color' | 'notes' | 'revision' | 'deleted'>;
  const types = { id: 'string', cfi_range: 'string', color: 'string', revision: 'number', deleted: 'boolean' } as const;
  return hasFields<HighlightFields>(value, { ...types, notes: 'object' }) && Array.isArray(value.notes);
}
