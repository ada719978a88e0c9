import { toIso } from '../../../platform/to-iso.ts';
import type { AdminEdition, GateFinding, PageReview, PageReviewBody, ReviewPlace } from '@cuentos/contract/editions';
import type { DownloadLink } from '@cuentos/contract/reading';
import { ADVICE, type GateWarning, REMOVALS, type WarningKind } from '@cuentos/epub/gate/gate-warning';
import { refusalText } from '@cuentos/epub/gate/texts';
import { isWorseReview, wrongWords } from '@cuentos/domain/books/page-review';
import { goesOutAtOnce, isTitleAlike } from '@cuentos/domain/books/part-availability';
import type { Connection, Tx } from '../../../platform/db/db.ts';
import type { BookPartRow } from '../../../platform/db/tables/books.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { UploadedFile } from '../../../platform/http/read-form.ts';
import { recordAudit } from '../../audit/service.ts';
import { findLiveUser } from '../../auth/service.ts';
import { tellHolders } from '../../entitlements/service.ts';
import { editionWaitsMail, mailSenderOf, queueMail } from '../../mail/service.ts';
import { type Editor } from '../service.ts';
import { findPart } from '../repository.ts';
import {
  attachEdition,
  beginDeletion,
  deleteEdition,
  type EditionListing,
  type EditionRow,
  editionsOfPart,
  findEdition,
  finishDeletion,
  type IngestedEdition,
  ingestEpub,
  linkToFile,
  type PageReviewRow,
  pageReviews,
  pendingEditions,
  presentOpening,
  publishEdition,
  requireFiles,
  resourceFiles,
  storePageReview,
} from '../../editions/service.ts';
import { type EditingContext, requirePart } from './context.ts';
import { findingTexts, worseText } from './texts.ts';

const FILES_SHOWN = 100;
const removals: ReadonlySet<string> = new Set(REMOVALS);
const advice: ReadonlySet<string> = new Set(ADVICE);

/** Sorts findings by kind: removed content first, advice last. */
function presentFindings(warnings: readonly GateWarning[]): GateFinding[] {
  const findings = [...Map.groupBy(warnings, ({ kind }) => kind)].map(([kind, ofKind]) => presentKind(kind, ofKind));
  const rank = (each: GateFinding): number => (each.removed ? 0 : each.advice ? 2 : 1);
  return findings.toSorted((a, b) => rank(a) - rank(b));
}

function presentKind(kind: WarningKind, warnings: readonly GateWarning[]): GateFinding {
  return {
    kind,
    removed: removals.has(kind),
    advice: advice.has(kind),
    text: findingTexts[kind],
    count: warnings.reduce((sum, { count }) => sum + count, 0),
    files: warnings
      .filter(({ path }) => path !== '')
      .map(({ path, excerpt }) => (excerpt === undefined ? path : `${path}: «${excerpt}»`))
      .slice(0, FILES_SHOWN),
  };
}

type Reviews = Awaited<ReturnType<typeof pageReviews>>;

function presentReview(row: PageReviewRow & { readonly reviewer: string | null }): PageReview {
  const { edition_id: _, reviewed_by: __, reviewed_at: reviewedAt, places, ...found } = row;
  return { ...found, reviewed_at: toIso(reviewedAt), places: JSON.parse(places) as ReviewPlace[] };
}

/** An edition with its reports. */
function presentEdition(edition: EditionListing, names: readonly string[], reviews: Reviews): AdminEdition {
  const review = reviews.get(edition.id);
  return {
    file_name: edition.file_name,
    title: edition.title,
    title_differs: !isTitleAlike(edition.title, names),
    id: edition.id,
    book_part_id: edition.part_id,
    state: edition.state,
    size: edition.file_size,
    created_at: toIso(edition.created_at),
    published_at: toIso(edition.published_at),
    report: presentFindings(JSON.parse(edition.warnings) as GateWarning[]),
    page_review: review ? presentReview(review) : null,
  };
}

export type AdminEditionService = ReturnType<typeof createAdminEditionService>;

