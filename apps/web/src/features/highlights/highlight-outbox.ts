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
import { readDrafts, saveDraft } from './note-drafts.ts';

/** Where a highlight comes from; never changes. Its date is the device's own, for show, until the server says. */
export type HighlightOrigin = Pick<HighlightWire, 'quote' | 'prefix' | 'suffix' | 'edition_id' | 'created_at'> & {
  /** Deleted highlight that this one restores. */
  readonly restores?: string;
};

/** A change of a highlight on its way to the server. */
export type HighlightEntry = OutboxEntry<{
  /** Carries the same id. */
  readonly change: HighlightMutation;
  /** Origin of a new highlight, and of one that gets a note, which may bring it back; null for any other change. */
  readonly made: HighlightOrigin | null;
  /** How a changed highlight looks with the change; absent in what was stored before the call carried it. */
  readonly whole?: ChangedHighlight | null;
}>;

/** A highlight as its change shows it: the call names all of it. */
export type ChangedHighlight = Pick<HighlightWire, 'cfi_range' | 'color' | 'note'>;

declare module '../../device/sync-database.ts' {
  interface SyncSchema {
    /** Changes that the server has taken and whose rows have not come yet, with its revision when it answered. */
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

/** The changes that wait to be sent. A taken one stays in sight until its row comes. */
export const highlightOutbox: OutboxQueue<HighlightEntry, HighlightResult> = registerHandler({
  kind: 'highlight',
  stores: ['answered', 'replicas', 'drafts'],
  send: sendHighlight,
  isAnswer: (value): value is HighlightResult =>
    hasFields<HighlightResult>(value, { id: 'string', revision: 'number' }),
  /** Content alone is refused for good; where writing is not allowed now, the change waits. */
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

/** The server will never take this change: its note becomes a draft, unless one about the same is being written. */
async function restoreNote(
  { uid, part_id, change, made: origin, whole }: HighlightEntry,
  transaction: SyncTransaction,
) {
  if (change.kind === 'delete') return;
  const isNew = change.kind === 'create';
  const text = isNew ? change.note : (change.note?.text ?? '');
  if (text.trim() === '') return;
  const { quote, prefix, suffix } = origin ?? { quote: '', prefix: '', suffix: '' };
  const highlight_id = isNew ? null : change.annotationId;
  const cfi = isNew ? change.cfi : (whole?.cfi_range ?? '');
  const drafts = await readDrafts(uid, part_id, transaction);
  if (drafts.some((draft) => (highlight_id === null ? draft.cfi === cfi : draft.highlight_id === highlight_id))) return;
  saveDraft({ uid, part_id, highlight_id, cfi, color: change.color ?? 'yellow', text, quote, prefix, suffix });
}

/** A form of more than this is sent as JSON, which takes a third of the space, UTF-16 units. */
const LONG = 10_000;

const background = { handles: 'all', quiet: true } as const;

/** So many notes go into an address: what is not named stays, which is better than a refused address. */
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

/** A highlight as the call names it, and what of it is new: the rest stays as others have left it. */
function changeFields(
  { made: origin, whole }: HighlightEntry,
  { color, note }: Extract<HighlightMutation, { kind: 'update' }>,
): Fields {
  const changed = [...(color === undefined ? [] : ['color']), ...(note === undefined ? [] : ['note'])].join(',');
  const { quote, prefix, suffix } = origin ?? { quote: '', prefix: '', suffix: '' };
  return {
    // A note that several devices wrote may be longer than one that is new.
    ...(whole ? { ...whole, changed, note: whole.note.length > limits.noteMax ? '' : whole.note } : {}),
    ...(color === undefined ? {} : { color }),
    // Of more than the server takes the oldest stay beside the new one: too much is better than nothing.
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
 * Fetches changes of a part's highlights after a revision, with tombstones. @throws {Error} also for an answer that
 * is no list of highlights
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
