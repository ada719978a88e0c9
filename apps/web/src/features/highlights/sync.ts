import type { HighlightWire, HighlightResult } from '@cuentos/contract/highlights';
import * as endpoints from '@cuentos/contract/endpoints';
import { call } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { HighlightOutcome } from './replica.ts';
import type { HighlightMutation } from '../../device/sync-database.ts';

/** A form of more than this is sent as JSON, which takes a third of the room, UTF-16 units. */
const LONG = 10_000;

const background = { handles: 'all', quiet: true } as const;

/** Sends a change of a highlight. Throws `ApiError`. */
export async function sendHighlight(mutation: HighlightMutation): Promise<HighlightResult> {
  const { change, part_id: partId, made, id: mutation_id } = mutation;
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
    ...(note === undefined ? {} : { note: note.text, replaces: note.replaces.join(',') }),
  };
  return call(endpoints.changeHighlight, { params: { id: change.annotationId }, ...bodyOf(fields), ...background });
}

type Fields = Readonly<Record<string, string>>;

function bodyOf<F extends Fields>(fields: F): { readonly json: F } | { readonly form: F } {
  return (fields['note'] ?? '').length > LONG ? { json: fields } : { form: fields };
}

/** What changed in a part's highlights after a revision, tombstones too. Throws `ApiError`. */
export async function fetchHighlights(partId: string, since: number): Promise<HighlightWire[]> {
  return call(endpoints.listHighlights, { params: { id: partId }, query: { since }, ...background });
}

/** What a failed sending means for the change; null when it is to be repeated. Content alone is refused for good. */
export function outcomeOf(error: unknown): HighlightOutcome | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'anti_forgery' || error.code === 'cross_site_request') return null;
  if (error.code === 'highlight_not_found') return { kind: 'gone' };
  if ([400, 413, 422].includes(error.status)) return { kind: 'refused' };
  if ([403, 404, 409, 410].includes(error.status)) return { kind: 'parked' };
  return null;
}
