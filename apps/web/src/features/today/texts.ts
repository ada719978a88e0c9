import { moneyWords } from '@cuentos/contract/money-words';
import type { WaitingKind } from '@cuentos/contract/today';
import type { NamingWords } from '../admin/row-links.tsx';

const day = (date: string) => ` el ${date}`;

/** Words of a kind of task: title by number, its subject, and the label of its button. */
interface WaitingWords {
  readonly title: (count: number) => string;
  readonly about: (facts: {
    readonly count: number;
    /** Whether the person is known. */
    readonly isNamed: boolean;
    readonly amount: string | null;
    /** 'desde ayer', 'desde el 12/11/2026'. */
    readonly since: string | null;
  }) => NamingWords;
  readonly action: string;
}

/** @param name placeholder for an unknown name; true where the name is known */
const naming = (before: string, name: string | true, after: string): NamingWords =>
  name === true ? [before, after] : `${before}${name}${after}`;

const waitingWords: Readonly<Record<WaitingKind, WaitingWords>> = {
  dispute: {
    title: (count) => (count === 1 ? 'Una disputa' : `${count} disputas`),
    about: ({ count, amount }) =>
      count === 1
        ? `Un banco reclama ${amount ?? 'un pago'}. Si no respondes, los devuelve.`
        : `Los bancos reclaman ${amount ?? 'esos pagos'}. Lo que no respondas, lo devuelven.`,
    action: 'Responder',
  },
  data_request: {
    title: (count) => (count === 1 ? 'Una solicitud de datos' : `${count} solicitudes de datos`),
    about: ({ isNamed }) => {
      const term = 'La ley da plazo para responder.';
      return isNamed ? ['De ', `. ${term}`] : term;
    },
    action: 'Responder',
  },
  payment: {
    title: (count) => (count === 1 ? 'Un pago por resolver' : `${count} pagos por resolver`),
    about: ({ amount, since }) =>
      `Dinero que llegó y no compró nada, o que falta devolver: ${amount ?? '$0'}, ${since ?? 'desde hoy'}.`,
    action: 'Resolver',
  },
  message: {
    title: (count) => (count === 1 ? 'Un mensaje sin responder' : `${count} mensajes sin responder`),
    about: ({ count, isNamed, since }) =>
      count === 1
        ? naming('De ', isNamed || 'una persona sin nombre', `, que espera ${since ?? 'desde hoy'}.`)
        : naming('El más antiguo es de ', isNamed || 'una persona sin nombre', ` y espera ${since ?? 'desde hoy'}.`),
    action: 'Leer',
  },
  edition: {
    title: (count) => (count === 1 ? 'Una edición sin publicar' : `${count} ediciones sin publicar`),
    about: ({ count, isNamed, since }) =>
      naming(
        count === 1 ? 'La subió ' : 'La más antigua la subió ',
        isNamed || 'alguien del equipo',
        ` y espera ${since ?? 'desde hoy'}.`,
      ),
    action: 'Revisar',
  },
  sample: {
    title: (count) => (count === 1 ? 'Una muestra por aprobar' : `${count} muestras por aprobar`),
    about: ({ count, isNamed, since }) =>
      count === 1
        ? naming(
            '',
            isNamed || 'Alguien del equipo',
            ` pide mostrar más de una parte a la venta y espera ${since ?? 'desde hoy'}.`,
          )
        : naming('Lo más antiguo lo pidió ', isNamed || 'alguien del equipo', ` y espera ${since ?? 'desde hoy'}.`),
    action: 'Decidir',
  },
  document: {
    title: (count) => (count === 1 ? 'Un documento que no salió' : `${count} documentos que no salieron`),
    about: ({ amount, since }) => `Boletas o notas de crédito por ${amount ?? '$0'}, ${since ?? 'desde hoy'}.`,
    action: 'Ver',
  },
  folio: {
    title: (count) => (count === 1 ? 'Un documento por emitir' : `${count} documentos por emitir`),
    about: ({ count, amount, since }) =>
      count === 1
        ? `Está preparado: falta emitirlo y anotar su folio. ${amount ?? '$0'}, ${since ?? 'desde hoy'}.`
        : `Están preparados: falta emitirlos y anotar sus folios. ${amount ?? '$0'}, ${since ?? 'desde hoy'}.`,
    action: 'Emitir',
  },
  mail: {
    title: (count) => (count === 1 ? 'Un correo que no salió' : `${count} correos que no salieron`),
    about: ({ count }) =>
      count === 1
        ? 'El servidor de correo no lo aceptó y ya no se intenta. Puedes enviarlo de nuevo.'
        : 'El servidor de correo no los aceptó y ya no se intentan. Puedes enviarlos de nuevo.',
    action: 'Ver',
  },
  setup: {
    title: () => 'Tu tienda aún no vende',
    about: () => 'En «Puesta en marcha» está lo que falta y cómo hacerlo.',
    action: 'Ver qué falta',
  },
  backup: {
    title: () => 'Falta un respaldo',
    about: ({ since }) =>
      since === null
        ? 'Ya hay ventas y nunca se guardó una copia de la tienda.'
        : `Nada se ha guardado ${since}: lo vendido después se perdería.`,
    action: 'Ver cómo',
  },
};

