import { expect, test } from 'vitest';
import { comparePositions, isRangeCfi, isSameRange, overlaps, parseCfi } from './cfi-text.ts';

const range = (start: string, end: string): string => `epubcfi(/6/4[cap]!/4,${start},${end})`;

test.each([
  ['apart', range('/2/1:0', '/2/1:5'), range('/2/1:8', '/2/1:9'), false],
  ['touching', range('/2/1:0', '/2/1:5'), range('/2/1:5', '/2/1:9'), false],
  ['crossing', range('/2/1:0', '/2/1:6'), range('/2/1:5', '/2/1:9'), true],
  ['inside', range('/2/1:0', '/8/1:6'), range('/4/2/1:5', '/4/2/1:9'), true],
  ['another section', range('/2/1:0', '/2/1:6'), 'epubcfi(/6/6!/4,/2/1:0,/2/1:6)', false],
  ['ids aside', range('/2[a]/1:0', '/2[a]/1:6'), 'epubcfi(/6/4!/4/2,/1:2,/1:3)', true],
  ['nonsense', 'nada', range('/2/1:0', '/2/1:6'), false],
])('ranges %s', (_, a, b, expected) => {
  expect(overlaps(a, b)).toBe(expected);
  expect(overlaps(b, a)).toBe(expected);
});

test('two spellings of one range are equal', () => {
  expect(isSameRange(range('/2[a]/1:0', '/2[a]/1:6'), 'epubcfi(/6/4!/4/2,/1:0,/1:6)')).toBe(true);
  expect(isSameRange(range('/2/1:0', '/2/1:6'), range('/2/1:0', '/2/1:7'))).toBe(false);
});

test.each([
  [range('/2/1:0', '/2/1:6'), true],
  [range('/2/1:6', '/2/1:0'), false],
  ['epubcfi(/6/4!/4/2/1:3)', false],
  ['epubcfi(/6/4!/4,/2/1:0)', false],
  ['epubcfi(,,)', false],
  ['', false],
])('%j is a range: %j', (cfi, expected) => expect(isRangeCfi(cfi)).toBe(expected));

test('a container sorts before its content, and character offsets are compared', () => {
  const at = (cfi: string) => parseCfi(cfi)!.start;
  const ordered = [
    'epubcfi(/6/4!/4/2)',
    'epubcfi(/6/4!/4/2/1:0)',
    'epubcfi(/6/4!/4/2/1:10)',
    'epubcfi(/6/4!/4/10)',
    'epubcfi(/6/10!/4)',
  ];
  expect(ordered.toReversed().toSorted((a, b) => comparePositions(at(a), at(b)))).toEqual(ordered);
});