/** Editions as their editors see them. */
export function createAdminEditionService(context: EditingContext) {
  const { db, clock } = context;
  return {
    /** Editions of a part, newest first, each with its report. @throws {AppError} part_not_found */
    async list(editor: Editor, partId: string): Promise<AdminEdition[]> {
      await requirePart(db.read, editor, partId);
      const names = await namesOf(db.read, partId);
      const editions = await editionsOfPart(db.read, partId);
      const ids = editions.map(({ id }) => id);
      const reviews = await pageReviews(db.read, ids);
      return editions.map((edition) => presentEdition(edition, names, reviews));
    },
    /**
     * Gives readers an edition.
     * @param isWorseConfirmed it may show fewer words than the published one
     * @throws {AppError} edition_not_found, edition_files_missing, pages_worse
     */
    publish: async (editor: Editor, editionId: string, isWorseConfirmed: boolean) =>
      publish(context, editor, editionId, isWorseConfirmed),
    /** Keeps what a walk through the pages found. @throws {AppError} edition_not_found */
    async review(editor: Editor, editionId: string, body: PageReviewBody): Promise<AdminEdition> {
      const now = clock.now();
      const partId = await db.withTx(async (tx) => {
        const edition = await requireEdition(tx, editor, editionId);
        const { places, ...found } = body;
        const row = {
          edition_id: editionId,
          reviewed_by: editor.userId,
          reviewed_at: now,
          places: JSON.stringify(places),
        };
        await storePageReview(tx, { ...row, ...found });
        const detail = { part: edition.part_id, words: found.words, seen: found.seen };
        await recordAudit(tx, { actorId: editor.userId, action: 'edition.reviewed', subject: editionId, detail }, now);
        return edition.part_id;
      });
      return presentOne(db.read, partId, editionId);
    },
    /**
     * Throws away an edition that waits, with its files.
     * @throws {AppError} edition_not_found, also for one readers had
     */
    discard: async (editor: Editor, editionId: string) => discard(context, editor, editionId),
    /** All that the reader needs for a preview, as JSON text; no position, nothing counted. */
    async open(editor: Editor, partId: string, editionId: string | undefined): Promise<string> {
      const edition = await previewed(context, editor, partId, editionId);
      const partWithBook = await findPart(db.read, partId);
      if (!partWithBook) throw new AppError('part_not_found');
      return presentOpening({ ...partWithBook, edition, position: null });
    },
    async downloadLink(editor: Editor, partId: string, editionId: string | undefined): Promise<DownloadLink> {
      const edition = await previewed(context, editor, partId, editionId);
      return linkToFile(context, edition, 'vista-previa.epub');
    },
  };
}

/** @throws {AppError} edition_not_found */
async function presentOne(connection: Connection, partId: string, editionId: string): Promise<AdminEdition> {
  const edition = (await editionsOfPart(connection, partId)).find(({ id }) => id === editionId);
  if (!edition) throw new AppError('edition_not_found');
  return presentEdition(edition, await namesOf(connection, partId), await pageReviews(connection, [editionId]));
}

/** @throws {AppError} pages_worse, with the question in `detail` */
async function refuseWorsePages(tx: Tx, editionId: string, publishedId: string | null): Promise<void> {
  if (publishedId === null) return;
  const reviews = await pageReviews(tx, [editionId, publishedId]);
  const [next, published] = [reviews.get(editionId) ?? null, reviews.get(publishedId) ?? null];
  if (!next || !published || !isWorseReview(next, published)) return;
  throw new AppError('pages_worse', { detail: worseText(wrongWords(next), wrongWords(published)) });
}

/** An edition of a part that the caller edits; another's is answered as missing. @throws {AppError} edition_not_found */
async function requireEdition(tx: Tx, editor: Editor, editionId: string): Promise<EditionRow> {
  const edition = await findEdition(tx, editionId);
  if (!edition) throw new AppError('edition_not_found');
  await requirePart(tx, editor, edition.part_id).catch((error: unknown) => {
    // A conflict is rethrown, so that the transaction is repeated.
    throw error instanceof AppError ? new AppError('edition_not_found', { cause: error }) : error;
  });
  return edition;
}

/** Titles that fit the file of a part: its own name and its book's. */
async function namesOf(connection: Connection, partId: string): Promise<string[]> {
  const partWithBook = await findPart(connection, partId);
  return partWithBook ? [partWithBook.part.name, partWithBook.book.name] : [];
}

async function publish(
  context: EditingContext,
  editor: Editor,
  editionId: string,
  isWorseConfirmed: boolean,
): Promise<AdminEdition> {
  const { db, clock, catalogue } = context;
  const now = clock.now();
  const pendingEdition = await findEdition(db.read, editionId);
  if (!pendingEdition) throw new AppError('edition_not_found');
  await requirePart(db.read, editor, pendingEdition.part_id);
  await requireFiles(context, pendingEdition);
  const partId = await db.withTx(async (tx) => {
    const edition = await findEdition(tx, editionId);
    if (!edition) throw new AppError('edition_not_found');
    const part = await requirePart(tx, editor, edition.part_id);
    if (edition.state === 'published') return edition.part_id;
    if (!isWorseConfirmed) await refuseWorsePages(tx, editionId, part.edition_id);
    await publishEdition(tx, edition, now);
    const detail = { part: edition.part_id };
    await recordAudit(tx, { actorId: editor.userId, action: 'edition.published', subject: editionId, detail }, now);
    return edition.part_id;
  });
  catalogue.invalidate();
  await tellHolders(db, partId);
  return presentOne(db.read, partId, editionId);
}

