import type { Readable } from 'node:stream';
import type { DownloadLink, PositionRecord } from '@cuentos/contract/reading';
import { MINUTE_MS } from '@cuentos/domain/time/durations';
import type { Connection, Db, Tx } from '../../platform/db/db.ts';
import type { BookPartRow } from '../../platform/db/tables/books.ts';
import type { Clock } from '../../ports/clock.ts';
import { newId } from '../../platform/db/new-id.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { FileMissing, type StoragePort } from '../../ports/storage.ts';
import type { EntitlementService } from '../entitlements/service.ts';
import { type Editor, mayEdit, type PartWithBook, updatePart } from '../books/service.ts';
import type { IngestedEdition } from './ingest.ts';
import * as repository from './repository.ts';
import type { EditionRow } from './repository.ts';
import { editionFileKey, endClaim, missingFiles, resourceKey } from './stored-files.ts';

/** A file of a book for the reader. */
export interface ResourceFile {
  /** Equal for equal bytes. */
  readonly etag: string;
  readonly mediaType: string;
  readonly encoding: 'br' | null;
  /** @throws {AppError} edition_not_found, sample_not_found */
  open(): Promise<{ readonly stream: Readable; readonly size: number }>;
}

export type EditionService = ReturnType<typeof createEditionService>;

interface Deps {
  readonly db: Db;
  readonly storage: StoragePort;
  readonly entitlements: EntitlementService;
}

/** Files of editions behind the entitlement rule. */
export function createEditionService({ db, storage, entitlements }: Deps) {
  return {
    /**
     * Reads a file of an edition, for a reader with a right to its part, and of a pending one for its editor.
     * @throws {AppError} edition_not_found, also when the caller may not read it.
     */
    async resource(editor: Editor, editionId: string, path: string, acceptsBrotli: boolean): Promise<ResourceFile> {
      const edition = await repository.findEditionPart(db.read, editionId);
      if (!edition) throw new AppError('edition_not_found');
      const partAccess = await entitlements.accessToPart(editor.userId, edition.part_id);
      const readable = edition.state !== 'pending' && partAccess.access.canRead;
      const mayRead = readable || (await mayEdit(db.read, editor, partAccess.book.id));
      const row = mayRead ? await repository.findResource(db.read, editionId, path) : undefined;
      if (!row) throw new AppError('edition_not_found');
      // Notes the part as opened: after a single page, as after the whole file, the buyer can no longer withdraw.
      if (readable) await entitlements.deliver(partAccess);
      return resourceFile(storage, row, acceptsBrotli, 'edition_not_found');
    },
  };
}

/** A stored file of a book for the reader. @param missing words for a file that the storage has not */
export function resourceFile(
  storage: StoragePort,
  row: Pick<repository.EditionResourceRow, 'hash' | 'media_type' | 'has_br'>,
  acceptsBrotli: boolean,
  missing: 'edition_not_found' | 'sample_not_found',
): ResourceFile {
  const encoding = row.has_br === 1 && acceptsBrotli ? 'br' : null;
  return {
    etag: `"${row.hash}${encoding === null ? '' : `-${encoding}`}"`,
    mediaType: safeMediaType(row.media_type),
    encoding,
    open: async () =>
      storage.read(resourceKey(row.hash, encoding)).catch((error: unknown) => {
        throw error instanceof FileMissing ? new AppError(missing, { cause: error }) : error;
      }),
  };
}

/** A book's page opened by its address must not run as a document of the shop: text types go out as plain text. */
function safeMediaType(mediaType: string): string {
  return /^(image\/(?!svg)|font\/|audio\/|video\/)[a-z0-9.+-]+$/i.test(mediaType)
    ? mediaType
    : 'text/plain; charset=utf-8';
}

/** Data of an ingested book that belong to one part. */
interface Attachment {
  readonly partId: string;
  readonly createdBy: string | null;
  /** Readers get it at once; otherwise it waits for an admin. */
  readonly publish: boolean;
  /** Name of the uploaded file. */
  readonly fileName?: string | null;
}

/** Records an ingested book as an edition of a part, in the caller's transaction. Returns the edition's id. */
export async function attachEdition(tx: Tx, book: IngestedEdition, to: Attachment, now: number): Promise<string> {
  const id = newId(now);
  const edition = {
    id,
    part_id: to.partId,
    state: to.publish ? ('published' as const) : ('pending' as const),
    file_hash: book.fileHash,
    file_size: book.fileSize,
    publication: JSON.stringify(book.publication),
    warnings: JSON.stringify(book.warnings),
    accessibility: JSON.stringify(book.accessibility),
    created_by: to.createdBy,
    created_at: now,
    published_at: to.publish ? now : null,
    file_name: to.fileName ?? null,
    title: book.publication.metadata.title || null,
  };
  await repository.insertEdition(
    tx,
    edition,
    book.resources.map((resource) => ({ ...resource, edition_id: id })),
  );
  await endClaim(tx, book.claim);
  if (to.publish) await makeCurrent(tx, to.partId, id, now);
  return id;
}

