import { HOUR_MS } from '@cuentos/domain/time/durations';
import type { AlertName } from '../../platform/monitoring.ts';

/** Figures that the words of an alert name. */
export interface AlertFacts {
  readonly waiting: number;
  /** Age of the oldest piece, ms. */
  readonly age: number;
  /** Names of jobs. */
  readonly jobs: readonly string[];
}

const count = (amount: number, one: string, many: string): string =>
  amount === 1 ? `Hay ${one}` : `Hay ${amount.toLocaleString('es-CL')} ${many}`;
const hours = (age: number): string => {
  const whole = Math.max(1, Math.round(age / HOUR_MS));
  return whole === 1 ? 'hace una hora' : `hace ${whole} horas`;
};

interface AlertText {
  /** A few words, for subjects and lists. */
  readonly title: string;
  /** Describes the condition. */
  found(facts: AlertFacts): string;
  /** Advice to the shop. */
  readonly next: string;
}

/** Text of each alert for the shop, and the advice about it. */
export const alertTexts: Readonly<Record<AlertName, AlertText>> = {
  mails: {
    title: 'Correos que no salen',
    found: ({ waiting, age }) => `${count(waiting, 'un correo', 'correos')} sin salir; el más atrasado, ${hours(age)}.`,
    next: 'Revisa el servidor de correo (SMTP_URL) y que la tienda esté andando.',
  },
  notices: {
    title: 'Avisos de pago sin procesar',
    found: ({ waiting, age }) =>
      `${count(waiting, 'un aviso de pago', 'avisos de pago')} sin procesar; el más antiguo, ${hours(age)}.`,
    next: 'Revisa que el medio de pago conteste y que acepte las credenciales.',
  },
  refunds: {
    title: 'Devoluciones sin hacer',
    found: ({ waiting, age }) =>
      `${count(waiting, 'una devolución pedida y no hecha', 'devoluciones pedidas y no hechas')}; la más antigua, ${hours(age)}.`,
    next: 'Mira «Pagos por resolver» en el panel.',
  },
  anchoring: {
    title: 'Notas sin ubicar en una edición nueva',
    found: ({ age }) => `Hay notas de lectores que esperan su lugar en una edición nueva; la primera, ${hours(age)}.`,
    next: 'Mira el registro del servidor: la tarea «anchoring» dice qué le falta.',
  },
  samples: {
    title: 'Muestras sin preparar',
    found: ({ waiting }) => `${count(waiting, 'una muestra', 'muestras')} sin preparar.`,
    next: 'Mira el registro del servidor: la tarea «samples» dice qué le falta.',
  },
  jobs: {
    title: 'Tareas que no terminan bien',
    found: ({ jobs }) => `No terminan bien estas tareas: ${jobs.join(', ')}.`,
    next: 'Mira el registro del servidor: cada falla dice la tarea y su causa.',
  },
  files: {
    title: 'El almacén de archivos no contesta',
    found: () => 'El almacén de archivos no contesta: los libros no se pueden abrir ni descargar.',
    next: 'Revisa S3_ENDPOINT, S3_BUCKET y sus claves, o el disco de DATA_DIR.',
  },
  disk: {
    title: 'Queda poco disco',
    found: () => 'El disco de los datos está casi lleno.',
    next: 'Libera espacio o agranda el disco: sin espacio la tienda deja de vender.',
  },
  'mail-server': {
    title: 'El servidor de correo no contesta',
    found: () => 'El servidor de correo no contesta: los correos esperan.',
    next: 'Revisa SMTP_URL y el estado de tu proveedor de correo.',
  },
  backup: {
    title: 'Falta un respaldo reciente',
    found: () => 'Hace más de dos días que no hay un respaldo bueno.',
    next: 'En «Respaldos» (Ajustes, Servicios) haz uno y mira por qué no se hizo solo.',
  },
  'backup-failed': {
    title: 'El último respaldo falló',
    found: () => 'El último respaldo falló.',
    next: 'En «Respaldos» (Ajustes, Servicios) dice qué falló. Arréglalo y haz uno.',
  },
};
