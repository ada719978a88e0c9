// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient declaration cannot be imported.
/// <reference path="./hyphen.d.ts" />
import createHyphenator, { type Patterns } from 'hyphen';
import english from 'hyphen/patterns/en-us.js';
import spanish from 'hyphen/patterns/es.js';
import { describe, expect, it } from 'vitest';
import { divideWord } from './divide-word.ts';

const divided = (word: string, patterns: Patterns, least: readonly [number, number] = [2, 2]): string => {
  const places = divideWord(word, patterns, least);
  return [0, ...places].map((from, at) => word.slice(from, places[at] ?? word.length)).join('-');
};

const SPANISH =
  'internacionalización construcción ferrocarril desahogo excelente María guerra transcurrió averiguáis Wagner aéreo oía murciélago PALABRAS Ñuñoa subrayar cooperación constituyó psicología pingüino ahínco ventrílocuo desasosiego carruaje inhumano adhesión atlántico';
const ENGLISH = 'hyphenation university present project table something anticipation';

describe('dividing words', () => {
  it('follows Spanish typography', () => {
    expect(
      ['construcción', 'ferrocarril', 'desahogo', 'guerra', 'desasosiego'].map((word) => divided(word, spanish)),
    ).toEqual(['cons-truc-ción', 'fe-rro-ca-rril', 'des-aho-go', 'gue-rra', 'des-aso-sie-go']);
  });

  it('agrees with the package for every word', () => {
    for (const [words, patterns] of [
      [SPANISH, spanish],
      [ENGLISH, english],
    ] as const) {
      const theirs = createHyphenator(patterns, { html: false, minWordLength: 2 });
      for (const word of words.split(' ')) expect(divided(word, patterns)).toBe(theirs(word).replaceAll('\u00AD', '-'));
    }
  });

  it('keeps the minimum of letters of a language at both ends', () => {
    expect(divided('pared', spanish, [2, 2])).toBe('pa-red');
    expect([divided('pared', spanish, [3, 2]), divided('pared', spanish, [2, 4])]).toEqual(['pared', 'pared']);
  });
});
