import type { HighlightResult, HighlightWire } from '@cuentos/contract/highlights';
import type { Quote } from '@cuentos/epub/locator/re-anchor';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { HighlightRow } from '../../platform/db/tables/reading.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import { findPart } from '../books/service.ts';
import { recordChange } from '../changes/service.ts';
import { editionMeant, isOfReaders, requestAnchoring } from '../editions/service.ts';
import type { EntitlementService } from '../entitlements/service.ts';
import { requireHeld } from '../reading/service.ts';
import { workThroughBatches } from '../../platform/jobs/work-through.ts';
import { presentHighlight, rangeHash, type EditionAnchors } from './highlight-row.ts';
import {
  createHighlight,
  eraseWords,
  type HighlightChange,
  type HighlightDraft,
  isTrashed,
  removeHighlight,
  updateHighlight,
} from './merge.ts';
import { createImports } from './imports.ts';
import * as repository from './repository.ts';
import { again, NO_EDITION, requireRange } from './writing.ts';

/** Number of highlights whose words one transaction erases. */
const ERASED_AT_ONCE = 200;

/** Query of a device for the highlights of a part. */
export interface ListQuery {
  /** Only changes after this revision; null for all live highlights. */
  readonly since: number | null;
  /** Edition for which ranges are requested; null for the published one. */
  readonly editionId: string | null;
}

export type HighlightService = ReturnType<typeof createHighlightService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly entitlements: EntitlementService;
}

/** Highlights and their notes, merged by the rules of `packages/domain/src/highlights`. */
export function createHighlightService(deps: Deps) {
  const { db, clock } = deps;
  return {
    list: async (userId: string, partId: string, query: ListQuery) => listHighlights(deps, userId, partId, query),
    /**
     * Creates a highlight once, however often it is sent; a range that is highlighted already answers that highlight.
     * @throws {AppError} invalid_request, part_not_found, part_without_ebook or edition_not_found
     */
    async create(userId: string, draft: HighlightDraft): Promise<HighlightResult> {
      requireRange(draft.cfi);
      const part = await requireWritable(deps, userId, draft);
      const editionId =
        draft.editionId === NO_EDITION ? NO_EDITION : await editionMeant(db.read, part, draft.editionId);
      return again(async () =>
        db.withTx(async (tx) => {
          const createdHighlight = await createHighlight(tx, userId, { ...draft, editionId }, clock.now());
          // A device with an earlier edition goes on; the others find its highlights in theirs.
          if (editionId !== part.edition_id) await requestAnchoring(tx, { partId: part.id, userId }, clock.now());
          return createdHighlight;
        }),
      );
    },
    /**
     * Changes colour and note, each mutation once. The reader's own words stay hers to change in a part that she holds no
     * longer.
     * @throws {AppError} invalid_request or highlight_not_found
     */
    async update(userId: string, id: string, change: HighlightChange): Promise<HighlightResult> {
      if (change.cfi !== null) requireRange(change.cfi);
      const { own, part } = await requireOwn(deps, userId, id);
      return again(async () =>
        db.withTx(async (tx) => {
          const changed = await updateHighlight(tx, userId, { ...change, id }, clock.now());
          // A restored highlight was not anchored in the editions published while it was deleted.
          if (own.deleted_at !== null && own.edition_id !== part.edition_id)
            await requestAnchoring(tx, { partId: part.id, userId }, clock.now());
          return changed;
        }),
      );
    },
    /**
     * Deletes it, unless it has notes that were not seen: those keep it. Twice is fine.
     * @param seenNotes mutations of the notes that were; null when it was not said, then no note keeps it.
     * @throws {AppError} highlight_not_found
     */
    async remove(userId: string, id: string, seenNotes: readonly string[] | null): Promise<HighlightResult> {
      await requireOwn(deps, userId, id);
      return db.withTx(async (tx) => removeHighlight(tx, userId, { id, seenNotes }, clock.now()));
    },
    ...createImports(deps),
    /** Erases what own deleted highlights said; others are left. @returns how many were erased */
    async eraseTrash(userId: string, ids: readonly string[]): Promise<number> {
      return db.withTx(async (tx) => eraseWords(tx, await repository.findHighlights(tx, userId, ids)));
    },
    /** Erases the words of what was deleted by an instant, of all readers. */
    eraseDeletedBy: async (instant: number, signal: AbortSignal) => eraseDeletedBy(db, instant, signal),
    /** Highest revision of each part in which a reader ever highlighted. */
    lastRevisions: async (userId: string) => repository.lastRevisions(db.read, userId),
  };
}

/**
 * The reader's highlights of a part; with `since` what changed after that revision, tombstones too. Own notes stay
 * readable when the part was revoked. @throws {AppError} part_not_found
 */
async function listHighlights(
  deps: Deps,
  userId: string,
  partId: string,
  { since, editionId }: ListQuery,
): Promise<HighlightWire[]> {
  const { db, entitlements } = deps;
  const place = { userId, partId };
  // Answers 'not found' to a user who has neither highlights in the part nor an entitlement.
  if ((await repository.lastRevision(db.read, place)) === 0) await requireHeld(entitlements, userId, partId);
  const rows = await (since === null
    ? repository.findLive(db.read, place)
    : repository.findChanged(db.read, place, since));
  const anchors = await anchorsFor(db, place, rows, editionId);
  return rows.map((row) => presentHighlight(row, anchors));
}

