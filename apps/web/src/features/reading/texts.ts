/** Words of the foot of a page. */
export const progressTexts = {
  wayBack: 'Volver a donde estaba',
  change: 'Cambiar lo que se muestra aquí',
  page: (page: number, count: number, exact: boolean): string =>
    exact ? `Página ${page} de ${count}` : `Página ${page} de unas ${count}`,
} as const;

const one = (count: number, singular: string, plural: string) => (count === 1 ? singular : plural);

export const readerTexts = {
  back: 'Volver al libro',
  retry: 'Intentar nuevamente',
  /** Said after the title, which opens them. */
  openSettings: 'Abrir los ajustes de lectura',
  preview: 'Vista previa',
  addBookmark: 'Poner un marcador en esta página',
  removeBookmark: 'Quitar el marcador de esta página',
  search: 'Buscar en esta parte',
  help: 'Cómo se lee aquí',
  listen: 'Escuchar desde esta página',
  progress: 'Ir a otro lugar',
  finished: 'Terminado',
  chapterOf: (number: number, count: number) => `Capítulo ${number} de ${count}`,
  pagesLeft: (count: number, exact: boolean) => {
    if (count === 0) return 'Última página del capítulo';
    return one(count, 'Queda 1 página', exact ? `Quedan ${count} páginas` : `Quedan unas ${count} páginas`);
  },

  toolNotHere: 'Esto necesita conexión la primera vez. Intenta de nuevo cuando tengas internet.',
} as const;

/** Sentences that the engine shows inside the book, in the shop's reader and in an exported file. */
export const engineTexts = {
  missingSection: 'Esta sección no llegó, o falta en el libro. Puedes seguir con la próxima.',
  /** Name of the page's frame: chapter, and which of the book's sections. */
  sectionName: (number: number, count: number, chapter: string | null) =>
    chapter === null ? `Sección ${number} de ${count}` : `${chapter}, sección ${number} de ${count}`,
} as const;
