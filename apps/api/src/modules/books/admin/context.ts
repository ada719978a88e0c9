import { type Connection, type Db } from '../../../platform/db/db.ts';
import type { BookPartRow, BookRow } from '../../../platform/db/tables/books.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { UploadedFile } from '../../../platform/http/read-form.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { StoragePort } from '../../../ports/storage.ts';
import type { MailSeller } from '../../mail/service.ts';
import { type CatalogueCache, type Editor, type ImageService, mayEdit, UnusablePicture } from '../service.ts';
import { findPart } from '../repository.ts';
import * as repository from './repository.ts';
import { uploadTexts } from './texts.ts';

/** Dependencies of the use cases of editing. */
export interface EditingContext {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: StoragePort;
  readonly images: ImageService;
  readonly catalogue: Pick<CatalogueCache, 'invalidate'>;
  /** The payment provider's minimum, pesos; 0 when it is unknown. */
  readonly minAmount: number;
  readonly seller: MailSeller;
  /** `PUBLIC_URL`; null leaves links out of mails. */
  readonly publicUrl: string | null;
}

/** A book that the editor works on; another's looks like a missing one. @throws {AppError} book_not_found */
export async function requireBook(connection: Connection, editor: Editor, bookId: string): Promise<BookRow> {
  const book = await repository.findBook(connection, bookId);
  if (!book || !(await mayEdit(connection, editor, bookId))) throw new AppError('book_not_found');
  return book;
}

/** Finds a part of a book that the editor may edit. @throws {AppError} part_not_found */
export async function requirePart(connection: Connection, editor: Editor, partId: string): Promise<BookPartRow> {
  const partWithBook = await findPart(connection, partId);
  const live = partWithBook && partWithBook.part.is_active === 1 && partWithBook.book.is_active === 1;
  if (!live || !(await mayEdit(connection, editor, partWithBook.book.id))) throw new AppError('part_not_found');
  return partWithBook.part;
}

/** Stores a picture in the sizes used. @throws {AppError} image_refused for SVG, bombs and what is no picture */
export async function storeImage(images: ImageService, field: string, file: UploadedFile): Promise<string> {
  try {
    return await images.store(file.path);
  } catch (error) {
    if (!(error instanceof UnusablePicture)) throw error;
    const detail = uploadTexts.imageUnusable;
    throw new AppError('image_refused', { detail, fields: { [field]: detail }, cause: error });
  }
}
