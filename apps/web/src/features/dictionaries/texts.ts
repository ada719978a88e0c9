const quoted = (words: readonly string[]): string =>
  new Intl.ListFormat('es', { type: 'conjunction' }).format(words.map((word) => `«${word}»`));

/** Words of what the reader's own dictionaries say. */
export const dictionaryTexts = {
  title: 'Tu diccionario',
  entries: 'Lo que dice tu diccionario',
  found: (word: string) => `«${word}» está en tu diccionario.`,
  form: (word: string, headwords: readonly string[]) =>
    headwords.length === 1
      ? `Para «${word}» se muestra ${quoted(headwords)}.`
      : `Para «${word}» se muestran ${quoted(headwords)}.`,
  notFound: (word: string) => `«${word}» no está en tu diccionario.`,
  empty: 'Sin texto.',
  failed: 'No se pudo leer tu diccionario. Quítalo y agrégalo otra vez en Configuración del lector.',
} as const;
