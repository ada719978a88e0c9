import { urlOf } from '@cuentos/contract/endpoint';
import * as endpoints from '@cuentos/contract/endpoints';
import type { PositionBody, PositionResult } from '@cuentos/contract/reading';
import { antiForgeryHeader } from '../../../lib/api/anti-forgery.ts';
import { call } from '../../../lib/api/api-client.ts';
import { session } from '../../../lib/api/session.ts';
import type { PositionMutation } from '../../../device/sync-database.ts';

type Sendable = Pick<PositionMutation, 'id' | 'part_id' | 'cfi' | 'percentage' | 'edition_id' | 'base_revision'>;

function bodyOf(mutation: Sendable): PositionBody {
  return {
    last_location: mutation.cfi,
    percentage: mutation.percentage,
    mutation_id: mutation.id,
    base_revision: mutation.base_revision ?? 0,
    edition_id: mutation.edition_id,
  };
}

/** PUT /api/user_book_parts/{part_id}. Throws `ApiError`. */
export function sendPosition(mutation: Sendable): Promise<PositionResult> {
  return call(endpoints.savePosition, {
    params: { part_id: mutation.part_id },
    json: bodyOf(mutation),
    handles: 'all',
    quiet: true,
  });
}

/**
 * The same for a page that is going away: leaves with the page's last instant and outlives it. Null when no answer was
 * understood; the mutation stays in the outbox then, and the server knows a repetition by its id.
 */
export async function sendPositionLeaving(mutation: Sendable): Promise<PositionResult | null> {
  const token = session.accessToken();
  if (!token) return null;
  try {
    const response = await fetch(urlOf(endpoints.savePosition, { part_id: mutation.part_id }), {
      method: endpoints.savePosition.method,
      keepalive: true,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...antiForgeryHeader() },
      body: JSON.stringify(bodyOf(mutation)),
    });
    return response.ok ? ((await response.json()) as PositionResult) : null;
  } catch {
    return null;
  }
}
