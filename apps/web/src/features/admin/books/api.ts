import type { AdminBook, AdminEdition, AdminPart, ChangedPart } from '@cuentos/contract/admin/books';
import * as endpoints from '@cuentos/contract/admin/endpoints';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Transport } from '../../../lib/api/api-client.ts';
import { adminCall } from '../admin-call.ts';

/** Statuses whose answers have no body, by the fetch standard. */
const bodiless = new Set([204, 205, 304]);

/**
 * Transport that tells how much was sent, which `fetch` cannot.
 * @param onProgress called with the bytes sent so far and in all, the form's own frame included.
 */
function uploadTransport(onProgress: (sent: number, total: number) => void): Transport {
  return (url, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total));
      const abort = () => request.abort();
      const settle = () => signal?.removeEventListener('abort', abort);
      request.addEventListener('load', () => {
        settle();
        const { status } = request;
        resolve(new Response(bodiless.has(status) ? null : request.responseText, { status }));
      });
      request.addEventListener('error', () => {
        settle();
        reject(new TypeError('the upload was interrupted'));
      });
      request.addEventListener('abort', () => {
        settle();
        reject(new DOMException('the upload was stopped', 'AbortError'));
      });
      if (signal?.aborted) {
        abort();
        reject(new DOMException('the upload was stopped', 'AbortError'));
        return;
      }
      signal?.addEventListener('abort', abort);
      request.send(body as FormData);
    });
}

/** GET /api/admin/books: the whole list. */
export const booksQuery = queryOptions({
  queryKey: ['admin', 'books'],
  queryFn: (): Promise<readonly AdminBook[] | false> => adminCall(endpoints.adminListBooks, { handles: 'all' }),
});

/** GET /api/admin/book_parts?book_id=. */
export const partsQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['admin', 'parts', bookId],
    queryFn: (): Promise<readonly AdminPart[] | false> =>
      adminCall(endpoints.adminListParts, { query: { book_id: bookId }, handles: 'all' }),
  });

/** Editions of a part with their reports, newest first. */
export const editionsQuery = (partId: string) =>
  queryOptions({
    queryKey: ['admin', 'editions', partId],
    queryFn: (): Promise<readonly AdminEdition[] | false> =>
      adminCall(endpoints.adminListEditions, { params: { id: partId }, handles: 'all' }),
    staleTime: 0,
  });

/** Accounts that may be assigned to a book. */
export const writersQuery = queryOptions({
  queryKey: ['admin', 'writers'],
  queryFn: async (): Promise<readonly { readonly id: string; readonly name: string }[]> => {
    const users = await adminCall(endpoints.adminListUsers, {
      params: { offset: 0, limit: 100 },
      query: { q: 'writter' },
      handles: 'all',
    });
    return (users || []).filter(({ role_id: role }) => role === 'writter');
  },
});

/** POST or PUT of a book; absent fields stay. */
export function saveBook(id: string | null, form: FormData): Promise<AdminBook | false> {
  return id === null
    ? adminCall(endpoints.adminCreateBook, { multipart: form, handles: 'all' })
    : adminCall(endpoints.adminChangeBook, { params: { id }, multipart: form, handles: 'all' });
}

export function deleteBook(id: string): Promise<unknown> {
  return adminCall(endpoints.adminDeleteBook, { params: { id }, handles: 'all' });
}

/** POST of a new part takes its book's id, PUT the part's. */
export function savePart(target: { bookId: string } | { partId: string }, form: FormData): Promise<AdminPart | false> {
  return 'partId' in target
    ? adminCall(endpoints.adminChangePart, { params: { id: target.partId }, multipart: form, handles: 'all' })
    : adminCall(endpoints.adminCreatePart, { params: { id: target.bookId }, multipart: form, handles: 'all' });
}

export function deletePart(id: string): Promise<unknown> {
  return adminCall(endpoints.adminDeletePart, { params: { id }, handles: 'all' });
}

interface Upload {
  readonly file: File;
  readonly onProgress: (sent: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** Sends a part its EPUB. */
export function uploadEbook(partId: string, upload: Upload): Promise<ChangedPart | false> {
  return adminCall(endpoints.adminChangePart, { params: { id: partId }, ...uploadOptions(upload) });
}

/** Makes a draft part of an EPUB. */
export function createPartOfEpub(bookId: string, upload: Upload): Promise<ChangedPart | false> {
  return adminCall(endpoints.adminCreatePartFromEpub, { params: { id: bookId }, ...uploadOptions(upload) });
}

function uploadOptions({ file, onProgress, signal }: Upload) {
  const multipart = new FormData();
  multipart.set('ebook_file', file);
  return { multipart, transport: uploadTransport(onProgress), signal, handles: 'all', quiet: true } as const;
}

export function publishEdition(id: string): Promise<AdminEdition | false> {
  return adminCall(endpoints.adminPublishEdition, { params: { id }, handles: 'all' });
}

export function discardEdition(id: string): Promise<unknown> {
  return adminCall(endpoints.adminDiscardEdition, { params: { id }, handles: 'all' });
}

/** Puts a book into the list that is shown: a new one first, another in its place. */
export function cacheBook(client: QueryClient, book: AdminBook): void {
  client.setQueryData(booksQuery.queryKey, (books) => (books ? withRow(books, book, 'first') : books));
}

/** Puts a part into its book's list and keeps the book's own count true. */
export function cachePart(client: QueryClient, part: AdminPart): void {
  client.setQueryData(partsQuery(part.book_id).queryKey, (parts) => (parts ? withRow(parts, part, 'last') : parts));
  void client.invalidateQueries({ queryKey: booksQuery.queryKey });
}

function withRow<Row extends { readonly id: string }>(rows: readonly Row[], row: Row, place: 'first' | 'last'): Row[] {
  if (rows.some(({ id }) => id === row.id)) return rows.map((each) => (each.id === row.id ? row : each));
  return place === 'first' ? [row, ...rows] : [...rows, row];
}

/**
 * Who is at work. A writter edits her own books: never price after the first activation, never activation, deletion
 * or who else writes. The server has the last word.
 */
export type Powers = 'admin' | 'writter';
