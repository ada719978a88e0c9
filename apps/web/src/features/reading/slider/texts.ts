import type { BookScale } from './book-scale.ts';

const nouns = { printed: 'página', drawn: 'página', location: 'posición' } as const satisfies Record<
  BookScale['kind'],
  string
>;

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** Words of the sheet with the slider. */
export const sliderTexts = {
  title: 'Moverse por la parte',
  slider: 'Lugar en la parte',
  step: (kind: BookScale['kind'], label: string, last: string) => `${nouns[kind]} ${label} de ${last}`,
  chapter: (number: number) => `Capítulo ${number}`,
  start: 'Principio',
  end: (isSample: boolean) => (isSample ? 'Fin del comienzo' : 'Fin de la parte'),
  was: (kind: BookScale['kind'], label: string) => `Estabas en la ${kind === 'location' ? 'posición ' : ''}${label}`,
  goTo: (kind: BookScale['kind']) => `Ir a ${nouns[kind]}`,
  field: (kind: BookScale['kind']) => capital(nouns[kind]),
  range: (first: string, last: string) => `De ${first} a ${last}`,
  unknown: (kind: BookScale['kind'], first: string, last: string) =>
    `Esta parte no tiene esa ${nouns[kind]}: van de la ${first} a la ${last}.`,
  go: 'Ir',
} as const;
