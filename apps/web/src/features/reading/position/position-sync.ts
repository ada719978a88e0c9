import { type PositionResult, savePosition } from '@cuentos/contract/reading';
import type { OutboxEntry } from '../../../device/outbox.ts';
import { request } from '../../../lib/api/api-client.ts';

/** An unsent move. */
export type PositionEntry = OutboxEntry<{
  readonly cfi: string;
  /** Percentage, 0 to 100. */
  readonly percentage: number;
  readonly edition_id: string;
  /**
   * Revision on which the move is based, fixed by the first attempt so that a repetition is the same request; null
   * before. An attempted entry may have reached the server and is never replaced.
   */
  readonly base_revision: number | null;
}>;

/** Sent while the page closes, by a request that outlives it. */
const outliving = (url: string, init: RequestInit) => fetch(url, { ...init, keepalive: true });

/**
 * PUT /api/user_book_parts/{part_id}.
 * @param leaving the page may close at any moment: with a valid session the request is sent before this returns, and
 * continues without the page
 * @throws {ApiError}
 */
export function sendPosition(entry: PositionEntry, { leaving = false } = {}): Promise<PositionResult> {
  return request(savePosition, {
    params: { part_id: entry.part_id },
    json: {
      last_location: entry.cfi,
      percentage: entry.percentage,
      mutation_id: entry.id,
      base_revision: entry.base_revision ?? 0,
      edition_id: entry.edition_id,
    },
    ...(leaving ? { transport: outliving } : {}),
    handles: 'all',
    quiet: true,
  });
}
