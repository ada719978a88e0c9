import type { Publication } from '../container/publication.ts';
import type { ReaderOptions, ReaderTheme } from './reader-types.ts';
import type { PageSize } from './theme-css.ts';

/** How a section is laid out; replaced as a whole when the theme or the host's size changes. */
export interface ViewSettings {
  readonly theme: ReaderTheme;
  readonly size: PageSize;
  readonly fontFaces: string;
  readonly fallbackFont: string;
  readonly language: string;
  readonly missingText: string;
}

/** The settings that the reader's options and a theme make in the host's present size. */
export function settingsOf(options: ReaderOptions, theme: ReaderTheme): ViewSettings {
  const { fontFaces = '', fallbackFontFamily = 'serif', publication, texts, host } = options;
  return {
    theme,
    size: hostSize(host),
    fontFaces,
    fallbackFont: fallbackFontFamily,
    language: publication.metadata.language,
    missingText: texts.missingSection,
  };
}

/** Whole pixels only: at fractions the columns and the scroll position would part by and by. */
function hostSize({ clientWidth, clientHeight }: HTMLElement): PageSize {
  return { width: Math.max(1, Math.floor(clientWidth)), height: Math.max(1, Math.floor(clientHeight)) };
}

/** Whether the page before the first line is to the right. */
export function isRightToLeft({ metadata: { direction, language } }: Publication): boolean {
  return direction === 'default' ? /^(ar|he|fa|ur|yi)\b/i.test(language) : direction === 'rtl';
}