/** Refuses an edition whose files are not all there. @throws {AppError} edition_files_missing */
export async function requireFiles(
  deps: { readonly db: Db; readonly storage: StoragePort },
  edition: Pick<EditionRow, 'id' | 'file_hash'>,
): Promise<void> {
  if ((await missingFiles(deps, edition)).length > 0) throw new AppError('edition_files_missing');
}

/** Gives readers an edition that waited, or an older one again. */
export async function publishEdition(tx: Tx, edition: Pick<EditionRow, 'id' | 'part_id'>, now: number): Promise<void> {
  await repository.markPublished(tx, edition.id, now);
  await makeCurrent(tx, edition.part_id, edition.id, now);
}

async function makeCurrent(tx: Tx, partId: string, editionId: string, now: number): Promise<void> {
  await repository.supersedeEditions(tx, partId, editionId);
  const editionColumns = await repository.shownOf(tx, editionId);
  // Ends the sample of the earlier edition.
  const samples = { sample_beginning_id: null, sample_whole_id: null };
  await updatePart(tx, partId, { edition_id: editionId, ...editionColumns, ...samples, updated_at: now });
  await requestAnchoring(tx, { partId, userId: null }, now);
}

/**
 * Has highlights and positions that point into other editions of a part found again in the current one, by the job
 * of the module `anchoring`.
 * @param userId the reader who wrote in another edition; null when the part has a new one.
 */
export async function requestAnchoring(
  tx: Tx,
  { partId, userId }: { readonly partId: string; readonly userId: string | null },
  now: number,
): Promise<void> {
  await repository.queueAnchoring(tx, { part_id: partId, user_id: userId ?? '', token: newId(now), requested_at: now });
}

/** Whether readers have an edition of a part, or had it. */
export async function isOfReaders(connection: Connection, partId: string, editionId: string): Promise<boolean> {
  const edition = await repository.findEditionPart(connection, editionId);
  return edition?.part_id === partId && edition.state !== 'pending';
}

/**
 * The edition that a reader's device means: the one that it names, which may be an earlier one that it still holds, else
 * the one on sale.
 * @throws {AppError} edition_not_found, part_without_ebook
 */
export async function editionMeant(
  connection: Connection,
  part: Pick<BookPartRow, 'id' | 'edition_id'>,
  named: string | null,
): Promise<string> {
  if (named !== null && named !== part.edition_id) {
    if (!(await isOfReaders(connection, part.id, named))) throw new AppError('edition_not_found');
    return named;
  }
  if (part.edition_id === null) throw new AppError('part_without_ebook');
  return part.edition_id;
}

/** Data with which an edition opens. */
interface Opening extends PartWithBook {
  readonly edition: EditionRow;
  readonly position: PositionRecord | null;
}

/**
 * All that the first page needs, as a JSON text ready to send (`OpenPart` of the contract). The stored record goes out
 * as it is: parsing and writing it again would only cost time.
 */
export function presentOpening({ book, part, edition, position }: Opening): string {
  const head = {
    book: { id: book.id, name: book.name },
    part: { id: part.id, name: part.name },
    edition_id: edition.id,
    edition_size: edition.file_size,
    position,
  };
  return `${JSON.stringify(head).slice(0, -1)},"publication":${edition.publication}}`;
}

/** A download link lives this long. */
const LINK_LIFETIME_MS = 5 * MINUTE_MS;

/** A signed link to an edition's file. @param fileName under which the browser saves it */
export async function linkToFile(
  { storage, clock }: { readonly storage: StoragePort; readonly clock: Clock },
  { id, file_hash: hash, file_size: size }: EditionRow,
  fileName: string,
): Promise<DownloadLink> {
  const url = await storage.signedUrl(editionFileKey(hash), clock.now() + LINK_LIFETIME_MS, fileName);
  return { url, edition_id: id, size, hash };
}

export { ingestEpub, type IngestedEdition } from './ingest.ts';
export { chaptersOfEditions, type ChapterStart, lastStepsOfSamples } from './chapters.ts';
export { previewSample } from './make-samples.ts';
export { beginDeletion, discardFiles, editionFileKey, finishDeletion, resourceKey } from './stored-files.ts';
export {
  anchoringBacklog,
  deleteEdition,
  dequeue,
  editionCounts,
  editionNumbers,
  type EditionListing,
  type EditionRow,
  editionsOfPart,
  findEdition,
  findEditionSizes,
  findPublishingTimes,
  type PageReviewRow,
  pageReviews,
  pendingEditions,
  type QueuedAnchoring,
  queuedParts,
  resourceFiles,
  storePageReview,
} from './repository.ts';
