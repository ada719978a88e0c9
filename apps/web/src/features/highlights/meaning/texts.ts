/** Words of the dictionary and of the translation. */
export const meaningTexts = {
  lookUp: (word: string) => `Buscar «${word}»`,
  dictionaryMissing: 'No se pudo abrir tu diccionario. Carga la página otra vez.',
  translate: 'Traducir',
  from: 'Del idioma',
  to: 'Al idioma',
  translation: 'Traducción',
  translating: 'Traduciendo…',
  downloading: (percent: string) => `Descargando el traductor de tu navegador: ${percent}`,
  unavailable: 'Tu navegador no traduce entre estos dos idiomas.',
  tooLong: 'El texto es demasiado largo para el traductor de tu navegador. Selecciona menos.',
  silent: 'El traductor de tu navegador no responde.',
  failed: 'No se pudo traducir. Revisa tu conexión e inténtalo otra vez.',
  again: 'Intentar otra vez',
} as const;
