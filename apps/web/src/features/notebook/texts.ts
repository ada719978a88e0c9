import { formatLongDate, formatNumber } from '../../lib/formats.ts';
import { highlightTexts } from '../highlights/texts.ts';

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`;

const entriesCounted = (count: number): string => counted(count, 'anotación', 'anotaciones');

export const notebookTexts = {
  title: 'Cuaderno',
  metaTitle: (store: string) => `Cuaderno - ${store}`,
  myBooks: 'Mis libros',
  /** '50 resaltados, 12 con nota, y 5 marcadores en 4 libros.' */
  summary: ({ highlights, notes, bookmarks, books }: Readonly<Record<SummaryCount, number>>) => {
    const marked = counted(highlights, 'resaltado', 'resaltados');
    const withNotes = notes === 0 ? '' : `, ${formatNumber(notes)} con nota`;
    const marks = counted(bookmarks, 'marcador', 'marcadores');
    return `${marked}${withNotes}${notes === 0 ? '' : ','} y ${marks} en ${counted(books, 'libro', 'libros')}.`;
  },
  entries: entriesCounted,
  inParts: (entries: number, parts: number) => `${entriesCounted(entries)} en ${counted(parts, 'parte', 'partes')}`,
  chapterOf: (part: string, chapter: string) => (chapter === part ? part : `${part}: ${chapter}`),
  withoutPlace: (part: string) => `${part}: sin ubicación`,
  noDate: 'Sin fecha',
  unknownBook: 'Otro libro',
  unknownPart: 'Una parte que este dispositivo no conoce',

  books: 'Libros del cuaderno',
  booksTitle: 'Libros',
  allBooks: 'Todos los libros',
  book: 'Libro',
  search: 'Buscar en tu cuaderno',
  searchHint: 'Busca en tu cuaderno',
  clearSearch: 'Borrar la búsqueda',
  color: 'Color',
  kind: 'Qué',
  kinds: { all: 'Todo', highlights: 'Resaltados', notes: 'Notas', bookmarks: 'Marcadores' },
  order: 'Orden',
  orders: { book: 'Por libro', day: 'Por día' },
  found: (count: number) => (count === 0 ? 'Nada encontrado' : entriesCounted(count)),
  clearFilters: 'Ver todo',

  bookmark: 'Marcador',
  dated: (what: string, date: string) => (date === '' ? what : `${what}, ${formatLongDate(date)}`),
  wordless: highlightTexts.wordless,
  page: 'Página marcada',
  goTo: 'Ir a la página',
  goToNamed: (words: string) => `Ir a la página: ${words}`,
  lost: 'Ya no tienes esta parte; tus notas siguen aquí',
  waiting: 'Esta parte no se puede abrir por ahora',
  notLocated: 'Ya no está en el libro',
  neverLocated: 'Sin ubicación en el libro',
  notHere: 'Para abrirla necesitas conexión',

  more: 'Más acciones',
  moreNamed: (words: string) => `Más acciones: ${words}`,
  edit: 'Editar',
  copyText: 'Copiar el texto',
  toTrash: 'Mover a la papelera',
  toTrashHint: 'Se guarda 30 días',
  note: 'Nota',
  noteHint: 'Escribe una nota...',
  save: 'Guardar',
  cancel: 'Cancelar',
  notSaved: 'No se pudo guardar en este dispositivo. Inténtalo otra vez.',

  movedToTrash: 'Está en la papelera',
  undo: 'Deshacer',
  restored: 'Volvió a su lugar',

  bring: 'Traer notas',
  take: 'Llevar mis notas',
  takeWhat: (count: number) => `Lo que estás viendo: ${entriesCounted(count)}`,
  formats: {
    annotations: { name: 'Anotaciones EPUB', hint: 'Para otro lector, con su lugar exacto' },
    markdown: { name: 'Markdown', hint: 'Texto por libro y capítulo' },
    csv: { name: 'Planilla', hint: 'Una fila por resaltado, en CSV; también para Readwise' },
    json: { name: 'JSON', hint: 'Todo lo que hay, para volver a traerlo' },
  },
  notMade: 'No se pudo hacer el archivo. Inténtalo otra vez.',
  print: 'Imprimir',
  printHint: 'O guardar como PDF',
  copyAll: 'Copiar el texto',
  copyAllHint: 'Por libro y capítulo',
  copied: 'Texto copiado',

  trash: 'Papelera',
  trashText: 'Lo que borras se guarda aquí 30 días, en todos tus dispositivos. Después se borra para siempre.',
  backToNotebook: 'Volver al cuaderno',
  restore: 'Restaurar',
  restoreNamed: (words: string) => `Restaurar: ${words}`,
  erase: 'Borrar para siempre',
  eraseNamed: (words: string) => `Borrar para siempre: ${words}`,
  eraseUntil: (date: number) => `Se borra el ${formatLongDate(date)}`,
  eraseLater: 'Se borra en 30 días',
  emptyTrash: 'Vaciar papelera',
  trashEmpty: 'La papelera está vacía',
  trashEmptyText: 'Si borras algo del cuaderno, lo encuentras aquí durante 30 días.',
  eraseOne: {
    title: '¿Borrar para siempre?',
    message: 'Se borran el texto y la nota en todos tus dispositivos. No se puede deshacer.',
    confirm: 'Borrar para siempre',
    cancel: 'Cancelar',
  },
  eraseAll: (count: number) => ({
    title: '¿Vaciar la papelera?',
    message: `Se borran ${entriesCounted(count)} en todos tus dispositivos. No se puede deshacer.`,
    confirm: 'Vaciar papelera',
    cancel: 'Cancelar',
  }),
  erased: 'Borrado para siempre',

  emptyTitle: 'Tu cuaderno está en blanco',
  emptyText: 'Resalta una frase o marca una página mientras lees, y la encontrarás aquí, con o sin conexión.',
  toBooks: 'Ir a mis libros',
  nothingFound: (query: string) => `No encontramos «${query}» en tu cuaderno`,
  nothingHere: 'No hay nada así en tu cuaderno',
  fetching: ({ done, total }: { readonly done: number; readonly total: number }) =>
    `Trayendo tus notas, ${Math.min(done + 1, total)} de ${total}`,
  reading: 'Abriendo tu cuaderno',
  offline: 'Sin conexión: ves lo que hay en este dispositivo. Puedes buscar, editar y borrar; se envía después.',
  offlineEmptyTitle: 'Sin conexión a internet',
  offlineEmptyText: 'Este dispositivo aún no tiene tus notas. Llegan cuando vuelva la conexión.',
  failed: 'No pudimos traer lo que escribiste en otros dispositivos.',
  retry: 'Intentar nuevamente',
} as const;

type SummaryCount = 'highlights' | 'notes' | 'bookmarks' | 'books';
