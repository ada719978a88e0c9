import { toIso } from '../../platform/to-iso.ts';
import { type ReaderSettings, SETTINGS_MAX } from '@cuentos/contract/reader-settings';
import type { HeldPart, PartDownload, PositionRecord, PositionResult } from '@cuentos/contract/reading';
import { applyFinished, type FinishedChange, type FinishedMark } from '@cuentos/domain/reading/finished';
import { acceptsMove } from '@cuentos/domain/reading/position';
import type { NewPosition } from '@cuentos/epub/anchoring/anchor-places';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { ReaderSettingsRow, FinishedPartRow, ReadingPositionRow } from '../../platform/db/tables/reading.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StoragePort } from '../../ports/storage.ts';
import { recordChange } from '../changes/service.ts';
import { findCovers } from '../books/service.ts';
import {
  editionMeant,
  type EditionRow,
  findEdition,
  linkToFile,
  presentOpening,
  requestAnchoring,
} from '../editions/service.ts';
import type { EntitlementService, PartAccess } from '../entitlements/service.ts';
import * as repository from './repository.ts';

/** A move of the reading position. */
export interface Move {
  readonly location: string;
  readonly percentage: number;
  readonly mutationId: string | null;
  readonly baseRevision: number | null;
  readonly editionId: string | null;
}

export type ReadingService = ReturnType<typeof createReadingService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: StoragePort;
  readonly entitlements: EntitlementService;
}

/** Use cases of reading: delivers books to their holders and keeps positions. */
export function createReadingService(deps: Deps) {
  const { db, entitlements } = deps;
  return {
    /** Records the delivery and returns all that the first page needs, as a JSON text (`OpenPart` of the contract). */
    async open(userId: string, partId: string): Promise<string> {
      const access = await entitlements.requireReadable(userId, partId);
      const edition = await publishedEdition(db, access);
      const position = await repository.findPosition(db.read, userId, partId);
      await entitlements.deliver(access);
      const shownPosition = position ? await presentIn(db.read, position, edition.id) : null;
      return presentOpening({ book: access.book, part: access.part, edition, position: shownPosition });
    },
    /**
     * Records the delivery and returns a link to the EPUB.
     * @throws {AppError} part_not_found, part_without_ebook
     */
    async downloadLink(userId: string, partId: string): Promise<PartDownload> {
      const access = await entitlements.requireReadable(userId, partId);
      const edition = await publishedEdition(db, access);
      await entitlements.deliver(access);
      const link = await linkToFile(deps, edition, `${access.part.name}.epub`);
      return { ...link, held: await presentHeld(db, access, edition) };
    },
    /**
     * @param editionId edition in which the position is wanted, if it is anchored there; null for its own edition
     * @returns null when no position is stored.
     * @throws {AppError} part_not_found, part_recalled
     */
    async position(userId: string, partId: string, editionId: string | null): Promise<PositionRecord | null> {
      const { part } = await requireHeld(entitlements, userId, partId);
      // A device that opened its copy without waiting asks here first.
      if (part.recalled_at !== null) throw new AppError('part_recalled');
      const row = await repository.findPosition(db.read, userId, partId);
      return row ? presentIn(db.read, row, editionId ?? row.edition_id) : null;
    },
    /** Applies a move once, however often it is sent. */
    async move(userId: string, partId: string, move: Move): Promise<PositionResult> {
      const access = await requireHeld(entitlements, userId, partId);
      return applyMove(deps, access, move);
    },
    /** Notes that a part is finished, or not any more; once, however often it is sent. */
    async finish(
      userId: string,
      partId: string,
      change: FinishedChange & { readonly mutationId: string },
    ): Promise<FinishedMark> {
      await requireHeld(entitlements, userId, partId);
      return applyFinish(deps, userId, partId, change);
    },
    /** How the reader wants pages to look, on all devices that share it. */
    settings: async (userId: string) => presentSettings(await repository.findSettings(db.read, userId)),
    /** Changes some settings once, however often it is sent; of two devices the last one wins, setting by setting. */
    changeSettings: async (userId: string, change: SettingsChange) => changeSettings(deps, userId, change),
  };
}

