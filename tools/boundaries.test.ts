import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { API_PREFIX } from '@cuentos/contract/call';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Files with addresses of other providers' servers that begin like ours. */
const foreign = [
  'apps/api/src/adapters/plausible/plausible-analytics.ts',
  'apps/api/src/adapters/umami/umami-analytics.ts',
];

const literal = new RegExp(String.raw`['"\`}]${API_PREFIX}(?:/|['"\`])`);

/** Lists the production files with a string that begins with the API's prefix, or has it after a placeholder. */
function filesWithLiterals(): string[] {
  const sources = ['apps/*.ts', 'apps/*.tsx', 'packages/*.ts', 'demo/*.ts'];
  const files = execFileSync('git', ['ls-files', ...sources], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  return files.filter(
    (file) =>
      !/\.test\.tsx?$|\/testing\/|^packages\/contract\//.test(file) &&
      literal.test(readFileSync(`${root}${file}`, 'utf8')),
  );
}

describe('addresses of the API', () => {
  it('are written in the contract only', () => {
    expect(filesWithLiterals()).toEqual(foreign);
  });
});

it('the demonstration shop keeps its author to itself: no file of the shop has her name', () => {
  const filesWith = (...folders: string[]) =>
    spawnSync('git', ['grep', '-il', 'tralma', '--', ...folders], { cwd: root, encoding: 'utf8' }).stdout;
  expect(filesWith('demo'), 'she is looked for by her name').not.toBe('');
  expect(filesWith('apps', 'packages')).toBe('');
});
