import { expect, it } from 'vitest';
import { inGroups, READABLE_SIGNS, typedSigns } from './readable-code.ts';

it('a code is accepted as it was shown, read aloud or typed', () => {
  for (const typed of ['AB01-CD23-EF45', 'ab01 cd23 ef45', ' abOi-cd23ef45 ', 'ABol—CD23 EF45'])
    expect(inGroups(typedSigns(typed))).toBe('AB01-CD23-EF45');
});

it('every character that a code can contain is kept', () => {
  expect(typedSigns(READABLE_SIGNS.toLowerCase())).toBe(READABLE_SIGNS);
  expect(new Set(READABLE_SIGNS).size).toBe(32);
});
