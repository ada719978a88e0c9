import type { AuditedAct } from '@cuentos/contract/audit';
import { toIso } from '../../../platform/to-iso.ts';
import type {
  AdminPart,
  ChangedPart,
  PartForm,
  PartFormChange,
  PartFromEpubForm,
  SamplePreview,
} from '@cuentos/contract/parts';
import { mayShowMore } from '@cuentos/domain/books/sample';
import { foldText } from '@cuentos/domain/text/fold';
import type { Tx } from '../../../platform/db/db.ts';
import type { BookPartRow } from '../../../platform/db/tables/books.ts';
import { AppError, refuseTaken } from '../../../platform/http/app-error.ts';
import type { UploadedFile } from '../../../platform/http/read-form.ts';
import { refuseOverwriting } from '../../../platform/http/seen-fields.ts';
import { recordAudit } from '../../audit/service.ts';
import { ownersOfParts, tellHolders } from '../../entitlements/service.ts';
import { type Editor, presentPart, priceOfPart } from '../service.ts';
import { findImages, findPart, updatePart } from '../repository.ts';
import {
  discardFiles,
  editionCounts,
  editionNumbers,
  findEditionSizes,
  type IngestedEdition,
  pendingEditions,
  previewSample,
} from '../../editions/service.ts';
import { exportCounts } from '../../exports/service.ts';
import { scopeOf } from './books-service.ts';
import { type EditingContext, requireBook, requirePart, storeImage } from './context.ts';
import { createFromEpub, type EpubUpload, insertNewPart } from './create-part.ts';
import { attachUpload, gate, presentUpload } from './editions-service.ts';
import { changedTerms, refuseDoubtfulPrice, refusePresaleForNothing, type Terms, termsOf } from './part-terms.ts';
import * as repository from './repository.ts';

/** Files that came with a form. */
export interface PartFiles {
  readonly image: UploadedFile | undefined;
  readonly ebook_file: UploadedFile | undefined;
  readonly signal: AbortSignal;
}

export type AdminPartService = ReturnType<typeof createAdminPartService>;

/** Parts as admins and writters edit them. */
export function createAdminPartService(context: EditingContext) {
  const { db, clock, catalogue } = context;
  return {
    /** Parts that are not archived, of one book or of all that the editor works on. */
    async list(editor: Editor, bookId: string | undefined): Promise<AdminPart[]> {
      if (bookId !== undefined) await requireBook(db.read, editor, bookId);
      const books = bookId === undefined ? await repository.bookIds(db.read, scopeOf(editor)) : [bookId];
      return present(context, await repository.partsOf(db.read, books));
    },
    create: async (editor: Editor, bookId: string, form: PartForm, image: UploadedFile) =>
      createPart(context, editor, bookId, form, image),
    /**
     * A draft part of an EPUB alone, see {@link createFromEpub}.
     * @throws {AppError} book_not_found, part_name_taken, book_refused
     */
    async createFromEpub(
      editor: Editor,
      bookId: string,
      form: PartFromEpubForm,
      upload: EpubUpload,
    ): Promise<ChangedPart> {
      const { partId, editionId } = await createFromEpub(context, { editor, bookId, form, upload });
      return { ...(await presentOne(context, partId)), edition: await presentUpload(context, partId, editionId) };
    },
    /**
     * @throws {AppError} part_not_found, part_name_taken, image_refused, book_refused, price_locked, price_unconfirmed,
     * changed_meanwhile, forbidden
     */
    change: async (editor: Editor, id: string, form: PartFormChange, files: PartFiles) =>
      changePart(context, { editor, id, form, files }),
    /** Archives a part; its owners keep reading. */
    archive: async (editor: Editor, id: string) => archive(context, editor, id),
    /**
     * Brings a deleted part back as it stood; a second time changes nothing.
     * @throws {AppError} part_not_found, recall_in_force, part_name_taken
     */
    restore: async (editor: Editor, id: string) => restore(context, editor, id),
    /** Previews where the part's sample would end. @throws {AppError} part_not_found, part_without_ebook */
    previewSample: async (editor: Editor, id: string, share: number | null) =>
      lookAtCut(context, { editor, id, share }),
    /**
     * Chooses how much of a part everybody may read; what is open now closes at once. A writter's choice may wait
     * for an admin, as `sample_request` of the answer says.
     * @param share percent, 0 is nothing; null leaves it to the rule
     * @throws {AppError} part_not_found
     */
    async setSample(editor: Editor, id: string, share: number | null): Promise<AdminPart> {
      await db.withTx(async (tx) => setSample(tx, { editor, id, share }, clock.now()));
      catalogue.invalidate();
      return presentOne(context, id);
    },
    order: async (editor: Editor, bookId: string, ids: readonly string[]) => putInOrder(context, editor, bookId, ids),
  };
}

