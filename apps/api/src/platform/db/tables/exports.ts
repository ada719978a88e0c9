import { index, integer, table, text, unique, type RowOf } from '../declare-table.ts';

/** Numbers of copies, one per reader and part, by which a copy found elsewhere is traced. */
export const ex_libris_numbers = table({
  owner: 'modules/exports',
  columns: {
    user_id: text(),
    part_id: text(),
    number: text(),
    created_at: integer(),
  },
  key: ['user_id', 'part_id'],
  indexes: {
    ex_libris_numbers_number: unique('number'),
  },
});
export type ExLibrisRow = RowOf<typeof ex_libris_numbers>;

/** A copy of a part that left the shop, one row for each time. */
export const part_exports = table({
  owner: 'modules/exports',
  columns: {
    id: text(),
    user_id: text(),
    part_id: text(),
    edition_id: text(),
    kind: text<'page' | 'epub'>(),
    taken_at: integer(),
  },
  key: ['id'],
  indexes: {
    part_exports_part: index('part_id'),
    part_exports_user: index('user_id', 'part_id'),
  },
});
export type PartExportRow = RowOf<typeof part_exports>;
