import type { AccountingMonth, ReportComparison, RowDocument } from '@cuentos/contract/accounting';
import { moneyWords as words } from '@cuentos/contract/money-words';
import { monthTexts } from '../texts.ts';

type Bridge = AccountingMonth['bridges'][number];

/** Words of 'Contabilidad'. */
export const accountingTexts = {
  ...monthTexts,
  text: 'Lo que entró y salió cada mes, al peso, por el día en que se pagó o se devolvió en Santiago. Un mes que terminó no cambia más.',
  print: 'Imprimir',
  failedText: 'No se perdió nada. Revisa tu conexión e intenta de nuevo.',
  agrees: 'Cuadra con el libro de pagos',
  agreesText: (count: number, countText: string) => {
    if (count === 0) return 'No hay movimientos ni pagos por explicar.';
    if (count === 1) return 'El único movimiento está en el libro, al peso.';
    return `Cada uno de los ${countText} movimientos está en el libro, al peso.`;
  },
  differs: (count: number) =>
    count === 1 ? 'Un pago no cuadra con el libro' : `${count} pagos no cuadran con el libro`,
  difference: (payment: string, heldText: string, noted: string) =>
    `Pago ${payment}: el libro dice ${heldText} y las filas suman ${noted}.`,
  differsNext: 'Míralos en «Compras de usuarios». Si sigue así mañana, avisa a quien mantiene la tienda.',
  undecided: (count: number) =>
    count === 1
      ? 'Una venta de este mes no tiene documento decidido.'
      : `${count} ventas de este mes no tienen documento decidido.`,
  undecidedNext: 'Decídelo en «Mi tienda»',
  undecidedText: 'Vale para los pagos que vengan; los de antes se resuelven aparte con tu contador.',
  bridgeTitle: 'Por qué «Ventas» de este mes dice otra cosa',
  bridgeText: 'Contabilidad no cambia un mes que terminó; Ventas muestra cómo está hoy cada pago.',
  bridge: (figure: string, ofSales: string, ofMonth: string) =>
    `${figure}: Ventas dice ${ofSales}, Contabilidad dice ${ofMonth}, porque`,
  bridgeFigures: {
    sold: words.figures.sold,
    returned: words.figures.returned,
    fees: words.figures.fees,
    vat: words.figures.vat,
    left: words.figures.left,
  } satisfies Readonly<Record<Bridge['figure'], string>>,
  bridgeReasons: {
    not_a_sale: 'pagos repetidos o equivocados, que Ventas no cuenta',
    other_month: 'lo que cada una cuenta en otro mes, o cambió después',
    taxed: 'IVA de lo que difiere arriba',
    rounding: 'pesos del redondeo: aquí se redondea cada fila',
    sold: 'lo que difiere en lo vendido',
    returned: 'lo que difiere en las devoluciones y contracargos',
    fees: 'lo que difiere en la comisión',
    vat: 'lo que difiere en el IVA',
  } satisfies Readonly<Record<Bridge['lines'][number]['reason'], string>>,
  bridgeLine: (amount: string, reason: string) => `${amount}: ${reason}.`,
  list: 'Movimientos',
  rowCount: (shownCount: string, all: string) =>
    `Se muestran los ${shownCount} últimos de ${all}. El CSV los tiene todos.`,
  caption: 'Movimientos del mes',
  columns: {
    what: 'Movimiento',
    order: 'Compra',
    net: words.figures.net,
    vat: words.figures.vat,
    total: 'Total',
    fee: words.figures.fees,
    document: 'Documento',
    actions: 'Acciones',
  },
  kinds: words.movements,
  notASale: words.notASale,
  notASaleBack: 'Vuelve un pago que no era venta',
  nobody: 'Sin compra conocida',
  payment: (number: string) => `Pago ${number}`,
  paymentBy: (number: string, method: string) => `Pago ${number}, ${method}`,
  documents: {
    ...words.documents,
    none: '—',
  } satisfies Readonly<Record<RowDocument['kind'], string>>,
  voucherReturn: 'Queda en Mercado Pago',
  chargebackDocument: 'Sin nota: pregúntale a tu contador',
  documentErrors: {
    seller: 'Faltan el RUT o el nombre de quien vende. Complétalos en «Mi tienda», Legal.',
    unavailable: 'El emisor no responde. Se intenta de nuevo solo.',
    refused: 'El emisor la rechazó. Se intenta de nuevo una vez al día.',
  },
  issueNow: 'Emitir ahora',
  issued: 'Documento pedido de nuevo',
  issueFailed: 'No pudimos pedirlo. Intenta de nuevo.',
  emptyTitle: 'Sin movimientos este mes',
  emptyText: 'Cuando alguien pague o se le devuelva, aparece aquí.',

  // Sheet of a prepared document: its content is typed into the tax office's page, or printed.
  sheet: 'Ver ficha',
  sheetText: 'Lo que hay que escribir en la página del SII. Cuando la emitas, anota aquí su folio.',
  sheetBack: 'Contabilidad',
  sheetKind: (name: string, code: number) => `${name} electrónica (${code})`,
  sheetFacts: {
    number: 'N.º interno',
    folio: 'Folio',
    date: 'Fecha',
    seller: 'Emisor',
    rut: 'RUT',
    address: 'Dirección',
    order: 'Compra',
    payment: 'Pago',
    reference: 'Referencia',
    reason: 'Motivo',
  },
  sheetReference: (folio: string, date: string) => `${folio}, del ${date}`,
  sheetBoletaFolio: (folio: string) => `Boleta (39) con folio ${folio}`,
  sheetBoletaWithout: (number: number) => `Boleta (39) sin folio todavía (n.º interno ${number})`,
  sheetLines: 'Detalle',
  sheetLine: 'Descripción',
  sheetQuantity: 'Cantidad',
  noFolio: 'Sin folio',
  typeFolio: 'Anotar el folio',
  changeFolio: 'Corregir el folio',
  folioTitle: 'Folio del documento',
  folioText:
    'El número que le dio el SII. Queda en el registro quién lo anotó; si te equivocas, lo corriges o lo borras.',
  folioLabel: 'Folio',
  folioHint: 'Vacío si todavía no está emitida.',
  folioSave: 'Guardar',
  folioSaved: (folio: string) => `Folio ${folio} anotado`,
  folioTaken: 'Ese folio ya está anotado en otro documento de la misma clase.',
  folioRemoved: 'El folio se quitó',
  folioFailed: 'No pudimos guardar el folio. Intenta de nuevo.',
  sheetFailed: 'No pudimos cargar este documento.',

  // The provider's report.
  reportTitle: 'El reporte de Mercado Pago',
  reportText:
    'Descarga en Mercado Pago el reporte «Todas las transacciones» de este mes, como CSV, y súbelo tal cual. Lo comparamos pago por pago y no guardamos nada de él.',
  choose: 'Elegir el reporte',
  chooseOther: 'Comparar otro reporte',
  sandboxReport: 'Descargar el de la pasarela de prueba',
  comparing: 'Comparando...',
  compareFailed: 'No pudimos comparar el archivo. Intenta de nuevo.',
  tooLarge: 'El archivo pesa más de 20 MB. Descarga el reporte de un solo mes.',
  allAgree: 'Cuadra con el reporte, al peso',
  someDiffer: (count: number) => (count === 1 ? 'Hay una diferencia' : `Hay ${count} diferencias`),
  nothingInMonth: 'El archivo no tiene pagos de este mes. Revisa que sea el reporte del mes que estás mirando.',
  agreeing: (count: number, countText: string) => (count === 1 ? 'Un pago coincide.' : `${countText} pagos coinciden.`),
  ignored: (count: number, countText: string) =>
    count === 1 ? 'Una línea es de otro mes o de otra cosa.' : `${countText} líneas son de otros meses o de otra cosa.`,
  unknown: 'Líneas que no conocemos',
  unknownText: 'No las comparamos. Mira en Mercado Pago qué son: pueden ser dinero de una compra.',
  unknownKind: (kind: string, count: number, amount: string) =>
    `${kind === '' ? 'sin tipo' : kind}: ${count === 1 ? '1 línea' : `${count} líneas`}, ${amount}`,
  sides: 'Los dos lados',
  sideLabel: 'Quién',
  side: { provider: 'Mercado Pago', ours: 'La tienda' },
  parts: { came: 'Entró', back: 'Volvió', fee: 'Comisión' },
  differenceNames: {
    only_provider: 'Está en Mercado Pago y no en la tienda',
    only_ours: 'Está en la tienda y no en el reporte',
    other_month: 'Cada uno lo cuenta en otro mes',
    amount: 'Los montos son distintos',
    fee: 'La comisión es distinta',
  } satisfies Readonly<Record<ReportComparison['differences'][number]['kind'], string>>,
  nextSteps: {
    only_provider:
      'Si es de esta tienda, búscalo en «Compras de usuarios» por su número; si no, es de otra venta de la misma cuenta.',
    only_ours:
      'Revisa que el reporte llegue hasta el último día del mes. Si el pago es de las últimas horas, mira el reporte del mes siguiente.',
    other_month:
      'No falta dinero: pasó cerca de la medianoche del último día. Declara el mes en que lo tiene la tienda.',
    amount:
      'Busca el pago en «Compras de usuarios» y compáralo con Mercado Pago: puede faltar una devolución hecha a mano o una marcada como resuelta por fuera.',
    fee: 'La tienda usa la comisión que informó el pago. Para tu contador vale la del reporte.',
  } satisfies Readonly<Record<ReportComparison['differences'][number]['kind'], string>>,
  missing: 'nada',
  sums3: (came: string, back: string, fee: string) => `entró ${came}, volvió ${back}, comisión ${fee}`,
  toPurchases: 'Ir a Compras de usuarios',
} as const;

