/** Words of the bookmarks. */
export const bookmarkTexts = {
  mark: 'Poner un marcador en esta página',
  unmark: 'Quitar el marcador de esta página',
  title: 'Marcadores',
  empty: 'Todavía no hay marcadores',
  emptyHint: 'Toca el marcador de la barra superior para guardar una página.',
  onThisDevice: 'Se guardan en este dispositivo.',
  remove: (chapter: string) => `Quitar el marcador de ${chapter}`,
  removed: 'Marcador quitado.',
  undo: 'Deshacer',
  page: 'Página marcada',
} as const;