/**
 * Puts the parts of a book in reading order: the named ones first, the others after them as they stood.
 * @throws {AppError} book_not_found
 */
async function putInOrder(
  context: EditingContext,
  editor: Editor,
  bookId: string,
  ids: readonly string[],
): Promise<AdminPart[]> {
  const { db, clock, catalogue } = context;
  const rows = await db.withTx(async (tx) => orderParts(tx, { editor, bookId, ids }, clock.now()));
  catalogue.invalidate();
  return present(context, rows);
}

/** A new part is a draft without ebook. @throws {AppError} book_not_found, part_name_taken, image_refused */
async function createPart(
  context: EditingContext,
  editor: Editor,
  bookId: string,
  form: PartForm,
  image: UploadedFile,
): Promise<AdminPart> {
  const { db, clock, images } = context;
  await requireBook(db.read, editor, bookId);
  const isTaken = (await repository.partsOf(db.read, [bookId])).some(
    ({ name_key }) => name_key === foldText(form.name),
  );
  if (isTaken) throw new AppError('part_name_taken');
  const imageId = await storeImage(images, 'image', image);
  const now = clock.now();
  const row = await db
    .withTx(async (tx) => insertNewPart(tx, { editor, bookId, form, imageId, now }))
    .catch(refuseTaken('part_name_taken'));
  return presentOne(context, row.id);
}

interface PartChange {
  readonly editor: Editor;
  readonly id: string;
  readonly form: PartFormChange;
  readonly files: PartFiles;
}

async function changePart(
  context: EditingContext,
  { editor, id, form, files: { image, ebook_file: ebook, signal } }: PartChange,
): Promise<ChangedPart> {
  const { db, clock, catalogue, images } = context;
  const part = await requirePart(db.read, editor, id);
  refuseBeyondPowers(editor, part, form);
  requireConfirmed(editor, part, form);
  const imageId = image ? await storeImage(images, 'image', image) : undefined;
  const book = ebook ? { edition: await gate(context, ebook, signal), fileName: ebook.name } : null;
  const editionId = await db
    .withTx(async (tx) =>
      applyChange(tx, context, { editor, id, form, imageId, book, minimum: context.minAmount, now: clock.now() }),
    )
    .catch(async (error: unknown) => {
      if (book) await discardFiles(context, book.edition.claim);
      return refuseTaken('part_name_taken')(error);
    });
  catalogue.invalidate();
  if (editionId !== null) await tellHolders(db, id);
  const edition = editionId === null ? null : await presentUpload(context, id, editionId);
  return { ...(await presentOne(context, id)), edition };
}

async function archive({ db, clock, catalogue }: EditingContext, editor: Editor, id: string): Promise<void> {
  const now = clock.now();
  await db.withTx(async (tx) => {
    await requirePart(tx, editor, id);
    await updatePart(tx, id, { is_active: 0, updated_at: now });
    await recordAudit(tx, { actorId: editor.userId, action: 'part.archived', subject: id }, now);
  });
  catalogue.invalidate();
}

async function restore({ db, clock, catalogue }: EditingContext, editor: Editor, id: string): Promise<void> {
  const now = clock.now();
  await db
    .withTx(async (tx) => {
      const partWithBook = await findPart(tx, id);
      if (!partWithBook || partWithBook.book.is_active !== 1) throw new AppError('part_not_found');
      if (partWithBook.part.is_active === 1) return;
      if (partWithBook.part.recalled_at !== null) throw new AppError('recall_in_force');
      await updatePart(tx, id, { is_active: 1, updated_at: now });
      await recordAudit(tx, { actorId: editor.userId, action: 'part.restored', subject: id }, now);
    })
    .catch(refuseTaken('part_name_taken'));
  catalogue.invalidate();
}

