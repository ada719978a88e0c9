import type { StatementListener } from '../platform/db/db.ts';

/**
 * SQL that PostgreSQL, CockroachDB or YugabyteDB does not support or executes differently, according to their
 * documentation (CockroachDB 26.3, YugabyteDB 2025.2); neither was run
 * (docs/decisions/126-sql-that-three-engines-know.md).
 */
export const outsideCommonSql = {
  'advisory lock': /\bpg_(?:try_)?advisory_/,
  'listen or notify': /^\s*(?:un)?listen\b|^\s*notify\b|\bpg_notify\s*\(/,
  'lock of a table': /(?:^|;)\s*lock\b/,
  'lock of a row': /\bfor\s+(?:no\s+key\s+)?(?:update|share)\b|\bfor\s+key\s+share\b|\bskip\s+locked\b|\bnowait\b/,
  'place of a row': /\b(?:ctid|xmin|xmax|cmin|cmax|tableoid)\b/,
  'deferred constraint': /\bdeferrable\b|\binitially\s+deferred\b|^\s*set\s+constraints\b/,
  'exclusion constraint': /\bexclude\s+using\b/,
  'type of its own': /^\s*(?:create|alter|drop)\s+(?:type|domain)\b/,
  'change of a type': /\balter\s+(?:column\s+)?\S+\s+(?:set\s+data\s+)?type\b/,
  'program in the database': /^\s*(?:do\b|create\s+(?:or\s+replace\s+)?(?:function|procedure|trigger|rule)\b)/,
  merge: /^\s*merge\s+into\b/,
  copy: /^\s*copy\b/,
  'grouping sets': /\b(?:grouping\s+sets|rollup|cube)\s*\(/,
  'sample of rows': /\btablesample\b/,
  'search of words': /\bto_ts(?:vector|query)\b|@@|\btsvector\b/,
  inheritance: /\binherits\s*\(|\bpartition\s+of\b|\bpartition\s+by\s+(?:range|list|hash)\b/,
  'generated column': /\bgenerated\s+always\b/,
  'index beside the work': /\bindex\s+concurrently\b/,
  'index of another kind': /\bindex\b.*\busing\s+(?:gist|gin|spgist|brin|hash)\b/,
  'nulls that are alike': /\bnulls\s+not\s+distinct\b/,
  'setting of a session': /^\s*(?:set\s+(?!local\b|transaction\b|constraints\b)|reset\b|discard\b)/,
  'setting of the planner or the memory': /\bset\s+local\s+(?:enable_\w+|work_mem|jit\w*|\w+_cost|random_page_cost)\b/,
  cursor: /^\s*(?:declare\s|fetch\s|move\s|close\s)/,
  'prepared transaction': /^\s*(?:prepare\s+transaction|commit\s+prepared|rollback\s+prepared)\b/,
  'temporary table': /^\s*create\s+(?:local\s+|global\s+)?(?:temp|temporary|unlogged)\b/,
  housekeeping: /^\s*(?:vacuum|cluster|reindex|checkpoint)\b/,
  'catalogue of PostgreSQL':
    /\bpg_(?:stat|class|index|attribute|locks|database_size|relation_size|total_relation)\w*\b|::regclass\b/,
} as const;

type Kind = keyof typeof outsideCommonSql;

interface Known {
  readonly statement: RegExp;
  readonly kind: Kind;
  /** Why the statement is used, and what an engine without it loses. */
  readonly why: string;
}

/** Statements outside of the common SQL that are allowed. */
export const knownOutside: readonly Known[] = [
  {
    statement: /^start transaction isolation level serializable; set local enable_seqscan = off(?:;|$)/,
    kind: 'setting of the planner or the memory',
    why: 'Keeps serializable transactions of PostgreSQL from depending on every row of a small table. YugabyteDB has its planner; CockroachDB names no such setting in its documentation, so this comes first when it is run.',
  },
  {
    statement: /^set local work_mem = '64kb'$/,
    kind: 'setting of the planner or the memory',
    why: 'Makes the check of readiness write to the disk of the database. An engine without it answers that the database is away: its own checks of the disk stand in.',
  },
  {
    statement: /^lock table .* in exclusive mode$/,
    kind: 'lock of a table',
    why: 'A restore beside a running shop holds its writers off. Neither engine takes it: there a shop is restored once its processes have ended.',
  },
];

/** Kinds of unsupported SQL in a statement, without the allowed ones. */
export function outsideOf(sql: string): Kind[] {
  const text = sql.toLowerCase();
  const isKnown = (kind: Kind): boolean =>
    knownOutside.some((known) => known.kind === kind && known.statement.test(text));
  return (Object.keys(outsideCommonSql) as Kind[]).filter(
    (kind) => outsideCommonSql[kind].test(text) && !isKnown(kind),
  );
}

/** Statements that were checked, so that each is checked once. */
const common = new Set<string>();
const found = new Set<string>();

/** Checks a statement of the application. */
export const readStatement: StatementListener = ({ sql }) => {
  if (common.has(sql)) return;
  const kinds = outsideOf(sql);
  if (kinds.length === 0) common.add(sql);
  for (const kind of kinds) found.add(`${kind}: ${sql}`);
};

/** Returns the unsupported statements found since the last call. */
export function takeOutside(): string[] {
  const taken = [...found];
  found.clear();
  return taken;
}

/** Discards the findings, at the end of a test file that itself runs engine-specific SQL. */
export const overlookOutside = (): void => found.clear();
