import type { ThemeName } from './themes/themes.ts';

/** Words of the panel and of the other layers over the page, which are loaded after the first page. */
export const panelTexts = {
  settings: 'Ajustes de lectura',
  tabs: 'Ajustes',
  sections: 'Secciones',
  theme: 'Tema',
  chapters: 'Capítulos',
  sectionsView: 'Qué se muestra',
  youAreHere: 'Estás aquí',
  noSections: 'Este libro no trae un índice.',
  themes: {
    white: 'Blanco',
    sephia: 'Sepia',
    green: 'Verde',
    gray: 'Gris',
    dark: 'Oscuro',
  } satisfies Record<ThemeName, string>,
  textSize: 'Tamaño del texto',
  smaller: 'A-, reducir el texto',
  larger: 'A+, agrandar el texto',
  lineSpacing: 'Interlineado',
  fontFamily: 'Tipo de letra',

  toNotebook: 'Todas tus notas de este libro',

  newEdition: 'Hay una versión nueva de este libro. La verás la próxima vez que lo abras.',

  pageTurns: 'Pasar la página',
  previousPage: 'Página anterior',
  nextPage: 'Página siguiente',
  /** Announced after a page turn, before the page's text. */
  turnedTo: (chapter: string | null, page: string) => (chapter === null ? `${page}.` : `${chapter}. ${page}.`),
} as const;
