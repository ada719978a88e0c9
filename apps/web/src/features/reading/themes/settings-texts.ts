import { formatBytes, formatNumber } from '../../../lib/formats.ts';
import type { Problem } from '../../dictionaries/dictionary-problem.ts';

/** Words of 'Configuración del lector'. */
export const readerSettingsTexts = {
  title: 'Configuración del lector',
  lead: 'Así se verán todos tus libros.',
  apart: 'Solo en este dispositivo',
  apartHint: 'Tus otros dispositivos siguen como están, y este no cambia con ellos.',
  backToProfile: 'Mi perfil',
  preview: 'Así se ve una página',
  theme: 'Tema',
  sampleChapter: 'La niebla',
  sample: [
    'La niebla llegó antes que el bus. Mateo la vio subir por el muelle, despacio, como quien vuelve a su casa sin hacer ruido, y pensó que su abuela tenía razón: las cosas no se pierden, solo se guardan.',
    'Contó los postes hasta donde alcanzaba la vista. Eran siete. El octavo, el del faro, ya no estaba.',
    '—Va a volver —dijo ella, sin levantar la cabeza de las redes—. Siempre vuelve después de las tres.',
    'A las tres, Mateo se puso la chaqueta grande de su padre y bajó con la linterna en el bolsillo. El camino sonaba distinto cuando no se veía: las piedras parecían más cerca y el mar, en cambio, parecía haberse ido a otra parte.',
    'Al llegar a la tabla del medio se detuvo. Alguien silbaba, bajito, justo encima de su cabeza. No era el viento, porque el viento no espera a que uno responda.',
  ],
  allowZoom: 'Permitir zoom',
  allowZoomHint: 'Para agrandar con dos dedos mientras lees.',
} as const;

/** Words of the group 'Diccionario'. */
export const dictionarySettingsTexts = {
  title: 'Diccionario',
  lead: 'Agrega un diccionario StarDict y lee lo que dice de una palabra con solo seleccionarla, también sin conexión.',
  add: 'Agregar un diccionario',
  prompt: 'Elige juntos los archivos de un diccionario: .ifo, .idx, .dict y, si lo tiene, .syn.',
  hint: 'También valen .idx.gz, .dict.dz o un solo .zip con todos; no .tar.bz2 ni .7z. Se guarda en este dispositivo para tu cuenta y se quita al cerrar sesión: conserva los archivos.',
  adding: 'Guardando el diccionario',
  cancel: 'Cancelar',
  added: 'Diccionario guardado',
  kept: 'Diccionarios guardados, en el orden en que responden',
  facts: (words: number, size: string, language: string | null) =>
    [
      `${formatNumber(words)} ${words === 1 ? 'palabra' : 'palabras'}`,
      size,
      ...(language === null ? [] : [language]),
    ].join(' · '),
  up: 'Subir',
  upOf: (name: string) => `Subir ${name}`,
  remove: 'Quitar',
  removeOf: (name: string) => `Quitar ${name}`,
  removeTitle: '¿Quitar este diccionario?',
  removeText: (name: string) =>
    `«${name}» deja de responder en este dispositivo. Para tenerlo otra vez necesitas sus archivos.`,
  keep: 'Dejarlo',
  removed: 'Diccionario quitado',
  moved: (name: string, place: number) => `${name}: responde en el lugar ${place}.`,
  unreadable: 'No se pudieron leer tus diccionarios. Tu navegador no deja guardar en este dispositivo.',
} as const;

const partNames = { '.ifo': '.ifo', '.idx': '.idx o .idx.gz', '.dict': '.dict o .dict.dz', '.syn': '.syn' } as const;

/** Sentences of problems that need no more than their name. */
const plainProblems = {
  'not-ifo': 'El archivo .ifo no es de un diccionario StarDict.',
  ifo: 'El archivo .ifo está dañado o incompleto: le faltan datos del diccionario.',
  'broken-index': 'El archivo .idx está dañado o cortado.',
  synonyms: 'El archivo .syn está dañado o es de otro diccionario. Puedes agregar el diccionario sin él.',
  beyond: 'El archivo .dict está incompleto o es de otro diccionario: hay palabras cuyo texto no está en él.',
  chunks: 'El archivo .dict.dz está dañado: lo que contiene no es lo que dice su comienzo.',
  unpacking: 'Un archivo comprimido está dañado y no se puede abrir. Descárgalo otra vez.',
  encoding: 'El texto del diccionario no está en UTF-8, y aquí no se leería bien.',
  placed: 'Este diccionario ya está guardado.',
  full: 'No queda espacio en este dispositivo. Libera espacio y agrégalo otra vez; no se guardó nada.',
  refused: 'Tu navegador no pudo guardar el diccionario; no se guardó nada. Inténtalo otra vez.',
  'no-account': 'Inicia sesión para guardar un diccionario en este dispositivo.',
} as const;

/** Sentences about one file, by its name. */
const fileProblems = {
  foreign: (file: string) =>
    `«${file}» no es de un diccionario StarDict. Elige sus archivos .ifo, .idx y .dict, o un .zip con ellos.`,
  packed: (file: string) =>
    `«${file}» está comprimido de una forma que aquí no se abre. Ábrelo primero y elige los archivos que trae.`,
  unreadable: (file: string) => `No se pudo leer «${file}». Elígelo otra vez.`,
} as const;

const units = { bytes: 'bytes', words: 'palabras' } as const;

/** Why a dictionary could not be placed, and what helps. */
export function dictionaryProblemText(problem: Problem): string {
  if ('file' in problem) return fileProblems[problem.kind](problem.file);
  if ('told' in problem) {
    const [told, found] = [formatNumber(problem.told), formatNumber(problem.found)];
    return `El archivo .idx no corresponde al .ifo: debería tener ${told} ${units[problem.unit]} y tiene ${found}.`;
  }
  if ('most' in problem) {
    const most = formatBytes(problem.most);
    if (problem.size === null) return `Descomprimido pesa más de ${most}, que es lo que cabe aquí.`;
    return `Pesa ${formatBytes(problem.size)}. Aquí caben diccionarios de hasta ${most}.`;
  }
  if (!('part' in problem)) return plainProblems[problem.kind];
  const part = partNames[problem.part];
  return problem.kind === 'missing'
    ? `Falta el archivo ${part}. Elige juntos todos los archivos del diccionario.`
    : `Hay más de un archivo ${part}. Elige los archivos de un solo diccionario.`;
}
