import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adviseInChild } from '@cuentos/epub/advice/advise-in-child';
import type { Publication } from '@cuentos/epub/container/publication';
import type { Accessibility } from '@cuentos/epub/gate/accessibility';
import type { GateWarning } from '@cuentos/epub/gate/gate-warning';
import type { PreparedEdition } from '@cuentos/epub/gate/prepare-edition';
import type { Refusal } from '@cuentos/epub/gate/refusal';
import { GateFailed, prepareEditionInChild } from '@cuentos/epub/gate/run-gate';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { childPool } from '../../platform/work-pool.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StoragePort } from '../../ports/storage.ts';
import { type ImageService, UnusablePicture } from '../books/service.ts';
import { claimFiles, discardFiles, editionFileKey, inTurns, resourceKey, type StoredFiles } from './stored-files.ts';

/** A book that passed the gate, with its files in the storage, ready to be attached to a part. */
export interface IngestedEdition {
  /** Keeps its files from being deleted until it is attached. */
  readonly claim: string;
  readonly fileHash: string;
  readonly fileSize: number;
  readonly publication: Publication;
  readonly accessibility: Accessibility;
  readonly warnings: readonly GateWarning[];
  /** Resources of the edition; `has_br` marks files that were also stored compressed. */
  readonly resources: readonly { path: string; hash: string; media_type: string; size: number; has_br: 0 | 1 }[];
  /** The book's own cover as a stored picture; null when it has none that can be used. */
  readonly coverImageId: string | null;
}

interface Deps {
  readonly storage: StoragePort;
  readonly images: ImageService;
  readonly db: Db;
  readonly clock: Clock;
  /** Whether epubcheck runs too, for an author who reads the report. */
  readonly advise?: boolean;
}

/** Types that the gate also compresses; the same rule as its own (texts, not packed media). */
const COMPRESSED = /^(?:text\/|application\/(?:xhtml\+xml|x-dtbncx\+xml|javascript|json|smil\+xml)|image\/svg\+xml)/;

/**
 * Takes an EPUB from disk through the gate and puts its files into the storage. A book that is refused leaves nothing,
 * and one that fails on its way no file that no other edition uses; after a kill the sweep removes what it left.
 *
 * @throws {AppError} `busy` when other work kept the book from the processor, twice.
 */
export async function ingestEpub(
  { advise = false, ...deps }: Deps,
  input: string,
  signal?: AbortSignal,
): Promise<IngestedEdition | Refusal> {
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-edition-'));
  try {
    const prepare = async () => prepareEditionInChild(input, folder, signal ? { signal } : {});
    const outcome = await childPool.run(prepare).catch((error: unknown) => {
      if (error instanceof GateFailed && error.code === 'EBUSY') throw new AppError('busy', { cause: error });
      throw error;
    });
    if (!outcome.accepted) return outcome;
    const claim = await claimFiles(deps, filesOf(outcome), signal);
    const advice = advise ? askAdvice(input, signal) : [];
    try {
      const book = await storeFiles(deps, { ...outcome, claim }, join(folder, 'resources'), signal);
      const warnings = [...book.warnings, ...(await advice)];
      // Ends the advice when its sender has left.
      signal?.throwIfAborted();
      return { ...book, warnings };
    } catch (error) {
      await discardFiles(deps, claim);
      throw error;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Advice is worth no refusal: where too many wait for it, the book goes without. */
async function askAdvice(input: string, signal: AbortSignal | undefined): Promise<readonly GateWarning[]> {
  try {
    return await childPool.run(async () => (signal?.aborted ? [] : adviseInChild(input, { signal })));
  } catch (error) {
    if (error instanceof AppError) return [{ kind: 'advice-unfinished', path: '', count: 1 }];
    throw error;
  }
}

async function storeFiles(
  { storage, images }: Deps,
  prepared: PreparedEdition & Pick<IngestedEdition, 'claim'>,
  folder: string,
  signal?: AbortSignal,
): Promise<IngestedEdition> {
  const { publication, accessibility, editionHash, editionSize, editionPath, warnings, cover, claim } = prepared;
  const resources = publication.resources.map(({ path, hash, mediaType, size }) => ({
    path,
    hash,
    media_type: mediaType,
    size,
    has_br: COMPRESSED.test(mediaType) ? (1 as const) : (0 as const),
  }));
  await inTurns(resources, async ({ hash, media_type, has_br }) => {
    signal?.throwIfAborted();
    await storage.putFile(resourceKey(hash, null), join(folder, hash), media_type);
    if (has_br === 1) await storage.putFile(resourceKey(hash, 'br'), join(folder, `${hash}.br`), media_type);
  });
  await storage.putFile(editionFileKey(editionHash), editionPath, 'application/epub+zip');
  signal?.throwIfAborted();
  return {
    claim,
    fileHash: editionHash,
    fileSize: editionSize,
    publication,
    accessibility,
    warnings,
    resources,
    coverImageId: cover === null ? null : await coverImage(images, cover.file),
  };
}

function filesOf({ publication, editionHash }: PreparedEdition): StoredFiles {
  return { edition: editionHash, resources: [...new Set(publication.resources.map(({ hash }) => hash))] };
}

/** A cover that cannot be decoded costs the book its cover, not its place in the shop. */
async function coverImage(images: ImageService, file: string): Promise<string | null> {
  try {
    return await images.store(file);
  } catch (error) {
    if (error instanceof UnusablePicture) return null;
    throw error;
  }
}
