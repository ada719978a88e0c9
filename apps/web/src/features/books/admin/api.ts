import {
  type AdminBook,
  adminChangeBook,
  adminCreateBook,
  adminDeleteBook,
  adminListBooks,
  adminListDeletedBooks,
  adminOrderShelf,
  adminRestoreBook,
} from '@cuentos/contract/books';
import {
  adminDiscardEdition,
  adminDownloadPart,
  type AdminEdition,
  adminListEditions,
  adminPublishEdition,
} from '@cuentos/contract/editions';
import {
  adminChangePart,
  adminCreatePart,
  adminCreatePartFromEpub,
  adminDeletePart,
  adminListParts,
  adminOrderParts,
  type AdminPart,
  adminRestorePart,
  type ChangedPart,
} from '@cuentos/contract/parts';
import { adminListUsers } from '@cuentos/contract/users';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Transport } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { ask } from '../../../ui/overlays/confirm.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { adminCall, adminQueryOf } from '../../admin/admin-call.ts';
import { NotMeant } from '../../admin/admin-mutation.ts';
import type { DeletedRow } from '../../admin/deleted-rows.tsx';
import { bookTexts, partTexts, reviewTexts } from './texts.ts';
import { keyOf } from '../../../lib/api/query-key.ts';

/** Statuses whose answers have no body, by the fetch standard. */
const bodiless = new Set([204, 205, 304]);

/**
 * Transport that reports the upload's progress, which `fetch` cannot.
 * @param onProgress called with the bytes sent so far and in total, including the form's own bytes
 */
function uploadTransport(onProgress: (sentBytes: number, total: number) => void): Transport {
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

/** The whole list. */
export const booksQuery = adminQueryOf(adminListBooks, { handles: 'all' });

/** PUT /api/admin/shelf: all books in their new order. */
export function orderShelf(ids: readonly string[]): Promise<readonly AdminBook[]> {
  return adminCall(adminOrderShelf, { json: { ids: [...ids] }, handles: 'all' });
}

export const partsQuery = (bookId: string) =>
  adminQueryOf(adminListParts, { query: { book_id: bookId }, handles: 'all' });

/** Editions of a part with their reports, newest first. */
export const editionsQuery = (partId: string) =>
  queryOptions({
    ...adminQueryOf(adminListEditions, { params: { id: partId }, handles: 'all' }),
    staleTime: 0,
  });

/** Query of the books to choose from. */
export const booksToChooseQuery = queryOptions({
  ...adminQueryOf(adminListBooks, { handles: 'all' }),
});

/** Query of the parts to choose from. */
export const partsToChooseQuery = (bookId: string) =>
  queryOptions({
    ...adminQueryOf(adminListParts, { query: { book_id: bookId }, handles: 'all' }),
    enabled: bookId !== '',
  });

/** Accounts that may be assigned to a book. */
export const writersQuery = queryOptions({
  ...adminQueryOf(adminListUsers, { params: { offset: 0, limit: 100 }, query: { q: 'writter' }, handles: 'all' }),
  select: (users): readonly { readonly id: string; readonly name: string }[] =>
    users.filter(({ role_id: role }) => role === 'writter'),
});

/** POST or PUT of a book; absent fields stay unchanged. */
export function saveBook(id: string | null, form: FormData): Promise<AdminBook> {
  return id === null
    ? adminCall(adminCreateBook, { multipart: form, handles: 'all' })
    : adminCall(adminChangeBook, { params: { id }, multipart: form, handles: 'all' });
}

/** Makes the form that 'Activar' and 'Desactivar' send. */
export function draftForm(isDraft: boolean): FormData {
  const form = new FormData();
  form.set('is_draft', String(isDraft));
  return form;
}

export function deleteBook(id: string): Promise<unknown> {
  return adminCall(adminDeleteBook, { params: { id }, handles: 'all' });
}

/**
 * POST of a new part takes its book's id, PUT the part's. Asks first about a price that may be a slip. Throws NotMeant
 * when the admin declines.
 */
export async function savePart(target: { bookId: string } | { partId: string }, form: FormData): Promise<AdminPart> {
  try {
    return await sendPart(target, form);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'price_unconfirmed')) throw error;
    const { priceAsk: title, priceMeant: confirm, priceBack: cancel } = partTexts;
    if (!(await ask({ title, message: error.detail, confirm, cancel }))) throw new NotMeant();
    form.set('price_confirmed', 'true');
    return sendPart(target, form);
  }
}

function sendPart(target: { bookId: string } | { partId: string }, form: FormData): Promise<AdminPart> {
  return 'partId' in target
    ? adminCall(adminChangePart, { params: { id: target.partId }, multipart: form, handles: 'all' })
    : adminCall(adminCreatePart, { params: { id: target.bookId }, multipart: form, handles: 'all' });
}

/** Key of the queries of deleted books and parts. */
export const DELETED_BOOKS_KEY = keyOf(adminListDeletedBooks);

