import type { Connection, Tx } from '../../platform/db/db.ts';
import type { HighlightAnchorRow, HighlightRow } from '../../platform/db/tables/reading.ts';

/** A part and one of its readers. */
export interface ReaderPart {
  readonly userId: string;
  readonly partId: string;
}

/** Finds a highlight of the reader by id, live or tombstone. */
export async function findHighlight(
  connection: Connection,
  userId: string,
  id: string,
): Promise<HighlightRow | undefined> {
  return connection
    .selectFrom('annotations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The live highlight with a range in an edition, made there or found again there; there is one at most. */
export async function findLiveRange(
  connection: Connection,
  { userId, partId }: ReaderPart,
  editionId: string,
  rangeHash: string,
): Promise<HighlightRow | undefined> {
  const ownHighlight = await connection
    .selectFrom('annotations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .where('edition_id', '=', editionId)
    .where('range_hash', '=', rangeHash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (ownHighlight) return ownHighlight;
  // Not joined: on PostgreSQL the planner may read a small table whole, and every other writer would be in conflict.
  const anchors = await connection
    .selectFrom('annotation_anchors')
    .select('annotation_id')
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .where('edition_id', '=', editionId)
    .where('range_hash', '=', rangeHash)
    .execute();
  for (const { annotation_id: id } of anchors) {
    const current = await findHighlight(connection, userId, id);
    if (current?.deleted_at === null) return current;
  }
  return undefined;
}

/** A person's highlights of a part that are not deleted. */
export async function findLive(connection: Connection, { userId, partId }: ReaderPart): Promise<HighlightRow[]> {
  return connection
    .selectFrom('annotations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Finds highlights that changed after a revision, with tombstones. */
export async function findChanged(
  connection: Connection,
  { userId, partId }: ReaderPart,
  since: number,
): Promise<HighlightRow[]> {
  return connection
    .selectFrom('annotations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .where('revision', '>', since)
    .orderBy('revision')
    .orderBy('id')
    .execute();
}

/** Highest revision of a part's highlights; 0 when the reader never made one. */
export async function lastRevision(connection: Connection, { userId, partId }: ReaderPart): Promise<number> {
  const row = await connection
    .selectFrom('annotations')
    .select('revision')
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.revision ?? 0;
}

/** Highlights of all readers that were deleted up to an instant and whose words are still kept, the oldest first. */
export async function findTrashedBefore(
  connection: Connection,
  deletedUntil: number,
  limit: number,
): Promise<HighlightRow[]> {
  return connection
    .selectFrom('annotations')
    .selectAll()
    .where('trashed_note', 'is not', null)
    .where('deleted_at', '<=', deletedUntil)
    .orderBy('deleted_at')
    .orderBy('user_id')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Finds highlights of the reader by ids. */
export async function findHighlights(
  connection: Connection,
  userId: string,
  ids: readonly string[],
): Promise<HighlightRow[]> {
  if (ids.length === 0) return [];
  return connection
    .selectFrom('annotations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
}

/** Highest revision of each part in which the reader ever highlighted, by part. */
export async function lastRevisions(connection: Connection, userId: string): Promise<Map<string, number>> {
  const rows = await connection
    .selectFrom('annotations')
    .select(['part_id', (eb) => eb.fn.max('revision').as('revision')])
    .where('user_id', '=', userId)
    .groupBy('part_id')
    .execute();
  return new Map(rows.map(({ part_id: partId, revision }) => [partId, revision]));
}

export async function saveHighlight(tx: Tx, row: HighlightRow): Promise<void> {
  const { user_id: _user, id: _id, ...change } = row;
  await tx
    .insertInto('annotations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(change))
    .execute();
}

/** Ranges in an edition of a reader's highlights that were made in others, by highlight; null for one without place. */
export async function findAnchors(
  connection: Connection,
  { userId, partId }: ReaderPart,
  editionId: string,
): Promise<Map<string, string | null>> {
  const rows = await connection
    .selectFrom('annotation_anchors')
    .select(['annotation_id', 'cfi_range'])
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .where('edition_id', '=', editionId)
    .execute();
  return new Map(rows.map((row) => [row.annotation_id, row.cfi_range]));
}

/** Whether a highlight was found again at a range in some edition. */
export async function hasAnchorAt(
  connection: Connection,
  { user_id, id }: Cursor,
  rangeHash: string,
): Promise<boolean> {
  const row = await connection
    .selectFrom('annotation_anchors')
    .select('annotation_id')
    .where('user_id', '=', user_id)
    .where('annotation_id', '=', id)
    .where('range_hash', '=', rangeHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Position of a paged walk through a part's highlights. */
export interface Cursor {
  readonly user_id: string;
  readonly id: string;
}

/** Live highlights of a part that were made in another edition and not looked for in this one, after a cursor. */
export async function findUnanchored(
  connection: Connection,
  { partId, editionId }: { readonly partId: string; readonly editionId: string },
  after: Cursor | null,
  limit: number,
): Promise<HighlightRow[]> {
  let query = connection
    .selectFrom('annotations as highlight')
    .selectAll('highlight')
    .where('highlight.part_id', '=', partId)
    .where('highlight.edition_id', '!=', editionId)
    .where('highlight.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('annotation_anchors as anchor')
            .select('anchor.user_id')
            .whereRef('anchor.user_id', '=', 'highlight.user_id')
            .whereRef('anchor.annotation_id', '=', 'highlight.id')
            .where('anchor.edition_id', '=', editionId),
        ),
      ),
    )
    .orderBy('highlight.user_id')
    .orderBy('highlight.id')
    .limit(limit);
  if (after) {
    query = query.where((eb) =>
      eb.or([
        eb('highlight.user_id', '>', after.user_id),
        eb.and([eb('highlight.user_id', '=', after.user_id), eb('highlight.id', '>', after.id)]),
      ]),
    );
  }
  return query.execute();
}

/** Keeps a highlight's place in another edition; false when it is known already. */
export async function insertAnchor(tx: Tx, row: HighlightAnchorRow): Promise<boolean> {
  const insertedRow = await tx
    .insertInto('annotation_anchors')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'annotation_id', 'edition_id']).doNothing())
    .returning('annotation_id')
    .executeTakeFirst();
  return insertedRow !== undefined;
}

/** Lets devices hear of a highlight again, of which nothing else changes. */
export async function touchHighlight(tx: Tx, { user_id, id }: Cursor, revision: number): Promise<void> {
  await tx.updateTable('annotations').set({ revision }).where('user_id', '=', user_id).where('id', '=', id).execute();
}
