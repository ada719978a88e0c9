import type { PageLook } from '@cuentos/contract/editions';
import type { ReviewLook } from '@cuentos/epub/page-review/review-pages';
import { engineTheme } from '../themes/engine-theme.ts';
import { defaultTheme, themeColours, type ThemeName } from '../themes/themes.ts';

/** Sizes of the previews in windows, CSS px. */
const sizes = { phone: { width: 390, height: 844 }, laptop: { width: 1280, height: 800 } } as const;

const look = (
  name: PageLook,
  size: keyof typeof sizes,
  theme: ThemeName,
): ReviewLook & { readonly name: PageLook } => ({
  name,
  ...sizes[size],
  theme: engineTheme({ ...defaultTheme, name: theme, ...themeColours[theme] }, sizes[size].width),
});

/** The sizes and themes in which a book is reviewed, with the settings of a new reader. */
export const pageLooks = [
  look('phone', 'phone', 'white'),
  look('laptop', 'laptop', 'white'),
  look('phone-dark', 'phone', 'dark'),
  look('laptop-dark', 'laptop', 'dark'),
] as const;

export const lookOf = (name: PageLook) => pageLooks.find((each) => each.name === name) ?? pageLooks[0];
