import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

/**
 * Characters of Spanish texts: letters, figures, the signs of our texts and of quoted ones. Anything else that a name
 * or a title may bring comes from the packages' own files (ui/styles/fonts.css).
 */
export const SPANISH =
  'U+20-7E, U+A0-A1, U+A9-AB, U+AD, U+B0, U+B7, U+BA-BB, U+BF, U+C1, U+C9, U+CD, U+D1, U+D3, U+DA, U+DC, U+E1, U+E9, U+ED, U+F1, U+F3, U+FA, U+FC, U+2010-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+202F, U+20AC, U+2212';

interface Face {
  /** Name of a file in the `@fontsource-variable` package, without folder and ending. */
  readonly from: readonly [family: string, file: string];
  /** Axes: a number fixes an axis, a pair limits it; other axes stay complete. */
  readonly axes: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
}

/** The shop's fonts, by the name of the generated file. */
export const faces = {
  // The optical axis costs half the bytes, and makes no visible difference at the sizes of a screen: 18 is that of running text.
  'literata.woff2': {
    from: ['literata', 'literata-latin-opsz-normal'],
    axes: { opsz: 18, wght: { min: 400, max: 700 } },
  },
  // Italic is for quotes, which have one weight (`quote` in base.css).
  'literata-italic.woff2': { from: ['literata', 'literata-latin-opsz-italic'], axes: { opsz: 18, wght: 420 } },
  'instrument-sans.woff2': { from: ['instrument-sans', 'instrument-sans-latin-wght-normal'], axes: {} },
} as const satisfies Record<string, Face>;

export type FaceFile = keyof typeof faces;

/** Lists the characters of a CSS unicode range. */
function charactersOf(range: string): string {
  return range
    .split(', ')
    .flatMap((part) => {
      const [first = 0, last = first] = part
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join('');
}

/** Makes one of the files; its bytes are the same each time. */
export async function makeFace(name: FaceFile): Promise<Buffer> {
  const { from, axes }: Face = faces[name];
  const path = createRequire(import.meta.url).resolve(`@fontsource-variable/${from[0]}/files/${from[1]}.woff2`);
  return subsetFont(await readFile(path), charactersOf(SPANISH), { targetFormat: 'woff2', variationAxes: axes });
}

/** Folder of the generated fonts; it is not committed, because the originals are other people's files. */
const faceFolder = new URL('../dist/fonts/', import.meta.url);

/** Makes all fonts, in about a second: before a build, a development server, the checks and the tests. */
export async function writeFaces(): Promise<void> {
  await mkdir(faceFolder, { recursive: true });
  for (const name of Object.keys(faces) as FaceFile[]) await writeFile(new URL(name, faceFolder), await makeFace(name));
}

/** Called by the tests' own start. */
export { writeFaces as setup };

if (import.meta.main) await writeFaces();