/** Settings that a device changed. */
export interface SettingsChange {
  readonly settings: Readonly<Record<string, string>>;
  readonly mutationId: string;
}

async function changeSettings(
  { db, clock }: Deps,
  userId: string,
  { settings, mutationId }: SettingsChange,
): Promise<ReaderSettings> {
  const now = clock.now();
  return db.withTx(async (tx) => {
    const current = await repository.findSettings(tx, userId);
    if (!(await repository.rememberMutation(tx, userId, mutationId, now))) return presentSettings(current);
    const merged = { ...presentSettings(current).settings, ...settings };
    if (Object.keys(merged).length > SETTINGS_MAX) throw new AppError('invalid_request');
    const row: ReaderSettingsRow = {
      user_id: userId,
      settings: JSON.stringify(merged),
      revision: (current?.revision ?? 0) + 1,
      updated_at: now,
    };
    await repository.saveSettings(tx, row);
    await recordChange(tx, userId, { topic: 'settings', version: row.revision });
    return presentSettings(row);
  });
}

function presentSettings(row: ReaderSettingsRow | undefined): ReaderSettings {
  if (!row) return { settings: null, revision: 0 };
  return { settings: JSON.parse(row.settings) as Record<string, string>, revision: row.revision };
}

async function publishedEdition(db: Db, { part }: PartAccess): Promise<EditionRow> {
  const edition = part.edition_id === null ? undefined : await findEdition(db.read, part.edition_id);
  if (!edition) throw new AppError('part_without_ebook');
  return edition;
}

/** Describes the part and the caller's entitlement for the device. */
async function presentHeld(db: Db, access: PartAccess, edition: EditionRow): Promise<HeldPart> {
  const {
    book,
    part,
    rows,
    access: { owned },
  } = access;
  const covers = await findCovers(db.read, access);
  const right = rows.find(({ kind }) => kind === (owned ? 'ownership' : 'early_access'));
  return {
    book_id: book.id,
    book_name: book.name,
    book_image: covers.book,
    book_part_id: part.id,
    book_part_name: part.name,
    image: covers.part,
    release_date: toIso(part.release_at),
    edition_id: edition.id,
    edition_size: edition.file_size,
    acquired_at: owned ? toIso(right?.granted_at ?? part.release_at) : null,
    expires_at: owned ? null : toIso(right?.expires_at ?? null),
  };
}

/**
 * Positions of a part that was revoked or is not readable yet stay closed like the part itself.
 * @throws {AppError} part_not_found
 */
export async function requireHeld(
  entitlements: EntitlementService,
  userId: string,
  partId: string,
): Promise<PartAccess> {
  const access = await entitlements.accessToPart(userId, partId);
  if (!access.access.owned && !access.access.earlyAccess) throw new AppError('part_not_found');
  return access;
}

/**
 * A device repeats a move before it sends another, so a repetition is among the last moves unless the reader's other
 * devices moved this often meanwhile. Then it is treated as a late move, by the same rule.
 */
const RECENT_MOVES = 4;

