import type { AuditedAct } from '@cuentos/contract/audit';
import { toIso } from '../../../platform/to-iso.ts';
import type { z } from 'zod';
import type { AdminBook, BookForm, BookFormChange, deletedBooks } from '@cuentos/contract/books';
import { foldText } from '@cuentos/domain/text/fold';
import type { Tx } from '../../../platform/db/db.ts';
import type { BookRow } from '../../../platform/db/tables/books.ts';
import { AppError, refuseTaken } from '../../../platform/http/app-error.ts';
import type { UploadedFile } from '../../../platform/http/read-form.ts';
import { refuseOverwriting } from '../../../platform/http/seen-fields.ts';
import { recordAudit } from '../../audit/service.ts';
import { aboutColumns, bookKeys, bookRow, type Editor, presentBook } from '../service.ts';
import {
  findBookByName,
  findBooks,
  findImages,
  insertBook,
  replaceQuotes,
  setWriters,
  updateBook,
} from '../repository.ts';
import { ownersOfBooks, ownersOfParts } from '../../entitlements/service.ts';
import { type EditingContext, requireBook, storeImage } from './context.ts';
import * as repository from './repository.ts';
import { uploadTexts } from './texts.ts';

/** Covers that came with a form. */
export interface BookImages {
  readonly image: UploadedFile | undefined;
  readonly back_image: UploadedFile | undefined;
}

export type AdminBookService = ReturnType<typeof createAdminBookService>;

type DeletedTitle = z.infer<typeof deletedBooks>[number];

const DELETED_SHOWN = 100;

/** Books as admins and writters edit them. */
export function createAdminBookService(context: EditingContext) {
  const { db, clock, catalogue } = context;
  return {
    /** All books that are not archived, including drafts; for a writter her own only. */
    list: async (editor: Editor) => present(context, await repository.bookIds(db.read, scopeOf(editor))),
    /** A new book is a draft; a writter's is assigned to her. @throws {AppError} book_name_taken, image_refused */
    async create(editor: Editor, form: BookForm, images: BookImages): Promise<AdminBook> {
      const writers = editor.role === 'admin' ? (form.writer_ids ?? []) : [editor.userId];
      if (editor.role !== 'admin' && form.writer_ids) throw new AppError('forbidden');
      if (await findBookByName(db.read, foldText(form.name))) throw new AppError('book_name_taken');
      const covers = await storeCovers(context, images);
      const now = clock.now();
      const row = bookRow(
        {
          ...form,
          about: form,
          imageId: covers.image_id ?? null,
          backImageId: covers.back_image_id ?? null,
          isDraft: true,
        },
        now,
      );
      await db
        .withTx(async (tx) => {
          await insertBook(tx, row, form.highlights);
          await assign(tx, row.id, writers);
          await recordAudit(tx, { actorId: editor.userId, action: 'book.created', subject: row.id }, now);
        })
        .catch(refuseTaken('book_name_taken'));
      return presentOne(context, row.id);
    },
    /**
     * @throws {AppError} book_not_found, book_name_taken, image_refused, changed_meanwhile; forbidden for what only
     * admins change
     */
    async change(editor: Editor, id: string, form: BookFormChange, images: BookImages): Promise<AdminBook> {
      await requireBook(db.read, editor, id);
      if (editor.role !== 'admin' && (form.is_draft !== undefined || form.writer_ids)) throw new AppError('forbidden');
      // Publishing asks for the second factor again, like a change of a price.
      if (editor.secondFactor === 'stale' && form.is_draft !== undefined) throw new AppError('confirmation_needed');
      const covers = await storeCovers(context, images);
      await db
        .withTx(async (tx) => applyChange(tx, { editor, id, form, covers, now: clock.now() }))
        .catch(refuseTaken('book_name_taken'));
      catalogue.invalidate();
      return presentOne(context, id);
    },
    /** Puts the books of the shop in order: the named ones first, the others after them as they stood. */
    order: async (editor: Editor, ids: readonly string[]) => present(context, await orderShelf(context, editor, ids)),
    /** Archives a book; owners of its parts keep reading. */
    archive: async (editor: Editor, id: string) => archive(context, editor, id),
    /** Books that were deleted, and parts of books that are still there, the last first. */
    deleted: async () => listDeleted(context),
    /**
     * Brings a deleted book back as it stood; a second time changes nothing.
     * @throws {AppError} book_not_found, book_name_taken
     */
    restore: async (editor: Editor, id: string) => restore(context, editor, id),
  };
}

