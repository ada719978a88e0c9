import type { Migration } from '../src/platform/db/migrate.ts';
import * as initial from './001-initial.ts';

/** Every step of the schema, in order; append only. */
export const migrations: readonly Migration[] = [
  { number: 1, file: new URL('001-initial.ts', import.meta.url), up: initial.up },
];
