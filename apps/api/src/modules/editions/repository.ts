import type { Db, Tx } from '../../platform/db/db.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Insertable, Selectable } from 'kysely';

export type EditionRow = Selectable<Database['editions']>;
export type EditionResourceRow = Selectable<Database['edition_resources']>;

type Reader = Db['read'] | Tx;

export async function findEdition(reader: Reader, id: string): Promise<EditionRow | undefined> {
  return reader.selectFrom('editions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Part that an edition belongs to and its state, without the large record. */
export async function findEditionPart(
  reader: Reader,
  id: string,
): Promise<Pick<EditionRow, 'part_id' | 'state'> | undefined> {
  return reader.selectFrom('editions').select(['part_id', 'state']).where('id', '=', id).executeTakeFirst();
}

export async function findEditionSizes(reader: Reader, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.selectFrom('editions').select(['id', 'file_size']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.file_size]));
}

export async function findResource(
  reader: Reader,
  editionId: string,
  path: string,
): Promise<EditionResourceRow | undefined> {
  return reader
    .selectFrom('edition_resources')
    .selectAll()
    .where('edition_id', '=', editionId)
    .where('path', '=', path)
    .executeTakeFirst();
}

/** PostgreSQL takes at most 65,535 parameters in one statement, SQLite 32,766. */
const ROWS_PER_INSERT = 500;

export async function insertEdition(
  tx: Tx,
  edition: Insertable<Database['editions']>,
  resources: readonly EditionResourceRow[],
): Promise<void> {
  await tx.insertInto('editions').values(edition).execute();
  for (let start = 0; start < resources.length; start += ROWS_PER_INSERT) {
    await tx
      .insertInto('edition_resources')
      .values(resources.slice(start, start + ROWS_PER_INSERT))
      .execute();
  }
}

export async function supersedeEditions(tx: Tx, partId: string, except: string): Promise<void> {
  await tx
    .updateTable('editions')
    .set({ state: 'superseded' })
    .where('part_id', '=', partId)
    .where('state', '=', 'published')
    .where('id', '!=', except)
    .execute();
}
