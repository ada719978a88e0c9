import atkinsonItalic from '@fontsource/atkinson-hyperlegible/files/atkinson-hyperlegible-latin-400-italic.woff2?url';
import atkinson from '@fontsource/atkinson-hyperlegible/files/atkinson-hyperlegible-latin-400-normal.woff2?url';
import atkinsonBold from '@fontsource/atkinson-hyperlegible/files/atkinson-hyperlegible-latin-700-normal.woff2?url';
import literataItalic from '@fontsource-variable/literata/files/literata-latin-wght-italic.woff2?url';
import literataExtended from '@fontsource-variable/literata/files/literata-latin-ext-wght-normal.woff2?url';
import literataRest from '@fontsource-variable/literata/files/literata-latin-wght-normal.woff2?url';
import nunitoItalic from '@fontsource-variable/nunito/files/nunito-latin-wght-italic.woff2?url';
import nunito from '@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2?url';
import poppinsItalic from '@fontsource/poppins/files/poppins-latin-400-italic.woff2?url';
import poppins from '@fontsource/poppins/files/poppins-latin-400-normal.woff2?url';
import poppinsBold from '@fontsource/poppins/files/poppins-latin-600-normal.woff2?url';
import literata from '../../../../dist/fonts/literata.woff2?url';

/** Font of a book that names none. */
export const bookFace = "'Literata Variable', Georgia, serif";

/** The shop's own subset of the font (bundle/subset-fonts.ts), which is already loaded. */
const SPANISH =
  'U+20-7E,U+A0-A1,U+A9-AB,U+AD,U+B0,U+B7,U+BA-BB,U+BF,U+C1,U+C9,U+CD,U+D1,U+D3,U+DA,U+DC,U+E1,U+E9,U+ED,U+F1,U+F3,U+FA,U+FC,U+2010-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+202F,U+20AC,U+2212';
const EXTENDED =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1E00-1E9F,U+1EF2-1EFF,U+2C60-2C7F,U+A720-A7FF';

interface Face {
  readonly family: string;
  readonly file: string;
  readonly weight: string;
  readonly style?: 'italic';
  readonly range?: string;
}

const faces: readonly Face[] = [
  // The browser prefers a later rule. Letters that Spanish does not need load when a text uses them.
  { family: 'Literata Variable', file: literataRest, weight: '400 700' },
  { family: 'Literata Variable', file: literataExtended, weight: '400 700', range: EXTENDED },
  { family: 'Literata Variable', file: literata, weight: '400 700', range: SPANISH },
  { family: 'Literata Variable', file: literataItalic, weight: '200 900', style: 'italic' },
  { family: 'Poppins', file: poppins, weight: '400' },
  { family: 'Poppins', file: poppinsItalic, weight: '400', style: 'italic' },
  { family: 'Poppins', file: poppinsBold, weight: '600' },
  { family: 'Nunito Variable', file: nunito, weight: '200 900' },
  { family: 'Nunito Variable', file: nunitoItalic, weight: '200 900', style: 'italic' },
  { family: 'Atkinson Hyperlegible', file: atkinson, weight: '400' },
  { family: 'Atkinson Hyperlegible', file: atkinsonItalic, weight: '400', style: 'italic' },
  { family: 'Atkinson Hyperlegible', file: atkinsonBold, weight: '700' },
];

/** `@font-face` rules for the book's frames, which know no relative addresses; a file loads when a text uses it. */
export function fontFaces(origin: string): string {
  return faces
    .map(({ family, file, weight, style = 'normal', range }) => {
      const source = `url("${new URL(file, origin).href}") format("woff2")`;
      const limit = range ? `unicode-range:${range};` : '';
      return `@font-face{font-family:"${family}";font-style:${style};font-weight:${weight};font-display:swap;${limit}src:${source}}`;
    })
    .join('\n');
}
