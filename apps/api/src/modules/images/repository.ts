import type { Db, Tx } from '../../platform/db/db.ts';

/** What is stored of a picture. */
export interface ImageRecord {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

export async function findImage(db: Db, id: string): Promise<ImageRecord | undefined> {
  return db.read.selectFrom('images').select(['id', 'width', 'height']).where('id', '=', id).executeTakeFirst();
}

/** Pictures by id. */
export async function findImages(reader: Db['read'] | Tx, ids: readonly string[]): Promise<Map<string, ImageRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.selectFrom('images').select(['id', 'width', 'height']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function insertImage(tx: Tx, image: ImageRecord, now: number): Promise<void> {
  await tx
    .insertInto('images')
    .values({ ...image, created_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
