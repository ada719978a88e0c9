import type { AccountingMonth } from '@cuentos/contract/accounting';
import { moneyWords as words } from '@cuentos/contract/money-words';

/** Words of a month that its admins and the holder of a link read. */
export const monthTexts = {
  title: 'Contabilidad',
  previous: 'Mes anterior',
  next: 'Mes siguiente',
  month: 'Mes',
  csv: 'Descargar CSV',
  csvLabel: 'Descargar CSV del mes',
  csvName: (month: string) => `contabilidad-${month}.csv`,
  csvFailed: 'No pudimos preparar el archivo. Intenta de nuevo.',
  loading: 'Cargando el mes...',
  failed: 'No pudimos cargar este mes.',
  retry: 'Intentar nuevamente',
  figures: 'Sumas del mes',
  sums: {
    left: [words.figures.left, 'Neto menos comisión.'],
    sales: [words.figures.sold, 'Con IVA, antes de devoluciones.'],
    returns: [words.figures.returned, 'De este mes, también de ventas anteriores.'],
    net: [words.figures.net, 'Ventas menos devoluciones, sin IVA.'],
    vat: [words.figures.vat, '19 % de lo anterior, fila por fila.'],
    fees: [words.figures.fees, 'Lo que cobró Mercado Pago.'],
    owed: [words.figures.owed, 'Pagos repetidos o equivocados que aún no se devuelven.'],
  } satisfies Readonly<Partial<Record<keyof AccountingMonth['sums'], readonly [string, string]>>>,
  folio: (folio: string) => `Folio ${folio}`,
  internal: (number: number) => `N.º interno ${number}`,
  documentStates: words.documentStates,
  download: 'Descargar',
  of: (action: string, what: string) => `${action}: ${what}`,
  documentName: (kind: 'boleta' | 'credit_note', number: string) =>
    `${kind === 'boleta' ? 'boleta' : 'nota-de-credito'}-${number}.json`,
  downloadFailed: 'No pudimos descargar el documento. Intenta de nuevo.',
} as const;

/** Words of the page behind an accountant's link. */
export const accountantTexts = {
  ...monthTexts,
  metaTitle: (store: string) => `Contabilidad | ${store}`,
  lead: 'Cada mes al peso, por el día en que se pagó o se devolvió en Santiago. Aquí solo se lee.',
  failedLead: 'Revisa tu conexión e intenta de nuevo.',
  documents: 'Documentos del mes',
  noDocuments: 'Este mes no tiene boletas ni notas de crédito.',
  movements: (count: number, countText: string) =>
    count === 1 ? 'El CSV tiene el único movimiento del mes.' : `El CSV tiene los ${countText} movimientos del mes.`,
  noMovements: 'Sin movimientos este mes',
  kinds: { boleta: words.documents.boleta, credit_note: words.documents.credit_note },
} as const;
