import { formatDate } from '../../../lib/formats.ts';

/** Words of the search for the owner of a copy. */
export const traceTexts = {
  title: '¿De quién es este ejemplar?',
  text: 'Si un archivo tuyo aparece donde no debería, escribe el número de su ex libris. La búsqueda queda en el registro.',
  label: 'Número del ejemplar',
  empty: 'Escribe el número del ejemplar.',
  search: 'Buscar',
  unknown: 'Ningún ejemplar tiene ese número.',
  found: (part: string, book: string) => `«${part}», de ${book}, lo guardó`,
  times: (count: number, first: string, last: string) =>
    count === 1
      ? `Una vez, el ${formatDate(first)}.`
      : `${count} veces, la primera el ${formatDate(first)} y la última el ${formatDate(last)}.`,
  failed: 'No se pudo buscar. Inténtalo otra vez.',
} as const;
