import type { FailureReason } from './opening/fetch-opening.ts';
import type { ThemeName } from './themes/themes.ts';

/** Words of the foot of a page. */
export const progressTexts = {
  wayBack: 'Volver a donde estaba',
  dismiss: 'Quedarme aquí',
  change: 'Cambiar lo que se muestra aquí',
  minutesLeft: (minutes: number): string => {
    if (minutes <= 1) return 'Queda 1 min';
    if (minutes < 60) return `Quedan ${minutes} min`;
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
    const time = rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
    return `${hours === 1 && rest === 0 ? 'Queda' : 'Quedan'} ${time}`;
  },
  page: (page: number, count: number, exact: boolean): string =>
    exact ? `Página ${page} de ${count}` : `Página ${page} de unas ${count}`,
} as const;

/** Words of the preview for editors. */
export const previewTexts = {
  mark: 'Vista previa',
  title: 'Estás en una vista previa',
  text: 'Nada de lo que hagas aquí cuenta como lectura. Para volver, cierra esta pestaña.',
  stay: 'Seguir viendo',
  leave: 'Ir al panel de administración',
} as const;

const one = (count: number, singular: string, plural: string) => (count === 1 ? singular : plural);

export const readerTexts = {
  back: 'Volver al libro',
  toLibrary: 'Volver a mi biblioteca',
  retry: 'Intentar nuevamente',
  settings: 'Ajustes de lectura',
  /** Said after the title, which opens them. */
  openSettings: 'Abrir los ajustes de lectura',
  search: 'Buscar en esta parte',
  help: 'Cómo se lee aquí',
  listen: 'Escuchar desde esta página',
  progress: 'Avance en el libro',
  chapterOf: (number: number, count: number) => `Capítulo ${number} de ${count}`,
  pagesLeft: (count: number, exact: boolean) => {
    if (count === 0) return 'Última página del capítulo';
    return one(count, 'Queda 1 página', exact ? `Quedan ${count} páginas` : `Quedan unas ${count} páginas`);
  },

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

  elsewhere: {
    ahead: 'Ibas más adelante en otro dispositivo',
    behind: 'Estuviste leyendo en otro dispositivo',
    text: (percent: string) => `Ahí quedaste en el ${percent} del libro.`,
    stay: 'Seguir aquí',
    go: (percent: string) => `Ir a ${percent}`,
  },
  link: {
    title: 'Este enlace sale del libro',
    text: 'Se abrirá en otra pestaña:',
    open: 'Abrir enlace',
    cancel: 'Seguir leyendo',
  },
  sessionOver: {
    title: 'Tu sesión terminó',
    text: 'Guardamos tu página en este dispositivo y la enviaremos cuando vuelvas a entrar.',
    leave: 'Entendido',
  },

  toolNotHere: 'Esto necesita conexión la primera vez. Intenta de nuevo cuando tengas internet.',
  newEdition: 'Hay una versión nueva de este libro. La verás la próxima vez que lo abras.',

  /** Shown by the engine inside the book. */
  missingSection: 'Falta una sección de este libro. Puedes seguir con la próxima.',
  sectionName: (number: number, count: number) => `Sección ${number} de ${count}`,

  failures: {
    'not-here': {
      title: 'Esta parte no está en este dispositivo',
      text: 'Conéctate a internet y ábrela una vez; después podrás leerla sin conexión.',
    },
    unreachable: {
      title: 'No pudimos comunicarnos con la tienda',
      text: 'Revisa tu conexión e intenta de nuevo.',
    },
    'no-access': {
      title: 'Esta parte no está en tu biblioteca',
      text: 'Si la tenías, guardamos tu página y tus notas. Si crees que es un error, escríbenos.',
    },
    'no-preview': {
      title: 'No puedes ver esta vista previa',
      text: 'Solo la ven quienes editan este libro. Si te falta, pídele a la administración que te lo asigne.',
    },
    'not-found': {
      title: 'No encontramos esta parte del libro',
      text: 'Puede que la dirección esté mal escrita, que la parte ya no exista o que no esté en tu biblioteca.',
    },
    'not-released': {
      title: 'Esta parte todavía no está disponible',
      text: 'Podrás leerla desde el día de su publicación.',
    },
    'without-ebook': {
      title: 'Esta parte todavía no tiene su libro electrónico',
      text: 'Lo estamos preparando. Aparecerá en tu biblioteca cuando esté listo.',
    },
    damaged: {
      title: 'No pudimos leer el archivo de este libro',
      text: 'Ábrelo de nuevo con conexión para descargarlo otra vez. Si sigue igual, escríbenos.',
    },
    server: {
      title: 'No pudimos abrir el libro',
      text: 'La falla es nuestra. Intenta de nuevo en unos minutos.',
    },
  } satisfies Record<FailureReason, { title: string; text: string }>,
} as const;
