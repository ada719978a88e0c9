import { sql } from 'kysely';
import type { Connection } from '../../platform/db/db.ts';
import type { RowsOf } from './texts.ts';

/** A person's sittings, places, settings and marks. */
export async function readingRows(
  connection: Connection,
  { id }: { readonly id: string },
): Promise<
  RowsOf<
    | 'deliveries'
    | 'early_readings'
    | 'exports'
    | 'reading_positions'
    | 'finished_parts'
    | 'reader_settings'
    | 'bookmarks'
    | 'highlights'
  >
> {
  const openings = (table: 'deliveries' | 'early_readings') =>
    connection
      .selectFrom(table)
      .innerJoin('book_parts', 'book_parts.id', `${table}.part_id`)
      .select(['book_parts.name as part', 'first_at'])
      .where('user_id', '=', id)
      .orderBy('first_at', 'desc')
      .execute();
  return {
    deliveries: await openings('deliveries'),
    early_readings: await openings('early_readings'),
    exports: await exportRows(connection, id),
    reading_positions: await connection
      .selectFrom('reading_positions')
      .innerJoin('book_parts', 'book_parts.id', 'reading_positions.part_id')
      .select(['book_parts.name as part', 'percentage', 'last_location', 'reading_positions.updated_at'])
      .where('user_id', '=', id)
      .orderBy('reading_positions.updated_at', 'desc')
      .execute(),
    finished_parts: await connection
      .selectFrom('finished_parts')
      .innerJoin('book_parts', 'book_parts.id', 'finished_parts.part_id')
      .select([
        'book_parts.name as part',
        sql<string>`case when is_finished = 1 then 'sí' else 'no' end`.as('is_finished'),
        'finished_parts.updated_at',
      ])
      .where('user_id', '=', id)
      .orderBy('finished_parts.updated_at', 'desc')
      .execute(),
    reader_settings: await connection
      .selectFrom('reader_settings')
      .select(['settings', 'updated_at'])
      .where('user_id', '=', id)
      .execute(),
    ...(await markRows(connection, id)),
  };
}

/** Parts that a reader took home as files. */
async function exportRows(connection: Connection, id: string): Promise<RowsOf<'exports'>['exports']> {
  return connection
    .selectFrom('part_exports')
    .innerJoin('book_parts', 'book_parts.id', 'part_exports.part_id')
    .innerJoin('ex_libris_numbers', (join) =>
      join
        .onRef('ex_libris_numbers.user_id', '=', 'part_exports.user_id')
        .onRef('ex_libris_numbers.part_id', '=', 'part_exports.part_id'),
    )
    .select([
      'book_parts.name as part',
      sql<string>`case when kind = 'page' then 'una página' else 'EPUB' end`.as('kind'),
      'ex_libris_numbers.number',
      'taken_at',
    ])
    .where('part_exports.user_id', '=', id)
    .orderBy('taken_at', 'desc')
    .execute();
}

/** A reader's bookmarks, highlights and notes. */
async function markRows(connection: Connection, id: string): Promise<RowsOf<'bookmarks' | 'highlights'>> {
  return {
    bookmarks: await connection
      .selectFrom('bookmarks')
      .innerJoin('book_parts', 'book_parts.id', 'bookmarks.part_id')
      .select([
        'book_parts.name as part',
        'quote',
        'chapter',
        'percentage',
        'cfi',
        'bookmarks.created_at',
        'deleted_at',
      ])
      .where('user_id', '=', id)
      .orderBy('bookmarks.created_at', 'desc')
      .execute(),
    highlights: await connection
      .selectFrom('annotations')
      .innerJoin('book_parts', 'book_parts.id', 'annotations.part_id')
      .select([
        'book_parts.name as part',
        'quote',
        'notes',
        'trashed_note',
        'color',
        'cfi_range',
        'annotations.created_at',
        'annotations.updated_at',
        'deleted_at',
      ])
      .where('user_id', '=', id)
      .orderBy('annotations.created_at', 'desc')
      .execute(),
  };
}
