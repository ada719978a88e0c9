import type { HighlightResult, HighlightWire } from '@cuentos/contract/highlights';
import * as endpoints from '@cuentos/contract/endpoints';
import { limits } from '@cuentos/contract/limits';
import type { HighlightMutation } from '@cuentos/domain/highlights/highlight';
import { type OutboxEntry, type OutboxQueue, registerHandler } from '../../device/outbox.ts';
import type { SyncTransaction } from '../../device/sync-database.ts';
import { deviceTabs } from '../../device/tabs.ts';
import { call } from '../../lib/api/api-client.ts';
import { readDraft, saveDraft } from './note-drafts.ts';

/** Where a highlight comes from; never changes. Its date is the device's own, for show, until the server says. */
export type HighlightOrigin = Pick<HighlightWire, 'quote' | 'prefix' | 'suffix' | 'edition_id' | 'created_at'>;

/** A change of a highlight on its way to the server. */
export type HighlightEntry = OutboxEntry<{
  /** Carries the same id. */
  readonly change: HighlightMutation;
  /** What a new highlight has besides; null for any other change. */
  readonly made: HighlightOrigin | null;
}>;

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

/** The server will never take this change: its note becomes a draft, unless another one is being written. */
async function restoreNote({ uid, part_id, change, made }: HighlightEntry, transaction: SyncTransaction) {
  if (change.kind === 'delete') return;
  const isNew = change.kind === 'create';
  const text = isNew ? change.note : (change.note?.text ?? '');
  if (text.trim() === '' || (await readDraft(uid, part_id, transaction))) return;
  const { quote, prefix, suffix } = made ?? { quote: '', prefix: '', suffix: '' };
  const highlight_id = isNew ? null : change.annotationId;
  const cfi = isNew ? change.cfi : '';
  saveDraft({ uid, part_id, highlight_id, cfi, color: change.color ?? 'yellow', text, quote, prefix, suffix });
}

/** A form of more than this is sent as JSON, which takes a third of the space, UTF-16 units. */
const LONG = 10_000;

const background = { handles: 'all', quiet: true } as const;

/** Sends a change of a highlight. @throws {ApiError} */
export async function sendHighlight({
  change,
  part_id: partId,
  made,
  id: mutation_id,
}: HighlightEntry): Promise<HighlightResult> {
  if (change.kind === 'delete') {
    return call(endpoints.deleteHighlight, { params: { id: change.annotationId }, ...background });
  }
  if (change.kind === 'create') {
    const { created_at: _shown, ...origin } = made ?? { quote: '', prefix: '', suffix: '', created_at: '' };
    const { annotationId: id, cfi: cfi_range, color, note } = change;
    const fields = { book_part_id: partId, cfi_range, color, note, id, mutation_id, ...origin };
    return call(endpoints.createHighlight, { ...bodyOf(fields), ...background });
  }
  const { color, note } = change;
  const fields = {
    user_book_part_id: partId,
    mutation_id,
    ...(color === undefined ? {} : { color }),
    // Of more than the server takes the oldest stay beside the new one: too much is better than nothing.
    ...(note === undefined ? {} : { note: note.text, replaces: note.replaces.slice(-limits.notePartsMax).join(',') }),
  };
  return call(endpoints.changeHighlight, { params: { id: change.annotationId }, ...bodyOf(fields), ...background });
}

type Fields = Readonly<Record<string, string>>;

function bodyOf<F extends Fields>(fields: F): { readonly json: F } | { readonly form: F } {
  return (fields['note'] ?? '').length > LONG ? { json: fields } : { form: fields };
}

/** What changed in a part's highlights after a revision, tombstones too. @throws {ApiError} */
export async function fetchHighlights(partId: string, since: number): Promise<HighlightWire[]> {
  return call(endpoints.listHighlights, { params: { id: partId }, query: { since }, ...background });
}
