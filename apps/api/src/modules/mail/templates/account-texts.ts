import { purchaseMailTexts } from './texts.ts';

/** Every sentence of the mails about accounts. */
export const accountMailTexts = {
  greeting: purchaseMailTexts.greeting,
  goodbye: purchaseMailTexts.goodbye,
  /** Introduces an address that a reader may have to copy by hand. */
  copyLink: 'Si el botón no funciona, copia esta dirección en tu navegador:',

  /** Introduces a mail that waited because its reader got too many. */
  held: (count: number) =>
    count === 1
      ? 'Este aviso esperó: antes te llegaron muchos en poco tiempo.'
      : `Hubo ${count} avisos como este en poco tiempo. Te enviamos solo el último.`,

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

  appPassword: {
    subject: 'Hiciste una contraseña para una app de lectura',
    intro: (date: string) =>
      `El ${date} se hizo en tu cuenta una contraseña para una app de lectura. Con ella se bajan los libros que tienes, y nada más.`,
    button: 'Ir a mi perfil',
    after: [
      'Si fuiste tú, no tienes que hacer nada. Si no, quítala en tu perfil, cambia tu contraseña y avisa a la tienda.',
    ],
  },

  passkey: {
    added: {
      subject: 'Agregaste una clave de acceso',
      intro: (date: string) =>
        `El ${date} se agregó una clave de acceso a tu cuenta. Con ella se entra sin contraseña y sin código.`,
    },
    removed: {
      subject: 'Quitaste una clave de acceso',
      intro: (date: string) => `El ${date} se quitó una clave de acceso de tu cuenta. Ya no se entra con ella.`,
    },
    button: 'Ir a mi perfil',
    after: [
      'Si fuiste tú, no tienes que hacer nada. Si no, quita en tu perfil las claves que no conozcas, cambia tu contraseña y avisa a la tienda.',
    ],
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

  emailMoved: {
    subject: 'El correo de tu cuenta cambió',
    title: 'La tienda cambió el correo de tu cuenta',
    intro: (date: string) =>
      `El ${date} la administración de la tienda pasó tu cuenta a otro correo. A este ya no llega nada de ella.`,
    button: 'Devolver mi cuenta a este correo',
    undo: 'Si no lo pediste, toca el botón: la cuenta vuelve a este correo y se cierra todo lo que la abrió entretanto. El botón sirve 7 días.',
    fine: 'Si lo pediste, no tienes que hacer nada.',
    ask: 'Si no lo pediste, escríbenos.',
  },

  emailGiven: {
    subject: 'Confirma el correo de tu cuenta',
    title: 'Tu cuenta pasó a este correo',
    intro:
      'La administración de la tienda lo cambió. Confirma que es tuyo: aquí llegarán tus comprobantes y los avisos sobre tu cuenta.',
    button: 'Confirmar mi correo',
    after: ['El enlace dura 14 días. Si no tienes una cuenta aquí, no tienes que hacer nada.'],
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
