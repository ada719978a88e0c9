import { describe, expect, it } from 'vitest';
import { readIsbn } from './isbn.ts';

describe('an ISBN', () => {
  it.each([
    ['978-0-306-40615-7', '9780306406157'],
    ['9788437604947', '9788437604947'],
    [' ISBN 0-306-40615-2 ', '0306406152'],
    ['080442957x', '080442957X'],
    ['979‑10‑90636‑07‑1', '9791090636071'],
    // Edge case of the check digit: the weighted sum of the nine digits is a multiple of 11.
    ['956-111-004-0', '9561110040'],
  ])('%s is %s', (written, isbn) => expect(readIsbn(written)).toEqual({ kind: 'isbn', isbn }));

  it.each([
    ['978-0-306-40615-8', '7'],
    ['0306406153', '2'],
    ['0804429579', 'X'],
  ])('%s should end in %s', (written, expected) => expect(readIsbn(written)).toEqual({ kind: 'digit', expected }));

  it.each([
    '',
    'X',
    '123456789',
    '97803064061577',
    '1230306406157',
    '030640615Z',
    '<b>9780306406157</b>',
    '٠٣٠٦٤٠٦١٥٢',
  ])('%s is none', (written) => expect(readIsbn(written)).toEqual({ kind: 'form' }));

  it('rejects every single wrong digit and every swap of unequal neighbours in an ISBN-10', () => {
    const right = '0306406152';
    for (let index = 0; index < 10; index += 1) {
      for (const digit of '0123456789') {
        const written = right.slice(0, index) + digit + right.slice(index + 1);
        expect(readIsbn(written).kind).toBe(written === right ? 'isbn' : 'digit');
      }
    }
    for (let index = 0; index < 9; index += 1) {
      const swapped = right.slice(0, index) + right[index + 1] + right[index] + right.slice(index + 2);
      expect(readIsbn(swapped).kind).toBe(swapped === right ? 'isbn' : 'digit');
    }
  });
});
