import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { prepareDataFolder } from './data-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuentos-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

it('the folder is created readable by its owner alone', async () => {
  const data = join(folder, 'a', 'data');
  await prepareDataFolder(data);
  expect(modeOf(data)).toBe(0o700);
});

it.each([
  [0o755, 0o750],
  [0o777, 0o770],
  [0o750, 0o750],
  [0o700, 0o700],
])('leaves an existing folder with %o at %o', async (before, after) => {
  chmodSync(folder, before);
  await prepareDataFolder(folder);
  expect(modeOf(folder)).toBe(after);
});
