// Reads the score of an area from Stryker's report.

/**
 * Stryker's names of outcomes that count as detected; a mutant that hangs was detected. A mutant outside the sample is
 * neither in `KILLED` nor in `ALIVE`.
 */
const KILLED = new Set(['Killed', 'Timeout']);
const ALIVE = new Set(['Survived', 'NoCoverage']);

/** Number of standard deviations below the floor that chance does not explain: one sample in 700 lies lower. */
const DEVIATIONS = 3;

/**
 * @param {{ files: Record<string, { source: string, mutants: readonly object[] }> }} report
 * @returns {{ killed: number, tested: number, survivors: string[] }} a survivor as a line: where, what is replaced by what
 */
export function scoreOf(report) {
  const mutants = Object.entries(report.files).flatMap(([file, { source, mutants: own }]) =>
    own.map((mutant) => ({ ...mutant, file, lines: source.split('\n') })),
  );
  const killed = mutants.filter(({ status }) => KILLED.has(status)).length;
  const alive = mutants.filter(({ status }) => ALIVE.has(status));
  return { killed, tested: killed + alive.length, survivors: alive.map(lineOf).toSorted() };
}

function lineOf({ file, lines, location: { start, end }, mutatorName, replacement, status }) {
  const line = lines[start.line - 1];
  const original = start.line === end.line ? line.slice(start.column - 1, end.column - 1) : `${line.trim()} …`;
  const short = (text) => text.replaceAll(/\s+/g, ' ').slice(0, 160);
  const note = status === 'NoCoverage' ? ', which no test runs' : '';
  return `${file}:${start.line}:${start.column} ${mutatorName}${note}: ${short(original)} → ${short(replacement)}`;
}

/**
 * Whether fewer mutants were killed than the floor and chance allow.
 * @param {{ killed: number, tested: number }} score
 * @param {number} floor percent
 */
export function isBelow({ killed, tested }, floor) {
  const share = floor / 100;
  return killed < tested * share - DEVIATIONS * Math.sqrt(tested * share * (1 - share));
}
