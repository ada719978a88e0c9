/** Words of the pages behind the links in mails about the account. */
export const addressTexts = {
  title: 'Confirma tu correo',
  lead: 'Un clic y sabremos que este correo es tuyo.',
  confirm: 'Confirmar mi correo',
  doneTitle: 'Tu correo está confirmado',
  doneLead: 'Gracias. Aquí llegarán tus comprobantes y los avisos sobre tu cuenta.',
  toBooks: 'Ir a mis libros',
  goneTitle: 'Este enlace ya no sirve',
  goneLead: 'Puede que ya lo hayas usado o que haya vencido. Pide otro desde tu perfil.',
  toProfile: 'Ir a mi perfil',
} as const;

/** The account was made in another browser: by the same person, or by another person who typed this address. */
export const elsewhereTexts = {
  title: '¿Hiciste tú esta cuenta?',
  lead: 'La cuenta de este correo se hizo en otro navegador. Si fuiste tú, entra aquí con tu contraseña o abre el enlace donde la hiciste: todo queda como está. Si no fuiste tú, o ya no puedes entrar, la cuenta pasa a ser tuya: cerramos sus sesiones, su contraseña y sus claves de acceso dejan de servir, y se quedan los libros.',
  enter: 'Fui yo: entrar',
  take: 'No fui yo: quedarme con la cuenta',
  doneTitle: 'La cuenta es tuya',
  doneLead: 'Nadie más puede entrar en ella. Entra con un código que te enviamos a este correo.',
  go: 'Entrar',
} as const;

const goneLinks = {
  goneTitle: 'Este enlace ya no sirve',
  goneLead: 'Puede que ya lo hayas usado o que haya vencido. En tu cuenta ves cómo está todo.',
};

export const changeTexts = {
  ...goneLinks,
  title: 'Confirma tu correo nuevo',
  lead: 'Un clic y tu cuenta pasa a este correo. Al de antes le avisamos.',
  action: 'Usar este correo',
  doneTitle: 'Tu cuenta pasó a este correo',
  doneLead: 'Desde ahora entras con él, y aquí llegan tus comprobantes.',
  go: 'Ir a mis datos',
} as const;

/** The link was opened in a browser without the account, or by a person who did not request the change. */
export const changeElsewhereTexts = {
  title: 'Abre el enlace donde pediste el cambio',
  lead: 'En este navegador no está abierta la cuenta que cambia de correo. Ábrelo en el navegador donde lo pediste, o inicia sesión aquí con el correo de antes y te traemos de vuelta. Tu enlace sigue sirviendo.',
  enter: 'Iniciar sesión',
  otherLead:
    'Aquí está abierta otra cuenta, no la que cambia de correo. Cierra esta sesión en tu perfil, entra con el correo de antes y abre el enlace otra vez, o ábrelo en el navegador donde pediste el cambio. Tu enlace sigue sirviendo.',
  notMe: 'Si no pediste ningún cambio, no hagas nada: nadie puede usar tu correo sin este paso.',
} as const;

export const undoTexts = {
  ...goneLinks,
  title: 'Devolver la cuenta a este correo',
  lead: 'Un clic y tu cuenta vuelve a este correo. Se cierran todas las sesiones y su contraseña deja de servir: entra después con un código y elige otra.',
  action: 'Devolver mi cuenta',
  doneTitle: 'Tu cuenta volvió a este correo',
  doneLead: 'Cerramos todo lo que la abrió entretanto. Entra con un código y elige una contraseña nueva.',
  go: 'Entrar',
} as const;

export const keepTexts = {
  ...goneLinks,
  title: 'Quedarme con mi cuenta',
  lead: 'Tu cuenta está por borrarse. Un clic y se queda, con tus libros, tus notas y tus compras.',
  action: 'Quedarme con mi cuenta',
  doneTitle: 'Tu cuenta se queda',
  doneLead: 'Nada se borró: todo está donde estaba.',
  go: 'Ir a mis libros',
} as const;

/** Words of recovering and changing a password. */
export const passwordTexts = {
  forgotTitle: 'Recupera tu contraseña',
  forgotLead: 'Escribe el correo de tu cuenta y te enviamos los pasos para elegir una nueva.',
  sendSteps: 'Enviarme los pasos',
  sentTitle: 'Revisa tu correo',
  sentLead: (email: string) =>
    `Si ${email} tiene una cuenta, te enviamos un correo con los pasos para recuperar tu contraseña.`,
  sentHint:
    'El enlace dura una hora. Si no llega otro, sirve el último que te enviamos; mira también en correo no deseado.',
  sendAgain: 'Usar otro correo',
  backToLogin: 'Volver a iniciar sesión',

  recoverTitle: 'Elige una contraseña nueva',
  recoverLead: 'Al guardarla se cierran las sesiones que tengas abiertas en otros dispositivos.',
  linkOverTitle: 'Este enlace ya no sirve',
  linkOverLead: 'Dura una hora y sirve una sola vez. Tu contraseña sigue siendo la misma.',
  askAgain: 'Pedir otro enlace',
  updateTitle: 'Cambiar contraseña',
  addTitle: 'Agregar contraseña',
  updateLead: 'Al guardarla se cierran tus otras sesiones y te avisamos por correo.',
  backToProfile: 'Mi perfil',
  newPassword: 'Contraseña nueva',
  confirmPassword: 'Confirma la contraseña',
  currentPassword: 'Contraseña actual',
  currentPasswordWhy: 'Para proteger tu cuenta, escribe también la contraseña que usas hoy.',
  currentPasswordWrong: 'Esa no es tu contraseña actual.',
  googleAgain: 'Tu cuenta entra con Google y aún no tiene contraseña. Confirma que eres tú y la guardamos.',
  googleOther: 'Entraste con otra cuenta de Google. La contraseña no cambió.',
  googleOrLink: '¿No puedes entrar con Google? Pide un enlace por correo',
  save: 'Guardar contraseña',

  forbidden: 'No tiene permisos para realizar esta acción',
  linkTooOld: 'Ha pasado mucho tiempo desde que solicitó cambiar la contraseña, intente solicitarla nuevamente',
  updateFailed: 'Error al actualizar la contraseña, intente nuevamente',
  updated: 'Contraseña actualizada correctamente',
} as const;

/** Words of the dialog that asks for a code. */
export const codeTexts = {
  title: 'Verificación en dos pasos',
  signIn: 'Escribe el código que muestra ahora tu aplicación, o uno de tus códigos de recuperación.',
  again: 'Por seguridad, antes de hacer esto confirma con un código de tu aplicación que eres tú.',
  label: 'Código',
  required: 'Escribe el código.',
  submit: 'Continuar',
  cancel: 'Cancelar',
  tooMany: 'Demasiados códigos equivocados. Intenta de nuevo en quince minutos.',
} as const;
