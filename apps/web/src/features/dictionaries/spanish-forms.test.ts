import { expect, it } from 'vitest';
import { spanishHeadwords } from './spanish-forms.ts';
import { wordKey } from './word-key.ts';

it.each([
  ['libros', 'libro'],
  ['canciones', 'canción'],
  ['luces', 'luz'],
  ['buenas', 'bueno'],
  ['profesora', 'profesor'],
  ['casita', 'casa'],
  ['lentamente', 'lento'],
  ['Corrió', 'correr'],
  ['caminaba', 'caminar'],
  ['vivíamos', 'vivir'],
  ['cantaré', 'cantar'],
  ['comeríais', 'comer'],
  ['partiendo', 'partir'],
  ['cerradas', 'cerrar'],
  ['piensa', 'pensar'],
  ['vuelve', 'volver'],
  ['duermen', 'dormir'],
  ['durmió', 'dormir'],
  ['pidieron', 'pedir'],
  ['siguió', 'seguir'],
  ['juega', 'jugar'],
  ['busqué', 'buscar'],
  ['llegué', 'llegar'],
  ['comencé', 'comenzar'],
  ['conozco', 'conocer'],
  ['recojo', 'recoger'],
  ['cayó', 'caer'],
  ['huyeron', 'huir'],
  ['decirle', 'decir'],
  ['mirándola', 'mirar'],
  ['sentarse', 'sentar'],
  ['arrepintió', 'arrepentirse'],
  ['hizo', 'hacer'],
  ['dijeron', 'decir'],
  ['tuvo', 'tener'],
  ['tendría', 'tener'],
  ['pongo', 'poner'],
  ['fueron', 'ir'],
  ['fueron', 'ser'],
  ['hay', 'haber'],
  ['vio', 'ver'],
])('%s may be a form of %s', (form, headword) => {
  expect(spanishHeadwords(wordKey(form))).toContain(wordKey(headword));
});

it('are not looked for in a text longer than a word', () => {
  expect(spanishHeadwords(`${'a'.repeat(39)}s`)).not.toEqual([]);
  expect(spanishHeadwords(`${'a'.repeat(40)}s`)).toEqual([]);
});

it('include neither the word itself nor a single letter', () => {
  for (const word of ['casas', 'es', 'mes', 'a', '', 'iba']) {
    expect(spanishHeadwords(word)).not.toContain(word);
    expect(spanishHeadwords(word).every(({ length }) => length > 1)).toBe(true);
  }
});
