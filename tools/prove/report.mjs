import { areas } from '../mutation/areas.mjs';
import { SEED } from './proofs.mjs';
import { passed } from './results.mjs';
import { countOf, missingOf } from './slices.mjs';
import { runsOf } from './run-shard.mjs';

const number = (value) => value.toLocaleString('en');
const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL', none: 'no database', browser: 'Chromium' };

/**
 * Returns one row for each proof and engine. A row without results on this machine stays as it is on the page.
 * @param {readonly import('./proofs.mjs').Proof[]} proofs
 * @param {readonly import('./results.mjs').Result[]} results
 * @param {string} page present text of the page
 */
export function rowsOf(proofs, results, page = '') {
  return proofs.flatMap((proof) =>
    proof.engines.map((engine) => {
      const mine = results.filter(
        (each) =>
          each.proof === proof.name && each.engine === engine && each.seed === SEED && !each.commit.includes('+'),
      );
      const head = `| ${proof.name} | ${ENGINES[engine]} |`;
      const before = page.split('\n').find((line) => line.startsWith(head));
      if (mine.length === 0) return before ?? `${head} not run | | |`;
      return `${head} ${summaryOf(proof, mine)} |`;
    }),
  );
}

/**
 * Summary of the last commit with results, and of the one with the most if that is another: count, commit and day,
 * failures.
 */
function summaryOf(proof, results) {
  const commits = [...new Set(results.toReversed().map(({ commit }) => commit))];
  const states = commits.map((commit) => {
    const here = results.filter((each) => each.commit === commit);
    return { commit, here, count: countOf(passed(here)) };
  });
  const fullest = states.toSorted((a, b) => b.count - a.count)[0];
  const shownStates = states[0] === fullest ? [fullest] : [states[0], fullest];
  const cells = shownStates.map(({ commit, here, count }) => [
    `${count >= proof.full ? '' : 'not run to the end: '}${number(count)} of ${number(proof.full)}`,
    `\`${commit}\`, ${here.at(-1).at.slice(0, 10)}`,
    failuresOf(here),
  ]);
  return [0, 1, 2].map((cell) => cells.map((texts) => texts[cell]).join('; ')).join(' | ');
}

/** Lists the failed pieces, and whether the same runs passed later at the same commit. */
function failuresOf(results) {
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const open = failed.filter((piece) => missingOf(piece, passed(results)).length > 0);
  if (failed.length === 0) return 'none';
  const named = [...new Set(open.map(runsOf))].join(', ');
  const passedLater = failed.length - open.length;
  return [named && `open: ${named}`, passedLater > 0 && `${passedLater} passed when made again`]
    .filter(Boolean)
    .join('; ');
}

/** Returns the page about the long proofs. */
export function pageOf(proofs, rows) {
  const list = proofs.map(
    ({ name, shows, file, full, unit }) =>
      `| [${name}](../${file}) | ${shows} | ${number(full)} ${unit} | \`npm run prove -- --only ${name}\` |`,
  );
  const measured = areas.map(
    ({ name, holds, floor, measured: when }) =>
      `| ${name} | ${holds} | ${floor === null ? 'not measured yet' : `${floor} %`} | ${when} |`,
  );
  return `# Long proofs

Tests that make a small sample at every change and their full count when asked. The runs of a proof are numbered, and a number means the same values on every machine (seed ${SEED}; new ids and the moment at which a kill hits are what they are); the everyday sample is the first ones.

- \`npm run prove -- --shard 3/12\` makes the third of twelve shards of every proof. All twelve together make each run once, however they are spread over days.
- \`--only NAME[,NAME]\` chooses proofs, \`--postgres\` makes those with a database on PostgreSQL, and without \`--shard\` everything is made.
- What passed at the same commit is not made again, unless with \`--again\`; what failed is. Results stand in \`.cache/proofs.jsonl\`, a line for each piece with seed, runs, commit and what failed; lines of another machine may be appended.
- A failure names its seed and path, and \`PROVE=NAME:FIRST:COUNT npx vitest run FILE\` makes exactly these runs.
- \`npm run prove -- --report\` prints the sums and writes this page. Documents do not count as a change of the commit.

## What each shows
| Proof | What it shows | Full count | Command |
|---|---|---|---|
${list.join('\n')}

## Mutants
\`npm run prove -- --only mutation\` changes everything, two hundredths of the mutants at a time; \`--shard 1/50\` makes the first two, which is the usual sample. It works on a copy of the repository and installs [Stryker](decisions/084-mutation-testing.md) beside it. Mutants that no test noticed are listed in \`.cache/mutation/survivors\`: each is a test that is missing, or means the same as the code. The shares below were measured and are the floor: a run fails when it finds fewer by more than chance explains (three standard deviations of its sample).

| Area | What its rules are about | Killed | Measured |
|---|---|---|---|
${measured.join('\n')}

## What has been run
| Proof | Engine | Passed | Commit and day | Failures |
|---|---|---|---|---|
${rows.join('\n')}
`;
}
