import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** A transaction; repositories take it so that a use case decides what belongs together. */
export type Tx = Transaction<Database>;
