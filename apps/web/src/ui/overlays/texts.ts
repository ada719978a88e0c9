/** Texts of the forms in dialogs. */
export const formTexts = {
  close: 'Cerrar',
  cancel: 'Cancelar',
  unsavedTitle: 'Hay cambios sin guardar',
  unsavedText: 'Si sales ahora, se pierde lo que escribiste.',
  keptText: 'Lo que escribiste queda en este dispositivo y vuelve cuando abras de nuevo este formulario.',
  partlyKeptText:
    'Lo que escribiste queda en este dispositivo y vuelve cuando abras de nuevo este formulario, menos la contraseña y los archivos.',
  leave: 'Salir sin guardar',
  stay: 'Seguir editando',
} as const;
