/** Words of the preview for editors. */
export const previewTexts = {
  mark: 'Vista previa',
  title: 'Estás en una vista previa',
  text: 'Nada de lo que hagas aquí cuenta como lectura. Para volver, cierra esta pestaña.',
  stay: 'Seguir viendo',
  leave: 'Ir al panel de administración',
} as const;
