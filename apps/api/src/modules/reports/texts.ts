import { moneyWords } from '@cuentos/contract/money-words';

const words = moneyWords.figures;

/** Names and definitions of the figures of 'Ventas'. */
export const figureTexts = {
  sales: [words.sales, 'Compras pagadas en el período. No cuenta partes gratis ni las entregadas por administración.'],
  amount: [words.sold, 'Suma de esos pagos en pesos, con IVA, antes de devoluciones.'],
  refunds: [
    words.refunds,
    'Dinero devuelto en el período, también de ventas anteriores. No cuenta pagos dobles devueltos.',
  ],
  chargebacks: [words.chargebacks, 'Pagos desconocidos por el banco en el período, menos lo ya devuelto.'],
  fees: [words.fees, 'Lo que cobró el medio de pago por las ventas del período.'],
  vat: [words.vat, 'IVA incluido en ventas menos devoluciones y contracargos: total menos total / 1,19.'],
  net: [words.left, 'Vendido menos devoluciones, contracargos, comisión e IVA.'],
  free: ['Descargas gratis', 'Partes gratis agregadas a una biblioteca en el período.'],
  readers: [
    'Lectoras y lectores',
    'Personas distintas que abrieron o descargaron por primera vez alguna parte suya en el período.',
  ],
  visits: ['Páginas vistas', 'Páginas de la tienda que se abrieron en el período, sin contar programas.'],
  visitors: ['Visitas', 'Navegadores distintos de cada día, sumados: quien vuelve otro día cuenta de nuevo.'],
} as const satisfies Record<string, readonly [string, string]>;

export type FigureKey = keyof typeof figureTexts;

export const MOST_READ =
  'Partes que más personas abrieron o descargaron por primera vez en el período. Se muestran las de cinco personas o más.';

export const PER_PART =
  'Lo vendido, devuelto y cobrado de cada parte en el período, con las mismas definiciones. Cada columna de dinero suma la cifra de arriba; una compra de varias partes cuenta como venta de cada una.';

export const VISITED = 'Páginas de la tienda que más se abrieron en el período.';

export const csvHeads = {
  figures: ['Cifra', 'Valor', 'Definición'],
  days: ['Día', words.sales, words.sold, words.refunds, 'Páginas vistas'],
  money: [
    'Libro',
    'Parte',
    words.sales,
    words.sold,
    words.refunds,
    words.chargebacks,
    words.fees,
    words.vat,
    words.left,
  ],
  visited: ['Página', 'Veces'],
  parts: ['Libro', 'Parte', 'Lectoras y lectores'],
} as const;

export const settingTexts = {
  database: 'Base de datos',
  files: 'Archivos',
  mail: 'Correo',
  captcha: 'Captcha',
  payments: 'Pagos',
  google: 'Ingreso con Google',
  sandbox: 'Simulador, sin dinero real',
  on: 'Activado',
  off: 'Desactivado',
} as const;

/** A period that is too long, or ends before it begins. */
export const PERIOD_INVALID = 'Elige un período de hasta tres años.';
