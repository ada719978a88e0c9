/**
 * How a table is said once: its columns, key and indexes give the row types of Kysely and the SQL of both engines.
 * Portable subset: text (keys, JSON), integers in eight bytes (pesos, epoch milliseconds, 0/1 flags), decimals.
 */

/** A column; `T` is the type of its values. */
export interface Column<T> {
  readonly type: 'text' | 'bigint' | 'double precision';
  readonly isNullable: boolean;
  readonly fallback: string | number | null;
  /** The step of the schema that brings it, when its table is older. */
  readonly step: number;
  /** Only a type. */
  readonly value?: T;
  /** Lets the column be null. */
  orNull(): Column<T | null>;
  /** Value for rows without the column: older rows, and those of older backups. */
  withDefault(fallback: T & (string | number)): Column<T>;
  /** Says which step brings the column to a table that is there already. */
  since(step: number): Column<T>;
}

type ColumnFacts<T> = Pick<Column<T>, 'type' | 'isNullable' | 'fallback' | 'step'>;

function column<T>(facts: ColumnFacts<T>): Column<T> {
  return {
    ...facts,
    orNull: () => column<T | null>({ ...facts, isNullable: true }),
    withDefault: (fallback) => column<T>({ ...facts, fallback }),
    since: (step) => column<T>({ ...facts, step }),
  };
}

const required = { isNullable: false, fallback: null, step: 1 } as const;

/** Text, or one of some words. */
export const text = <T extends string = string>(): Column<T> => column<T>({ type: 'text', ...required });

/** A whole number below 2^53. */
export const integer = (): Column<number> => column<number>({ type: 'bigint', ...required });

/** Yes or no. */
export const flag = (): Column<0 | 1> => column<0 | 1>({ type: 'bigint', ...required });

/** A number with a fraction. */
export const decimal = (): Column<number> => column<number>({ type: 'double precision', ...required });

/** An index over columns, or expressions in parentheses. */
interface Index<Name extends string> {
  readonly on: readonly Name[];
  readonly isUnique: boolean;
  readonly condition: string | null;
  readonly step: number;
  /** Limits it to rows of which a condition, as SQL, is true; queries use it that say the very same. */
  where(condition: string): Index<Name>;
  /** Says which step brings the index to a table that is there already. */
  since(step: number): Index<Name>;
}

function indexOf<Name extends string>(facts: Omit<Index<Name>, 'where' | 'since'>): Index<Name> {
  return {
    ...facts,
    where: (condition) => indexOf({ ...facts, condition }),
    since: (step) => indexOf({ ...facts, step }),
  };
}

export const index = <Name extends string>(...on: readonly Name[]): Index<Name> =>
  indexOf({ on, isUnique: false, condition: null, step: 1 });

/** An index of which no two rows may have the same values; nulls are different from each other. */
export const unique = <Name extends string>(...on: readonly Name[]): Index<Name> =>
  indexOf({ on, isUnique: true, condition: null, step: 1 });

type Columns = Readonly<Record<string, Column<string | number | null>>>;

/** A declared table. */
export interface Table<C extends Columns = Columns, Name extends string = string> {
  /** The one folder below `src` that writes the table; others call its service. */
  readonly owner: string;
  readonly columns: C;
  /** Primary key, in the order in which a backup reads the rows. */
  readonly key: readonly Name[];
  /** Indexes by name, which is unique in the whole schema. */
  readonly indexes?: Readonly<Record<string, Index<Name | `(${string})`>>>;
  /** True for data of the moment and the machine, which no backup contains. */
  readonly isMomentary?: boolean;
  /** The step of the schema that brings the table; without it the first one. */
  readonly since?: number;
}

/** Declares a table. */
export const table = <const C extends Columns>(declared: Table<C, keyof C & string>): Table<C> => declared;

type ValuesOf<C extends Columns> = { [Name in keyof C]: Exclude<C[Name]['value'], undefined> };

/** A row of a table, with the words that stand beside its columns. */
export type RowOf<T extends { readonly columns: Columns }> = ValuesOf<T['columns']>;

/**
 * SQL of a schema step, equal on both engines: the tables and columns declared with that step, sorted by name, since
 * the order of a module's exports is not that of its lines everywhere.
 */
export function statementsOf(tables: Readonly<Record<string, Table>>, step: number): string[] {
  const entries = Object.entries(tables).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const created = entries.filter(([, { since = 1 }]) => since === step).map(([name, each]) => createTable(name, each));
  const added = entries.flatMap(([name, { columns, since = 1 }]) =>
    Object.entries(columns)
      .filter(([, each]) => since < step && each.step === step)
      .map(([of, each]) => `alter table "${name}" add column ${columnSql(of, each)}`),
  );
  const indexed = entries.flatMap(([name, { indexes = {}, since = 1 }]) =>
    Object.entries(indexes)
      .filter(([, each]) => Math.max(since, each.step) === step)
      .map(([of, each]) => createIndex(name, of, each)),
  );
  return [...created, ...added, ...indexed];
}

function createTable(name: string, { columns, key, since = 1 }: Table): string {
  const lines = Object.entries(columns)
    .filter(([, each]) => each.step <= since)
    .map(([of, each]) => columnSql(of, each));
  const primary = `constraint "${name}_pkey" primary key (${key.map(quoted).join(', ')})`;
  return `create table "${name}" (\n  ${[...lines, primary].join(',\n  ')}\n)`;
}

function createIndex(table: string, name: string, { on, isUnique, condition }: Index<string>): string {
  const where = condition === null ? '' : ` where ${condition}`;
  return `create ${isUnique ? 'unique ' : ''}index "${name}" on "${table}" (${on.map(quoted).join(', ')})${where}`;
}

function columnSql(name: string, { type, isNullable, fallback }: Column<unknown>): string {
  const otherwise = typeof fallback === 'string' ? ` default '${fallback}'` : ` default ${fallback}`;
  return `"${name}" ${type}${isNullable ? '' : ' not null'}${fallback === null ? '' : otherwise}`;
}

const quoted = (on: string): string => (on.startsWith('(') ? on : `"${on}"`);
