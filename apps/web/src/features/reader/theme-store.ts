import { cleanTheme, defaultTheme, type SavedTheme, themeColours, type ThemeName } from './themes.ts';

/** Key of local storage. */
const KEY = 'actualTheme';

/** What the reader may change; the colours follow the name. */
export type ThemeChange = Partial<Omit<SavedTheme, 'name' | 'background' | 'color'>> & { readonly name?: ThemeName };

/** The theme kept on this device; the default when nothing, or nothing sound, is saved. */
export function loadTheme(): SavedTheme {
  try {
    return cleanTheme(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return defaultTheme;
  }
}

/** The theme with a change, kept for the next book. */
export function saveTheme(theme: SavedTheme, change: ThemeChange): SavedTheme {
  const next = cleanTheme({ ...theme, ...change, ...(change.name ? themeColours[change.name] : {}) });
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // It holds for this book.
  }
  return next;
}