async function archive({ db, clock, catalogue }: EditingContext, editor: Editor, id: string): Promise<void> {
  const now = clock.now();
  await db.withTx(async (tx) => {
    await requireBook(tx, editor, id);
    await updateBook(tx, id, { is_active: 0, updated_at: now });
    await recordAudit(tx, { actorId: editor.userId, action: 'book.archived', subject: id }, now);
  });
  catalogue.invalidate();
}

async function restore({ db, clock, catalogue }: EditingContext, editor: Editor, id: string): Promise<void> {
  const now = clock.now();
  await db
    .withTx(async (tx) => {
      const book = await repository.findAnyBook(tx, id);
      if (!book) throw new AppError('book_not_found');
      if (book.is_active === 1) return;
      await updateBook(tx, id, { is_active: 1, updated_at: now });
      await recordAudit(tx, { actorId: editor.userId, action: 'book.restored', subject: id }, now);
    })
    .catch(refuseTaken('book_name_taken'));
  catalogue.invalidate();
}

async function listDeleted({ db }: EditingContext): Promise<DeletedTitle[]> {
  const { books, parts } = await repository.deletedOnes(db.read, DELETED_SHOWN);
  const [ofBooks, ofParts] = await Promise.all([
    ownersOfBooks(
      db.read,
      books.map(({ id }) => id),
    ),
    ownersOfParts(
      db.read,
      parts.map(({ id }) => id),
    ),
  ]);
  const all = [
    ...books.map((book) => ({ ...book, kind: 'book' as const, book_name: null, owners: ofBooks.get(book.id) })),
    ...parts.map((part) => ({ ...part, kind: 'part' as const, owners: ofParts.get(part.id) })),
  ];
  return all
    .toSorted((a, b) => b.updated_at - a.updated_at)
    .map(({ id, kind, name, book_name, owners = 0, updated_at }) => ({
      id,
      kind,
      name,
      book_name,
      owner_count: owners,
      deleted_at: toIso(updated_at),
    }));
}

/** Numbers the books from one on: a new one has zero and stands first. @returns their ids in the new order */
async function orderShelf(
  { db, clock, catalogue }: EditingContext,
  editor: Editor,
  ids: readonly string[],
): Promise<string[]> {
  const now = clock.now();
  const ordered = await db.withTx(async (tx) => {
    const bookIds = await repository.bookIds(tx, { kind: 'all' });
    const named = [...new Set(ids)].filter((id) => bookIds.includes(id));
    const all = [...named, ...bookIds.filter((id) => !named.includes(id))];
    for (const [index, id] of all.entries()) await updateBook(tx, id, { shelf_position: index + 1 });
    await recordAudit(tx, { actorId: editor.userId, action: 'shelf.ordered', subject: 'shelf' }, now);
    return all;
  });
  catalogue.invalidate();
  return ordered;
}

/** Which books an editor sees. */
export function scopeOf({ role, userId }: Editor): repository.Scope {
  return role === 'admin' ? { kind: 'all' } : { kind: 'writer', userId };
}

type Covers = Partial<Pick<BookRow, 'image_id' | 'back_image_id'>>;

async function storeCovers({ images }: EditingContext, { image, back_image }: BookImages): Promise<Covers> {
  return {
    ...(image ? { image_id: await storeImage(images, 'image', image) } : {}),
    ...(back_image ? { back_image_id: await storeImage(images, 'back_image', back_image) } : {}),
  };
}

/** An assigned writer stays assigned after losing the role. @returns whether anything changed */
async function assign(tx: Tx, bookId: string, writers: readonly string[]): Promise<boolean> {
  const before = ((await repository.writersOf(tx)).get(bookId) ?? []).map(({ id }) => id);
  const after = [...new Set(writers)];
  const added = after.filter((id) => !before.includes(id));
  if ((await repository.countWriters(tx, added)) !== added.length) {
    throw new AppError('invalid_request', { fields: { writer_ids: uploadTexts.unknownWriter } });
  }
  await setWriters(tx, bookId, after);
  return added.length > 0 || after.length !== before.length;
}

interface Change {
  readonly editor: Editor;
  readonly id: string;
  readonly form: BookFormChange;
  readonly covers: Covers;
  readonly now: number;
}

