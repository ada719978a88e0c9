/** Sentences of this area that the server writes. */
export const adminShopTexts = {
  portraitTooLarge: 'La imagen pesa demasiado: el máximo es 10 MB. Prueba con una copia más chica.',
  portraitUnusable: 'Ese archivo no es una imagen que podamos usar. Debe ser JPG, PNG o WebP.',
  portraitMissing: 'Elige una imagen.',
} as const;
