import { makeBook } from './make-book.ts';

/** Two plain paid parts. */
export const cartas = makeBook({
  slug: 'cartas-al-invierno',
  name: 'Cartas al invierno',
  description:
    'Lota, 1997. Han cerrado la mina y Amparo, la cartera, sigue subiendo a los pabellones con el bolso al hombro. Entre las cuentas y los avisos aparece un sobre dirigido al invierno. Lo raro es que alguien contesta.',
  location: 'Lota',
  genre: 'Novela epistolar',
  pages: 15,
  fragment:
    'Querido invierno: este año no tenemos carbón, así que te ruego que vengas de a poco. No te pido que no vengas, porque mi mamá dice que a las visitas no se las echa. Te pido que golpees antes.',
  quotes: [
    'Las cartas pesan según lo que callan',
    'El frío es una visita: se va cuando ve que estamos acompañados',
    'Uno no le escribe a quien puede contestar, sino a quien no sabe irse',
  ],
  parts: [
    { slug: 'cartas-de-ida', name: 'Cartas de ida', value: 1490, releaseOffsetDays: -250 },
    { slug: 'cartas-de-vuelta', name: 'Cartas de vuelta', value: 1190, releaseOffsetDays: -140 },
  ],
});
