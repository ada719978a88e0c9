/** Words of the button that shows a password. */
export const passwordTexts = {
  showPassword: 'Mostrar la contraseña',
  hidePassword: 'Ocultar la contraseña',
} as const;
