// `npm run check`: runs every check that is not a test, two at a time, because the longest one takes as long as all
// others together.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { root } from './launch/stamps.mjs';

/** Scripts of package.json that run first; `fonts` makes files that two others need. */
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

/** Prints a check's output when it ends, so that the lines of two do not mix. */
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
      // Lets Go programs, the linter's type checker and the compiler, collect garbage less often; it would take a
      // quarter of their time.
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