async function applyMove({ db, clock }: Deps, { userId, part }: PartAccess, move: Move): Promise<PositionResult> {
  const now = clock.now();
  const editionId = await editionMeant(db.read, part, move.editionId);
  return db.withTx(async (tx) => {
    const current = await repository.findPosition(tx, userId, part.id);
    const recent = current && current.recent_moves !== '' ? current.recent_moves.split(' ') : [];
    const { mutationId } = move;
    if (current && mutationId !== null && recent.includes(mutationId))
      return { ...presentPosition(current), accepted: isAt(current, move) };
    const recent_moves = (mutationId === null ? recent : [mutationId, ...recent].slice(0, RECENT_MOVES)).join(' ');
    if (current && !acceptsMove(current, move)) {
      if (mutationId !== null) await repository.savePosition(tx, { ...current, recent_moves });
      return { ...presentPosition(current), accepted: false };
    }
    const next: ReadingPositionRow = {
      user_id: userId,
      part_id: part.id,
      edition_id: editionId,
      last_location: move.location,
      percentage: move.percentage,
      revision: (current?.revision ?? 0) + 1,
      updated_at: now,
      recent_moves,
    };
    await repository.savePosition(tx, next);
    await recordChange(tx, userId, { topic: 'position', partId: part.id, version: next.revision });
    // A device with an earlier edition goes on; the others open at the same words in theirs.
    if (editionId !== part.edition_id) await requestAnchoring(tx, { partId: part.id, userId }, now);
    return { ...presentPosition(next), accepted: true };
  });
}

async function applyFinish(
  { db, clock }: Deps,
  userId: string,
  partId: string,
  { mutationId, ...change }: FinishedChange & { readonly mutationId: string },
): Promise<FinishedMark> {
  const now = clock.now();
  return db.withTx(async (tx) => {
    const row = await repository.findFinishedPart(tx, userId, partId);
    const current = row ? finishedMarkOf(row) : null;
    const isNew = await repository.rememberMutation(tx, userId, mutationId, now);
    const next = current && !isNew ? current : applyFinished(current, change);
    if (next !== current) {
      const { finished, revision } = next;
      const values = { is_finished: finished ? (1 as const) : (0 as const), revision, updated_at: now };
      await repository.saveFinishedPart(tx, { user_id: userId, part_id: partId, ...values });
      await recordChange(tx, userId, { topic: 'finished', partId, version: revision });
    }
    return next;
  });
}

export const finishedMarkOf = ({ is_finished: isFinished, revision }: FinishedPartRow): FinishedMark => ({
  finished: isFinished === 1,
  revision,
});

/** Returns whether a repeated move is still the current position. */
function isAt(current: ReadingPositionRow, move: Move): boolean {
  return current.last_location === move.location && current.percentage === move.percentage;
}

/** Translates a position into another edition when its words were found there; otherwise returns it unchanged. */
async function presentIn(connection: Db['read'], row: ReadingPositionRow, editionId: string): Promise<PositionRecord> {
  if (row.edition_id === editionId) return presentPosition(row);
  const anchor = await repository.findPositionAnchor(connection, row, editionId);
  if (!anchor || anchor.location === null || anchor.revision !== row.revision) return presentPosition(row);
  const { location, percentage } = anchor;
  return presentPosition({ ...row, edition_id: editionId, last_location: location, percentage });
}

function presentPosition(row: ReadingPositionRow): PositionRecord {
  return {
    last_location: row.last_location,
    percentage: row.percentage,
    revision: row.revision,
    edition_id: row.edition_id,
    updated_at: toIso(row.updated_at),
  };
}

export { findFinishedParts, findPositions, rememberMutation } from './repository.ts';

/**
 * Stores re-anchored positions of an edition in the caller's transaction; null for a position whose words were deleted.
 * If a reader moved on meanwhile, the result for the earlier revision is dropped.
 */
export async function savePositionAnchors(
  tx: Tx,
  editionId: string,
  places: readonly { readonly position: ReadingPositionRow; readonly place: NewPosition | null }[],
): Promise<void> {
  for (const { position, place } of places) {
    const { user_id, part_id, revision } = position;
    const current = await repository.findPosition(tx, user_id, part_id);
    if (current?.revision !== revision) continue;
    const { cfi: location = null, percentage = position.percentage } = place ?? {};
    await repository.savePositionAnchor(tx, {
      user_id,
      part_id,
      edition_id: editionId,
      revision,
      location,
      percentage,
    });
  }
}

export { findUnanchoredPositions as unanchoredPositions } from './repository.ts';