async function applyChange(tx: Tx, { editor, id, form, covers, now }: Change): Promise<void> {
  const book = await requireBook(tx, editor, id);
  const { highlights, writer_ids: writers, is_draft: isDraft } = form;
  const texts = textsAfter(book, form);
  await refuseBlindChange(tx, id, form, { ...texts, ...aboutColumns(form) });
  const repricing = repricingOf(book, form, editor);
  const permission = permissionChangeOf(book, form, editor);
  await updateBook(tx, id, {
    ...texts,
    ...covers,
    ...aboutColumns(form),
    ...bookKeys(texts),
    ...(isDraft === undefined ? {} : { is_draft: isDraft ? 1 : 0 }),
    updated_at: now,
  });
  if (highlights) await replaceQuotes(tx, id, highlights);
  const reassigned = writers !== undefined && (await assign(tx, id, writers));
  const record = async (act: AuditedAct): Promise<void> =>
    recordAudit(tx, { actorId: editor.userId, subject: id, ...act }, now);
  if (reassigned) await record({ action: 'book.writers_changed', detail: { writers } });
  if (repricing) await record({ action: 'book.completion_changed', detail: repricing });
  if (permission) await record({ action: 'book.export_permission_changed', detail: permission });
  if (isDraft !== undefined && isDraft !== (book.is_draft === 1)) {
    await record({ action: isDraft ? 'book.deactivated' : 'book.activated' });
  }
}

/** Texts of a book once a form has changed some of them. */
function textsAfter(book: BookRow, form: BookFormChange) {
  return {
    name: form.name ?? book.name,
    description: form.description ?? book.description,
    fragment: form.fragment ?? book.fragment,
    location: form.location ?? book.location,
    genre: form.genre ?? book.genre,
    pages: form.pages ?? book.pages,
  };
}

/** Finds the change of a book's completion discount in a form; null without a change. @throws {AppError} forbidden */
function repricingOf(book: BookRow, { completion_discount: to }: BookFormChange, { role }: Editor) {
  const from = book.completion_discount;
  if (to === undefined || to === from) return null;
  if (role !== 'admin' && book.is_draft !== 1) throw new AppError('forbidden');
  return { from, to };
}

/** Finds how a form changes the permission to export parts; null without a change. @throws {AppError} forbidden */
function permissionChangeOf(book: BookRow, { export_permission: to }: BookFormChange, { role }: Editor) {
  const from = book.export_permission;
  if (to === undefined || to === from) return null;
  // A writter may not change the permission of a book that was sold with a word about it.
  if (role !== 'admin' && book.is_draft !== 1) throw new AppError('forbidden');
  return { from, to };
}

/** Rejects a stale edit: another member of the team saved the book since this form was opened. */
async function refuseBlindChange(tx: Tx, id: string, form: BookFormChange, change: Partial<BookRow>): Promise<void> {
  const [storedBook] = await findBooks(tx, [id]);
  if (!storedBook) return;
  const after = {
    ...storedBook,
    book: { ...storedBook.book, ...change },
    quotes: form.highlights ?? storedBook.quotes,
  };
  refuseOverwriting(form.seen, presentBook(storedBook, new Map()), presentBook(after, new Map()));
}

async function presentOne(context: EditingContext, id: string): Promise<AdminBook> {
  const [book] = await present(context, [id]);
  if (!book) throw new AppError('book_not_found');
  return book;
}

async function present({ db, minAmount }: EditingContext, ids: readonly string[]): Promise<AdminBook[]> {
  const records = new Map((await findBooks(db.read, ids)).map((record) => [record.book.id, record]));
  const ordered = ids.map((id) => records.get(id)).filter((record) => record !== undefined);
  const pictures = ordered.flatMap(({ book }) => [book.image_id, book.back_image_id]).filter((id) => id !== null);
  const [images, writers, owners] = await Promise.all([
    findImages(db.read, pictures),
    repository.writersOf(db.read),
    ownersOfBooks(db.read, ids),
  ]);
  return ordered.map((record) => {
    const { parts: _parts, ...book } = presentBook(record, images);
    const live = record.parts.filter((part) => part.is_active === 1);
    return {
      ...book,
      part_count: live.length,
      owner_count: owners.get(book.id) ?? 0,
      minimum: minAmount,
      writers: writers.get(book.id) ?? [],
    };
  });
}
