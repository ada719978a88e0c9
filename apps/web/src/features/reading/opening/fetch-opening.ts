import { urlOf } from '@cuentos/contract/call';
import { getEditionFile } from '@cuentos/contract/editions';
import { getPosition, type OpenPart, openPart, type PositionRecord } from '@cuentos/contract/reading';
import type { Loader } from '@cuentos/epub/container/loader';
import type { Publication } from '@cuentos/epub/container/publication';
import { createUrlLoader } from '@cuentos/epub/container/url-loader';
import type { StoredEpub } from '../../../device/device-database.ts';
import { request } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { refreshSession } from '../../../lib/api/refresh-session.ts';
import { session } from '../../../lib/api/session.ts';

/** Why a part cannot be read now; each has its sentences in texts.ts. */
export type FailureReason =
  | 'not-here'
  | 'unreachable'
  | 'no-access'
  | 'no-preview'
  | 'no-sample'
  | 'not-found'
  | 'not-released'
  | 'without-ebook'
  | 'damaged'
  | 'account_leaving'
  | 'part_recalled'
  | 'server';

/** The part cannot be opened, or may no longer be read. */
export class OpeningFailure extends Error {
  readonly reason: FailureReason;
  constructor(reason: FailureReason, cause?: unknown) {
    super(reason, { cause });
    this.name = 'OpeningFailure';
    this.reason = reason;
  }
}

/** Returns the reason for an error during opening. */
export function reasonOf(error: unknown): FailureReason {
  return error instanceof OpeningFailure ? error.reason : 'server';
}

/**
 * Why the server did not open a part: a 403 means that it is not in the library. An answer without one of our codes
 * comes from a proxy, such as the login page of a hotel's network: the shop was not reached.
 */
export function reasonFor({ code, status }: ApiError): FailureReason {
  if (!code) return 'unreachable';
  if (code === 'account_leaving' || code === 'part_recalled') return code;
  if (code === 'part_not_released') return 'not-released';
  if (code === 'part_without_ebook') return 'without-ebook';
  if (status === 403) return 'no-access';
  return status === 404 || status === 422 ? 'not-found' : 'server';
}

/** GET /api/book_part/open/{part_id}: the data of the first page, in one round trip. @throws {OpeningFailure} */
export async function fetchOpening(partId: string): Promise<OpenPart> {
  try {
    return await request(openPart, { params: { part_id: partId }, handles: 'all', quiet: true });
  } catch (error) {
    throw error instanceof ApiError ? new OpeningFailure(reasonFor(error), error) : error;
  }
}

/**
 * The server's position of a part, in this edition if it is known there; null when there is none or the server is out
 * of reach.
 * @throws {OpeningFailure} `no-access` or `part_recalled` when the part may no longer be read
 */
export async function fetchPosition(partId: string, editionId: string): Promise<PositionRecord | null> {
  try {
    const params = { part_id: partId };
    const query = { edition_id: editionId };
    return await request(getPosition, { params, query, handles: 'all', quiet: true });
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) await confirmRefusal(partId);
    return null;
  }
}

/** Whether the error says that a part may no longer be read, so that the device's copy is to be deleted. */
export const isTaken = (reason: FailureReason): boolean => reason === 'no-access' || reason === 'part_recalled';

/**
 * Asks the server once more whether a part may be read; returns when it may, or the server does not answer.
 * @throws {OpeningFailure} `no-access`, `part_recalled`
 */
export async function confirmRefusal(partId: string): Promise<void> {
  try {
    await fetchOpening(partId);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === 'not-found') throw new OpeningFailure('no-access', error);
    if (isTaken(reason)) throw error;
  }
}

/** Fetches single files of an edition with the Bearer token, which is renewed once after a refusal. */
export function createEditionLoader(editionId: string): Loader {
  let used: string | null = null;
  return createUrlLoader({
    urlOf: (path) =>
      urlOf(getEditionFile, {
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

/** Names of part and book. */
export interface BookFacts {
  readonly partId: string;
  readonly bookId: string;
  readonly bookName: string;
  readonly partName: string;
  readonly editionId: string;
  /** Size of the edition's file, bytes. */
  readonly size: number;
}

/** Returns the facts of a book from the record of its stored file. */
export function storedFacts(record: StoredEpub): BookFacts {
  return {
    partId: record.id,
    bookId: record.book_id,
    bookName: record.book_name,
    partName: record.part_name,
    editionId: record.edition_id,
    size: record.size,
  };
}

/**
 * Returns the facts of a book from the server's answer to its opening.
 * @throws {OpeningFailure} `damaged` for a record of an unknown kind
 */
export function servedFacts(partId: string, open: OpenPart): BookFacts & { readonly publication: Publication } {
  const publication = open.publication as Publication;
  if (publication.format !== 1) throw new OpeningFailure('damaged');
  return {
    partId,
    bookId: open.book.id,
    bookName: open.book.name,
    partName: open.part.name,
    editionId: open.edition_id,
    size: open.edition_size,
    publication,
  };
}

/** A loader that starts with single files from the server and switches to the whole file once it is on the device. */
export interface SwitchingLoader extends Loader {
  /** Sends later requests to `next`; pending ones finish at the first loader. */
  switchTo(next: Loader): void;
}

export function createSwitchingLoader(first: Loader): SwitchingLoader {
  const used = [first];
  let current = first;
  return {
    text: (path) => current.text(path),
    head: async (path) => (await current.head?.(path)) ?? null,
    blob: (path, mediaType) => current.blob(path, mediaType),
    switchTo(next) {
      used.push(next);
      current = next;
    },
    close() {
      for (const loader of used) loader.close();
    },
  };
}
