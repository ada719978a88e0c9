import type { AdminPart, ChangedPart, PartForm, PartFormChange, PartFromEpubForm } from '@cuentos/contract/admin/books';
import { foldText } from '@cuentos/domain/text/fold';
import type { Tx } from '../../../platform/db/db.ts';
import type { BookPartRow } from '../../../platform/db/schema.ts';
import { AppError, refuseTaken } from '../../../platform/http/app-error.ts';
import type { UploadedFile } from '../../../platform/http/read-form.ts';
import { type AuditAction, recordAudit } from '../../audit/service.ts';
import { type Editor, findImages, presentPart, priceOfPart, updatePart } from '../../books/service.ts';
import {
  discardFiles,
  editionCounts,
  findEditionSizes,
  type IngestedEdition,
  pendingEditions,
} from '../../editions/service.ts';
import { scopeOf } from './books-service.ts';
import { type EditingContext, requireBook, requirePart, storeImage } from './context.ts';
import { createFromEpub, type EpubUpload, insertNewPart } from './create-part.ts';
import { attachUpload, gate, presentUpload } from './editions-service.ts';
import { changedTerms, termsOf } from './part-terms.ts';
import * as repository from './repository.ts';

/** Files that came with a form. */
export interface PartFiles {
  readonly image: UploadedFile | undefined;
  readonly ebook_file: UploadedFile | undefined;
  readonly signal: AbortSignal;
}

export interface AdminPartService {
  /** Parts that are not archived, of one book or of all that the editor works on. */
  list(editor: Editor, bookId: string | undefined): Promise<AdminPart[]>;
  /** A new part is a draft without ebook. @throws {AppError} book_not_found, part_name_taken, image_refused */
  create(editor: Editor, bookId: string, form: PartForm, image: UploadedFile): Promise<AdminPart>;
  /** A draft part of an EPUB alone, see {@link createFromEpub}. @throws {AppError} book_not_found, part_name_taken, book_refused */
  createFromEpub(editor: Editor, bookId: string, form: PartFromEpubForm, upload: EpubUpload): Promise<ChangedPart>;
  /** @throws {AppError} part_not_found, part_name_taken, image_refused, book_refused, price_locked, forbidden */
  change(editor: Editor, id: string, form: PartFormChange, files: PartFiles): Promise<ChangedPart>;
  /** Takes a part out of the shop for good; who owns it keeps reading. */
  archive(editor: Editor, id: string): Promise<void>;
}

/** Parts as admins and writters edit them. */
export function createAdminPartService(context: EditingContext): AdminPartService {
  const { db, clock, catalogue, images } = context;
  return {
    async list(editor, bookId) {
      if (bookId !== undefined) await requireBook(db.read, editor, bookId);
      const books = bookId === undefined ? await repository.bookIds(db.read, scopeOf(editor)) : [bookId];
      return present(context, await repository.partsOf(db.read, books));
    },
    async create(editor, bookId, form, image) {
      await requireBook(db.read, editor, bookId);
      const taken = (await repository.partsOf(db.read, [bookId])).some(
        ({ name_key }) => name_key === foldText(form.name),
      );
      if (taken) throw new AppError('part_name_taken');
      const imageId = await storeImage(images, 'image', image);
      const now = clock.now();
      const row = await db
        .withTx(async (tx) => insertNewPart(tx, { editor, bookId, form, imageId, now }))
        .catch(refuseTaken('part_name_taken'));
      return presentOne(context, row.id);
    },
    async createFromEpub(editor, bookId, form, upload) {
      const { partId, editionId } = await createFromEpub(context, { editor, bookId, form, upload });
      return { ...(await presentOne(context, partId)), edition: await presentUpload(context, partId, editionId) };
    },
    async change(editor, id, form, { image, ebook_file: ebook, signal }) {
      const part = await requirePart(db.read, editor, id);
      refuseBeyondPowers(editor, part, form);
      const imageId = image ? await storeImage(images, 'image', image) : undefined;
      const book = ebook ? await gate(context, ebook, signal) : null;
      const editionId = await db
        .withTx(async (tx) => applyChange(tx, { editor, id, form, imageId, book, now: clock.now() }))
        .catch(async (error: unknown) => {
          if (book) await discardFiles(context, book.claim);
          return refuseTaken('part_name_taken')(error);
        });
      catalogue.invalidate();
      const edition = editionId === null ? null : await presentUpload(context, id, editionId);
      return { ...(await presentOne(context, id)), edition };
    },
    async archive(editor, id) {
      const now = clock.now();
      await db.withTx(async (tx) => {
        await requirePart(tx, editor, id);
        await updatePart(tx, id, { is_active: 0, updated_at: now });
        await recordAudit(tx, { actorId: editor.userId, action: 'part.archived', subject: id }, now);
      });
      catalogue.invalidate();
    },
  };
}

