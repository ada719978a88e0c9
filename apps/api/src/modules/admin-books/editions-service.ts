import type { AdminEdition } from '@cuentos/contract/admin-parts';
import type { DownloadLink } from '@cuentos/contract/reading';
import { AppError } from '../../platform/http/app-error.ts';
import { recordAudit } from '../audit/service.ts';
import { type Editor, findPart } from '../books/service.ts';
import {
  deleteEdition,
  discardFiles,
  editionFileKey,
  editionsOfPart,
  type EditionRow,
  findEdition,
  pendingEditions,
  publishEdition,
  resourceHashes,
} from '../editions/service.ts';
import { type EditingContext, requirePart } from './context.ts';
import { presentEdition } from './report.ts';

/** A preview's link lives as long as a reader's. */
const LINK_LIFETIME_MS = 5 * 60_000;

export interface AdminEditionService {
  /** Editions of a part, newest first, each with its report. @throws {AppError} part_not_found */
  list(editor: Editor, partId: string): Promise<AdminEdition[]>;
  /** Gives readers an edition. @throws {AppError} edition_not_found */
  publish(editor: Editor, editionId: string): Promise<AdminEdition>;
  /** Throws away an edition that waits, with its files. @throws {AppError} edition_not_found, also for one readers had */
  discard(editor: Editor, editionId: string): Promise<void>;
  /** All that the reader needs for a preview, as JSON text; no position, nothing counted. */
  open(editor: Editor, partId: string, editionId: string | undefined): Promise<string>;
  downloadLink(editor: Editor, partId: string, editionId: string | undefined): Promise<DownloadLink>;
}

/** Editions as their editors see them. */
export function createAdminEditionService(context: EditingContext): AdminEditionService {
  const { db, clock, storage, catalogue } = context;
  return {
    async list(editor, partId) {
      await requirePart(db.read, editor, partId);
      return (await editionsOfPart(db.read, partId)).map(presentEdition);
    },
    async publish(editor, editionId) {
      const now = clock.now();
      const partId = await db.withTx(async (tx) => {
        const edition = await findEdition(tx, editionId);
        if (!edition) throw new AppError('edition_not_found');
        await requirePart(tx, editor, edition.part_id);
        if (edition.state === 'published') return edition.part_id;
        await publishEdition(tx, edition, now);
        const detail = { part: edition.part_id };
        await recordAudit(tx, { actorId: editor.userId, action: 'edition.published', subject: editionId, detail }, now);
        return edition.part_id;
      });
      catalogue.invalidate();
      const published = (await editionsOfPart(db.read, partId)).find(({ id }) => id === editionId);
      if (!published) throw new AppError('edition_not_found');
      return presentEdition(published);
    },
    discard: async (editor, editionId) => discard(context, editor, editionId),
    async open(editor, partId, editionId) {
      const edition = await previewed(context, editor, partId, editionId);
      const found = await findPart(db.read, partId);
      if (!found) throw new AppError('part_not_found');
      const head = {
        book: { id: found.book.id, name: found.book.name },
        part: { id: partId, name: found.part.name },
        edition_id: edition.id,
        edition_size: edition.file_size,
        position: null,
      };
      return `${JSON.stringify(head).slice(0, -1)},"publication":${edition.publication}}`;
    },
    async downloadLink(editor, partId, editionId) {
      const edition = await previewed(context, editor, partId, editionId);
      const key = editionFileKey(edition.file_hash);
      const url = await storage.signedUrl(key, clock.now() + LINK_LIFETIME_MS, 'vista-previa.epub');
      return { url, edition_id: edition.id, size: edition.file_size, hash: edition.file_hash };
    },
  };
}

async function discard(context: EditingContext, editor: Editor, editionId: string): Promise<void> {
  const { db, clock, storage } = context;
  const files = await db.withTx(async (tx) => {
    const edition = await findEdition(tx, editionId);
    if (edition?.state !== 'pending') throw new AppError('edition_not_found');
    const hidden = await requirePart(tx, editor, edition.part_id).catch(() => null);
    if (!hidden) throw new AppError('edition_not_found');
    const resources = await resourceHashes(tx, editionId);
    await deleteEdition(tx, editionId);
    const detail = { part: edition.part_id };
    const entry = { actorId: editor.userId, action: 'edition.discarded', subject: editionId, detail } as const;
    await recordAudit(tx, entry, clock.now());
    return { edition: edition.file_hash, resources };
  });
  await discardFiles(db, storage, files);
}

/** The edition meant: the one named, else the newest that waits, else the published one. */
async function previewed(
  { db }: EditingContext,
  editor: Editor,
  partId: string,
  editionId: string | undefined,
): Promise<EditionRow> {
  const part = await requirePart(db.read, editor, partId);
  const wanted = editionId ?? (await pendingEditions(db.read, [partId])).get(partId) ?? part.edition_id;
  if (wanted === null) throw new AppError('part_without_ebook');
  const edition = await findEdition(db.read, wanted);
  if (edition?.part_id !== partId) throw new AppError('edition_not_found');
  return edition;
}
