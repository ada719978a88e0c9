import { expect, it } from 'vitest';
import { pesosOfText } from './price-text.ts';

it.each([
  ['0', 0],
  ['1490', 1490],
  ['1.490', 1490],
  ['10.000.000', 10_000_000],
  ['$1.490', 1490],
  ['$ 1.490', 1490],
  ['1.490 CLP', 1490],
  ['1490clp', 1490],
  ['1.490 pesos', 1490],
  [' 1 490 ', 1490],
  ['1\u00a0490', 1490],
  ['１．４９０', 1490],
  ['＄１４９０', 1490],
])('reads %s', (text, pesos) => {
  expect(pesosOfText(text)).toBe(pesos);
});

it.each([
  '',
  '$',
  'CLP',
  'gratis',
  '-1',
  '1490,5',
  '1490,00',
  '19.90',
  '1.9900',
  '1,490',
  '1e3',
  '0x5d2',
  '1.49.0',
  '1 4 9 0',
  'US$10',
  '1490 1490',
  '٣',
  '1234567890',
  `${' '.repeat(40)}1490`,
])('takes %s for no price', (text) => {
  expect(pesosOfText(text)).toBeNull();
});
