import { type ColumnDataType, type Kysely, sql } from 'kysely';

/** Types as in the first step: `bigint` holds every integer. */
const columns: Readonly<Record<string, 'text' | 'text?' | 'int' | 'int?'>> = {
  user_id: 'text',
  id: 'text',
  part_id: 'text',
  edition_id: 'text',
  cfi_range: 'text',
  range_hash: 'text',
  color: 'text',
  notes: 'text',
  quote: 'text',
  prefix: 'text',
  suffix: 'text',
  revision: 'int',
  same_as: 'text?',
  created_at: 'int',
  updated_at: 'int',
  deleted_at: 'int?',
};

/** Highlights with their notes; an id is the client's own, so that another reader's never stands in its way. */
export async function up(db: Kysely<never>): Promise<void> {
  let table = db.schema.createTable('annotations');
  for (const [column, kind] of Object.entries(columns)) {
    const type: ColumnDataType = kind.startsWith('int') ? 'bigint' : 'text';
    table = table.addColumn(column, type, (built) => (kind.endsWith('?') ? built : built.notNull()));
  }
  await table.addPrimaryKeyConstraint('annotations_key', ['user_id', 'id'] as never[]).execute();
  await db.schema
    .createIndex('annotations_revision')
    .on('annotations')
    .columns(['user_id', 'part_id', 'revision'])
    .execute();
  // A range may be longer than what PostgreSQL takes into an index, so its hash stands for it.
  await db.schema
    .createIndex('annotations_live')
    .on('annotations')
    .columns(['user_id', 'part_id', 'range_hash'])
    .unique()
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
}
