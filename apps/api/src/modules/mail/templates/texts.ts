import { moneyWords } from '@cuentos/contract/money-words';
import { WITHDRAWAL_DAYS } from '@cuentos/domain/refunds/withdrawal';

/** Every sentence of the mails about purchases. */
export const purchaseMailTexts = {
  greeting: (name: string) => greet(harmlessName(name)),
  goodbye: (store: string) => `Gracias por leer con nosotros.\n${store}`,
  more: (first: string, others: number) => `${first} y ${others} más`,

  receipt: {
    subject: (what: string, store: string) => `Tu compra en ${store}: ${what}`,
    freeSubject: (what: string, store: string) => `Ya está en tu biblioteca de ${store}: ${what}`,
    title: 'Tu libro ya es tuyo',
    intro:
      'Ya está en tu biblioteca y puedes leerlo cuando quieras. Guarda este correo: es la copia de tu contrato de compra.',
    freeIntro: 'Ya está en tu biblioteca y puedes leerlo cuando quieras. Guarda este correo como comprobante.',
    library: 'Ir a mi biblioteca',
    discount: (code: string) => `Código ${code}, ya descontado`,
    taken: (amount: string) => `−${amount}`,
    total: 'Total (IVA incluido)',
    net: moneyWords.figures.net,
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
    rightsEach:
      'Tienes el derecho permanente a leer estas partes en tu cuenta, en línea y sin conexión. Tu cuenta es personal e intransferible.',
    withdrawal: `Puedes arrepentirte dentro de ${WITHDRAWAL_DAYS} días mientras no hayas abierto ni descargado la parte: lo haces tú, en «Mis compras». Si el archivo tiene un defecto, respondemos en cualquier momento.`,
    withdrawalEach: `Puedes arrepentirte de cada parte dentro de ${WITHDRAWAL_DAYS} días mientras no la hayas abierto ni descargado: lo haces tú, en «Mis compras». Si un archivo tiene un defecto, respondemos en cualquier momento.`,
    acknowledged: (date: string) =>
      `El ${date} aceptaste que el derecho de arrepentimiento termina al abrir o descargar la parte.`,
    acknowledgedEach: (date: string) =>
      `El ${date} aceptaste que el derecho de arrepentimiento de cada parte termina al abrirla o descargarla.`,
    terms: 'Términos y condiciones',
    gift: {
      title: 'Tu regalo está pagado',
      intro:
        'En «Mis compras» tienes su enlace, ves si ya lo recibieron y puedes enviarlo de nuevo. Guarda este correo: es la copia de tu contrato de compra.',
      orders: 'Ver mi regalo',
      rights:
        'Quien reciba el regalo tiene el derecho permanente a leerlo en su cuenta, en línea y sin conexión. El enlace vale un año, para una sola cuenta.',
      withdrawal: `Puedes arrepentirte dentro de ${WITHDRAWAL_DAYS} días mientras nadie lo reciba: lo haces tú, en «Mis compras». Si un archivo tiene un defecto, respondemos en cualquier momento.`,
      acknowledged: (date: string) =>
        `El ${date} aceptaste que el derecho de arrepentimiento termina cuando alguien recibe el regalo.`,
    },
  },

  pending: {
    subject: (what: string) => `Falta confirmar tu pago: ${what}`,
    title: 'Falta confirmar tu pago',
    /** The buyer has something to do; else the provider has. */
    toPay: (amount: string) => `Empezaste a pagar ${amount} y falta terminar el pago. Es por:`,
    providerReviews: (amount: string) => `Tu pago de ${amount} está en revisión. No tienes que hacer nada. Es por:`,
    goOn: 'Seguir con el pago',
    orders: 'Ver mi compra',
    until: (day: string) => `Lo esperamos hasta el ${day}. Mientras tanto no vuelvas a pagar lo mismo.`,
    afterwards: 'Cuando se confirme te escribimos, y queda en tu biblioteca.',
    afterwardsGift: 'Cuando se confirme te escribimos, y tu regalo queda listo.',
    cancel: 'En «Mis compras» lo ves y puedes cancelarlo.',
    payment: (id: string) => `Número del pago: ${id}`,
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

  sentBackParts: {
    subject: 'Te devolvemos lo que ya tenías',
    title: 'Te devolvemos una parte de tu pago',
    intro: (amount: string) => `De tu compra te devolvemos ${amount}. Es lo que pagaste por algo que ya tenías:`,
    promise:
      'No tienes que hacer nada: ya pedimos esta devolución. Según tu banco, puede tardar unos días en aparecer en tu cuenta.',
    keeps: 'El resto de tu compra está en tu biblioteca, junto con lo que ya tenías.',
    payment: (id: string) => `Número del pago: ${id}`,
  },

  /** For a gift: the giver has no access to lose, and the mail does not mention the claimer's. */
  sentBackGift: {
    subject: 'Te devolvemos un pago repetido',
    title: 'Pagaste dos veces tu regalo, te devolvemos una',
    intro: (amount: string) => `Recibimos un pago de ${amount} por un regalo que ya estaba pagado:`,
    promise:
      'No tienes que hacer nada: ya pedimos la devolución completa. Según tu banco, puede tardar unos días en aparecer en tu cuenta.',
    keeps: 'Tu regalo sigue como estaba, en «Mis compras».',
    payment: (id: string) => `Número del pago devuelto: ${id}`,
  },

  sentBackGiftParts: {
    subject: 'Te devolvemos dinero de tu regalo',
    title: 'Te devolvemos dinero de tu regalo',
    intro: (amount: string) => `De tu regalo te devolvemos ${amount}. Es lo que pagaste por:`,
    promise:
      'No tienes que hacer nada: ya pedimos esta devolución. Según tu banco, puede tardar unos días en aparecer en tu cuenta.',
    payment: (id: string) => `Número del pago: ${id}`,
  },

  sentBackClosed: {
    subject: 'Te devolvemos tu pago',
    title: 'Te devolvemos tu pago',
    intro: (amount: string) => `Recibimos un pago de ${amount} cuando tu cuenta ya estaba cerrada. Era por:`,
    promise:
      'No tienes que hacer nada: ya pedimos la devolución completa. Según tu banco, puede tardar unos días en aparecer en tu cuenta.',
    payment: (id: string) => `Número del pago devuelto: ${id}`,
  },

  refund: {
    subject: 'Hicimos tu devolución',
    title: 'Tu devolución está hecha',
    intro: (amount: string) => `Te devolvimos ${amount} por:`,
    wait: 'Según tu banco, puede tardar unos días en aparecer en tu cuenta.',
    ended: 'Desde ahora ya no está en tu biblioteca; tus notas quedan guardadas.',
    giftEnded: 'Era un regalo: desde ahora ya no se puede abrir ni leer.',
  },

  /** Corrections: outcomes of a payment or refund that the buyer was told otherwise, or not at all. */
  news: {
    undone: {
      subject: 'Tu devolución no se completó todavía',
      title: 'Tu devolución no se completó todavía',
      intro: (amount: string) =>
        `El medio de pago no completó la devolución de ${amount} que te habíamos anunciado, por:`,
      after: ['No tienes que hacer nada: la pedimos de nuevo y te avisaremos cuando esté hecha.'],
    },
    review: {
      subject: 'Estamos revisando tu pago',
      title: 'Estamos revisando tu pago',
      intro: (amount: string) =>
        `Recibimos un pago de ${amount} que no calza con tu compra, y una persona lo está revisando. La compra es:`,
      after: [
        'No pagues de nuevo: tu dinero no se pierde. Te devolveremos este pago o te entregaremos lo que compraste, y te escribiremos cuando esté.',
      ],
    },
    disputed: {
      subject: 'Recibimos el reclamo por tu compra',
      title: 'Tu compra está en reclamo',
      intro: (amount: string) => `El medio de pago nos avisó de un reclamo por tu pago de ${amount}, por:`,
      after: [
        'Mientras se decide, tu compra sigue como estaba. Si ya no quieres el reclamo, ciérralo en el medio de pago.',
      ],
    },
    paused: {
      subject: 'Tu compra está en pausa por un reclamo',
      title: 'Tu compra está en pausa por un reclamo',
      intro: (amount: string) => `El medio de pago nos avisó de un contracargo por tu pago de ${amount}, por:`,
      after: [
        'Mientras se decide, no se puede leer; tus notas quedan guardadas. No pagues de nuevo: si se decide que el pago era bueno, tu compra vuelve sola.',
      ],
    },
    restored: {
      subject: 'Tu compra está de vuelta',
      title: 'Tu compra está de vuelta',
      intro: (amount: string) =>
        `Terminó el contracargo por tu pago de ${amount}, y el pago queda como estaba. Es por:`,
      after: ['Lo que habías comprado y no se devolvió está otra vez como antes.'],
    },
    payment: (id: string) => `Número del pago: ${id}`,
  },
} as const;

/** The giver's name without anything that a mail to a stranger must not carry. */
const giverIn = (name: string | null): string => (name === null ? '' : harmlessName(name));

/** Every sentence of the mails about gifts. */
export const giftMailTexts = {
  greeting: purchaseMailTexts.greeting,
  more: purchaseMailTexts.more,
  subject: (giver: string | null) =>
    giverIn(giver) ? `${giverIn(giver)} te regaló un libro` : 'Te regalaron un libro',
  title: 'Te regalaron un libro',
  preview: (what: string) => `${what}. Es para ti.`,
  giver: (giver: string | null) => (giverIn(giver) ? `De parte de ${giverIn(giver)}.` : null),
  quote: (text: string) => `«${text}»`,
  by: (author: string) => `De ${author}.`,
  length: (minutes: string) => `≈ ${minutes}`,
  open: 'Abrir mi regalo',
  how: 'Se lee en el teléfono o en el computador. Para guardarlo basta tu correo: te mandamos un código y queda en tu biblioteca.',
  lasts: (day: string) => `El enlace vale para una sola cuenta, hasta el ${day}.`,
  noReply:
    'Si no esperabas esto, puedes no hacer nada: usamos tu correo solo para esto y no te anotamos en ninguna lista. ¿Dudas? Escríbenos en',
  ending: {
    subject: 'Tu regalo vence pronto',
    title: 'Nadie ha abierto tu regalo',
    intro: (day: string) => `El ${day} vence un regalo que pagaste y que todavía no reciben:`,
    after: ['En «Mis compras» puedes copiar su enlace o enviarlo de nuevo.'],
    button: 'Ver mi regalo',
  },
  ended: {
    subject: 'Un regalo ya no está en tu biblioteca',
    title: 'Un regalo ya no está en tu biblioteca',
    intro: 'Se devolvió el pago de un regalo que recibiste, y con eso termina lo que traía:',
    after: ['Tus notas quedan guardadas. Si después lo compras o te lo regalan de nuevo, siguen ahí.'],
    button: 'Ir a mi biblioteca',
  },
} as const;

/** Every sentence of the mails that report sales and messages to the shop; amounts are named as in 'Ventas'. */
export const shopNewsTexts = {
  greeting: 'Hola:',
  more: purchaseMailTexts.more,
  code: 'Código',
  method: 'Medio de pago',
  amount: moneyWords.figures.sold,
  refunds: moneyWords.figures.refunds,
  chargebacks: moneyWords.figures.chargebacks,
  fees: moneyWords.figures.fees,
  vat: moneyWords.figures.vat,
  net: moneyWords.figures.left,
  sales: moneyWords.figures.sales,
  after: 'Puedes elegir un correo por venta, uno al día o ninguno en «Mi tienda», Ventas y correos.',
  sale: {
    subject: (what: string, amount: string) => `Vendiste ${what} por ${amount}`,
    title: 'Vendiste',
    intro: 'Se acaba de pagar esta compra:',
    giftIntro: 'Se acaba de pagar este regalo:',
    button: 'Ver la compra',
  },
  day: {
    subject: (day: string, net: string) => `Lo vendido el ${day}: quedan ${net}`,
    title: 'Lo vendido ayer',
    intro: (day: string) => `Esto se vendió y se devolvió el ${day}:`,
    parts: 'Por parte',
    part: (sales: number) => (sales === 1 ? '1 venta' : `${sales} ventas`),
    button: 'Ver las ventas',
  },
  edition: {
    subject: (part: string) => `Una edición espera: ${part}`,
    title: 'Una edición espera tu visto bueno',
    intro: (writter: string, part: string) =>
      `${harmlessName(writter) || 'Alguien de tu equipo'} subió una edición nueva de «${part}».`,
    after: 'Quienes compraron siguen leyendo la de antes hasta que la publiques.',
    button: 'Revisar la edición',
  },
} as const;

/** Every sentence of the mails that tell the admins of trouble with money. */
export const moneyAlertTexts = {
  greeting: purchaseMailTexts.greeting,
  button: 'Ver los pagos por resolver',
  credentials: {
    subject: 'El medio de pago no acepta la clave de la tienda',
    title: 'El medio de pago no acepta nuestra clave',
    intro: (date: string) =>
      `Desde el ${date} el medio de pago rechaza la clave de la tienda (MP_ACCESS_TOKEN). Mientras siga así no se puede comprar, y las devoluciones y los avisos de pago esperan.`,
    after: [
      'Revisa la clave en la cuenta del medio de pago y ponla en la configuración del servidor.',
      'No hay que hacer nada más: la tienda prueba cada tanto y sigue sola cuando la clave sirva. Ninguna devolución se pierde.',
    ],
  },
  refundsRefused: {
    subject: 'El medio de pago no permite devolver dinero',
    title: 'El medio de pago no permite devolver dinero',
    intro: (date: string) =>
      `Desde el ${date} el medio de pago rechaza devoluciones con la clave de la tienda (MP_ACCESS_TOKEN). Se puede comprar como siempre, y quien paga recibe su libro; las devoluciones esperan.`,
    after: [
      'Revisa en la cuenta del medio de pago que la clave permita devolver dinero.',
      'No hay que hacer nada más: la tienda prueba cada tanto y sigue sola cuando la clave sirva. Ninguna devolución se pierde.',
    ],
  },
  open: {
    subject: (count: number) => (count === 1 ? 'Hay un pago por resolver' : `Hay ${count} pagos por resolver`),
    title: 'Pagos por resolver',
    intro:
      'Este dinero no está entregado ni devuelto. De los reclamos te avisamos apenas llegan; de lo demás, al pasar un día:',
    line: (payment: string, amount: string, reason: string, since: string) =>
      `Pago ${payment}, ${amount}: ${reason}, desde el ${since}.`,
    after: [
      'La tienda sigue intentando lo que puede hacer sola. En «Compras de usuarios» verás qué falta en cada uno.',
    ],
    reasons: {
      unknown_reference: 'no corresponde a ninguna compra',
      wrong_account: 'llegó a otra cuenta',
      wrong_currency: 'llegó en otra moneda',
      wrong_amount: 'el monto no es el de la compra',
      duplicate: 'pago repetido',
      already_owned: 'ya tenía lo que pagó',
      buyer_gone: 'la cuenta fue eliminada antes de pagar',
      contradiction: 'el medio de pago informa datos contradictorios',
      in_mediation: 'reclamo en curso, que hay que responder en el medio de pago',
      charged_back: 'contracargo, que hay que responder en el medio de pago',
      refund: 'devolución pedida y no hecha',
    },
  },
  documents: {
    button: 'Ver la contabilidad',
    subject: (count: number) =>
      count === 1
        ? 'Hay un documento tributario sin emitir desde ayer'
        : `Hay ${count} documentos tributarios sin emitir desde ayer`,
    title: 'Documentos tributarios sin emitir',
    intro: 'Llevan más de un día pedidos y todavía no están:',
    line: (document: string, amount: string, order: string, since: string, reason: string) =>
      `${document} de ${amount}, compra ${order}, del ${since}: ${reason}.`,
    kinds: { boleta: 'Boleta', credit_note: 'Nota de crédito' },
    reasons: {
      seller: 'faltan el RUT o el nombre de quien vende',
      unavailable: 'el emisor no responde',
      refused: 'el emisor la rechazó',
    },
    after: ['La tienda los sigue intentando. En «Contabilidad» verás qué falta en cada uno.'],
  },
} as const;

/** Every sentence of the mails about messages. */
export const messageMailTexts = {
  greeting: purchaseMailTexts.greeting,
  subjects: {
    purchase: 'una compra',
    reading: 'leer en la tienda',
    account: 'su cuenta o sus datos',
    other: 'otra cosa',
  },
  received: {
    greeting: 'Hola:',
    subject: (name: string) => {
      const who = harmlessName(name);
      return who === '' ? 'Tienes un mensaje nuevo' : `${who} te escribió`;
    },
    title: 'Tienes un mensaje nuevo',
    intro: (name: string) => `${harmlessName(name) || 'Alguien'} escribió a la tienda.`,
    about: (subject: string, orderId: string | null) =>
      orderId === null
        ? `Es sobre ${subject}.`
        : `Es sobre la compra ${orderId.slice(0, 13)}, que ves junto a la conversación.`,
    visitor: 'Lo escribió sin entrar a una cuenta: nadie ha comprobado que el correo sea suyo.',
    button: 'Leer y responder',
    after: 'Se responde en la tienda, en «Mensajes»; lo que respondas a este correo no le llega.',
    once: 'Mientras quede algo suyo sin leer, no te avisamos de nuevo.',
  },
  answer: {
    subject: (store: string) => `Respuesta a tu mensaje en ${store}`,
    title: 'Respondimos tu mensaje',
    intro: 'Esto te respondemos:',
    visitorIntro: (store: string) => `Nos escribieron a ${store} con este correo. Esto respondemos:`,
    button: 'Responder en la tienda',
    writeAgain: 'Escribir de nuevo',
    noReply: 'No respondas a este correo: nadie lo lee. Usa el botón y lo vemos en la tienda.',
    visitorWhy: 'Si no fuiste tú quien escribió, no tienes que hacer nada.',
  },
} as const;

/** Every sentence of the mails about grants. */
export const givenMailTexts = {
  greeting: purchaseMailTexts.greeting,
  linkLasts: 'El enlace dura 14 días y sirve una sola vez. Si vence, pide otro en «¿Olvidaste tu contraseña?».',
  granted: {
    subject: (store: string) => `Un regalo de ${store}`,
    title: 'Tienes un libro de regalo',
    intro: (part: string, book: string) =>
      `Te regalamos «${part}», de «${book}». Ya está en tu biblioteca, para siempre.`,
    notOut: (date: string) => `Todavía no sale: se puede leer desde el ${date}.`,
    read: 'Leer ahora',
    see: 'Ver en mi biblioteca',
    after: ['No tienes que pagar nada.'],
  },
  earlyAccess: {
    subject: (store: string) => `Te invitan a leer antes que nadie en ${store}`,
    title: 'Una lectura para revisión',
    intro: (part: string, book: string) => `Te invitaron a leer «${part}», de «${book}», antes de que se publique.`,
    ends: (date: string) => `Puedes leerla hasta el ${date}.`,
    open: 'Leer ahora',
    beginText: 'Te abrimos una cuenta con este correo. Elige tu contraseña y la encontrarás en tu biblioteca.',
    begin: 'Elegir mi contraseña',
    after: ['Es un borrador: cuéntale a quien te invitó lo que encuentres.'],
  },
  waiting: {
    subject: (store: string) => `Te espera una lectura en ${store}`,
    title: 'Confirma tu correo y es tuya',
    early: (part: string, book: string) => `Te invitaron a leer «${part}», de «${book}», antes de que se publique.`,
    good: (part: string, book: string) => `Te regalamos «${part}», de «${book}», para siempre.`,
    ends: (date: string) => `Puedes leerla hasta el ${date}.`,
    how: 'La cuenta de este correo todavía no lo ha confirmado. En cuanto confirmes que es tuyo, la encontrarás en tu biblioteca.',
    button: 'Confirmar mi correo',
    after: ['El enlace dura 14 días. Si no esperabas este correo, no tienes que hacer nada.'],
  },
  account: {
    subject: (store: string) => `Tu cuenta en ${store}`,
    title: 'Te abrimos una cuenta',
    intro: (store: string) =>
      `La administración de ${store} te abrió una cuenta con este correo. Elige una contraseña que solo tú conozcas.`,
    button: 'Elegir mi contraseña',
    after: ['Si no la esperabas, no tienes que hacer nada.'],
  },
} as const;

/** Every sentence of the mails of the mailing list. */
export const listMailTexts = {
  confirm: {
    subject: 'Confirma que quieres recibir nuestros correos',
    title: 'Un paso más',
    hello: 'Hola:',
    intro: (store: string) =>
      `Alguien, esperamos que tú, anotó este correo para recibir las novedades de ${store}: nuevas partes y libros, nada más.`,
    button: 'Sí, quiero recibirlos',
    after: ['El enlace dura siete días. Si no fuiste tú, no hagas nada y no volveremos a escribirte.'],
  },
  /** Asks to confirm that a visitor wants to be told about one book ('Avísame cuando salga'). */
  confirmFollow: {
    subject: (book: string) => `Confirma que quieres saber cuándo sale «${book}»`,
    title: 'Un paso más',
    hello: 'Hola:',
    intro: (book: string) =>
      `Alguien, esperamos que tú, pidió que avisáramos a este correo el día que salga algo de «${book}»: un correo por cada parte, nada más.`,
    button: 'Sí, avísenme',
    after: ['El enlace dura siete días. Si no fuiste tú, no hagas nada y no volveremos a escribirte.'],
  },
  unsubscribe: 'No quiero recibir estos correos',
} as const;

/** Every sentence of the bulk mails. */
export const newsMailTexts = {
  release: {
    subject: (part: string) => `Ya salió «${part}»`,
    preview: (part: string, book: string) => `${part}, de ${book}.`,
    /** Introduces the release date, on the day itself with 'hoy'. */
    today: (day: string) => `desde hoy, ${day}`,
    since: (day: string) => `desde el ${day}`,
    intro: {
      follow: (when: string) => `Nos pediste que te avisáramos: está ${when}.`,
      news: (when: string) => `Hay una parte nueva en la tienda, ${when}.`,
      owned: (when: string) =>
        `Ya era tuya, y se puede leer ${when}. Está en tu biblioteca; se descarga a tu dispositivo la próxima vez que la abras.`,
      early: (when: string) =>
        `La leíste antes que nadie, y está publicada ${when}. Lo que tienes en tu dispositivo se pone al día la próxima vez que la abras.`,
    },
    partOf: (book: string) => `Parte de ${book}`,
    free: 'Gratis',
    currency: 'CLP',
    see: 'Verla en la tienda',
    readBeginning: 'Leer el comienzo',
    readFree: 'Leerla gratis',
    read: 'Leer ahora',
    quote: (passage: string) => `«${passage}»`,
    why: {
      follow: 'Te escribimos una sola vez por esta parte, porque sigues este libro.',
      news: 'Te escribimos una sola vez por esta parte, porque pediste las novedades.',
      owned: 'Te escribimos una sola vez por esta parte, porque está en tu biblioteca.',
      early: 'Te escribimos una sola vez por esta parte, porque la tienes en lectura para revisión.',
    },
  },
  announcement: {
    why: {
      news: 'Recibes esto porque pediste las novedades.',
      followers: (book: string) => `Recibes esto porque sigues «${book}».`,
      owners: (part: string) => `Recibes esto porque tienes «${part}» y pediste las novedades.`,
    },
    fromPrice: (price: string) => `Desde ${price} CLP`,
    test: 'Esta es una prueba: solo la recibiste tú.',
  },
  leaveBook: 'Ya no avisarme de este libro',
  or: 'o',
  leaveAll: 'darme de baja de todo',
  leaveAllAlone: 'Darme de baja de todo',
  oneTap: ', con un toque y sin entrar.',
  cover: (name: string) => `Portada de ${name}`,
} as const;

function greet(name: string): string {
  return name === '' ? 'Hola:' : `Hola, ${name}:`;
}

const LONGEST_NAME = 40;
const MOST_WORDS = 4;
const LONGEST_WORD = 20;

/**
 * A name as a mail may carry it. A stranger may register a foreign address under any name, and what they write there must
 * not reach its owner as a link, a number to call or a sentence: names of letters and of four words at most are taken
 * whole, of others the first word, or nothing.
 */
export function harmlessName(name: string): string {
  const words = name.split(' ');
  const numbers = words.filter((word) => /^\p{Nd}/u.test(word)).length;
  const isShort = words.length <= MOST_WORDS && name.length <= LONGEST_NAME && numbers <= 1;
  if (isShort && words.every(isHarmlessWord)) return name;
  const [first = ''] = words;
  return isHarmlessWord(first) ? first : '';
}

/** A dot inside a word makes an address of it. */
function isHarmlessWord(word: string): boolean {
  return word.length <= LONGEST_WORD && /^(?:[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*\.?|\p{Nd}{1,2})$/u.test(word);
}
