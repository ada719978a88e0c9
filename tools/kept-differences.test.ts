import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Lists the names in the comments 'Kept difference: …' of the tests. */
function pinned(): string[] {
  const args = ['grep', '-hoE', 'Kept difference: [a-z0-9-]+', '--', '*.test.ts', '*.test.tsx', '*.spec.ts'];
  const lines = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => line.replace('Kept difference: ', ''));
}

it('decision 032 lists each difference that a test pins, and nothing else', () => {
  const text = readFileSync(`${root}docs/decisions/032-kept-differences.md`, 'utf8');
  const decided = text.split('\n').filter((line) => line.startsWith('- **'));
  const names = decided.map((line) => /Pinned as `([a-z0-9-]+)`\.$/.exec(line)?.[1]);
  expect(names).not.toContain(undefined);
  expect(new Set(pinned())).toEqual(new Set(names));
});
