export const checkoutTexts = {
  confirmTitle: 'Antes de pagar',
  part: 'Parte',
  price: 'Total',
  currency: 'CLP',
  taxIncluded: 'IVA incluido',
  sells: (facts: string) => `Vende ${facts}.`,
  taxId: (id: string) => `RUT ${id}`,
  payAt: 'Pagas en la página segura del proveedor.',
  acknowledge: (days: number) =>
    `Entiendo que puedo arrepentirme por ${days} días en «Mis compras», y que ese derecho termina al abrir o descargar la parte.`,
  acknowledgeMissing: 'Marca la casilla para continuar.',
  terms: 'Términos y condiciones',
  cancel: 'Cancelar',
  goToPay: 'Ir a pagar',

  // 'Tu bolsillo'.
  pocketMeta: (store: string) => `Tu bolsillo · ${store}`,
  pocketFailed: 'No pudimos cargar tu bolsillo.',
  pocketOffline: 'Sin conexión. Tu bolsillo aparece cuando vuelva.',
  pocketEmpty: 'Tu bolsillo está vacío',
  pocketEmptyText: 'Agrega partes de uno o varios libros y págalas juntas.',
  pocketInAccount: 'Está en tu cuenta: lo ves en cualquier dispositivo.',
  pocketOnDevice: 'Queda en este dispositivo. Cuando entres a tu cuenta, pasa a ella.',
  pocketWaiting:
    'Estas partes no cupieron en el bolsillo de tu cuenta y siguen en este dispositivo. Entran solas cuando hagas lugar.',
  pocketRemoved: (part: string) => `Quitaste «${part}».`,
  pocketRefusals: {
    already_owned: 'Ya la tienes en tu biblioteca.',
    payment_pending: 'Tu pago de esta parte está pendiente.',
    part_not_found: 'Ya no se vende.',
    part_not_released: 'Todavía no está disponible.',
    part_without_ebook: 'Todavía no tiene su libro electrónico.',
  },
  priceChanged: (before: string, now: string) => `Cambió de precio: costaba ${before} y ahora cuesta ${now}.`,
  undo: 'Deshacer',
  remove: 'Quitar',
  retry: 'Intentar nuevamente',
  seeBooks: 'Ver los libros',
  seeMore: 'Seguir mirando',
  pay: (amount: string) => `Pagar ${amount}`,
  salesClosed: 'Ventas aún cerradas',
  belowMinimum: 'El medio de pago no acepta montos tan bajos. Agrega otra parte para pagarlas juntas.',

  // Ways of paying by amount; the figures are the provider's.
  ways: {
    card: 'tarjeta',
    wallet: 'billetera digital',
    transfer: 'transferencia',
    cash: 'efectivo',
    other: 'otro medio',
  },
  payableWith: (ways: string) => `Este total se paga con ${ways}.`,
  wayFrom: (way: string, amount: string) => `Con ${way} desde ${amount}.`,
  belowMinimumAlone: 'El medio de pago no acepta montos tan bajos.',
  together: (part: string, amount: string) => `Pagar junto con «${part}»: ${amount}`,

  // Several parts in one payment.
  several: (parts: number) => `${parts} partes`,
  reductions: { presale: 'Preventa', completion: 'Completa el libro' },
  reducedBy: (amount: string) => `−${amount}`,

  // A discount code.
  code: (code: string) => `Código ${code}`,
  codeLabel: 'Código de descuento',
  haveCode: 'Tengo un código',
  applyCode: 'Aplicar',
  removeCode: 'Quitar',
  codeMissing: 'Escribe el código.',
  codeOff: (amount: string, where: string) => `${amount} menos en ${where}.`,
  codeOffPart: (amount: string) => `${amount} menos en esta parte.`,
  percent: (amount: number) => `${amount}\u00A0%`,
  codeBeaten: (where: string, better: string) => `En ${where} te conviene más «${better}», y ese quedó.`,
  codeBeatenPart: (better: string) => `El código vale, pero aquí te conviene más «${better}», y ese quedó.`,
  codeSavesNothing: 'El código vale, pero no baja este precio.',
  codeRefusals: {
    unknown: 'No conocemos ese código. Revisa que esté bien escrito.',
    over: 'Ese código ya terminó.',
    not_yet: (day: string) => `Ese código vale desde el ${day}.`,
    used_up: 'Ese código ya se usó todas las veces que se podía.',
    used_by_you: 'Ya usaste ese código todas las veces que podías.',
    in_unpaid_order: (time: string) =>
      `Empezaste otra compra con ese código. Págala en «Mis compras», o espera hasta las ${time} para usarlo aquí.`,
    other_parts: 'Ese código no es para estas partes.',
  },
  takeFree: 'Llevar gratis',
  freeByCode: 'Con tu código no hay nada que pagar.',
  total: 'Total',
  acknowledgeEach: (days: number) =>
    `Entiendo que puedo arrepentirme de cada parte por ${days} días en «Mis compras», y que ese derecho termina al abrirla o descargarla.`,
  asking: 'Conectando con el medio de pago…',
  askingLonger: 'El medio de pago está tardando. Seguimos intentando; todavía no se hace ningún cobro.',

  secureTitle: 'Métodos de pago seguros',
  secureText:
    'Crédito, débito o billetera digital. Pagas en la página del proveedor y vuelves aquí con tu libro listo.',

  succeeded: 'Compra realizada con éxito',
  failed: 'Error al realizar la compra',
  pending: 'Compra pendiente de confirmación',
  returned: 'Te devolvemos este pago. El detalle está en «Mis compras».',
  noPreference: 'Error al obtener el libro.',
  noConnection: 'No hay conexión a internet',

  // A pending or failed payment.
  paymentPending: 'Pago pendiente',
  paymentToFinish: (amount: string) => `Empezaste a pagar ${amount} y falta terminar el pago.`,
  paymentReviewed: (amount: string) =>
    `El medio de pago está revisando tu pago de ${amount}. No tienes que hacer nada: la parte aparece sola cuando lo apruebe.`,
  paymentHolds: {
    review:
      'Recibimos un pago que no calza con tu compra y una persona lo está revisando. No pagues de nuevo: te devolveremos el dinero o te entregaremos la parte, y te escribiremos.',
    dispute:
      'Hay un reclamo en curso por tu pago de esta parte. No pagues de nuevo: si se decide que el pago era bueno, vuelve sola a tu biblioteca.',
  },
  pendingUntil: (day: string) => `Lo esperamos hasta el ${day}.`,
  paymentNumber: (number: string) => `Pago ${number}`,
  finishPayment: 'Terminar el pago',
  cancelPayment: 'Cancelar este pago',
  cancelTitle: '¿Cancelar este pago?',
  cancelText: 'Ya no se podrá cobrar. Después puedes comprar la parte de otra forma.',
  keepPayment: 'Volver',
  paymentCancelled: 'Pago cancelado. No se te cobró nada.',
  paymentFailed: 'Tu último pago no se completó. No se te cobró nada.',
  of: (action: string, part: string) => `${action}: ${part}`,
  /** Sentence at a part whose payment failed. */
  notCharged: 'No se te cobró nada. Puedes intentarlo de nuevo cuando quieras.',

  waitingTitle: 'Esperando la confirmación del pago',
  waitingText: 'El proveedor nos avisa en unos segundos. Puedes quedarte aquí: tu parte aparecerá sola.',
  freeDone: 'La parte ya está en tu biblioteca',
  freePartsDone: 'Las partes ya están en tu biblioteca',
} as const;
