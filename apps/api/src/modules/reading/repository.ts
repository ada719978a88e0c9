import type { Connection, Tx } from '../../platform/db/db.ts';
import type {
  FinishedPartRow,
  PositionAnchorRow,
  ReaderSettingsRow,
  ReadingPositionRow,
} from '../../platform/db/tables/reading.ts';

export async function findPosition(
  connection: Connection,
  userId: string,
  partId: string,
): Promise<ReadingPositionRow | undefined> {
  return connection
    .selectFrom('reading_positions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .executeTakeFirst();
}

export async function findPositions(connection: Connection, userId: string): Promise<Map<string, ReadingPositionRow>> {
  const rows = await connection.selectFrom('reading_positions').selectAll().where('user_id', '=', userId).execute();
  return new Map(rows.map((row) => [row.part_id, row]));
}

export async function savePosition(tx: Tx, row: ReadingPositionRow): Promise<void> {
  const { user_id: _user, part_id: _part, ...change } = row;
  await tx
    .insertInto('reading_positions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'part_id']).doUpdateSet(change))
    .execute();
}

export async function findFinishedParts(connection: Connection, userId: string): Promise<Map<string, FinishedPartRow>> {
  const rows = await connection.selectFrom('finished_parts').selectAll().where('user_id', '=', userId).execute();
  return new Map(rows.map((row) => [row.part_id, row]));
}

export async function findFinishedPart(
  connection: Connection,
  userId: string,
  partId: string,
): Promise<FinishedPartRow | undefined> {
  return connection
    .selectFrom('finished_parts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .executeTakeFirst();
}

export async function saveFinishedPart(tx: Tx, row: FinishedPartRow): Promise<void> {
  const { user_id: _user, part_id: _part, ...change } = row;
  await tx
    .insertInto('finished_parts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'part_id']).doUpdateSet(change))
    .execute();
}

export async function findSettings(connection: Connection, userId: string): Promise<ReaderSettingsRow | undefined> {
  return connection.selectFrom('reader_settings').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

export async function saveSettings(tx: Tx, row: ReaderSettingsRow): Promise<void> {
  const { user_id: _user, ...change } = row;
  await tx
    .insertInto('reader_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute();
}

/** Remembers a mutation; false when it was applied before. */
export async function rememberMutation(tx: Tx, userId: string, mutationId: string, now: number): Promise<boolean> {
  const row = await tx
    .insertInto('applied_mutations')
    .values({ user_id: userId, mutation_id: mutationId, applied_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'mutation_id']).doNothing())
    .returning('mutation_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A reader's position in another edition than its own. */
export async function findPositionAnchor(
  connection: Connection,
  { user_id, part_id }: Pick<ReadingPositionRow, 'user_id' | 'part_id'>,
  editionId: string,
): Promise<PositionAnchorRow | undefined> {
  return connection
    .selectFrom('position_anchors')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('part_id', '=', part_id)
    .where('edition_id', '=', editionId)
    .executeTakeFirst();
}

/** Positions of a part that point into another edition and were not looked for in this one, after a reader's. */
export async function findUnanchoredPositions(
  connection: Connection,
  { partId, editionId }: { readonly partId: string; readonly editionId: string },
  afterUser: string,
  limit: number,
): Promise<ReadingPositionRow[]> {
  return connection
    .selectFrom('reading_positions as place')
    .selectAll('place')
    .where('place.part_id', '=', partId)
    .where('place.edition_id', '!=', editionId)
    .where('place.user_id', '>', afterUser)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('position_anchors as anchor')
            .select('anchor.user_id')
            .whereRef('anchor.user_id', '=', 'place.user_id')
            .whereRef('anchor.part_id', '=', 'place.part_id')
            .where('anchor.edition_id', '=', editionId)
            .whereRef('anchor.revision', '=', 'place.revision'),
        ),
      ),
    )
    .orderBy('place.user_id')
    .limit(limit)
    .execute();
}

export async function savePositionAnchor(tx: Tx, row: PositionAnchorRow): Promise<void> {
  const { revision, location, percentage } = row;
  await tx
    .insertInto('position_anchors')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'part_id', 'edition_id']).doUpdateSet({ revision, location, percentage }),
    )
    .execute();
}
