import { type Kysely, sql } from 'kysely';

/** Where highlights and positions of earlier editions stand in later ones, and the parts whose editions changed. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('annotation_anchors')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('annotation_id', 'text', (column) => column.notNull())
    .addColumn('edition_id', 'text', (column) => column.notNull())
    .addColumn('part_id', 'text', (column) => column.notNull())
    .addColumn('cfi_range', 'text')
    .addColumn('range_hash', 'text')
    .addPrimaryKeyConstraint('annotation_anchors_key', ['user_id', 'annotation_id', 'edition_id'])
    .execute();
  await db.schema
    .createTable('position_anchors')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('part_id', 'text', (column) => column.notNull())
    .addColumn('edition_id', 'text', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('location', 'text')
    .addColumn('percentage', 'double precision', (column) => column.notNull())
    .addPrimaryKeyConstraint('position_anchors_key', ['user_id', 'part_id', 'edition_id'])
    .execute();
  await db.schema
    .createTable('anchor_queue')
    .addColumn('part_id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('token', 'text', (column) => column.notNull())
    .execute();
  await index(db, 'annotation_anchors_range', 'annotation_anchors', ['user_id', 'part_id', 'edition_id', 'range_hash']);
  await index(db, 'annotations_part', 'annotations', ['part_id', 'user_id', 'id']);
  await index(db, 'reading_positions_part', 'reading_positions', ['part_id', 'user_id']);
  // The same range means another text in another edition.
  await db.schema.dropIndex('annotations_live').execute();
  await db.schema
    .createIndex('annotations_live')
    .on('annotations')
    .columns(['user_id', 'part_id', 'edition_id', 'range_hash'])
    .unique()
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
  await sql`insert into anchor_queue (part_id, token)
    select distinct part_id, part_id from editions where state = 'superseded'`.execute(db);
}

async function index(db: Kysely<never>, name: string, table: string, columns: readonly string[]): Promise<void> {
  await db.schema
    .createIndex(name)
    .on(table)
    .columns([...columns])
    .execute();
}