/** Words of the links by which an accountant reads 'Contabilidad'. */
export const accountantLinkTexts = {
  title: 'Enlaces para tu contador',
  text: 'Con un enlace se leen las sumas de cada mes, su CSV y sus documentos, sin cuenta y sin nada más del panel. Quien lo tiene, entra: mándaselo solo a esa persona.',
  make: 'Crear enlace',
  makeTitle: 'Enlace para tu contador',
  makeText: 'El enlace se muestra una sola vez. Si se pierde, retíralo y crea otro.',
  name: 'Para quién es',
  nameRequired: 'Escribe para quién es.',
  days: 'Cuánto dura',
  terms: { 30: '30 días', 90: '90 días', 365: '1 año' },
  made: 'Cópialo ahora: no lo volveremos a mostrar.',
  link: 'Enlace nuevo',
  copy: 'Copiar enlace',
  copied: 'Enlace copiado',
  notCopied: 'No pudimos copiarlo. Selecciónalo y cópialo a mano.',
  until: (day: string) => `Dura hasta el ${day}.`,
  over: (day: string) => `Venció el ${day}.`,
  used: (minute: string) => `Último uso: ${minute}.`,
  unused: 'Todavía no se ha usado.',
  none: 'No hay enlaces.',
  loadFailed: 'No pudimos cargar los enlaces.',
  withdraw: 'Retirar',
  keep: 'Cancelar',
  withdrawTitle: (name: string) => `¿Retirar el enlace de ${name}?`,
  withdrawText: 'Deja de abrir de inmediato y no se puede devolver.',
  withdrawn: 'Enlace retirado',
} as const;
