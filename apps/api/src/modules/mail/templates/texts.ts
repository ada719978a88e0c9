/** Every sentence of the mails about purchases. */
export const purchaseMailTexts = {
  greeting: (name: string) => `Hola, ${name}:`,
  goodbye: (store: string) => `Gracias por leer con nosotros.\n${store}`,

  receipt: {
    subject: (store: string) => `Tu compra en ${store}`,
    freeSubject: (store: string) => `Tu libro ya está en tu biblioteca de ${store}`,
    title: 'Tu libro ya es tuyo',
    intro:
      'Ya está en tu biblioteca y puedes leerlo cuando quieras. Guarda este correo: es la copia de tu contrato de compra.',
    freeIntro: 'Ya está en tu biblioteca y puedes leerlo cuando quieras. Guarda este correo como comprobante.',
    library: 'Ir a mi biblioteca',
    total: 'Total (IVA incluido)',
    net: 'Neto',
    vat: 'IVA (19 %)',
    order: 'Orden',
    payment: 'Pago',
    method: 'Medio de pago',
    date: 'Fecha',
    seller: 'Vende',
    taxId: (id: string) => `RUT ${id}`,
    contact: 'Contacto',
    contractTitle: 'Lo que contrataste',
    rights:
      'Tienes el derecho permanente a leer esta parte en tu cuenta, en línea y sin conexión. Tu cuenta es personal e intransferible.',
    withdrawal:
      'Puedes arrepentirte dentro de 10 días mientras no hayas abierto ni descargado la parte. Si el archivo tiene un defecto, respondemos en cualquier momento.',
    acknowledged: (date: string) =>
      `El ${date} aceptaste que el derecho de arrepentimiento termina al abrir o descargar la parte.`,
    terms: 'Términos y condiciones',
  },

  sentBack: {
    subject: 'Te devolvemos un pago repetido',
    title: 'Pagaste dos veces, te devolvemos una',
    intro: (amount: string) => `Recibimos un pago de ${amount} por algo que ya tenías en tu biblioteca:`,
    promise:
      'No tienes que hacer nada: ya pedimos la devolución completa. Según tu banco, puede tardar unos días en aparecer en tu cuenta.',
    keeps: 'Tu libro sigue en tu biblioteca, como siempre.',
    payment: (id: string) => `Número del pago devuelto: ${id}`,
  },

  refund: {
    subject: 'Hicimos tu devolución',
    title: 'Tu devolución está hecha',
    intro: (amount: string) => `Te devolvimos ${amount} por:`,
    wait: 'Según tu banco, puede tardar unos días en aparecer en tu cuenta. Desde ahora ya no está en tu biblioteca; tus notas quedan guardadas.',
  },
} as const;
