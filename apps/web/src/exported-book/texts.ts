import { formatDate } from '../lib/formats.ts';

const one = (count: number, singular: string, plural: string) => (count === 1 ? singular : plural);

export const exportedTexts = {
  contents: 'Contenido',
  search: 'Buscar',
  notes: 'Notas',
  look: 'Aspecto',
  save: 'Guardar',
  close: 'Cerrar',
  wayBack: 'Volver a donde estaba',
  previous: 'Página anterior',
  next: 'Página siguiente',
  percentage: (value: number) => `${Math.floor(value)} %`,
  pageOf: (page: number, count: number, exact: boolean) =>
    exact ? `Página ${page} de ${count}` : `Página ${page} de unas ${count}`,
  here: 'Estás aquí',

  searchLabel: 'Buscar en esta parte',
  searching: 'Buscando…',
  results: (count: number) => one(count, '1 resultado', `${count} resultados`),
  nothing: (query: string) => `No encontramos «${query}» en esta parte.`,

  noNotes: 'Todavía no hay notas. Selecciona un texto del libro para resaltarlo y escribir.',
  addNote: 'Agregar nota',
  editNote: 'Editar nota',
  noteLabel: 'Nota',
  notePlaceholder: 'Escribe una nota...',
  keepNote: 'Guardar nota',
  remove: 'Eliminar',
  removed: 'Resaltado eliminado.',
  goTo: 'Ir al pasaje',
  highlight: 'Resaltar',
  addHere: 'Anotar el primer párrafo de esta página',
  nothingHere: 'En esta página no hay un párrafo que anotar.',
  printNotes: 'Imprimir mis notas',

  theme: 'Tema',
  themes: { white: 'Blanco', sephia: 'Sepia', green: 'Verde', gray: 'Gris', dark: 'Oscuro' },
  size: 'Tamaño de la letra',
  smaller: 'Letra más pequeña',
  larger: 'Letra más grande',
  face: 'Letra',
  faces: { auto: 'Del libro', 'sans-serif': 'Sin remates' },
  lines: 'Espacio entre renglones',

  kept: 'Tus notas quedan guardadas en este navegador.',
  notKept: 'Este navegador no guarda notas de un archivo abierto del disco.',
  unsaved: 'Hay notas que no están en el archivo todavía.',
  saved: 'Todo está en el archivo.',
  saveHere: 'Guardar en el archivo',
  saveCopy: 'Guardar una copia',
  saveHereHint: 'Elige este mismo archivo, o uno nuevo. Con eso tus notas van contigo a otro computador.',
  saveCopyHint: 'Baja el libro otra vez, con tus notas adentro. Con eso van contigo a otro computador.',
  done: 'Guardado.',
  downloaded: 'La copia está entre tus descargas.',
  notSaved: 'No se pudo guardar. Revisa que haya espacio y que el archivo no esté abierto en otro programa.',

  end: 'Fin',
  exLibris: 'Ex libris',
  copyOf: (name: string) => `Este ejemplar es de ${name}`,
  number: (number: string) => `Ejemplar n.º ${number}`,
  madeOn: (iso: string, store: string) => `Lo guardó el ${formatDate(iso)} en ${store}.`,
  forGood: 'Este archivo es tuyo para siempre y se lee sin conexión. Es para tu lectura: no lo compartas.',

  footnote: 'Nota del libro',
  goToNote: 'Ir a la nota',

  outside: 'Este enlace lleva fuera del libro',
  outsideHint: 'El libro no se conecta con nada. Si confías en la dirección, cópiala y ábrela tú.',
  copyAddress: 'Copiar la dirección',
  copied: 'Dirección copiada.',

  damaged: 'Este archivo está incompleto. Cópialo otra vez desde donde lo guardaste, o bájalo de nuevo de la tienda.',
} as const;
