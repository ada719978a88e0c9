export const checkoutTexts = {
  confirmTitle: 'Antes de pagar',
  part: 'Parte',
  price: 'Total',
  currency: 'CLP',
  taxIncluded: 'IVA incluido',
  withdrawal: (days: number) =>
    `Tienes ${days} días para arrepentirte, mientras no abras la parte. Al abrirla empieza su entrega y ese derecho termina. Lo haces tú, en «Mis compras».`,
  sells: (facts: string) => `Vende ${facts}.`,
  taxId: (id: string) => `RUT ${id}`,
  payAt: 'Pagas en la página segura del proveedor: crédito, débito o billetera digital.',
  acknowledge:
    'Entiendo que puedo arrepentirme de la compra hasta que abra o descargue esta parte, y que ese derecho termina al abrirla.',
  acknowledgeMissing: 'Marca la casilla para continuar.',
  terms: 'Términos y condiciones',
  cancel: 'Cancelar',
  goToPay: 'Ir a pagar',
  asking: 'Conectando con el medio de pago…',
  askingLonger: 'El medio de pago está tardando. Seguimos intentando; todavía no se hace ningún cobro.',

  secureTitle: 'Métodos de pago seguros',
  secureText:
    'Crédito, débito o billetera digital. Pagas en la página del proveedor y vuelves aquí con tu libro listo.',

  succeeded: 'Compra realizada con éxito',
  failed: 'Error al realizar la compra',
  pending: 'Compra pendiente de confirmación',
  noPreference: 'Error al obtener el libro.',
  noConnection: 'No hay conexión a internet',

  // A payment that has bought nothing yet.
  paymentPending: 'Pago pendiente',
  paymentToFinish: (amount: string) => `Empezaste a pagar ${amount} y falta terminar el pago.`,
  paymentReviewed: (amount: string) =>
    `El medio de pago está revisando tu pago de ${amount}. No tienes que hacer nada: la parte aparece sola cuando lo apruebe.`,
  paymentAwaited: (day: string) => `Lo esperamos hasta el ${day}.`,
  paymentNumber: (number: string) => `Pago ${number}`,
  finishPayment: 'Terminar el pago',
  cancelPayment: 'Cancelar este pago',
  cancelTitle: '¿Cancelar este pago?',
  cancelText: 'Ya no se podrá cobrar. Después puedes comprar la parte de otra forma.',
  keepPayment: 'Volver',
  paymentCancelled: 'Pago cancelado. No se te cobró nada.',
  paymentFailed: 'Tu último pago no se completó. No se te cobró nada.',
  of: (action: string, part: string) => `${action}: ${part}`,
  /** At the part that was not paid in the end. */
  notCharged: 'No se te cobró nada. Puedes intentarlo de nuevo cuando quieras.',

  waitingTitle: 'Esperando la confirmación del pago',
  waitingText: 'El proveedor nos avisa en unos segundos. Puedes quedarte aquí: tu parte aparecerá sola.',
  freeDone: 'La parte ya está en tu biblioteca',
} as const;
