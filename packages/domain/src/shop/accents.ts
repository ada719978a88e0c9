/** Colours of a pair that are needed where no style sheet reaches: mails, icons, the pictures of links. */
export interface Accent {
  /** Name under which the author chooses it. */
  readonly name: string;
  /** Buttons, links and the pocket of the mark, on light ground. */
  readonly ink: string;
  /** The colour of text on a dark background. */
  readonly inkDark: string;
  /** Text on `ink`, and on `inkDark`. */
  readonly onInk: string;
  readonly onInkDark: string;
  /** The sewing on a band. */
  readonly thread: string;
}

/** Pairs of ink and thread that a shop may choose from; the first is what a shop has until it chooses. */
export const accents = {
  anil: accent('Añil y damasco', '#24379b', '#a6bcff', '#141a3d', '#f3b287'),
  boldo: accent('Boldo y greda', '#1d5a3c', '#9cd1b2', '#022514', '#f2b8a0'),
  mar: accent('Mar y maíz', '#0e5468', '#90cde4', '#00222d', '#f0cd7d'),
  ciruela: accent('Ciruela y membrillo', '#643079', '#d4b5e2', '#291431', '#efc970'),
  murta: accent('Murta y avena', '#86204a', '#eab0c0', '#34101d', '#ead0a6'),
  nogal: accent('Nogal y cielo', '#663c1e', '#e7b798', '#321501', '#b4d5e6'),
} as const;

export type AccentName = keyof typeof accents;

export const accentNames = Object.keys(accents) as readonly AccentName[];

function accent(name: string, ink: string, inkDark: string, onInkDark: string, thread: string): Accent {
  return { name, ink, inkDark, onInk: '#fffdf8', onInkDark, thread };
}
