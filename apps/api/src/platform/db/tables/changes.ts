import type { ChangeTopic } from '@cuentos/contract/changes';
import { index, integer, table, text, type RowOf } from '../declare-table.ts';

/** How many changes of a reader's own things there were; a change gets the next number. */
export const reader_revisions = table({
  owner: 'modules/changes',
  columns: {
    user_id: text(),
    revision: integer(),
  },
  key: ['user_id'],
});

/** Changes of a reader's own things, with the number of the newest change of each. */
export const reader_changes = table({
  owner: 'modules/changes',
  columns: {
    user_id: text(),
    topic: text<ChangeTopic>(),
    /** Empty for a change that concerns no part. */
    part_id: text(),
    revision: integer(),
    /** The topic's current revision; 0 for topics without one. */
    version: integer(),
  },
  key: ['user_id', 'topic', 'part_id'],
  indexes: {
    reader_changes_revision: index('user_id', 'revision'),
  },
});
export type ReaderChangeRow = RowOf<typeof reader_changes>;

/** Which state of the shop's data this is: another one after each restored backup. One row. */
export const data_epochs = table({
  owner: 'modules/changes',
  columns: {
    /** Always the same. */
    name: text<'epoch'>(),
    id: text(),
    began_at: integer(),
  },
  key: ['name'],
  isMomentary: true,
});
export type DataEpochRow = RowOf<typeof data_epochs>;
