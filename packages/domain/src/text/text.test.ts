import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText, sortKey } from './fold.ts';
import { graphemeCount } from './graphemes.ts';

describe('foldText', () => {
  it.each([
    ['Ñandú en OTOÑO', 'ñandu en otoño'],
    ['n\u0303andu\u0301', 'ñandu'],
    ['ÁÉÍÓÚÜ', 'aeiouu'],
    ['Ação Žižek', 'acao zizek'],
    ['', ''],
    ['👩‍👧 «¡Hola!»', '👩‍👧 «¡hola!»'],
  ])('%j becomes %j', (text, folded) => expect(foldText(text)).toBe(folded));

  it('keeps ñ and n apart', () => expect(foldText('año')).not.toBe(foldText('ano')));

  it('gives the same text for composed and decomposed letters, and folding twice changes nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\u0000')),
        (text) => {
          expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')));
          expect(foldText(foldText(text))).toBe(foldText(text));
        },
      ),
    );
  });
});

describe('sortKey', () => {
  it('sorts ñ between n and o and ignores accents, case and doubled spaces', () => {
    const words = ['oso', 'ñandú', 'nube', 'Ñu', 'nz', 'Árbol', 'casa', 'arado'];
    const sorted = words.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
    expect(sorted).toEqual(['arado', 'Árbol', 'casa', 'nube', 'nz', 'ñandú', 'Ñu', 'oso']);
    expect(sortKey('  La   Ñaña ')).toBe('la n~an~a');
  });
});

describe('graphemeCount', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['👩‍👧‍👦', 1],
    ['🇨🇱', 1],
    ['👍🏽', 1],
    ['a\r\nb', 3],
    ['שלום', 4],
    ['\ud800', 1],
  ])('%j is %i', (text, count) => expect(graphemeCount(text)).toBe(count));
});