/** Never activation, never price after the first one. */
function refuseBeyondPowers(editor: Editor, part: BookPartRow, form: PartFormChange): void {
  if (editor.role === 'admin') return;
  if (form.is_draft !== undefined || form.publish !== undefined) throw new AppError('forbidden');
  if (part.first_active_at !== null && changedTerms(part, termsOf(form, part))) throw new AppError('price_locked');
}

interface Change {
  readonly editor: Editor;
  readonly id: string;
  readonly form: PartFormChange;
  readonly imageId: string | undefined;
  readonly book: IngestedEdition | null;
  readonly now: number;
}

/** Everything is asked again inside the transaction: the part may have gone on sale meanwhile. */
async function applyChange(tx: Tx, { editor, id, form, imageId, book, now }: Change): Promise<string | null> {
  const part = await requirePart(tx, editor, id);
  refuseBeyondPowers(editor, part, form);
  const terms = termsOf(form, part);
  const isDraft = form.is_draft ?? part.is_draft === 1;
  const name = form.name ?? part.name;
  await updatePart(tx, id, {
    ...terms,
    name,
    name_key: foldText(name),
    ...(imageId === undefined ? {} : { image_id: imageId }),
    is_draft: isDraft ? 1 : 0,
    first_active_at: part.first_active_at ?? (isDraft ? null : now),
    updated_at: now,
  });
  const record = async (action: AuditAction, detail = {}): Promise<void> =>
    recordAudit(tx, { actorId: editor.userId, action, subject: id, detail }, now);
  const changed = changedTerms(part, terms);
  if (changed) await record('part.price_changed', changed);
  if (isDraft !== (part.is_draft === 1)) await record(isDraft ? 'part.deactivated' : 'part.activated');
  return book && attachUpload(tx, book, { editor, part, publish: form.publish === true }, now);
}

async function presentOne(context: EditingContext, id: string): Promise<AdminPart> {
  const { db } = context;
  const part = await requirePart(db.read, { userId: '', role: 'admin' }, id);
  const [presented] = await present(context, [part]);
  if (!presented) throw new AppError('part_not_found');
  return presented;
}

async function present({ db, clock, minAmount }: EditingContext, parts: readonly BookPartRow[]): Promise<AdminPart[]> {
  const pictures = parts.map((part) => part.image_id).filter((id) => id !== null);
  const ids = parts.map((part) => part.id);
  const current = parts.map((part) => part.edition_id).filter((id) => id !== null);
  const [images, pending, counts, sizes] = await Promise.all([
    findImages(db.read, pictures),
    pendingEditions(db.read, ids),
    editionCounts(db.read, ids),
    findEditionSizes(db.read, current),
  ]);
  const now = clock.now();
  return parts.map((part) => {
    const { final } = priceOfPart(part, now);
    return {
      ...presentPart(part, images),
      pending_edition_id: pending.get(part.id) ?? null,
      was_active: part.first_active_at !== null,
      below_minimum: final > 0 && final < minAmount,
      ebook_size: part.edition_id === null ? null : (sizes.get(part.edition_id) ?? null),
      edition_count: counts.get(part.id) ?? 0,
    };
  });
}
