import { makeBook } from './make-book.ts';

/** Has the dearest part and a part still in draft. */
export const llaves = makeBook({
  slug: 'siete-llaves-para-una-casa',
  name: 'Siete llaves para una casa',
  description:
    'Tres hermanos heredan una casa en Ñuñoa y un manojo de siete llaves. Seis abren lo que dicen abrir. La séptima no entra en ninguna cerradura, y por ella empieza la pelea y, más tarde, la conversación.',
  location: 'Ñuñoa, Santiago',
  genre: 'Novela breve',
  pages: 19,
  fragment:
    'Una casa se hereda como se hereda una manera de reír: sin escritura. Lo demás, los metros cuadrados, el rol, las contribuciones atrasadas, son trámites que se hacen para que los hermanos tengan de qué hablar.',
  quotes: [
    'La séptima llave no entraba en ninguna cerradura, y por eso fue la única por la que peleamos',
    'Nadie se va de una casa por la puerta; por la puerta solo se sale',
  ],
  completionDiscount: 15,
  parts: [
    { slug: 'las-tres-primeras', name: 'Las tres primeras', value: 1990, releaseOffsetDays: -200 },
    { slug: 'las-tres-siguientes', name: 'Las tres siguientes', value: 2990, releaseOffsetDays: -90 },
    { slug: 'la-septima', name: 'La séptima', value: 1990, releaseOffsetDays: 40, isDraft: true },
  ],
});