interface Choice {
  readonly editor: Editor;
  readonly id: string;
  readonly share: number | null;
}

async function lookAtCut(context: EditingContext, { editor, id, share }: Choice): Promise<SamplePreview> {
  const { edition_id: editionId } = await requirePart(context.db.read, editor, id);
  if (editionId === null) throw new AppError('part_without_ebook');
  const cut = await previewSample(context, editionId, share);
  return (
    cut && { characters: cut.characters, part_characters: cut.partCharacters, before: cut.before, after: cut.after }
  );
}

const noRequest = { sample_asked_share: null, sample_asked_by: null, sample_asked_at: null };

/**
 * The job cuts it anew; until then nothing of the part is open. A writter only asks for what may give away more of a
 * part that was on sale.
 */
async function setSample(tx: Tx, { editor, id, share }: Choice, now: number): Promise<void> {
  const { userId: actorId, role } = editor;
  const part = await requirePart(tx, editor, id);
  const detail = { from: part.sample_share, to: share };
  if (role !== 'admin' && part.first_active_at !== null && mayShowMore(part.sample_share, share)) {
    await updatePart(tx, id, { sample_asked_share: share, sample_asked_by: actorId, sample_asked_at: now });
    await recordAudit(tx, { actorId, action: 'part.sample_asked', subject: id, detail }, now);
    return;
  }
  await updatePart(tx, id, noRequest);
  if (part.sample_share === share) return;
  const whole = share === 0 ? { sample_whole_id: null } : {};
  await updatePart(tx, id, { sample_share: share, sample_beginning_id: null, ...whole, updated_at: now });
  await recordAudit(tx, { actorId, action: 'part.sample_changed', subject: id, detail }, now);
}

interface Order {
  readonly editor: Editor;
  readonly bookId: string;
  readonly ids: readonly string[];
}

async function orderParts(tx: Tx, { editor, bookId, ids }: Order, now: number): Promise<BookPartRow[]> {
  await requireBook(tx, editor, bookId);
  const storedParts = await repository.partsOf(tx, [bookId]);
  const named = [...new Set(ids)].flatMap((id) => storedParts.filter((part) => part.id === id));
  const all = [...named, ...storedParts.filter((part) => !named.includes(part))];
  for (const [position, { id }] of all.entries()) await updatePart(tx, id, { position });
  await recordAudit(tx, { actorId: editor.userId, action: 'book.parts_ordered', subject: bookId }, now);
  return repository.partsOf(tx, [bookId]);
}

/** Refuses a writer the activation, and a price after the first activation. */
function refuseBeyondPowers(editor: Editor, part: BookPartRow, form: PartFormChange): void {
  if (editor.role === 'admin') return;
  if (form.is_draft !== undefined || form.publish !== undefined) throw new AppError('forbidden');
  if (part.first_active_at !== null && changedTerms(part, termsOf(form, part))) throw new AppError('price_locked');
}

/**
 * Asks for the second factor again before a change of money or of public data: a stolen session must not be enough to
 * give books away.
 * @throws {AppError} confirmation_needed
 */
function requireConfirmed({ secondFactor }: Editor, part: BookPartRow, form: PartFormChange): void {
  const isShown = form.is_draft !== undefined && form.is_draft !== (part.is_draft === 1);
  const isRepriced = part.first_active_at !== null && changedTerms(part, termsOf(form, part)) !== null;
  if (secondFactor === 'stale' && (isShown || isRepriced)) throw new AppError('confirmation_needed');
}

interface Change {
  readonly editor: Editor;
  readonly id: string;
  readonly form: PartFormChange;
  readonly imageId: string | undefined;
  readonly book: { readonly edition: IngestedEdition; readonly fileName: string } | null;
  /** The payment provider's minimum, pesos. */
  readonly minimum: number;
  readonly now: number;
}

interface PriceChange {
  readonly terms: Terms;
  readonly changed: ReturnType<typeof changedTerms>;
  readonly isDraft: boolean;
  readonly form: PartFormChange;
  readonly minimum: number;
}

/**
 * Refuses a doubtful price without the editor's consent, when a price on sale changes and when a part goes on sale for
 * the first time.
 */
