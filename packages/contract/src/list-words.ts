/**
 * Words of the mailing list's form. The page has them, and the server that answers the form where no script runs; apart
 * from the calls, so that a browser loads no schemas with them.
 */
export const listWords = {
  emailLabel: 'Tu correo',
  emailPlaceholder: 'tu@correo.cl',
  subscribe: 'Suscribirme',
  emailEmpty: 'Favor introducir un email',
  emailInvalid: 'Email inválido',
  emailAdded: 'Email añadido a la lista',
  emailFailed: 'Error al añadir el email a la lista',
  stepLeft: 'Falta un paso: confirma en tu correo',
} as const;

/** Where the form is sent by the browser itself. */
export const LIST_FORM_PATH = '/newsletter/join';
