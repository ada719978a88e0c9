const count = (number: number, one: string, many: string): string => (number === 1 ? `1 ${one}` : `${number} ${many}`);

/** Words after the last page of an owned part. */
export const endTexts = {
  finished: 'Terminada: así queda en tu biblioteca.',
  takeBack: 'Todavía no la termino',
  taken: 'No está marcada como terminada.',
  finish: 'Marcarla como terminada',
  marks: (highlights: number, notes: number): string =>
    notes === 0
      ? `En esta parte dejaste ${count(highlights, 'resaltado', 'resaltados')}.`
      : `En esta parte dejaste ${count(highlights, 'resaltado', 'resaltados')}, ${count(notes, 'con nota', 'con notas')}.`,
  seeMarks: 'Verlos',
  goTo: (quote: string) => `Ir a «${quote}»`,
  readNext: (name: string) => `Leer: ${name}`,
  read: 'Seguir con esta parte',
  toLibrary: 'Volver a mi biblioteca',
  last: 'Es la última parte de este libro.',
  others: 'Otros libros',
} as const;
