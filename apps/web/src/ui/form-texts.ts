/** Words of the forms in dialogs. */
export const formTexts = {
  close: 'Cerrar',
  cancel: 'Cancelar',
  unsavedTitle: 'Hay cambios sin guardar',
  unsavedText: 'Si sales ahora, se pierde lo que escribiste.',
  leave: 'Salir sin guardar',
  stay: 'Seguir editando',
} as const;