function refuseUnasked(part: BookPartRow, { terms, changed, isDraft, form, minimum }: PriceChange): void {
  if (form.price_confirmed === true) return;
  const wasOnSale = part.first_active_at !== null;
  const isRepriced = wasOnSale && changed !== null && ('value' in changed || 'presale_discount' in changed);
  const isFirstSale = !wasOnSale && !isDraft;
  if (isRepriced || isFirstSale) refuseDoubtfulPrice(wasOnSale ? part : null, terms, minimum);
}

/** Repeats all checks inside the transaction: the part may have gone on sale meanwhile. */
async function applyChange(
  tx: Tx,
  context: EditingContext,
  { editor, id, form, imageId, book, minimum, now }: Change,
): Promise<string | null> {
  const part = await requirePart(tx, editor, id);
  refuseBeyondPowers(editor, part, form);
  const terms = termsOf(form, part);
  const isDraft = form.is_draft ?? part.is_draft === 1;
  const changed = changedTerms(part, terms);
  if (changed) refusePresaleForNothing(terms, now);
  refuseUnasked(part, { terms, changed, isDraft, form, minimum });
  const name = form.name ?? part.name;
  const presentRow = (row: BookPartRow) => presentPart(row, new Map());
  refuseOverwriting(form.seen, presentRow(part), presentRow({ ...part, ...terms, name }));
  await updatePart(tx, id, {
    ...terms,
    name,
    name_key: foldText(name),
    ...(imageId === undefined ? {} : { image_id: imageId }),
    is_draft: isDraft ? 1 : 0,
    first_active_at: part.first_active_at ?? (isDraft ? null : now),
    updated_at: now,
  });
  const record = async (act: AuditedAct): Promise<void> =>
    recordAudit(tx, { actorId: editor.userId, subject: id, ...act }, now);
  if (changed) await record({ action: 'part.price_changed', detail: changed });
  if (isDraft !== (part.is_draft === 1)) await record({ action: isDraft ? 'part.deactivated' : 'part.activated' });
  return (
    book &&
    attachUpload(
      tx,
      context,
      book.edition,
      {
        editor,
        part: { ...part, name },
        publish: form.publish === true,
        checkTitle: form.check_title === true,
        fileName: book.fileName,
      },
      now,
    )
  );
}

async function presentOne(context: EditingContext, id: string): Promise<AdminPart> {
  const { db } = context;
  const part = await requirePart(db.read, { userId: '', role: 'admin', secondFactor: 'none' }, id);
  const [presented] = await present(context, [part]);
  if (!presented) throw new AppError('part_not_found');
  return presented;
}

async function present({ db, clock, minAmount }: EditingContext, parts: readonly BookPartRow[]): Promise<AdminPart[]> {
  const pictures = parts.map((part) => part.image_id).filter((id) => id !== null);
  const ids = parts.map((part) => part.id);
  const current = parts.map((part) => part.edition_id).filter((id) => id !== null);
  const askers = parts.map((part) => part.sample_asked_by).filter((id) => id !== null);
  const [images, pending, counts, sizes, numbers, owners, exports, names] = await Promise.all([
    findImages(db.read, pictures),
    pendingEditions(db.read, ids),
    editionCounts(db.read, ids),
    findEditionSizes(db.read, current),
    editionNumbers(db.read, current),
    ownersOfParts(db.read, ids),
    exportCounts(db.read, ids),
    repository.namesOf(db.read, askers),
  ]);
  const now = clock.now();
  return parts.map((part) => {
    const { final } = priceOfPart(part, now);
    const live = numbers.get(part.edition_id ?? '') ?? null;
    return {
      ...presentPart(part, images),
      pending_edition_id: pending.get(part.id) ?? null,
      was_active: part.first_active_at !== null,
      below_minimum: final > 0 && final < minAmount,
      ebook_size: part.edition_id === null ? null : (sizes.get(part.edition_id) ?? null),
      edition_count: counts.get(part.id) ?? 0,
      owner_count: owners.get(part.id) ?? 0,
      export_counts: exports.get(part.id) ?? { page: 0, epub: 0 },
      sample_share: part.sample_share,
      sample_request:
        part.sample_asked_by === null
          ? null
          : { share: part.sample_asked_share, asked_by: names.get(part.sample_asked_by) ?? null },
      live_edition: live && { number: live.number, created_at: toIso(live.created_at) },
    };
  });
}
