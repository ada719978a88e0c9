import { expect, it } from 'vitest';
import { lookUp } from './look-up.ts';

it('looks a word up in the academy’s dictionary, without punctuation and soft hyphens', () => {
  expect(lookUp('¡Cora\u00ADzón\u2060!', 'es')).toEqual({ label: 'Corazón', href: 'https://dle.rae.es/corazón' });
  expect(lookUp('«nomás» —', 'es-CL')?.href).toBe('https://dle.rae.es/nomás');
  expect(lookUp('sin\n embargo,', 'es')?.href).toBe('https://dle.rae.es/sin embargo');
});

it('cuts a long word on the button, not in the address', () => {
  expect(lookUp('desproporcionadamente', 'es')).toEqual({
    label: 'desproporcionadam…',
    href: 'https://dle.rae.es/desproporcionadamente',
  });
});

it('offers no look-up for a sentence, a number, an address or another language', () => {
  for (const text of ['La niebla no borra', '1907', '…', '../otra?q=1', 'a/b', 'casa#x'])
    expect(lookUp(text, 'es'), text).toBeNull();
  expect(lookUp('heart', 'en')).toBeNull();
  expect(lookUp('casa', 'est')).toBeNull();
});