/** A book or part that was deleted. */
export interface DeletedBook extends DeletedRow {
  readonly kind: 'book' | 'part';
}

/** GET /api/admin/books/deleted, the last ones first. */
export async function fetchDeletedBooks(): Promise<readonly DeletedBook[]> {
  const rows = await adminCall(adminListDeletedBooks, { handles: 'all', quiet: true });
  return rows.map(({ book_name: book, owner_count: owners, ...row }) => ({
    ...row,
    note: `${book === null ? bookTexts.deletedBook : bookTexts.deletedPart(book)} ${bookTexts.owners(owners)}`,
  }));
}

/** Restores a deleted book or part. */
export function restoreDeleted({ id, kind }: Pick<DeletedBook, 'id' | 'kind'>): Promise<unknown> {
  return kind === 'book'
    ? adminCall(adminRestoreBook, { params: { id }, handles: 'all' })
    : adminCall(adminRestorePart, { params: { id }, handles: 'all' });
}

/** Refetches the lists of books and parts, because a deleted one may be back. */
export async function reloadShelf(client: QueryClient): Promise<void> {
  const keys = [booksQuery.queryKey, keyOf(adminListParts), DELETED_BOOKS_KEY];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** PUT /api/admin/books/{id}/order: the parts of a book in their new order. */
export function orderParts(bookId: string, ids: readonly string[]): Promise<readonly AdminPart[]> {
  return adminCall(adminOrderParts, { params: { id: bookId }, json: { ids: [...ids] }, handles: 'all' });
}

export function deletePart(id: string): Promise<unknown> {
  return adminCall(adminDeletePart, { params: { id }, handles: 'all' });
}

interface Upload {
  readonly file: File;
  readonly onProgress: (sentBytes: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** Uploads the EPUB of a part; an edition whose title differs from the part's is not published yet. */
export function uploadEbook(partId: string, upload: Upload): Promise<ChangedPart> {
  return adminCall(adminChangePart, { params: { id: partId }, ...uploadOptions(upload, true) });
}

/** Makes a draft part of an EPUB. */
export function createPartOfEpub(bookId: string, upload: Upload): Promise<ChangedPart> {
  return adminCall(adminCreatePartFromEpub, { params: { id: bookId }, ...uploadOptions(upload, false) });
}

function uploadOptions({ file, onProgress, signal }: Upload, checkTitle: boolean) {
  const multipart = new FormData();
  if (checkTitle) multipart.set('check_title', 'true');
  multipart.set('ebook_file', file);
  return { multipart, transport: uploadTransport(onProgress), signal, handles: 'all', quiet: true } as const;
}

/**
 * Publishes an edition. Asks first about one that shows fewer words than the published one. Throws NotMeant when the
 * admin declines.
 */
export async function publishEdition(id: string): Promise<AdminEdition> {
  try {
    return await adminCall(adminPublishEdition, { params: { id }, handles: 'all' });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'pages_worse')) throw error;
    const { worseAsk: title, worseMeant: confirm, worseLater: cancel } = reviewTexts;
    if (!(await ask({ title, message: error.detail, confirm, cancel }))) throw new NotMeant();
    return adminCall(adminPublishEdition, { params: { id }, query: { worse_confirmed: 'true' }, handles: 'all' });
  }
}

/** Downloads the file of an edition. Throws ApiError. */
export async function downloadEdition(part: AdminPart, edition: AdminEdition): Promise<void> {
  const query = { edition_id: edition.id };
  const link = await adminCall(adminDownloadPart, { params: { id: part.id }, query, handles: 'all' });
  // The signed link alone opens the file, so no credentials are sent.
  const file = await fetch(link.url, { credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(() => null);
  if (!file?.ok) throw new ApiError(file?.status ?? 0, null);
  saveFile(await file.blob(), edition.file_name ?? `${part.name}.epub`);
}

export function discardEdition(id: string): Promise<unknown> {
  return adminCall(adminDiscardEdition, { params: { id }, handles: 'all' });
}

/** Puts a book into the shown list: a new book first, a changed book in its place. */
export function cacheBook(client: QueryClient, book: AdminBook): void {
  client.setQueryData(booksQuery.queryKey, (books) => (books ? withRow(books, book, 'first') : books));
}

/** Puts a part into its book's list and updates the book's count. */
export function cachePart(client: QueryClient, part: AdminPart): void {
  client.setQueryData(partsQuery(part.book_id).queryKey, (parts) => (parts ? withRow(parts, part, 'last') : parts));
  void client.invalidateQueries({ queryKey: booksQuery.queryKey });
}

function withRow<Row extends { readonly id: string }>(rows: readonly Row[], row: Row, place: 'first' | 'last'): Row[] {
  if (rows.some(({ id }) => id === row.id)) return rows.map((each) => (each.id === row.id ? row : each));
  return place === 'first' ? [row, ...rows] : [...rows, row];
}

/**
 * The role in the working area. A writter edits her own books, except their activation, deletion, writers, and the
 * price after the first activation. The server checks again.
 */
export type Powers = 'admin' | 'writter';
