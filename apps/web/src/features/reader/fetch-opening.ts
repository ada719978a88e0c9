import * as endpoints from '@cuentos/contract/endpoints';
import { urlOf } from '@cuentos/contract/endpoint';
import type { OpenPart, PositionRecord } from '@cuentos/contract/reading';
import type { Loader } from '@cuentos/epub/container/loader';
import { createUrlLoader } from '@cuentos/epub/container/url-loader';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { refreshSession } from '../../lib/refresh-session.ts';
import { session } from '../../lib/session.ts';
import { type FailureReason, OpeningFailure } from './opening-failure.ts';

/** Why the server did not open a part. */
export function reasonFor(error: ApiError): FailureReason {
  if (error.code === 'not_entitled') return 'no-access';
  if (error.code === 'part_not_released') return 'not-released';
  if (error.code === 'part_without_ebook') return 'without-ebook';
  if (error.status === 0) return 'unreachable';
  if (error.status === 403) return 'no-access';
  return error.status === 404 || error.status === 422 ? 'not-found' : 'server';
}

/**
 * GET /api/book_part/open/{part_id}: what the first page needs, in one round trip.
 * @throws {OpeningFailure}
 */
export async function fetchOpening(partId: string): Promise<OpenPart> {
  try {
    return await call(endpoints.openPart, { params: { part_id: partId }, handles: 'all', quiet: true });
  } catch (error) {
    throw error instanceof ApiError ? new OpeningFailure(reasonFor(error), error) : error;
  }
}

/**
 * The server's place of a part, in this edition where it is known there; null when it has none or cannot be asked now.
 * @throws {OpeningFailure} `no-access` when the part may no longer be read.
 */
export async function fetchPosition(partId: string, editionId: string): Promise<PositionRecord | null> {
  try {
    const params = { part_id: partId };
    const query = { edition_id: editionId };
    return await call(endpoints.lastPosition, { params, query, handles: 'all', quiet: true });
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 404)) return null;
    await confirmRefusal(partId);
    return null;
  }
}

/**
 * Asks again, in the way that decides, whether a part may be read; silent when it may, or nobody answers.
 * @throws {OpeningFailure} `no-access`
 */
export async function confirmRefusal(partId: string): Promise<void> {
  try {
    await fetchOpening(partId);
  } catch (error) {
    const gone = error instanceof OpeningFailure && (error.reason === 'no-access' || error.reason === 'not-found');
    if (gone) throw new OpeningFailure('no-access', error);
  }
}

/** Single files of an edition with the Bearer, renewed once when it is refused. */
export function createEditionLoader(editionId: string): Loader {
  let used: string | null = null;
  return createUrlLoader({
    urlOf: (path) =>
      urlOf(endpoints.editionResource, {
        edition_id: editionId,
        '*': path.split('/').map(encodeURIComponent).join('/'),
      }),
    headers: async () => {
      if (!session.accessToken()) await refreshSession(null);
      used = session.accessToken();
      return used ? { authorization: `Bearer ${used}` } : {};
    },
    onUnauthorized: async () => (await refreshSession(used)) === 'refreshed',
  });
}
