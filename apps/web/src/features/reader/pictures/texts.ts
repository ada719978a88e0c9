/** Words of the view of a picture. */
export const pictureTexts = {
  title: 'Imagen ampliada',
  larger: 'Acercar',
  smaller: 'Alejar',
  whole: 'Ver entera',
  unnamed: 'Imagen del libro sin descripción',
} as const;
