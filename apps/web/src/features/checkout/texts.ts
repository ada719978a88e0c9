export const checkoutTexts = {
  confirmTitle: 'Antes de pagar',
  part: 'Parte',
  price: 'Total',
  currency: 'CLP',
  taxIncluded: 'IVA incluido',
  seller: 'Vende',
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

  waitingTitle: 'Esperando la confirmación del pago',
  waitingText: 'El proveedor nos avisa en unos segundos. Puedes quedarte aquí: tu parte aparecerá sola.',
  freeDone: 'La parte ya está en tu biblioteca',
} as const;
