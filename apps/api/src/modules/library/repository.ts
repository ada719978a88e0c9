import type { Db } from '../../platform/db/db.ts';

/** Books that some parts belong to, without repeats. */
export async function bookIdsOfParts(reader: Db['read'], partIds: readonly string[]): Promise<string[]> {
  if (partIds.length === 0) return [];
  const rows = await reader.selectFrom('book_parts').select('book_id').distinct().where('id', 'in', partIds).execute();
  return rows.map((row) => row.book_id);
}
