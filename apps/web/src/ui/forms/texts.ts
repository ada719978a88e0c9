/** Texts about the draft that a form keeps. */
export const draftTexts = {
  restored: 'Recuperamos lo que estabas escribiendo.',
  others: (count: number) =>
    count === 1 ? 'En otra pestaña quedó otra versión.' : `En otras pestañas quedaron ${count} versiones más.`,
  showOther: 'Ver la otra',
  discard: 'Descartar',
  takeNews: 'Traer lo nuevo',
  failed: 'Este dispositivo no puede guardar lo que escribes: si sales de esta página, se pierde.',
} as const;

/** Words of the button that shows a password. */
export const passwordTexts = {
  showPassword: 'Mostrar la contraseña',
  hidePassword: 'Ocultar la contraseña',
} as const;
