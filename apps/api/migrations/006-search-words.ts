import { type Kysely, sql } from 'kysely';
import { indexEverything } from '../src/platform/db/search-words.ts';

/** Words of users, books and parts for the searches of the admin area, and orders of its lists without what is gone. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('search_words')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('word', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('search_words_key', ['kind', 'subject', 'word'])
    .execute();
  await db.schema.createIndex('search_words_word').on('search_words').columns(['kind', 'word', 'subject']).execute();
  await indexEverything(db as never);
  await db.schema
    .createIndex('users_live')
    .on('users')
    .columns(['sort_key', 'id'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('sessions_live')
    .on('sessions')
    .columns(['created_at', 'id', 'expires_at'])
    .where(sql.ref('revoked_at'), 'is', null)
    .execute();
}
