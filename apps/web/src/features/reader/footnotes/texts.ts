/** Words of a note's card. */
export const noteTexts = {
  title: (label: string) => (label === '' ? 'Nota' : `Nota ${label.replaceAll(/[\s()[\]{}«».]/g, '')}`),
  go: 'Ir a la nota',
} as const;
