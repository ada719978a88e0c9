import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { projectNode } from '../launch/run.mjs';
import { scratchFolder } from '../launch/scratch-folder.mjs';
import { root } from '../launch/stamps.mjs';

/** Matches the lines of a long output that describe the failed run. */
const TELLING = /\{ seed: |Counterexample|AssertionError|^\s*Error: |Timeout|There is no PostgreSQL/;

/** Matches the line of a proof's program about a piece that passed. */
const MEASURED = /^(?:mutation|restarts|upgrade) of /;

/**
 * Runs the test of a proof, or its program, for a piece of its runs.
 * @returns {Promise<{ outcome: 'passed' | 'failed', seconds: number, message?: string }>} never rejects for a failed
 *   test. A test passed only when its receipt names exactly these runs; a program gets them as arguments.
 */
export async function makePiece(proof, engine, { first, count }) {
  const place = proof.inMemory ? scratchFolder() : tmpdir();
  const folder = mkdtempSync(join(place, 'cuentos-prove-'));
  const receipt = join(folder, 'receipt');
  const slice = `${proof.name}:${first}:${count}`;
  const env = { ...process.env, PROVE: slice, PROVE_RECEIPT: receipt, NODE_OPTIONS: '', FORCE_COLOR: '0' };
  // Gives a PostgreSQL server, which programs start by themselves, another folder, because it may run as a user who may
  // not read this one.
  env.TMPDIR = engine === 'postgres' || proof.isProgram ? place : folder;
  delete env.NODE_ENV;
  delete env.TEST_DATABASE_URL;
  const begun = Date.now();
  try {
    const { code, output } = await end(commandOf(proof, engine, { first, count }), env);
    const seconds = Math.round((Date.now() - begun) / 1000);
    const signed = existsSync(receipt) ? readFileSync(receipt, 'utf8').trim() : '';
    if (code === 0 && proof.isProgram)
      return { outcome: 'passed', seconds, message: linesOf(output, MEASURED).join('\n') };
    if (code === 0 && (engine === 'browser' || signed === slice)) return { outcome: 'passed', seconds };
    const message = code === 0 ? `the test signed for "${signed}" and not for "${slice}"` : tellingOf(output);
    return { outcome: 'failed', seconds, message };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether a browser test needs the built shop; those of the engine alone have a bare page. */
export const needsShop = (file) => !file.startsWith('e2e/engine/');

function commandOf({ file, test, isProgram }, engine, { first, count }) {
  if (isProgram) return [join(root, file), String(first), String(count)];
  const bin = (path) => join(root, 'node_modules', path);
  const chosen = test === '' ? [file] : [file, '-t', test];
  if (engine === 'postgres') return [join(root, 'tools', 'postgres.mjs'), 'test', ...chosen];
  if (engine === 'browser')
    return [
      bin('@playwright/test/cli.js'),
      'test',
      '--config',
      `${needsShop(file) ? 'e2e' : 'e2e/engine'}/playwright.config.ts`,
      file,
    ];
  return [bin('vitest/vitest.mjs'), 'run', ...chosen];
}

/** Runs a process to its end. When this process is told to stop, it stops that one too, and the piece has no result. */
function end(args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(projectNode, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk.toString()));
    const stop = (signal) => {
      child.kill('SIGTERM');
      process.exit(signal === 'SIGINT' ? 130 : 143);
    };
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const name of ['SIGINT', 'SIGTERM']) process.off(name, stop);
      if (signal) reject(new Error(`${args.join(' ')} was ended by ${signal}`));
      else resolve({ code, output: stripVTControlCharacters(output) });
    });
  });
}

function tellingOf(output) {
  const lines = linesOf(output, TELLING);
  const chosen = lines.length > 0 ? lines.slice(0, 6) : output.trim().split('\n').slice(-10);
  return chosen.map((line) => line.trim().slice(0, 400)).join('\n');
}

const linesOf = (output, pattern) => output.split('\n').filter((line) => pattern.test(line));