/** Finds the edition that a list is for, by default the one on sale, with the ranges that were found again in it. */
async function anchorsFor(
  db: Db,
  place: repository.ReaderPart,
  rows: readonly HighlightRow[],
  requestedEditionId: string | null,
): Promise<EditionAnchors> {
  const isUsable = requestedEditionId !== null && (await isOfReaders(db.read, place.partId, requestedEditionId));
  const editionId = isUsable ? requestedEditionId : ((await findPart(db.read, place.partId))?.part.edition_id ?? null);
  const areElsewhere = editionId !== null && rows.some((row) => row.edition_id !== editionId);
  const anchors = areElsewhere ? await repository.findAnchors(db.read, place, editionId) : new Map<string, null>();
  return { editionId, anchors };
}

async function eraseDeletedBy(db: Db, instant: number, signal: AbortSignal): Promise<void> {
  await workThroughBatches(signal, async () =>
    db.withTx(async (tx) => eraseWords(tx, await repository.findTrashedBefore(tx, instant, ERASED_AT_ONCE))),
  );
}

/** @throws {AppError} highlight_not_found for another reader's too */
async function requireOwn({ db }: Deps, userId: string, id: string) {
  const own = await repository.findHighlight(db.read, userId, id);
  const found = own && (await findPart(db.read, own.part_id));
  if (!own || !found) throw new AppError('highlight_not_found');
  return { own, part: found.part };
}

/**
 * The part in which a highlight may be made: one that the reader holds, or one where she restores what she had highlighted.
 * @throws {AppError} part_not_found
 */
async function requireWritable({ db, entitlements }: Deps, userId: string, { partId, cfi, restores }: HighlightDraft) {
  const trashed = restores === null ? undefined : await repository.findHighlight(db.read, userId, restores);
  const isRestored = trashed?.part_id === partId && isTrashed(trashed) && (await isRangeOf(db, trashed, cfi));
  const found = isRestored ? await findPart(db.read, partId) : undefined;
  return (found ?? (await requireHeld(entitlements, userId, partId))).part;
}

/** Whether a highlight has a range, in its own edition or where it was found again. */
async function isRangeOf({ read }: Db, { user_id, id, cfi_range: own }: HighlightRow, cfi: string): Promise<boolean> {
  return cfi === own || (await repository.hasAnchorAt(read, { user_id, id }, rangeHash(cfi)));
}

/** A highlight to be found again in another edition. */
export interface UnanchoredHighlight extends repository.Cursor {
  readonly part_id: string;
  readonly quote: Quote;
}

/** The next highlights of a part that were made in another edition and not looked for in this one. */
export async function unanchoredHighlights(
  connection: Db['read'],
  target: { readonly partId: string; readonly editionId: string },
  after: repository.Cursor | null,
  limit: number,
): Promise<UnanchoredHighlight[]> {
  const rows = await repository.findUnanchored(connection, target, after, limit);
  return rows.map(({ user_id, id, part_id, cfi_range, quote, prefix, suffix }) => ({
    user_id,
    id,
    part_id,
    quote: { cfi: cfi_range, text: quote, before: prefix, after: suffix },
  }));
}

/**
 * Keeps where highlights stand in an edition, in the caller's transaction; null for one whose text is gone, which is
 * kept as it is and shown without a place. A highlight that was deleted meanwhile stays so, and a place that is known
 * already is not written again. Each reader's devices hear of it by one new revision.
 */
export async function saveHighlightAnchors(
  tx: Tx,
  editionId: string,
  foundPlaces: readonly { readonly note: UnanchoredHighlight; readonly cfi: string | null }[],
): Promise<void> {
  const revisions = new Map<string, { readonly partId: string; readonly version: number }>();
  for (const { note, cfi } of foundPlaces) {
    const place = { userId: note.user_id, partId: note.part_id };
    const current = await repository.findHighlight(tx, note.user_id, note.id);
    if (!current || current.deleted_at !== null) continue;
    const hash = cfi === null ? null : rangeHash(cfi);
    // Two highlights of what is one passage now: the second keeps its words and its note, without a place.
    const isTaken = hash !== null && (await repository.findLiveRange(tx, place, editionId, hash)) !== undefined;
    const isNew = await repository.insertAnchor(tx, {
      user_id: note.user_id,
      annotation_id: note.id,
      edition_id: editionId,
      part_id: note.part_id,
      cfi_range: isTaken ? null : cfi,
      range_hash: isTaken ? null : hash,
    });
    if (!isNew) continue;
    const version = revisions.get(note.user_id)?.version ?? (await repository.lastRevision(tx, place)) + 1;
    revisions.set(note.user_id, { partId: note.part_id, version });
    await repository.touchHighlight(tx, note, version);
  }
  for (const [userId, change] of revisions) await recordChange(tx, userId, { topic: 'highlights', ...change });
}
