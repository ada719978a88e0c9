import { makeBook } from './make-book.ts';

/** Has a presale without end and a released part without ebook. */
export const micro = makeBook({
  slug: 'la-micro-de-las-seis',
  name: 'La micro de las seis',
  description:
    'La primera micro del día sale de Renca a oscuras y llega a Peñalolén con sol. En el camino suben una enfermera que vuelve, un jubilado con un ramo, una niña que vende palabras. Cuentos enlazados para leer entre dos paraderos.',
  location: 'Santiago, recorrido Renca–Peñalolén',
  genre: 'Cuentos enlazados',
  pages: 24,
  fragment:
    'A las seis de la mañana nadie va a ninguna parte: todos vienen de un sueño. Don Hernán lo sabía mejor que nadie, porque llevaba veintisiete años recogiéndolos en las esquinas, tibios todavía, con el pelo aplastado de un lado.',
  quotes: [
    'Un asiento vacío, a esa hora, es una pregunta',
    'El que va de pie ve más lejos, pero llega igual',
    'Hay palabras que se gastan de no usarlas',
  ],
  parts: [
    { slug: 'recorrido-de-ida', name: 'Recorrido de ida', value: 1190, releaseOffsetDays: -120 },
    {
      slug: 'recorrido-de-vuelta',
      name: 'Recorrido de vuelta',
      value: 1490,
      releaseOffsetDays: -15,
      presale: { discountPercentage: 20, endOffsetDays: null },
    },
    { slug: 'recorrido-nocturno', name: 'Recorrido nocturno', value: 1490, releaseOffsetDays: -3, hasEbook: false },
  ],
});
