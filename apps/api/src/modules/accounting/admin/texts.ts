import { moneyWords as words } from '@cuentos/contract/money-words';

export const csvTexts = {
  head: [
    'Fecha',
    'Hora',
    'Movimiento',
    'Es venta',
    'Compra',
    'Pago',
    'Medio de pago',
    'Compró',
    'Detalle',
    'Neto',
    'IVA',
    'No es venta',
    'Total',
    'Comisión',
    'Documento',
    'Número interno',
    'Folio',
    'Estado',
  ],
  yes: 'Sí',
  no: 'No',
  total: 'Totales del mes',
  documents: {
    ...words.documents,
    none: '',
    boleta: `${words.documents.boleta} (39)`,
    credit_note: `${words.documents.credit_note} (61)`,
  },
} as const;

/** Why a file cannot be compared. */
export const reportTexts = {
  tooLarge: 'El archivo pesa más de 20 MB. Descarga el reporte de un solo mes.',
  none: 'Elige el archivo del reporte.',
  workbook: 'Ese archivo es una planilla. En Mercado Pago elige «CSV» y súbelo como se descarga.',
  noReport:
    'Ese archivo no es el reporte «Todas las transacciones» de Mercado Pago. Descárgalo como CSV y súbelo sin abrirlo en otro programa.',
  released:
    'Ese es el reporte «Liberaciones», que va por el día en que el dinero queda disponible. Descarga «Todas las transacciones», que va por el día del pago.',
  missing: (names: readonly string[]) =>
    `Al reporte le faltan columnas: ${names.join(', ')}. Agrégalas en Mercado Pago, en los ajustes del reporte, y descárgalo de nuevo.`,
  tooLong: 'El archivo tiene más de 100.000 líneas. Descarga el reporte de un solo mes.',
  broken: 'El archivo está dañado o se cortó. Descárgalo de nuevo y súbelo sin abrirlo en otro programa.',
  badDate: (line: number) => `En la línea ${line} no pudimos leer la fecha. Descarga el reporte de nuevo.`,
  badAmount: (line: number) =>
    `En la línea ${line} no pudimos leer un monto. Descarga el reporte de nuevo y súbelo sin abrirlo en otro programa.`,
} as const;

/** Sentence for a request without a month. */
export const MONTH_MISSING = 'Elige un mes.';
