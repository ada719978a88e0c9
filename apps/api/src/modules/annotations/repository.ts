import type { Db, Tx } from '../../platform/db/db.ts';
import type { AnnotationRow } from '../../platform/db/schema-annotations.ts';

type Reader = Db['read'] | Tx;

/** One reader's copy of one part. */
export interface Place {
  readonly userId: string;
  readonly partId: string;
}

/** By id among the reader's own, tombstone or not. */
export async function findAnnotation(reader: Reader, userId: string, id: string): Promise<AnnotationRow | undefined> {
  return reader
    .selectFrom('annotations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The live annotation with a range; there is one at most. */
export async function findLiveRange(
  reader: Reader,
  { userId, partId }: Place,
  rangeHash: string,
): Promise<AnnotationRow | undefined> {
  return reader
    .selectFrom('annotations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .where('range_hash', '=', rangeHash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** What is live. */
export async function findLive(reader: Reader, { userId, partId }: Place): Promise<AnnotationRow[]> {
  return reader
    .selectFrom('annotations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** What changed after a revision, tombstones too. */
export async function findChanged(reader: Reader, { userId, partId }: Place, since: number): Promise<AnnotationRow[]> {
  return reader
    .selectFrom('annotations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .where('revision', '>', since)
    .orderBy('revision')
    .orderBy('id')
    .execute();
}

/** Highest revision of a part's annotations; 0 when the reader never made one. */
export async function lastRevision(reader: Reader, { userId, partId }: Place): Promise<number> {
  const row = await reader
    .selectFrom('annotations')
    .select('revision')
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.revision ?? 0;
}

export async function saveAnnotation(tx: Tx, row: AnnotationRow): Promise<void> {
  const { user_id: _user, id: _id, ...change } = row;
  await tx
    .insertInto('annotations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(change))
    .execute();
}
