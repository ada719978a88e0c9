import type { OwnOrder } from '@cuentos/contract/orders';

type Refusal = NonNullable<OwnOrder['items'][number]['withdrawal']['refusal']>;

/** Words of 'Mis compras', of the receipt and of 'Arrepentirme'. */
export const orderTexts = {
  title: 'Mis compras',
  lead: 'Cada pago con su estado, su comprobante y lo que puedes hacer. Las horas son de Santiago.',
  metaTitle: (store: string) => `Mis compras · ${store}`,
  backToProfile: 'Mi perfil',
  emptyTitle: 'Todavía no compras nada',
  emptyText: 'Cuando compres una parte, aquí verás el pago, su comprobante y cómo devolverla.',
  discover: 'Ver los libros',
  failed: 'No pudimos cargar tus compras.',
  offline: 'Sin conexión. Tus compras aparecen cuando vuelva.',
  offlineKept: 'Sin conexión. Esto es lo último que supimos.',
  retry: 'Intentar nuevamente',
  older: 'Ver compras anteriores',

  states: {
    unpaid: 'Por pagar',
    pending: 'Pendiente',
    paid: 'Pagada',
    returning: 'Devolución en camino',
    returned: 'Devuelta',
    rejected: 'Rechazada',
    expired: 'Vencida',
    disputed: 'En reclamo',
  } satisfies Readonly<Record<OwnOrder['state'], string>>,
  free: 'Gratis',
  order: (number: string) => `Compra ${number}`,
  at: (day: string, hour: string) => `${day}, ${hour}`,
  unopened: 'Sin abrir',
  recalled: 'Retirada por la tienda',
  itemReturning: 'Devolución en camino',
  itemReturned: (day: string) => `Devuelta el ${day}`,
  openedOn: (day: string) => `Abierta el ${day}`,
  paidWith: (method: string) => `Medio de pago: ${method}.`,
  payment: (number: string) => `Pago ${number}`,
  total: 'Total',
  code: (code: string) => `Código ${code}`,
  discounted: (amount: string) => `−${amount}, ya descontado`,
  documents: 'Documentos',
  voucher: 'El comprobante de Mercado Pago es tu boleta',
  documentNames: { boleta: 'Boleta', credit_note: 'Nota de crédito' },
  documentFolio: (name: string, folio: string) => `${name} N.º ${folio}`,
  /** A document without a number of the tax office so far. */
  documentInternal: (name: string, number: number) => `${name}: preparada, falta emitirla (n.º interno ${number})`,
  documentAsked: (name: string) => `${name} en preparación`,
  documentOf: (name: string, amount: string) => `${name}, por ${amount}`,
  download: 'Descargar',
  documentFailed: 'No pudimos descargar el documento. Intenta de nuevo.',

  unpaidLead: 'Falta pagar.',
  unpaidText: (day: string, hour: string) =>
    `Puedes hacerlo hasta el ${day} a las ${hour} al precio que viste. Si no pagas, no se cobra nada.`,
  pendingLead: 'Falta que se confirme tu pago.',
  pendingReview:
    'El medio de pago lo está revisando y no tienes que hacer nada: la parte aparece sola cuando lo apruebe.',
  inReview:
    'Recibimos un pago que no calza con esta compra y una persona lo está revisando. No pagues de nuevo: te devolveremos el dinero o te entregaremos tu compra, y te escribiremos.',
  pendingFinish: 'Empezaste a pagar y falta terminar. Te avisamos por correo cuando llegue.',
  pendingUntil: (day: string) => `Lo esperamos hasta el ${day}.`,
  timePassed: (percent: number) => `Ha pasado el ${percent} % del plazo`,
  daysLeft: (days: number) => (days === 1 ? 'queda 1 día' : `quedan ${days} días`),
  hoursLeft: (hours: number) => (hours === 1 ? 'queda 1 hora' : `quedan ${hours} horas`),
  minutesLeft: (minutes: number) => (minutes === 1 ? 'queda 1 minuto' : `quedan ${minutes} minutos`),
  rejectedText: 'El pago no se aprobó y no se cobró nada. Puedes probar con otro medio de pago.',
  expiredText: 'No se pagó a tiempo y no se cobró nada.',
  disputedText: 'Hay un reclamo en curso por este pago. Mientras dure, nadie mueve ese dinero.',
  withdrawnOn: (day: string) => `Te arrepentiste el ${day}.`,
  returnAskedOn: (day: string) => `La devolución se pidió el ${day}.`,
  returning: (amount: string) =>
    `Los ${amount} van en camino por el mismo medio con que pagaste; te escribimos cuando salgan.`,
  returned: (amount: string, day: string) =>
    `Los ${amount} se devolvieron el ${day} por el mismo medio con que pagaste. Según tu banco, pueden tardar unos días en aparecer.`,
  sentBack: (number: string, amount: string, isDone: boolean) =>
    isDone
      ? `Otro pago de esta compra, el ${number} de ${amount}, se devolvió entero.`
      : `Otro pago de esta compra, el ${number} de ${amount}, va de vuelta entero.`,
  mayWithdraw: (part: string, day: string) => `Puedes arrepentirte de «${part}» hasta el ${day}, mientras no la abras.`,
  mayWithdrawRecalled: (part: string) =>
    `Tuvimos que retirar «${part}»: puedes pedir de vuelta lo que pagaste, aunque la hayas abierto.`,
  mayWithdrawGift: (part: string, day: string) =>
    `Puedes arrepentirte de «${part}» hasta el ${day}, mientras nadie la reciba.`,

  read: 'Leer',
  receipt: 'Comprobante',
  resume: 'Seguir con el pago',
  cancel: 'Cancelar',
  buyAgain: 'Comprar de nuevo',
  withdraw: 'Arrepentirme',
  help: 'Pedir ayuda con esta compra',
  of: (action: string, what: string) => `${action}: ${what}`,

  // 'Arrepentirme'.
  step: (step: number) => `Paso ${step} de 2`,
  whatTitle: '¿Qué quieres devolver?',
  whatText: (number: string, bought: string, until: string) =>
    `Compra ${number}, del ${bought}. Puedes devolver lo que no has abierto, hasta el ${until}.`,
  refusals: {
    free: 'Fue gratis: no hay dinero que devolver.',
    returned: 'Ya se devolvió, o va en camino.',
    disputed: 'Hay un reclamo en curso por este pago.',
    not_paid: 'Todavía no está pagada.',
    not_held: 'Ya no está en tu biblioteca por esta compra.',
    opened: 'Ya está abierta: el derecho terminó ese día.',
    claimed: 'Tu regalo ya lo recibió alguien: el derecho terminó ese día.',
    late: 'El plazo para arrepentirse ya terminó.',
  } satisfies Readonly<Record<Refusal, string>>,
  chooseOne: 'Elige qué quieres devolver.',
  keep: 'Dejarlo así',
  next: 'Seguir',
  confirmTitle: 'Confirma la devolución',
  youGet: 'Recibes',
  by: 'Por',
  sameMeans: 'el mismo medio con que pagaste',
  when: 'Se ve en tu banco',
  someDays: 'unos días después',
  confirmText:
    'La parte sale de tu biblioteca enseguida y no podrás leerla. Si después la quieres, la compras de nuevo.',
  confirmGiftText: 'El enlace del regalo deja de valer enseguida: nadie podrá abrirlo.',
  whatRecalledText: (number: string, bought: string) =>
    `Compra ${number}, del ${bought}. Puedes devolver lo que tuvimos que retirar, aunque esté abierto y sin decir por qué.`,
  whatGiftText: (number: string, bought: string, until: string) =>
    `Compra ${number}, del ${bought}. Puedes devolver el regalo mientras nadie lo reciba, hasta el ${until}.`,
  back: 'Volver',
  confirm: (amount: string) => `Devolver y recibir ${amount}`,
  doneTitle: 'Tu dinero va en camino',
  done: (amount: string, day: string, hour: string) => `Pedimos la devolución de ${amount} el ${day} a las ${hour}.`,
  doneText: (number: string) =>
    `Te escribimos por correo cuando esté hecha. Si en unos días tu banco no la muestra, escríbenos con el número de la compra, ${number}.`,
  toOrders: 'Ver mis compras',
  withdrawFailedFor: (part: string) => `No pudimos pedir la devolución de «${part}»`,
  withdrawn: (parts: string, amount: string) => `Ya pedimos la devolución de ${parts}: ${amount} van en camino.`,
  withdrawFailed: 'No pudimos pedir la devolución',

  // The receipt.
  receiptTitle: 'Comprobante de compra',
  receiptMeta: (store: string) => `Comprobante de compra · ${store}`,
  receiptFailed: 'No pudimos cargar este comprobante.',
  receiptMissing: 'No encontramos un comprobante de esa compra.',
  print: 'Imprimir o guardar como PDF',
  orderNumber: 'Compra',
  date: 'Fecha',
  buyer: 'Compró',
  seller: 'Vende',
  taxId: (id: string) => `RUT ${id}`,
  paymentNumber: 'Pago',
  method: 'Medio de pago',
  items: 'Lo que compraste',
  totalWithTax: 'Total (IVA incluido)',
  net: 'Neto',
  vat: 'IVA (19 %)',
  givenBack: 'Devuelto',
  rights: 'Derecho permanente a leer en tu cuenta lo comprado, en línea y sin conexión.',
  acknowledged: (day: string) =>
    `El ${day} aceptaste que el derecho de arrepentimiento termina al abrir o descargar la parte.`,
  acknowledgedEach: (day: string) =>
    `El ${day} aceptaste que el derecho de arrepentimiento de cada parte termina al abrirla o descargarla.`,
  giftRights: 'Quien reciba el regalo puede leerlo en su cuenta, en línea y sin conexión, para siempre.',
  giftAcknowledged: (day: string) =>
    `El ${day} aceptaste que el derecho de arrepentimiento termina cuando alguien recibe el regalo.`,
  noBoleta: 'Este comprobante no reemplaza la boleta.',
  sandbox: 'Compra de prueba: no se movió dinero.',
} as const;
