/** Texts of sliders and enlarged pictures. */
export const pictureTexts = {
  pause: 'Detener el cambio automático',
  play: 'Reanudar el cambio automático',
  images: 'Imágenes',
  slide: (index: number, count: number) => `Imagen ${index} de ${count}`,
  enlarge: 'Ampliar',
} as const;
