import type { Publication } from '@cuentos/epub/container/publication';
import type { Connection, Tx } from '../../platform/db/db.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { BacklogState } from '../../platform/monitoring.ts';
import type { Insertable, Selectable } from 'kysely';

export type EditionRow = Selectable<Database['editions']>;
export type EditionResourceRow = Selectable<Database['edition_resources']>;

export async function findEdition(connection: Connection, id: string): Promise<EditionRow | undefined> {
  return connection.selectFrom('editions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Part that an edition belongs to and its state, without the large record. */
export async function findEditionPart(
  connection: Connection,
  id: string,
): Promise<Pick<EditionRow, 'part_id' | 'state'> | undefined> {
  return connection.selectFrom('editions').select(['part_id', 'state']).where('id', '=', id).executeTakeFirst();
}

export async function findEditionSizes(connection: Connection, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await connection.selectFrom('editions').select(['id', 'file_size']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.file_size]));
}

/** When each of some editions was published, epoch milliseconds; none that never was. */
export async function findPublishingTimes(
  connection: Connection,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await connection.selectFrom('editions').select(['id', 'published_at']).where('id', 'in', ids).execute();
  return new Map(rows.flatMap(({ id, published_at: at }) => (at === null ? [] : [[id, at]])));
}

export async function findResource(
  connection: Connection,
  editionId: string,
  path: string,
): Promise<EditionResourceRow | undefined> {
  return connection
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

/** Records of editions by their ids, JSON. */
export async function findPublications(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await connection.selectFrom('editions').select(['id', 'publication']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, publication }) => [id, publication]));
}

/** Reads an edition's data that its part shows after publication. */
export async function shownOf(
  tx: Tx,
  editionId: string,
): Promise<{ characters: number | null; accessibility: string | null }> {
  const edition = await tx
    .selectFrom('editions')
    .select(['publication', 'accessibility'])
    .where('id', '=', editionId)
    .executeTakeFirstOrThrow();
  const { characters } = JSON.parse(edition.publication) as Pick<Publication, 'characters'>;
  return { characters: characters > 0 ? characters : null, accessibility: edition.accessibility };
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

/** An edition without its record. */
export type EditionListing = Omit<EditionRow, 'publication' | 'accessibility'>;

/** Editions of a part, newest first. */
export async function editionsOfPart(connection: Connection, partId: string): Promise<EditionListing[]> {
  return connection
    .selectFrom('editions')
    .select([
      'id',
      'part_id',
      'state',
      'file_hash',
      'file_size',
      'warnings',
      'created_by',
      'created_at',
      'published_at',
      'file_name',
      'title',
    ])
    .where('part_id', '=', partId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export type PageReviewRow = Selectable<Database['page_reviews']>;

/** Latest page review of each edition, with its reviewer's name, by edition. */
export async function pageReviews(
  connection: Connection,
  editionIds: readonly string[],
): Promise<Map<string, PageReviewRow & { readonly reviewer: string | null }>> {
  if (editionIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom('page_reviews')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'page_reviews.reviewed_by').on('users.deleted_at', 'is', null),
    )
    .selectAll('page_reviews')
    .select('users.name as reviewer')
    .where('edition_id', 'in', editionIds)
    .execute();
  return new Map(rows.map((row) => [row.edition_id, row]));
}

/** Replaces the stored page review of an edition. */
export async function storePageReview(tx: Tx, { edition_id: editionId, ...found }: PageReviewRow): Promise<void> {
  await tx
    .insertInto('page_reviews')
    .values({ edition_id: editionId, ...found })
    .onConflict((conflict) => conflict.column('edition_id').doUpdateSet(found))
    .execute();
}

/** The newest edition that waits, by part. */
export async function pendingEditions(
  connection: Connection,
  partIds: readonly string[],
): Promise<Map<string, string>> {
  if (partIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom('editions')
    .select(['id', 'part_id'])
    .where('part_id', 'in', partIds)
    .where('state', '=', 'pending')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.part_id, row.id]));
}

export async function markPublished(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable('editions').set({ state: 'published', published_at: now }).where('id', '=', id).execute();
}

/** Stored files that are not needed: no edition and no sample names them and no upload is about to. */
export async function unusedHashes(tx: Tx, hashes: readonly string[]): Promise<string[]> {
  const used = new Set<string>();
  for (const some of inPieces(hashes)) {
    const resources = await tx.selectFrom('edition_resources').select('hash').where('hash', 'in', some).execute();
    const editions = await tx
      .selectFrom('editions')
      .select('file_hash as hash')
      .where('file_hash', 'in', some)
      .execute();
    const samples = await tx.selectFrom('sample_resources').select('hash').where('hash', 'in', some).execute();
    const claims = await tx.selectFrom('file_claims').select('hash').where('hash', 'in', some).execute();
    for (const { hash } of [...resources, ...editions, ...samples, ...claims]) used.add(hash);
  }
  return hashes.filter((hash) => !used.has(hash));
}

export interface Deletion {
  readonly hash: string;
  readonly begun_at: number;
}

/** Which of some files are being deleted. */
export async function findDeletions(connection: Connection, hashes: readonly string[]): Promise<Deletion[]> {
  const deletions: Deletion[] = [];
  for (const some of inPieces(hashes)) {
    deletions.push(...(await connection.selectFrom('file_deletions').selectAll().where('hash', 'in', some).execute()));
  }
  return deletions;
}

export async function deletionsBefore(connection: Connection, before: number): Promise<Deletion[]> {
  return connection.selectFrom('file_deletions').selectAll().where('begun_at', '<', before).execute();
}

