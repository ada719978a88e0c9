import { formatNumber } from '../../lib/formats.ts';

/** The five colours, in the toolbar's order. */
export const offeredColours = [
  { id: 'yellow', label: 'Amarillo' },
  { id: 'green', label: 'Verde' },
  { id: 'blue', label: 'Azul' },
  { id: 'pink', label: 'Rosado' },
  { id: 'red', label: 'Rojo' },
] as const;

const otherColours: Readonly<Record<string, string>> = { orange: 'Naranjo', purple: 'Morado', gray: 'Gris' };

export const highlightTexts = {
  tab: 'Resaltados',
  create: 'Resaltar',
  edit: 'Editar resaltado',
  colours: 'Color',
  colour: (id: string) => offeredColours.find((each) => each.id === id)?.label ?? otherColours[id] ?? 'Amarillo',
  addNote: 'Agregar nota',
  copyText: 'Copiar texto',
  remove: 'Eliminar resaltado',
  close: 'Cerrar',
  note: 'Nota',
  placeholder: 'Escribe una nota...',
  save: 'Guardar',
  offlineToo: 'Se guarda también sin conexión',
  count: (length: number, max: number) => `${formatNumber(length)} de ${formatNumber(max)}`,
  tooLong: (max: number) => `La nota puede tener hasta ${formatNumber(max)} caracteres.`,

  previousSentence: 'Frase anterior',
  nextSentence: 'Frase siguiente',
  oneWordLess: 'Una palabra menos',
  oneWordMore: 'Una palabra más',
  sentence: 'Frase',
  word: 'Palabra',

  /** Question before highlights are deleted, with or without notes. */
  removeQuestion: (highlights: readonly { readonly note: string }[]) => {
    const notes = highlights.filter(({ note }) => note.trim() !== '').length;
    const question =
      highlights.length > 1 ? `¿Desea eliminar ${highlights.length} resaltados?` : '¿Desea eliminar el resaltado?';
    if (notes === 0) return question;
    return `${question} ${notes > 1 ? 'También se eliminan sus notas.' : 'También se elimina su nota.'}`;
  },
  discard: {
    title: 'La nota no está guardada',
    message: '¿Quieres descartar lo que escribiste?',
    confirm: 'Descartar',
    cancel: 'Seguir escribiendo',
  },
  removed: 'Resaltado eliminado',
  removedMany: (count: number) => `${count} resaltados eliminados`,
  undo: 'Deshacer',
  textCopied: 'Texto copiado',
  notesCopied: 'Notas copiadas',
  notCopied: 'No se pudo copiar. Revisa los permisos del navegador.',

  none: 'No hay texto resaltado',
  howTo: 'Selecciona texto en el libro para crear resaltados',
  highlightSentence: 'Resaltar una frase',
  highlightKey: 'Tecla H',
  copyNotes: 'Copiar notas',
  lost: 'Sin ubicación',
  lostText: 'Este libro cambió y no encontramos dónde estaban. Los guardamos para ti.',
  hasNote: 'Con nota',
  editNamed: (text: string) => `Editar resaltado: ${text}`,
  share: 'Compartir cita',
  shareNamed: (text: string) => `Compartir cita: ${text}`,
  removeNamed: (text: string) => `Eliminar resaltado: ${text}`,
  wordless: '(sin texto)',
  counted: (count: number) => (count === 1 ? '1 resaltado' : `${formatNumber(count)} resaltados`),
  yours: 'Tus resaltados de esta parte',
  importRefused: (count: number) =>
    count === 1
      ? 'La tienda no aceptó una de las notas que trajiste. Sigue en tu archivo.'
      : `La tienda no aceptó ${formatNumber(count)} de las notas que trajiste. Siguen en tu archivo.`,
  undoRefused: (count: number) =>
    count === 1
      ? 'La tienda no pudo quitar una de las notas que trajiste.'
      : `La tienda no pudo quitar ${formatNumber(count)} de las notas que trajiste.`,
} as const;