async function discard(context: EditingContext, editor: Editor, editionId: string): Promise<void> {
  const { db, clock } = context;
  const files = await db.withTx(async (tx) => {
    const edition = await requireEdition(tx, editor, editionId);
    if (edition.state !== 'pending') throw new AppError('edition_not_found');
    const resources = await resourceFiles(tx, editionId);
    await deleteEdition(tx, editionId);
    const detail = { part: edition.part_id };
    const entry = { actorId: editor.userId, action: 'edition.discarded', subject: editionId, detail } as const;
    await recordAudit(tx, entry, clock.now());
    return beginDeletion(tx, [edition.file_hash, ...resources.map(({ hash }) => hash)], clock.now());
  });
  await finishDeletion(context, files);
}

/** The edition meant: the one named, else the newest that waits, else the published one. */
async function previewed(
  { db }: EditingContext,
  editor: Editor,
  partId: string,
  editionId: string | undefined,
): Promise<EditionRow> {
  const part = await requirePart(db.read, editor, partId);
  const shownEditionId = editionId ?? (await pendingEditions(db.read, [partId])).get(partId) ?? part.edition_id;
  if (shownEditionId === null) throw new AppError('part_without_ebook');
  const edition = await findEdition(db.read, shownEditionId);
  if (edition?.part_id !== partId) throw new AppError('edition_not_found');
  return edition;
}

/**
 * Takes an uploaded EPUB through the gate into the storage; a book that is refused leaves nothing.
 * @throws {AppError} book_refused with a sentence for the author, and the reason in `fields`
 */
export async function gate(
  { db, clock, storage, images }: EditingContext,
  file: UploadedFile,
  signal: AbortSignal,
): Promise<IngestedEdition> {
  const outcome = await ingestEpub({ db, clock, storage, images, advise: true }, file.path, signal);
  if (!('accepted' in outcome)) return outcome;
  const detail = refusalText(outcome);
  throw new AppError('book_refused', { detail, fields: { ebook_file: detail, reason: outcome.reason } });
}

interface Upload {
  readonly editor: Editor;
  readonly part: BookPartRow;
  /** An admin wants readers to have it at once. */
  readonly publish: boolean;
  /** An admin's book with a title unlike the part's waits in any case. */
  readonly checkTitle: boolean;
  /** Name of the file. */
  readonly fileName: string;
}

/** Makes the book an edition of the part, which readers have at once or when it is published. */
export async function attachUpload(
  tx: Tx,
  context: EditingContext,
  book: IngestedEdition,
  { editor, part, publish: isPublishRequested, checkTitle, fileName }: Upload,
  now: number,
): Promise<string> {
  const byAdmin = editor.role === 'admin';
  const facts = { wasOnSale: part.first_active_at !== null, hasEbook: part.edition_id !== null, byAdmin };
  // Titles are checked for admins alone: only they can confirm afterwards that a different title is meant.
  const isRight = !checkTitle || !byAdmin || isTitleAlike(book.publication.metadata.title, await namesOf(tx, part.id));
  const publish = isRight && ((byAdmin && isPublishRequested) || goesOutAtOnce(facts));
  const attachment = { partId: part.id, createdBy: editor.userId, publish, fileName: fileName.slice(0, 255) };
  const id = await attachEdition(tx, book, attachment, now);
  const detail = { part: part.id, published: publish };
  await recordAudit(tx, { actorId: editor.userId, action: 'edition.uploaded', subject: id, detail }, now);
  if (!publish && !byAdmin) await tellWaiting(tx, context, { id, writterId: editor.userId, partId: part.id }, now);
  return id;
}

/** Mails the shop that an edition of a writter waits for an admin. */
async function tellWaiting(
  tx: Tx,
  { seller, publicUrl }: Pick<EditingContext, 'seller' | 'publicUrl'>,
  { id, writterId, partId }: { readonly id: string; readonly writterId: string; readonly partId: string },
  now: number,
): Promise<void> {
  const writter = await findLiveUser(tx, writterId);
  const listing = await findPart(tx, partId);
  const to = seller.contact_email;
  if (!writter || !listing || to === null || to === writter.email) return;
  const { book, part } = listing;
  const content = editionWaitsMail({
    from: mailSenderOf(seller, publicUrl),
    writterName: writter.name,
    bookId: book.id,
    title: `${book.name}: ${part.name}`,
  });
  await queueMail(tx, to, `edition-waits:${id}`, content, now);
}

export async function presentUpload({ db }: EditingContext, partId: string, editionId: string): Promise<AdminEdition> {
  return presentOne(db.read, partId, editionId);
}
