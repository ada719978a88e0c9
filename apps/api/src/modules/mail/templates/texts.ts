import { WITHDRAWAL_DAYS } from '@cuentos/domain/checkout/withdrawal';

/** Every sentence of the mails about purchases. */
export const purchaseMailTexts = {
  greeting: (name: string) => greet(harmlessName(name)),
  goodbye: (store: string) => `Gracias por leer con nosotros.\n${store}`,

  receipt: {
    subject: (what: string, store: string) => `Tu compra en ${store}: ${what}`,
    freeSubject: (what: string, store: string) => `Ya está en tu biblioteca de ${store}: ${what}`,
    more: (first: string, others: number) => `${first} y ${others} más`,
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
    rightsEach:
      'Tienes el derecho permanente a leer estas partes en tu cuenta, en línea y sin conexión. Tu cuenta es personal e intransferible.',
    withdrawal: `Puedes arrepentirte dentro de ${WITHDRAWAL_DAYS} días mientras no hayas abierto ni descargado la parte: lo haces tú, en «Mis compras». Si el archivo tiene un defecto, respondemos en cualquier momento.`,
    withdrawalEach: `Puedes arrepentirte de cada parte dentro de ${WITHDRAWAL_DAYS} días mientras no la hayas abierto ni descargado: lo haces tú, en «Mis compras». Si un archivo tiene un defecto, respondemos en cualquier momento.`,
    acknowledged: (date: string) =>
      `El ${date} aceptaste que el derecho de arrepentimiento termina al abrir o descargar la parte.`,
    acknowledgedEach: (date: string) =>
      `El ${date} aceptaste que el derecho de arrepentimiento de cada parte termina al abrirla o descargarla.`,
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

  sentBackParts: {
    subject: 'Te devolvemos lo que ya tenías',
    title: 'Te devolvemos una parte de tu pago',
    intro: (amount: string) => `De tu compra te devolvemos ${amount}. Es lo que pagaste por algo que ya tenías:`,
    promise:
      'No tienes que hacer nada: ya pedimos esta devolución. Según tu banco, puede tardar unos días en aparecer en tu cuenta.',
    keeps: 'El resto de tu compra está en tu biblioteca, junto con lo que ya tenías.',
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
  open: {
    subject: (count: number) =>
      count === 1 ? 'Hay un pago por resolver desde ayer' : `Hay ${count} pagos por resolver desde ayer`,
    title: 'Pagos por resolver',
    intro: 'Este dinero lleva más de un día sin quedar entregado ni devuelto:',
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
      in_mediation: 'reclamo en curso',
      charged_back: 'contracargo',
      refund: 'devolución pedida y no hecha',
    },
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

/** Every sentence of the mails about accounts. */
export const accountMailTexts = {
  greeting: purchaseMailTexts.greeting,
  goodbye: purchaseMailTexts.goodbye,
  /** Before an address that a reader may have to copy by hand. */
  copyLink: 'Si el botón no funciona, copia esta dirección en tu navegador:',

  recover: {
    subject: 'Recupera tu contraseña',
    title: 'Elige una contraseña nueva',
    steps: [
      'Recibimos tu solicitud para recuperar la contraseña. Son tres pasos: abre el enlace, escribe la contraseña nueva dos veces y vuelve a iniciar sesión.',
    ],
    button: 'Elegir contraseña',
    after: [
      'El enlace dura 60 minutos y sirve una sola vez. Al cambiar la contraseña se cierran todas tus sesiones.',
      'Si no fuiste tú, no tienes que hacer nada: tu contraseña sigue siendo la misma.',
    ],
  },

  entryCode: {
    subject: (store: string) => `Tu código para entrar a ${store}`,
    title: 'Tu código',
    greeting: 'Hola:',
    intro: 'Escríbelo en la misma página donde lo pediste:',
    after: [
      'Dura 10 minutos y sirve una sola vez. Si pediste más de uno, vale el último.',
      'Si no lo pediste, no hagas nada. No se lo des a nadie: la tienda nunca te lo va a preguntar.',
    ],
  },

  passwordRemoved: {
    subject: 'Quitamos la contraseña de tu cuenta',
    title: 'Tu cuenta quedó sin contraseña',
    intro:
      'Entraste con un código enviado a este correo. Tu cuenta tenía una contraseña de antes de que el correo estuviera confirmado y no sabemos si la pusiste tú, así que ya no sirve y cerramos las sesiones que abrió.',
    button: 'Elegir una contraseña',
    after: ['Puedes seguir entrando con un código cuando quieras.'],
  },

  passwordChanged: {
    subject: 'Tu contraseña cambió',
    title: 'Tu contraseña cambió',
    intro: (date: string) => `La contraseña de tu cuenta cambió el ${date} y tus otras sesiones se cerraron.`,
    button: 'No fui yo',
    after: ['Si fuiste tú, no tienes que hacer nada. Si no, recupera tu cuenta ahora mismo con una contraseña nueva.'],
  },

  secondFactor: {
    added: {
      subject: 'Activaste la verificación en dos pasos',
      intro: (date: string) =>
        `Desde el ${date}, para entrar a tu cuenta hace falta además un código de tu aplicación.`,
    },
    removed: {
      subject: 'Quitaste la verificación en dos pasos',
      intro: (date: string) => `Desde el ${date}, a tu cuenta se entra sin un código de tu aplicación.`,
    },
    reset: {
      subject: 'La tienda quitó tu verificación en dos pasos',
      intro: (date: string) =>
        `El ${date} la administración de la tienda quitó la verificación en dos pasos de tu cuenta, como se hace cuando alguien pierde su teléfono. Actívala de nuevo en tu perfil.`,
    },
    codes: {
      subject: 'Tienes códigos de recuperación nuevos',
      intro: (date: string) => `El ${date} pediste códigos de recuperación nuevos. Los anteriores ya no sirven.`,
    },
    code_used: {
      subject: 'Se usó uno de tus códigos de recuperación',
      intro: (date: string) =>
        `El ${date} se usó un código de recuperación de tu cuenta. Ese código ya no sirve; en tu perfil ves cuántos te quedan.`,
    },
    button: 'Ir a mi perfil',
    after: ['Si fuiste tú, no tienes que hacer nada. Si no, cambia tu contraseña ahora y avisa a la tienda.'],
  },

  sessionClosed: {
    subject: 'Cerramos una de tus sesiones',
    title: 'Cerramos una de tus sesiones',
    intro: (date: string) =>
      `El ${date} alguien quiso seguir una sesión de tu cuenta con una llave que ya se había usado. Puede que alguien la haya copiado, así que cerramos esa sesión.`,
    button: 'Cambiar mi contraseña',
    after: [
      'Si hace poco recuperaste tu navegador de una copia, fue eso: entra de nuevo y listo.',
      'Si no, cambia tu contraseña ahora: así se cierran todas tus sesiones.',
    ],
  },

  welcome: {
    subject: (store: string) => `Te damos la bienvenida a ${store}`,
    title: 'Tu cuenta está lista',
    intro: 'Desde ahora tus libros, tus notas y tu página te esperan en todos tus dispositivos.',
    confirm: 'Solo falta confirmar que este correo es tuyo.',
    library: 'Ir a mi biblioteca',
  },

  verify: {
    subject: 'Confirma tu correo',
    title: 'Confirma tu correo',
    intro: 'Toca el botón para confirmar que este correo es tuyo.',
    button: 'Confirmar mi correo',
    after: [
      'El enlace dura tres días.',
      'Si no creaste esta cuenta, no confirmes nada: sin tu confirmación no queda unida a tu correo.',
    ],
  },

  googleLinked: {
    subject: 'Ahora también entras con Google',
    title: 'Tu cuenta quedó unida a Google',
    intro: 'Desde hoy puedes entrar a tu cuenta con Google o con tu contraseña, como prefieras.',
    button: 'Cambiar mi contraseña',
    after: (contact: string) => [`Si no fuiste tú, cambia tu contraseña y escríbenos: ${contact}`],
  },

  newEmail: {
    subject: 'Confirma tu correo nuevo',
    title: 'Confirma tu correo nuevo',
    intro: 'Pediste que tu cuenta pase a este correo. Toca el botón para confirmar que es tuyo.',
    button: 'Usar este correo',
    after: ['El enlace dura un día.', 'Si no lo pediste, no hagas nada: la cuenta sigue donde estaba.'],
  },

  emailTaken: {
    subject: 'Este correo ya tiene una cuenta',
    title: 'Este correo ya tiene una cuenta',
    greeting: 'Hola:',
    intro:
      'Alguien pidió pasar otra cuenta a este correo, que ya tiene la suya. No cambiamos nada: un correo es de una sola cuenta.',
    button: 'Iniciar sesión',
    after: ['Si fuiste tú, entra a la cuenta que ya tienes con este correo. Si no, no tienes que hacer nada.'],
  },

  emailChanged: {
    subject: 'El correo de tu cuenta cambió',
    title: 'El correo de tu cuenta cambió',
    intro: (date: string) => `El ${date} tu cuenta pasó a otro correo. A este ya no llega nada de ella.`,
    button: 'No fui yo',
    undo: 'Si no fuiste tú, toca el botón: la cuenta vuelve a este correo y se cierra todo lo que la abrió entretanto. El botón sirve 7 días.',
    fine: 'Si fuiste tú, no tienes que hacer nada.',
  },

  emailReturned: {
    subject: 'Tu cuenta volvió a su correo anterior',
    title: 'Tu cuenta volvió a su correo anterior',
    intro: (date: string) =>
      `El ${date} alguien tocó «No fui yo» en el correo anterior de tu cuenta, y la cuenta volvió a él. A este ya no llega nada de ella.`,
    button: 'Ir a la tienda',
    after: [
      'Se cerraron todas las sesiones, y la contraseña ya no sirve. Si la cuenta es tuya, entra con un código al correo anterior.',
    ],
  },

  erasureAsked: {
    subject: (date: string) => `Tu cuenta se borra el ${date}`,
    title: 'Tu cuenta está por borrarse',
    intro: (date: string) =>
      `Nos pediste borrar tu cuenta. Se borra el ${date}, hora de Santiago. Hasta entonces puedes cambiar de idea.`,
    meaning:
      'Ese día se van tus libros, tus resaltados y notas y todos tus datos de la tienda, y del dispositivo donde tu cuenta siga abierta. Tus compras quedan sin tu nombre ni tu correo, porque la ley tributaria pide guardarlas. No se puede deshacer.',
    button: 'Quedarme con mi cuenta',
    after: [
      'Mientras tanto tu cuenta abre solo para quedarte con ella o llevarte una copia de tus datos.',
      'Si no lo pediste tú, toca el botón y cambia tu contraseña.',
      'No te escribiremos más cuando esté borrada: ya no tendremos tu correo.',
    ],
  },

  accountKept: {
    subject: 'Tu cuenta se queda',
    title: 'Tu cuenta se queda',
    intro: 'Ya no se borra: tus libros, tus notas y tus compras están donde estaban.',
    button: 'Ir a mi biblioteca',
    after: ['Si no fuiste tú, cambia tu contraseña.'],
  },

  dataBlocked: {
    subject: 'Tus datos están bloqueados',
    title: 'Tus datos están bloqueados',
    intro: (date: string) =>
      `Desde el ${date} los guardamos y no hacemos nada más con ellos: ni avisos, ni anuncios, ni cuentas de lectura.`,
    button: 'Ver mis datos',
    after: [
      'Puedes seguir leyendo lo tuyo y comprar. Solo te escribimos por lo que tú hagas y por la seguridad de tu cuenta.',
      'Lo levantas cuando quieras en «Mis datos».',
    ],
  },
} as const;

/** Every sentence of the mails about what the shop gives. */
export const givenMailTexts = {
  greeting: purchaseMailTexts.greeting,
  linkLasts: 'El enlace dura 14 días y sirve una sola vez. Si vence, pide otro en «¿Olvidaste tu contraseña?».',
  granted: {
    subject: (store: string) => `Un regalo de ${store}`,
    title: 'Tienes un libro de regalo',
    intro: (part: string, book: string) =>
      `Te regalamos «${part}», de «${book}». Ya está en tu biblioteca, para siempre.`,
    button: 'Leer ahora',
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
  /** For one book: what 'Avísame cuando salga' of a visitor asks to be confirmed. */
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

/** Every sentence of the mails that tell many of something. */
export const newsMailTexts = {
  release: {
    subject: (part: string) => `Ya salió «${part}»`,
    preview: (part: string, book: string) => `${part}, de ${book}.`,
    /** Before the day, which is said as 'hoy' on the day itself. */
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
 * A name as a mail may carry it. Anybody may register a foreign address under any name, and what they write there must
 * not reach its owner as a link, a number to call or a sentence: names of letters and of four words at most are taken
 * whole, of others the first word, or nothing.
 */
function harmlessName(name: string): string {
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
