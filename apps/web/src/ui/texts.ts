/** Texts of the design system. */
export const uiTexts = {
  close: 'Cerrar',
  previous: 'Anterior',
  next: 'Siguiente',
  loading: 'Cargando',
  cancel: 'Cancelar',
  confirmTitle: 'Confirmación',
  confirmMessage: '¿Estás seguro que deseas realizar esta acción?',
  remove: 'Eliminar',
  before: 'Antes',
  discount: 'Descuento',
  notifications: 'Avisos',
  brandLetters: 'CB',
} as const;
