import type { Selectable } from 'kysely';
import type { Connection, Tx } from '../../platform/db/db.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { EditionResourceRow } from './repository.ts';

export type SampleRow = Selectable<Database['samples']>;
/** A sample without its record. */
export type SampleListing = Omit<SampleRow, 'publication'>;
/** A file of a sample, by its path in the book. */
export type SampleFile = Omit<EditionResourceRow, 'edition_id'>;

export async function findSample(connection: Connection, id: string): Promise<SampleRow | undefined> {
  return connection.selectFrom('samples').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Publication records of samples by id, JSON, without samples that are empty. */
export async function findSamplePublications(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await connection.selectFrom('samples').select(['id', 'publication']).where('id', 'in', ids).execute();
  return new Map(rows.flatMap(({ id, publication }) => (publication === null ? [] : [[id, publication] as const])));
}

/** Part that a sample belongs to and its edition, without the large record. */
export async function findSamplePart(
  connection: Connection,
  id: string,
): Promise<Pick<SampleRow, 'part_id' | 'edition_id'> | undefined> {
  return connection.selectFrom('samples').select(['part_id', 'edition_id']).where('id', '=', id).executeTakeFirst();
}

export async function findSampleFile(
  connection: Connection,
  sampleId: string,
  path: string,
): Promise<SampleFile | undefined> {
  return connection
    .selectFrom('sample_resources')
    .select(['path', 'hash', 'media_type', 'size', 'has_br'])
    .where('sample_id', '=', sampleId)
    .where('path', '=', path)
    .executeTakeFirst();
}

/** All samples, and the ids of the empty ones. */
export async function listSamples(
  connection: Connection,
): Promise<{ readonly samples: SampleListing[]; readonly empty: ReadonlySet<string> }> {
  const samples = await connection
    .selectFrom('samples')
    .select(['id', 'part_id', 'edition_id', 'kind', 'share', 'rule', 'created_at'])
    .execute();
  const empty = await connection.selectFrom('samples').select('id').where('publication', 'is', null).execute();
  return { samples, empty: new Set(empty.map(({ id }) => id)) };
}

export async function filesOfEdition(connection: Connection, editionId: string): Promise<SampleFile[]> {
  return connection
    .selectFrom('edition_resources')
    .select(['path', 'hash', 'media_type', 'size', 'has_br'])
    .where('edition_id', '=', editionId)
    .execute();
}

/** PostgreSQL takes at most 65,535 parameters in one statement, SQLite 32,766. */
const ROWS_PER_INSERT = 500;

export async function insertSample(tx: Tx, sample: SampleRow, files: readonly SampleFile[]): Promise<void> {
  await tx.insertInto('samples').values(sample).execute();
  for (let start = 0; start < files.length; start += ROWS_PER_INSERT) {
    const rows = files.slice(start, start + ROWS_PER_INSERT).map((file) => ({ ...file, sample_id: sample.id }));
    await tx.insertInto('sample_resources').values(rows).execute();
  }
}

/** Deletes a sample. @returns its files */
export async function deleteSample(tx: Tx, id: string): Promise<string[]> {
  const files = await tx.deleteFrom('sample_resources').where('sample_id', '=', id).returning('hash').execute();
  await tx.deleteFrom('samples').where('id', '=', id).execute();
  return files.map(({ hash }) => hash);
}
