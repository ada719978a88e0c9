import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLOCK_EDGE } from './section-text.ts';
import { sentencesOf } from './sentences.ts';

const read = (text: string, from = 0): string[] =>
  [...sentencesOf(text, 'es', from)].map(({ from: start, to }) => text.slice(start, to));

test.each([
  ['Uno. Dos. ¿Tres? ¡Cuatro!', ['Uno.', 'Dos.', '¿Tres?', '¡Cuatro!']],
  ['El Sr. Pérez y la Dra. Soto. Fin.', ['El Sr. Pérez y la Dra. Soto.', 'Fin.']],
  ['J. L. Borges escribió. Sí.', ['J. L. Borges escribió.', 'Sí.']],
  ['una línea\ncortada en el archivo. Otra.', ['una línea\ncortada en el archivo.', 'Otra.']],
  [`Un título${BLOCK_EDGE}Un párrafo. Otro`, ['Un título', 'Un párrafo.', 'Otro']],
  [`***${BLOCK_EDGE}—Sí —dijo.`, ['—Sí —dijo.']],
  ['Termina en Sr.', ['Termina en Sr.']],
  ['', []],
])('%j', (text, expected) => expect(read(text)).toEqual(expected));

test('sentences begin at the given place, even inside a sentence', () => {
  const text = 'Primera frase. Segunda frase. Tercera.';
  expect(read(text, text.indexOf('Segunda'))).toEqual(['Segunda frase.', 'Tercera.']);
  expect(read(text, text.indexOf('frase. T'))).toEqual(['frase.', 'Tercera.']);
});

test('sentences lose and repeat no letter, and none is long', () => {
  const words = fc.array(fc.constantFrom('casa', 'mar,', 'fin.', 'Sr.', '¿qué?', BLOCK_EDGE, '—', 'señora;', 'y'), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(words, (list) => {
      const text = list.join(' ');
      const letters = (each: string): string => each.replace(/[^\p{L}]/gu, '');
      const parts = read(text);
      expect(letters(parts.join(''))).toBe(letters(text));
      expect(parts.every((part) => part.length <= 320 && !part.includes(BLOCK_EDGE))).toBe(true);
    }),
  );
});
