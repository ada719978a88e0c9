import { describe, expect, it } from 'vitest';
import { contrast } from '../testing/contrast.ts';
import { accentNames, accents } from './accents.ts';
import { readRut, rutCheckDigit } from './rut.ts';
import { authorTitle, fillWords, markLettersOf, paragraphsOf, readMarks, withoutMarks } from './words.ts';

describe('a tax number', () => {
  it.each([
    ['12.345.678-5', '12.345.678-5'],
    ['123456785', '12.345.678-5'],
    [' 012.345.678-5 ', '12.345.678-5'],
    ['6.666.666-k', null],
    ['1.000.005-K', '1.000.005-K'],
    ['12.345.613-0', '12.345.613-0'],
  ])('%s is read as %s', (written, rut) => {
    const reading = readRut(written);
    expect(reading.state === 'valid' ? reading.rut : null).toBe(rut);
  });

  it('with a wrong check digit is refused with the right one', () => {
    expect(readRut('12.345.678-4')).toEqual({ state: 'wrong-digit', number: '12.345.678', expected: '5' });
  });

  it.each(['', '5', '12.345', 'doce millones', '12.345.678', '<b>12.345.678-5</b>', '1234567890-1'])(
    '%s is no tax number',
    (written) => expect(readRut(written).state).not.toBe('valid'),
  );

  it('has exactly one valid check digit', () => {
    for (const number of ['1000005', '7654321', '20999999', '111111111']) {
      const digit = rutCheckDigit(number);
      for (const other of '0123456789K') expect(readRut(number + other).state === 'valid').toBe(other === digit);
    }
  });
});

describe('texts of the shop', () => {
  const facts = { storeName: 'La tienda', authorName: 'Ana Rojas', authorNoun: 'autora', from: '$490' } as const;

  it('have their placeholders filled in; an unknown placeholder stays', () => {
    expect(fillWords('{autora}, {desde}, {la autora}, {a la autora}, {tienda}, {otra}, {constructor}', facts)).toBe(
      'Ana Rojas, $490, la autora, a la autora, La tienda, {otra}, {constructor}',
    );
    expect(fillWords('Apoyo directo {a la autora}', { ...facts, authorNoun: 'autor' })).toBe('Apoyo directo al autor');
    expect(fillWords('Los libros de {autora}', { ...facts, authorName: '' })).toBe('Los libros de La tienda');
    const ways = (withGoogle: boolean) => fillWords('Con {formas de entrar}.', { ...facts, withGoogle });
    expect([ways(true), ways(false)]).toEqual([
      'Con tu cuenta de Google o con tu correo y el código que te enviamos.',
      'Con tu correo y el código que te enviamos.',
    ]);
    expect(authorTitle('quien escribe')).toBe('Quien escribe');
  });

  it('know italics and links; everything else is plain text', () => {
    expect(readMarks('Sí, *así* y [aquí](https://x.cl/a). <b>no</b>')).toEqual([
      { kind: 'plain', text: 'Sí, ' },
      { kind: 'italic', text: 'así' },
      { kind: 'plain', text: ' y ' },
      { kind: 'link', text: 'aquí', url: 'https://x.cl/a' },
      { kind: 'plain', text: '. <b>no</b>' },
    ]);
    for (const hostile of ['[x](javascript:alert(1))', '[x](http://x.cl)', '[x](//x.cl)', '[x](data:text/html,1)']) {
      expect(readMarks(hostile)).toEqual([{ kind: 'plain', text: hostile }]);
    }
    expect(withoutMarks('Cuentos *breves*')).toBe('Cuentos breves');
    expect(paragraphsOf('Uno.\n\n \nDos.\nTres.')).toEqual(['Uno.', 'Dos.\nTres.']);
  });

  it('give the mark of the shop its letters', () => {
    expect(['Cuentos de Bolsillo', 'La biblioteca ambulante', 'Sur', ''].map(markLettersOf)).toEqual([
      'CB',
      'BA',
      'S',
      'C',
    ]);
  });
});

it.each(accentNames)('the accent %s has enough contrast, in the light and the dark theme', (name) => {
  const { ink, onInk, inkDark, onInkDark, thread } = accents[name];
  for (const paper of ['#f7f4ec', '#fffdf8', '#ede8dc']) expect(contrast(ink, paper)).toBeGreaterThan(4.5);
  for (const paper of ['#171614', '#211f1c', '#100f0d']) expect(contrast(inkDark, paper)).toBeGreaterThan(4.5);
  expect(contrast(ink, onInk)).toBeGreaterThan(4.5);
  expect(contrast(inkDark, onInkDark)).toBeGreaterThan(4.5);
  expect(contrast(thread, ink)).toBeGreaterThan(3);
  expect(contrast(thread, '#1c1b21')).toBeGreaterThan(4.5);
});
