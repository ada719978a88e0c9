import { expect, it } from 'vitest';
import { inGroups, READABLE_SIGNS, typedSigns } from './readable-code.ts';

it('reads a code as it was shown, read out or typed', () => {
  for (const typed of ['AB01-CD23-EF45', 'ab01 cd23 ef45', ' abOi-cd23ef45 ', 'ABol—CD23 EF45'])
    expect(inGroups(typedSigns(typed))).toBe('AB01-CD23-EF45');
});

it('keeps every sign that a code can have', () => {
  expect(typedSigns(READABLE_SIGNS.toLowerCase())).toBe(READABLE_SIGNS);
  expect(new Set(READABLE_SIGNS).size).toBe(32);
});
