import { type Kysely, sql } from 'kysely';

interface Current {
  readonly part_id: string;
  readonly publication: string;
}

/** How long a part's text is and who can read it, beside the edition that readers have; of older ones only the length. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('editions').addColumn('accessibility', 'text').execute();
  await db.schema.alterTable('book_parts').addColumn('characters', 'bigint').execute();
  await db.schema.alterTable('book_parts').addColumn('accessibility', 'text').execute();
  const { rows: ids } = await sql<{ id: string }>`select id from book_parts where edition_id is not null`.execute(db);
  for (const { id } of ids) {
    const { rows } = await sql<Current>`
      select book_parts.id as part_id, editions.publication from book_parts
      join editions on editions.id = book_parts.edition_id where book_parts.id = ${id}`.execute(db);
    const characters = lengthIn(rows[0]?.publication ?? '');
    if (characters !== null) await sql`update book_parts set characters = ${characters} where id = ${id}`.execute(db);
  }
}

function lengthIn(publication: string): number | null {
  try {
    const { characters } = JSON.parse(publication) as { characters?: unknown };
    return typeof characters === 'number' && characters > 0 ? characters : null;
  } catch {
    return null;
  }
}
