import { statementsOf } from './declare-table.ts';
import { type Migration, oneByOne } from './migrate.ts';
import { tables } from './schema.ts';

/**
 * Every step of the schema, in order; append only once a shop is deployed. What the tables declare to have come `since`
 * a version is appended by `...oneByOne(statementsOf(tables, 2))`, and behind it what fills the new columns of the rows
 * that are there.
 */
export const migrations: readonly Migration[] = [
  { statements: statementsOf(tables, 1) },
  ...oneByOne(statementsOf(tables, 2)),
];