export async function insertDeletions(tx: Tx, hashes: readonly string[], now: number): Promise<void> {
  for (const some of inPieces(hashes)) {
    const rows = some.map((hash) => ({ hash, begun_at: now }));
    await tx
      .insertInto('file_deletions')
      .values(rows)
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ begun_at: now }))
      .execute();
  }
}

export async function dropDeletions(tx: Tx, hashes: readonly string[]): Promise<void> {
  for (const some of inPieces(hashes)) {
    await tx.deleteFrom('file_deletions').where('hash', 'in', some).execute();
  }
}

export async function insertClaims(tx: Tx, hashes: readonly string[], holder: string, now: number): Promise<void> {
  for (const some of inPieces(hashes)) {
    const rows = some.map((hash) => ({ hash, holder, claimed_at: now }));
    await tx.insertInto('file_claims').values(rows).execute();
  }
}

/** Ends the claims of an upload. @returns the claimed files */
export async function dropClaims(tx: Tx, holder: string): Promise<string[]> {
  const rows = await tx.deleteFrom('file_claims').where('holder', '=', holder).returning('hash').execute();
  return rows.map(({ hash }) => hash);
}

/** Uploads that claimed something before an instant. */
export async function holdersBefore(connection: Connection, before: number): Promise<string[]> {
  const query = connection.selectFrom('file_claims').select('holder').distinct();
  return (await query.where('claimed_at', '<', before).execute()).map(({ holder }) => holder);
}

function inPieces(hashes: readonly string[]): string[][] {
  const pieces: string[][] = [];
  for (let start = 0; start < hashes.length; start += ROWS_PER_INSERT) {
    pieces.push(hashes.slice(start, start + ROWS_PER_INSERT));
  }
  return pieces;
}

export type QueuedAnchoring = Selectable<Database['anchor_queue']>;

/**
 * Asks for highlights and positions of a part to be found again in its current edition. Each reader has a row, for
 * readers who turn pages at the same time must not all write the same one.
 */
export async function queueAnchoring(tx: Tx, row: QueuedAnchoring): Promise<void> {
  await tx
    .insertInto('anchor_queue')
    .values(row)
    .onConflict((conflict) => conflict.columns(['part_id', 'user_id']).doUpdateSet({ token: row.token }))
    .execute();
}

/** Lists queued parts. */
export async function queuedParts(connection: Connection): Promise<Map<string, QueuedAnchoring[]>> {
  const rows = await connection.selectFrom('anchor_queue').selectAll().orderBy('part_id').execute();
  return Map.groupBy(rows, ({ part_id }) => part_id);
}

/** How many requests wait, and since when the oldest does. */
export async function anchoringBacklog(connection: Connection): Promise<BacklogState> {
  const row = await connection
    .selectFrom('anchor_queue')
    .select((eb) => [eb.fn.countAll<number>().as('waiting'), eb.fn.min<number | null>('requested_at').as('oldestAt')])
    .executeTakeFirstOrThrow();
  return row;
}

/** Removes finished rows from the queue, unless they were queued again meanwhile. */
export async function dequeue(tx: Tx, rows: readonly QueuedAnchoring[]): Promise<void> {
  for (const { part_id, user_id, token } of rows) {
    await tx
      .deleteFrom('anchor_queue')
      .where('part_id', '=', part_id)
      .where('user_id', '=', user_id)
      .where('token', '=', token)
      .execute();
  }
}

/** Which one of its part's editions each is, from 1, and when it was uploaded. */
export async function editionNumbers(
  connection: Connection,
  ids: readonly string[],
): Promise<Map<string, { readonly number: number; readonly created_at: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await connection
    .selectFrom('editions')
    .innerJoin('editions as earlier', (join) =>
      join
        .onRef('earlier.part_id', '=', 'editions.part_id')
        .on((eb) =>
          eb.or([
            eb('earlier.created_at', '<', eb.ref('editions.created_at')),
            eb.and([
              eb('earlier.created_at', '=', eb.ref('editions.created_at')),
              eb('earlier.id', '<=', eb.ref('editions.id')),
            ]),
          ]),
        ),
    )
    .select(({ fn }) => ['editions.id', 'editions.created_at', fn.countAll<number>().as('number')])
    .where('editions.id', 'in', [...ids])
    .groupBy(['editions.id', 'editions.created_at'])
    .execute();
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** How many editions each part has. */
export async function editionCounts(connection: Connection, partIds: readonly string[]): Promise<Map<string, number>> {
  if (partIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom('editions')
    .select(({ fn }) => ['part_id', fn.countAll<number>().as('count')])
    .where('part_id', 'in', partIds)
    .groupBy('part_id')
    .execute();
  return new Map(rows.map(({ part_id, count }) => [part_id, count]));
}

/** Removes an edition that no reader ever had. */
export async function deleteEdition(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('edition_resources').where('edition_id', '=', id).execute();
  await tx.deleteFrom('page_reviews').where('edition_id', '=', id).execute();
  await tx.deleteFrom('editions').where('id', '=', id).execute();
}

/** Files of an edition by content, each once. */
export async function resourceFiles(
  connection: Connection,
  editionId: string,
): Promise<Pick<EditionResourceRow, 'hash' | 'has_br'>[]> {
  return connection
    .selectFrom('edition_resources')
    .select(['hash', 'has_br'])
    .distinct()
    .where('edition_id', '=', editionId)
    .execute();
}
