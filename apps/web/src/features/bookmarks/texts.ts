/** Words of the list of bookmarks; those of the bookmark button are the reading bar's. */
export const bookmarkTexts = {
  title: 'Marcadores',
  empty: 'Todavía no hay marcadores',
  emptyHint: 'Toca el marcador de la barra superior para guardar una página.',
  onThisDevice: 'Se guardan en este dispositivo.',
  onAllDevices: 'Están en todos tus dispositivos.',
  remove: (chapter: string) => `Quitar el marcador de ${chapter}`,
  removed: 'Marcador quitado.',
  undo: 'Deshacer',
  page: 'Página marcada',
} as const;
