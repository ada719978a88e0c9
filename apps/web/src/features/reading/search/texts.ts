/** Words of the search in a part. */
export const searchTexts = {
  title: 'Buscar en esta parte',
  field: 'Palabra o frase',
  hint: 'Escribe una palabra o una frase. Da lo mismo con tilde o sin ella.',
  searching: 'Buscando…',
  count: (count: number) => (count === 1 ? '1 resultado' : `${count} resultados`),
  many: (count: number) => `Los primeros ${count} resultados. Escribe algo más preciso para ver otros.`,
  none: (query: string) => `No encontramos «${query}» en esta parte.`,
  failed: 'No pudimos buscar ahora. Intenta de nuevo cuando tengas internet.',
  noneHint: 'Prueba con menos palabras o con otra forma de escribirlo.',
  clear: 'Borrar',
  beginning: 'Comienzo',
} as const;
