import { makeBook } from './make-book.ts';

/** Two plain paid parts; the first one is long. */
export const almacen = makeBook({
  slug: 'el-almacen-de-dona-nieves',
  name: 'El almacén de doña Nieves',
  description:
    'En el cerro Barón se fía hasta el viernes, se presta el teléfono y se guarda lo que nadie sabe dónde guardar. Doña Nieves lo anota todo en un cuaderno de tapas negras. Casi todo. Cuentos de mesón y de trastienda.',
  location: 'Cerro Barón, Valparaíso',
  genre: 'Cuentos',
  pages: 21,
  fragment:
    'Fiar, decía doña Nieves, es prestarle a alguien el día de mañana. Por eso anotaba con lápiz de pasta y nunca con grafito: el porvenir, si se va a prestar, que no se pueda borrar.',
  quotes: [
    'En el cerro las noticias suben a pie y llegan cansadas, pero llegan',
    'Hay deudas que una anota para que no se paguen nunca',
    'El mesón era una frontera que todos cruzaban con los codos',
  ],
  parts: [
    { slug: 'cuentos-del-meson', name: 'Cuentos del mesón', value: 1290, releaseOffsetDays: -95 },
    { slug: 'cuentos-de-la-trastienda', name: 'Cuentos de la trastienda', value: 1290, releaseOffsetDays: -40 },
  ],
});
