import type { Transaction } from 'kysely';
import type { RowOf } from './declare-table.ts';
import * as accounting from './tables/accounting.ts';
import * as accounts from './tables/accounts.ts';
import * as books from './tables/books.ts';
import * as changes from './tables/changes.ts';
import * as editions from './tables/editions.ts';
import * as entitlements from './tables/entitlements.ts';
import * as exports from './tables/exports.ts';
import * as mail from './tables/mail.ts';
import * as messages from './tables/messages.ts';
import * as operation from './tables/operation.ts';
import * as orders from './tables/orders.ts';
import * as payments from './tables/payments.ts';
import * as reading from './tables/reading.ts';
import * as sandbox from './tables/sandbox.ts';
import * as shop from './tables/shop.ts';
import * as visits from './tables/visits.ts';

/** All tables by name; each is declared in the file of its noun. */
export const tables = {
  ...accounts,
  ...books,
  ...editions,
  ...orders,
  ...payments,
  ...accounting,
  ...entitlements,
  ...exports,
  ...reading,
  ...changes,
  ...messages,
  ...mail,
  ...shop,
  ...visits,
  ...sandbox,
  ...operation,
};

type Tables = typeof tables;
export type TableName = keyof Tables;
export const tableNames = Object.keys(tables) as TableName[];

/** Rows of every table, for Kysely. */
export type Database = { [Name in TableName]: RowOf<Tables[Name]> };

/** A transaction; repositories take it as a parameter, so that a use case decides what belongs together. */
export type Tx = Transaction<Database>;
