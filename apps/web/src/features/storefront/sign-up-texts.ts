/** Messages of the e-mail list. */
export const signUpTexts = {
  emailEmpty: 'Favor introducir un email',
  emailInvalid: 'Email inválido',
  emailAdded: 'Email añadido a la lista',
  emailFailed: 'Error al añadir el email a la lista',
} as const;
