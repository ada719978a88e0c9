import type { SelectQueryBuilder } from 'kysely';
import type { PageRequest } from '../http/paging.ts';
import type { Db } from './db.ts';
import type { Database } from './schema.ts';

const COUNTED_BEYOND = 500;

/**
 * Ids of a page of what a search found. Its rows are counted some hundreds beyond the page and no further: nobody pages
 * on from there, and counting reads them all.
 * @param ordered the rows in their order; dense ones are better met in it than sorted into it.
 */
export async function readSearchPage<T extends keyof Database>(
  reader: Db['read'],
  { offset, limit }: PageRequest,
  found: SelectQueryBuilder<Database, T, { id: string }>,
  ordered: (isDense: boolean) => typeof found,
): Promise<{ ids: string[]; total: number }> {
  const most = offset + limit + COUNTED_BEYOND;
  const { total } = await reader
    .selectFrom(found.limit(most).as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (total <= offset) return { ids: [], total };
  const rows = await ordered(total === most)
    .offset(offset)
    .limit(limit)
    .execute();
  return { ids: rows.map(({ id }) => id), total };
}