/** Words of 'Hoy'. */
export const todayTexts = {
  title: 'Hoy',
  newPart: 'Nueva parte',
  announcement: 'Anuncio',
  give: 'Regalar',
  books: 'Libros',
  waitingTitle: 'Te espera',
  waitingCount: (count: number) => (count === 1 ? '1 cosa' : `${count} cosas`),
  dueFirst: (count: string) => `${count}, primero lo que vence`,
  waiting: waitingWords,
  before: (date: string) => `Hasta el ${date}`,
  due: (date: string) => `Vence${day(date)}`,
  since: (date: string) => `desde${day(date)}`,
  sinceToday: 'desde hoy',
  sinceYesterday: 'desde ayer',
  yesterday: 'Ayer',
  nothingWaits: 'Nada te espera',
  nothingWaitsText: 'Si alguien te escribe, reclama un pago o pide sus datos, aparece aquí.',
  soldTitle: moneyWords.figures.sold,
  seeMoney: 'Ver Ventas',
  spans: { day: 'Hoy', week: '7 días', month: 'Este mes' },
  sales: (count: number) => (count === 1 ? '1 venta' : `${count} ventas`),
  refunds: (count: number) =>
    count === 0 ? 'sin devoluciones' : count === 1 ? '1 devolución' : `${count} devoluciones`,
  /** The same word and definition as in 'Ventas'. */
  net: (sales: string, refunds: string) => `${moneyWords.figures.left} de ${sales}, ${refunds}`,
  others: (sales: string, refunds: string) => `${sales}, ${refunds}`,
  noMovement: 'Sin ventas ni devoluciones',
  gift: 'Regalo',
  code: 'Código',
  nothingSold: 'Todavía no hay ventas.',
  comingTitle: 'Lo que viene',
  nothingComes: 'No hay nada con fecha. Una parte con día de publicación aparece aquí.',
  release: ['Sale «', '»'],
  releaseAbout: (people: number): NamingWords => [
    'De «',
    people === 0
      ? '». Nadie ha pedido aviso todavía.'
      : `». ${people === 1 ? 'Una persona recibirá' : `${people} personas recibirán`} un correo.`,
  ],
  presaleEnd: 'Termina la preventa',
  presaleEndAbout: (from: string, to: string) => ['«', `» pasa de ${from} a ${to}.`] as const,
  codeEnd: ['Termina el código ', ''],
  codeEndAbout: 'Después de esa hora no se acepta.',
  announcementOut: 'Sale un anuncio',
  announcementAbout: (subject: string, people: number) =>
    `«${subject}», para ${people === 1 ? 'una persona' : `${people} personas`}.`,
  change: 'Cambiar',
  see: 'Ver',
  failed: 'No pudimos cargar lo de hoy.',
  retry: 'Intentar nuevamente',
} as const;
