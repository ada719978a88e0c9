import { formatLongDate, formatNumber } from '../../../lib/formats.ts';
import type { RefusedFile } from '../../note-files/read-files.ts';
import type { ImportSize } from './imports.ts';

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`;

const notesCounted = (count: number): string => counted(count, 'nota', 'notas');
/** '412 notas y 3 marcadores'. */
const entriesCounted = ({ notes, bookmarks }: ImportSize): string =>
  [
    ...(notes > 0 || bookmarks === 0 ? [notesCounted(notes)] : []),
    ...(bookmarks > 0 ? [counted(bookmarks, 'marcador', 'marcadores')] : []),
  ].join(' y ');
const booksCounted = (count: number): string => counted(count, 'libro', 'libros');

const reasons: Readonly<Record<RefusedFile['reason'], string>> = {
  unknown: 'no es un archivo de notas que conozcamos.',
  broken: 'está dañado o incompleto.',
  'too-many': 'trae más de 20.000 notas. Divídelo e inténtalo otra vez.',
  'too-large': 'pesa más de 20 MB, o más de 60 MB al abrirse.',
};

export const transferTexts = {
  saved: 'El archivo está en tus descargas',

  title: 'Traer notas',
  file: 'Tus archivos',
  prompt: 'Elige los archivos, o déjalos caer aquí',
  accepted:
    'Anotaciones EPUB, Readest, Readwise (CSV), KOReader (metadata.epub.lua), Kindle (My Clippings.txt), Markdown y nuestros propios archivos.',
  privacy: 'Se leen en tu dispositivo. Solo llegan a tu cuaderno las notas que tú decidas, y solo tú las ves.',
  reading: 'Leyendo...',
  refused: ({ name, reason }: RefusedFile) => `«${name}» ${reasons[reason]}`,
  nothing: 'No hay notas en lo que elegiste',

  /** '412 notas de 3 libros'. */
  found: (size: ImportSize, books: number) => `${entriesCounted(size)} de ${booksCounted(books)}`,
  unknownBooks: (size: ImportSize, books: number) =>
    books === 1
      ? `${entriesCounted(size)} de un libro que no reconocemos`
      : `${entriesCounted(size)} de ${formatNumber(books)} libros que no reconocemos`,
  unknownHint: 'Si alguno es tuyo con otro nombre, dinos cuál. Los demás no se traen.',
  untitled: 'Libro sin título',
  entries: entriesCounted,
  into: (title: string) => `Dónde van las notas de «${title}»`,
  nowhere: 'No traer',
  already: (count: number) => `${notesCounted(count)} ya ${count === 1 ? 'está' : 'están'} en tu cuaderno`,
  elsewhere: (count: number) => `${notesCounted(count)} de otros libros no se ${count === 1 ? 'trae' : 'traen'}`,
  bookmarks: (count: number) =>
    `${counted(count, 'marcador de página no se trae', 'marcadores de página no se traen')}: su archivo no dice en qué parte del libro están`,
  tooLong: (count: number) =>
    `${notesCounted(count)} no se ${count === 1 ? 'trae' : 'traen'}: pasan de lo que cabe (5.000 letras la nota, 10.000 el texto)`,
  unreadable: (count: number) => counted(count, 'entrada vacía o ilegible', 'entradas vacías o ilegibles'),
  bring: (size: ImportSize) => `Traer ${entriesCounted(size)}`,
  nothingNew: 'No hay nada nuevo que traer',
  otherFile: 'Elegir otro archivo',
  notStored: 'No se pudieron guardar en este dispositivo. No se trajo ninguna.',

  done: (size: ImportSize) =>
    `${entriesCounted(size)} ${size.notes + size.bookmarks === 1 ? 'está' : 'están'} en tu cuaderno`,
  doneText:
    'Buscamos cada una en su libro por sus palabras; eso toma un momento. Las que no aparezcan quedan bajo «sin ubicación», con todo su texto.',
  undo: 'Deshacer la importación',
  undone: 'La importación se deshizo. Lo que escribiste después sigue en tu cuaderno.',
  close: 'Ir al cuaderno',

  past: 'Lo que trajiste',
  pastOne: (size: ImportSize, at: number) => `${entriesCounted(size)}, ${formatLongDate(at)}`,
  undoNamed: (what: string) => `Deshacer la importación: ${what}`,
} as const;
