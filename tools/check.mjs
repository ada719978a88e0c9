// `npm run check`: every check that runs no test, two at a time, as the longest one alone takes as long as all others.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { root } from './launch/stamps.mjs';

/** Scripts of package.json; `fonts` makes files that two others look for. */
const first = ['fonts'];
const rest = ['lint', 'dead-code', 'boundaries', 'format:check', 'links'];

const failed = [];
for (const name of first) await check(name);
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, checkInTurn));
if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function checkInTurn() {
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) await check(name);
}

/** Prints what a check said when it is over, so that two do not mix their lines. */
async function check(name) {
  const started = Date.now();
  const { output, isPassed } = await outputOf(name);
  if (!isPassed) failed.push(name);
  console.log(`${output}${name}: ${isPassed ? 'passed' : 'FAILED'}, ${Math.round((Date.now() - started) / 1000)} s`);
}

function outputOf(name) {
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args, 'run', '--silent', name], {
      cwd: root,
      // The linter's type checker and the compiler are Go programs, which would spend a quarter of their time on garbage.
      env: { GOGC: '400', ...process.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: !npm && process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (piece) => (output += piece));
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ output, isPassed: code === 0 }));
  });
}
