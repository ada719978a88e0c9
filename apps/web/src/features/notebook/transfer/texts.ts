export const transferTexts = {
  saved: 'El archivo está en tus descargas',
} as const;
