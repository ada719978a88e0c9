import { type Kysely, sql } from 'kysely';

interface Old {
  readonly id: string;
  readonly publication: string;
}

/** By what name the file of an edition came, and how the book in it calls itself; of older ones only the latter. */
export async function up(db: Kysely<never>): Promise<void> {
  const editions = db.schema.alterTable('editions');
  await editions.addColumn('file_name', 'text').execute();
  await editions.addColumn('title', 'text').execute();
  const { rows: ids } = await sql<{ id: string }>`select id from editions`.execute(db);
  for (const { id } of ids) {
    const { rows } = await sql<Old>`select id, publication from editions where id = ${id}`.execute(db);
    const title = titleIn(rows[0]?.publication ?? '');
    if (title !== null) await sql`update editions set title = ${title} where id = ${id}`.execute(db);
  }
}

function titleIn(publication: string): string | null {
  try {
    const { metadata } = JSON.parse(publication) as { metadata?: { title?: unknown } };
    return typeof metadata?.title === 'string' ? metadata.title : null;
  } catch {
    return null;
  }
}
