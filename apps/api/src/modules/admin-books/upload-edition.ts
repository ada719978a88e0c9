import type { AdminEdition } from '@cuentos/contract/admin-parts';
import { refusalText } from '@cuentos/epub/gate/texts';
import type { Tx } from '../../platform/db/db.ts';
import type { BookPartRow } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { UploadedFile } from '../../platform/http/read-form.ts';
import { recordAudit } from '../audit/service.ts';
import type { Editor } from '../books/service.ts';
import { attachEdition, editionsOfPart, ingestEpub, type IngestedEdition } from '../editions/service.ts';
import type { EditingContext } from './context.ts';
import { presentEdition } from './report.ts';

/**
 * Takes an uploaded EPUB through the gate into the storage; a book that is refused leaves nothing.
 * @throws {AppError} book_refused with a sentence for the author, and the reason in `fields`
 */
export async function gate(
  { db, storage, images }: EditingContext,
  file: UploadedFile,
  signal: AbortSignal,
): Promise<IngestedEdition> {
  const outcome = await ingestEpub({ db, storage, images, advise: true }, file.path, signal);
  if (!('accepted' in outcome)) return outcome;
  const detail = refusalText(outcome);
  throw new AppError('book_refused', { detail, fields: { ebook_file: detail, reason: outcome.reason } });
}

interface Upload {
  readonly editor: Editor;
  readonly part: BookPartRow;
  /** An admin wants readers to have it at once. */
  readonly publish: boolean;
}

/**
 * Makes the book an edition of the part. On sale it waits for an admin when there is a book to replace, and whenever
 * a writter sent it; a draft's is published, since nobody can buy it yet.
 */
export async function attachUpload(
  tx: Tx,
  book: IngestedEdition,
  { editor, part, publish: wanted }: Upload,
  now: number,
): Promise<string> {
  const wasOnSale = part.first_active_at !== null;
  const isAdmin = editor.role === 'admin';
  const publish = !wasOnSale || (isAdmin && (wanted || part.edition_id === null));
  const id = await attachEdition(tx, book, { partId: part.id, createdBy: editor.userId, publish }, now);
  const detail = { part: part.id, published: publish };
  await recordAudit(tx, { actorId: editor.userId, action: 'edition.uploaded', subject: id, detail }, now);
  return id;
}

export async function presentUpload(
  { db }: EditingContext,
  partId: string,
  editionId: string,
): Promise<AdminEdition | null> {
  const edition = (await editionsOfPart(db.read, partId)).find(({ id }) => id === editionId);
  return edition ? presentEdition(edition) : null;
}
