import type { Quote } from '@cuentos/epub/locator/re-anchor';
import type { Db, Tx } from '../../platform/db/db.ts';
import { rangeHash } from './present.ts';
import * as repository from './repository.ts';

/** A highlight to be found again in another edition. */
export interface Unanchored extends repository.Cursor {
  readonly part_id: string;
  readonly quote: Quote;
}

/** The next highlights of a part that were made in another edition and not looked for in this one. */
export async function unanchored(
  reader: Db['read'],
  target: { readonly partId: string; readonly editionId: string },
  after: repository.Cursor | null,
  limit: number,
): Promise<Unanchored[]> {
  const rows = await repository.findUnanchored(reader, target, after, limit);
  return rows.map(({ user_id, id, part_id, cfi_range, quote, prefix, suffix }) => ({
    user_id,
    id,
    part_id,
    quote: { cfi: cfi_range, text: quote, before: prefix, after: suffix },
  }));
}

/**
 * Keeps where highlights stand in an edition, in the caller's transaction; null for one whose text is gone, which is
 * kept as it is and shown without a place. What was deleted meanwhile stays so, and what is known already is not
 * written again. Each reader's devices hear of it by one new revision.
 */
export async function saveAnchors(
  tx: Tx,
  editionId: string,
  found: readonly { readonly note: Unanchored; readonly cfi: string | null }[],
): Promise<void> {
  const revisions = new Map<string, number>();
  for (const { note, cfi } of found) {
    const place = { userId: note.user_id, partId: note.part_id };
    const current = await repository.findAnnotation(tx, note.user_id, note.id);
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
    const revision = revisions.get(note.user_id) ?? (await repository.lastRevision(tx, place)) + 1;
    revisions.set(note.user_id, revision);
    await repository.touchAnnotation(tx, note, revision);
  }
}
