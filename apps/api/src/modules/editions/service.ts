import type { Readable } from 'node:stream';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { FileMissing, type StoragePort } from '../../ports/storage.ts';
import type { EntitlementService } from '../entitlements/service.ts';
import * as repository from './repository.ts';

/** A file of a book on its way to the reader. */
export interface ResourceFile {
  readonly stream: Readable;
  readonly size: number;
  readonly mediaType: string;
  readonly encoding: 'br' | null;
}

export interface EditionService {
  /**
   * One file of an edition, for someone who may read its part now.
   * @throws {AppError} edition_not_found, also for whoever may not read it.
   */
  resource(userId: string, editionId: string, path: string, acceptsBrotli: boolean): Promise<ResourceFile>;
}

interface Deps {
  readonly db: Db;
  readonly storage: StoragePort;
  readonly entitlements: EntitlementService;
}

/** Files of editions behind the entitlement rule. */
export function createEditionService({ db, storage, entitlements }: Deps): EditionService {
  return {
    async resource(userId, editionId, path, acceptsBrotli) {
      const edition = await repository.findEditionPart(db.read, editionId);
      if (!edition || edition.state === 'pending') throw new AppError('edition_not_found');
      const { access } = await entitlements.accessToPart(userId, edition.part_id);
      const row = access.canRead ? await repository.findResource(db.read, editionId, path) : undefined;
      if (!row) throw new AppError('edition_not_found');
      const encoding = row.has_br === 1 && acceptsBrotli ? 'br' : null;
      try {
        const file = await storage.read(resourceKey(row.hash, encoding));
        return { ...file, mediaType: safeMediaType(row.media_type), encoding };
      } catch (error) {
        if (error instanceof FileMissing) throw new AppError('edition_not_found', { cause: error });
        throw error;
      }
    },
  };
}

/** A book's page opened by its address must not run as a document of the shop: text types go out as plain text. */
function safeMediaType(mediaType: string): string {
  return /^(image\/(?!svg)|font\/|audio\/|video\/)/.test(mediaType) ? mediaType : 'text/plain; charset=utf-8';
}

/** Storage key of one file of a book, shared by all editions that contain the same bytes. */
export function resourceKey(hash: string, encoding: 'br' | null): string {
  return `resources/${hash.slice(0, 2)}/${hash}${encoding === null ? '' : '.br'}`;
}

/** Storage key of an edition's whole file. */
export function editionFileKey(hash: string): string {
  return `editions/${hash}.epub`;
}

export { type EditionRow, findEdition, findEditionSizes } from './repository.ts';
