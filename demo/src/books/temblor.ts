import { makeBook } from './make-book.ts';

/** The book without fragment; its second part is granted before its release. */
export const temblor = makeBook({
  slug: 'bitacora-de-un-temblor',
  name: 'Bitácora de un temblor',
  description:
    'A las 19:54 el cerro se corrió medio metro. Una profesora de Illapel abrió un cuaderno y anotó la hora. Siguió anotando toda la noche, y la noche siguiente, hasta que la tierra dejó de dictarle.',
  location: 'Illapel',
  genre: 'Diario',
  pages: 14,
  fragment: null,
  quotes: ['La tierra no tiembla: se acuerda', 'Anoté la hora porque era lo único que seguía derecho'],
  parts: [
    { slug: 'primer-cuaderno', name: 'Primer cuaderno', value: 2490, releaseOffsetDays: -60 },
    { slug: 'segundo-cuaderno', name: 'Segundo cuaderno', value: 2490, releaseOffsetDays: 45 },
  ],
});
