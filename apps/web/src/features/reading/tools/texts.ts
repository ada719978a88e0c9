/** Words of a note's card. */
export const noteTexts = {
  title: (label: string) => (label === '' ? 'Nota' : `Nota ${label.replaceAll(/[\s()[\]{}«».]/g, '')}`),
  go: 'Ir a la nota',
} as const;

/** Words of the view of a picture. */
export const pictureTexts = {
  title: 'Imagen ampliada',
  larger: 'Acercar',
  smaller: 'Alejar',
  whole: 'Ver entera',
  unnamed: 'Imagen del libro sin descripción',
} as const;
