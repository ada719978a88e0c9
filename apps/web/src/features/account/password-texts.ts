/** Words of recovering and changing a password. */
export const passwordTexts = {
  forgotTitle: 'Recupera tu contraseña',
  forgotLead: 'Escribe el correo de tu cuenta y te enviamos los pasos para elegir una nueva.',
  sendSteps: 'Enviarme los pasos',
  sentTitle: 'Revisa tu correo',
  sentLead: (email: string) =>
    `Si ${email} tiene una cuenta, te enviamos un correo con los pasos para recuperar tu contraseña.`,
  sentHint: 'El enlace dura una hora. Si no llega, mira en la carpeta de correo no deseado.',
  sendAgain: 'Usar otro correo',
  backToLogin: 'Volver a iniciar sesión',

  recoverTitle: 'Elige una contraseña nueva',
  recoverLead: 'Al guardarla se cierran las sesiones que tengas abiertas en otros dispositivos.',
  updateTitle: 'Cambiar contraseña',
  updateLead: 'Al guardarla se cierran tus otras sesiones y te avisamos por correo.',
  backToProfile: 'Mi perfil',
  newPassword: 'Contraseña nueva',
  newPasswordHint: 'Al menos 8 caracteres.',
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
