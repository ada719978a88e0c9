import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fontFaces } from '../src/features/reading/themes/font-faces.ts';
import { faces, makeFace, SPANISH } from './subset-fonts.ts';

it.each([
  ['literata.woff2', 30_000],
  ['literata-italic.woff2', 18_000],
  ['instrument-sans.woff2', 25_000],
] as const)('%s is a font of at most %i bytes, the same each time', async (name, most) => {
  const faceBytes = await makeFace(name);
  expect(faceBytes.subarray(0, 4).toString()).toBe('wOF2');
  expect(faceBytes.length).toBeLessThan(most);
  expect(faceBytes.equals(await makeFace(name))).toBe(true);
});

it('loads for exactly the characters that it has', async () => {
  const css = await readFile(new URL('../src/ui/styles/fonts.css', import.meta.url), 'utf8');
  const rules = css.split('@font-face').filter((rule) => rule.includes('/dist/fonts/'));
  expect(rules).toHaveLength(Object.keys(faces).length + 1);
  for (const rule of rules) expect(rule.replaceAll(/\s+/g, ' ')).toContain(`unicode-range: ${SPANISH};`);
  expect(fontFaces('https://tienda.cl')).toContain(`unicode-range:${SPANISH.replaceAll(' ', '')};`);
});
