/** Key of local storage. */
const KEY = 'actualTheme';

/** Settings that the reader may change; the colours follow the name. */
export type ThemeChange = Partial<Omit<SavedTheme, 'name' | 'background' | 'color'>> & { readonly name?: ThemeName };

/** The theme stored on this device; the default when none is stored, or an invalid one. */
export function loadTheme(): SavedTheme {
  try {
    return cleanTheme(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return defaultTheme;
  }
}

/**
 * Stores a change for the next book, without losing changes that other tabs made since this page shows its theme.
 * @returns the shown theme with the change
 */
export function saveTheme(shown: SavedTheme, change: ThemeChange): SavedTheme {
  storeTheme({ ...loadTheme(), ...change });
  return cleanTheme({ ...shown, ...change });
}

/** Stores a theme for the next book, with its allowed values. */
export function storeTheme(theme: unknown): SavedTheme {
  const next = cleanTheme(theme);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without storage it lasts for this book.
  }
  return next;
}

/** Names of the five themes in storage; 'sephia' is misspelt there and stays. */
export const themeNames = ['white', 'sephia', 'green', 'gray', 'dark'] as const;
export type ThemeName = (typeof themeNames)[number];

/** Background and text. */
export const themeColours: Readonly<Record<ThemeName, { readonly background: string; readonly color: string }>> = {
  white: { background: '#FFFFFF', color: '#000000' },
  sephia: { background: '#F4E1C1', color: '#5B4636' },
  green: { background: '#DFFFE0', color: '#264E36' },
  gray: { background: '#EAEAEA', color: '#333333' },
  dark: { background: '#121212', color: '#E0E0E0' },
};

const lightHighlights: Readonly<Record<string, string>> = {
  yellow: '#FFE680',
  green: '#BFE8B4',
  blue: '#B8DAF8',
  pink: '#F9C6DC',
  red: '#F8B9AE',
  orange: '#FFD2A1',
  purple: '#DCCDF5',
  gray: '#D6D6D6',
};
const darkHighlights: typeof lightHighlights = {
  yellow: '#5A4A00',
  green: '#1F4F2B',
  blue: '#17456E',
  pink: '#6B2346',
  red: '#742619',
  orange: '#6A3A08',
  purple: '#46307A',
  gray: '#4A4A4A',
};

/** Returns the backgrounds of highlighted text, by the colour names. */
export function highlightColours(theme: ThemeName): Readonly<Record<string, string>> {
  return theme === 'dark' ? darkHighlights : lightHighlights;
}

/** Offered families by their names in storage, in the order of the list, with their CSS values. */
export const fontFamilies = {
  auto: 'auto',
  monospace: 'monospace',
  'sans-serif': 'sans-serif',
  'system-ui': 'system-ui',
  Helvetica: 'Helvetica, Arial, sans-serif',
  'Courier New': "'Courier New', Courier, monospace",
  Poppins: 'Poppins, sans-serif',
  Nunito: "'Nunito Variable', sans-serif",
  // After the specified eight: drawn for readers with low vision.
  'Atkinson Hyperlegible': "'Atkinson Hyperlegible', sans-serif",
} as const;
export type FontFamily = keyof typeof fontFamilies;

/** Px. */
export const fontSizes = { smallest: 14, largest: 50, step: 2 } as const;
export const lineHeights = ['1', '1.5', '2', '3'] as const;

/** Width from which on the text is in a column and two columns fit, px. */
export const WIDE_PAGE = 768;

/** Further settings; the first of each is the default. `auto`: the book's own. */
export const alignments = ['auto', 'justify', 'start'] as const;
/** How pages follow each other; the first of each is the default. */
export const flows = ['paginated', 'scrolled-doc'] as const;
export const spreads = ['none', 'both'] as const;
/**
 * Smallest margin at each side; the first is the default. Each has a width of the column in wide windows (engine-
 * theme.ts) and a name (texts.ts).
 */
export const margins = ['10px', '24px', '40px'] as const;
/** Added spacing, em. The widest meets WCAG 1.4.12. */
export const letterSpacings = ['0', '0.05', '0.12'] as const;
export const wordSpacings = ['0', '0.1', '0.2'] as const;

/** The reader's theme in storage; lengths and numbers are texts there. */
export interface SavedTheme {
  readonly name: ThemeName;
  readonly background: string;
  readonly color: string;
  readonly flow: (typeof flows)[number];
  readonly spread: (typeof spreads)[number];
  readonly fontSize: string;
  readonly fontFamily: FontFamily;
  readonly marginLeft: (typeof margins)[number];
  readonly marginRight: (typeof margins)[number];
  readonly lineHeight: (typeof lineHeights)[number];
  readonly alignment: (typeof alignments)[number];
  readonly hyphens: 'on' | 'off';
  readonly letterSpacing: (typeof letterSpacings)[number];
  readonly wordSpacing: (typeof wordSpacings)[number];
  /** Whether pictures are dimmed on a dark background. */
  readonly softPictures: 'on' | 'off';
}

export const defaultTheme: SavedTheme = {
  name: 'white',
  ...themeColours.white,
  flow: 'paginated',
  spread: 'none',
  fontSize: '16',
  fontFamily: 'auto',
  marginLeft: margins[0],
  marginRight: margins[0],
  lineHeight: '1.5',
  alignment: 'auto',
  hyphens: 'on',
  letterSpacing: '0',
  wordSpacing: '0',
  softPictures: 'on',
};

function isOneOf<T extends string>(value: unknown, all: readonly T[]): value is T {
  return typeof value === 'string' && (all as readonly string[]).includes(value);
}

/** A theme read from storage: a value that is not allowed becomes the default; an unknown name resets all. */
export function cleanTheme(value: unknown): SavedTheme {
  const saved = (typeof value === 'object' && value !== null ? value : {}) as Partial<
    Record<keyof SavedTheme, unknown>
  >;
  if (!isOneOf(saved.name, themeNames)) return defaultTheme;
  return {
    ...defaultTheme,
    ...themeColours[saved.name],
    name: saved.name,
    fontSize: cleanFontSize(saved.fontSize),
    fontFamily: isOneOf(saved.fontFamily, Object.keys(fontFamilies) as FontFamily[]) ? saved.fontFamily : 'auto',
    lineHeight: isOneOf(saved.lineHeight, lineHeights) ? saved.lineHeight : defaultTheme.lineHeight,
    ...cleanExtras(saved),
  };
}

function cleanExtras(saved: Partial<Record<keyof SavedTheme, unknown>>) {
  const oneOf = <T extends string>(value: unknown, all: readonly [T, ...T[]]): T =>
    isOneOf(value, all) ? value : all[0];
  const margin = oneOf(saved.marginLeft, margins);
  return {
    flow: oneOf(saved.flow, flows),
    spread: oneOf(saved.spread, spreads),
    marginLeft: margin,
    marginRight: margin,
    alignment: oneOf(saved.alignment, alignments),
    hyphens: oneOf(saved.hyphens, ['on', 'off']),
    letterSpacing: oneOf(saved.letterSpacing, letterSpacings),
    wordSpacing: oneOf(saved.wordSpacing, wordSpacings),
    softPictures: oneOf(saved.softPictures, ['on', 'off']),
  };
}

function cleanFontSize(value: unknown): string {
  const size = Number(value);
  if (!Number.isFinite(size) || value === '' || value === null) return defaultTheme.fontSize;
  return String(Math.min(fontSizes.largest, Math.max(fontSizes.smallest, Math.round(size))));
}
