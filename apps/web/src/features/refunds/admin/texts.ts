/** Words of the refund of an order. */
export const refundTexts = {
  refundGiftTitle: 'Devolver un regalo',
  refundGiftClaimed: (amount: string, name: string) =>
    `${amount} vuelven a ${name}, por el medio con que pagó. Quien recibió el regalo deja de poder leerlo, y le avisamos por correo.`,
  refundGiftOpen: (amount: string, name: string) =>
    `${amount} vuelven a ${name}, por el medio con que pagó. Desde que lo pides, nadie puede abrir el enlace del regalo.`,
  refundTitle: 'Devolver dinero',
  draftGone: 'Este motivo quedó sin guardar, y su compra ya se devolvió.',
  refundText: (name: string, date: string) => `Compra de ${name} del ${date}.`,
  refundWhat: 'Qué se devuelve',
  refundAll: 'Toda la compra',
  refundAskText: (amount: string, name: string, parts: string) =>
    `${name} recibirá ${amount} en el mismo medio de pago y perderá el acceso a: ${parts}. No se puede deshacer.`,
  refundLoadFailed: 'No pudimos cargar esta compra.',
  refundNothing: 'De esta compra ya no queda nada por devolver.',
  refundBesides: (provider: string) =>
    `Esta compra tiene además otro pago por resolver (${provider}), que se devuelve aparte, en «Pagos por resolver». Aquí se devuelve el pago que la sostiene, y se pierde el acceso.`,
} as const;
