import { expect, it } from 'vitest';
import { progressLine } from './progress-line.ts';

function shown(isTTY: boolean): string {
  let text = '';
  const output = { isTTY, write: (piece: string | Uint8Array) => ((text += String(piece)), true) };
  const onProgress = progressLine('Filling', output);
  for (let done = 1; done <= 40; done += 1) onProgress(done, 40);
  return text;
}

it('the line is overwritten on a terminal, and ended', () => {
  expect(shown(true)).toMatch(/^\rFilling: 1 of 40\rFilling: 2 of 40[^]*\rFilling: 40 of 40\n$/);
});

it('elsewhere a line is written for each tenth', () => {
  const lines = shown(false).trimEnd().split('\n');
  expect(lines).toHaveLength(11);
  expect(lines.at(-1)).toBe('Filling: 40 of 40');
});
