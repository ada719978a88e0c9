// @vitest-environment node
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fontFaces } from '../src/features/reading/themes/font-faces.ts';
import { type FaceFile, faceFolder, faces, makeFace, SPANISH } from './subset-fonts.ts';

it.each(Object.keys(faces) as FaceFile[])(
  '%s is what its package gives: `node apps/web/bundle/subset-fonts.ts`',
  async (name) => {
    const kept = await readFile(new URL(name, faceFolder));
    expect(kept.equals(await makeFace(name))).toBe(true);
  },
);

it('is asked for exactly the characters that it has', async () => {
  const css = await readFile(new URL('../fonts.css', faceFolder), 'utf8');
  const rules = css.split('@font-face').filter((rule) => rule.includes("url('./fonts/"));
  expect(rules).toHaveLength(Object.keys(faces).length + 1);
  for (const rule of rules) expect(rule.replaceAll(/\s+/g, ' ')).toContain(`unicode-range: ${SPANISH};`);
  expect(fontFaces('https://tienda.cl')).toContain(`unicode-range:${SPANISH.replaceAll(' ', '')};`);
});
