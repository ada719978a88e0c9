import type { ReaderTheme } from './reader-types.ts';
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
