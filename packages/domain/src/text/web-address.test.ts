import { expect, it } from 'vitest';
import { namesWebAddress } from './web-address.ts';

it('finds web addresses in a text', () => {
  for (const text of [
    'mira https://malo.cl',
    'www.malo',
    'WWW.Malo',
    'entra a malo.com/x',
    'MALO.CL',
    'banco-chile.es/premio',
    'wa.me/56912345678',
    't.me/x',
    'malo.dev',
    'entra a malo.co, ya',
    'premio.tk',
    '(premio.tk)',
    'x@malo.pe',
    'goo.gl/a',
    'malo\uff0ecl',
    'ｍａｌｏ.cl',
    'malo.cl.',
    'año.cl',
    'Malo.Com',
    'Banco.Es/premio',
    'premio.Vip',
    '1.2.3.4',
    'http 10.0.0.1:80',
    'evil.dev&a',
    'evil\u200B.dev',
    'Para tus viajes largos.Empieza por la cocina',
  ]) {
    expect(namesWebAddress(text), text).toBe(true);
  }
  for (const text of [
    'son $1.990.000',
    'el 24.12.2026',
    'a las 9.30',
    'm. y p.',
    '¡Feliz día!',
    'Feliz cumpleaños. te quiero',
    '3.000 besos',
    'etc.',
    'libros, flores, etc. y más',
    'Sr. Pérez',
    'J.R.R. Tolkien',
    'p.d. te quiero',
    'Te quiero...mucho',
    'a las 9.30 a.m. en punto',
    '@ana',
  ]) {
    expect(namesWebAddress(text), text).toBe(false);
  }
});
