import { readFile } from 'node:fs/promises';
import { create, type Font } from 'fontkit';
import decompress from 'woff2-encoder/decompress';

/** Cuts of the face, each with the letters of some languages; only those that a text needs are read. */
const CUTS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese'] as const;

/** A face of the shop at one weight. */
export interface Face {
  readonly fonts: readonly Font[];
  /** Reads the cuts that the letters of a text need. Calls must follow one another. */
  prepare(text: string): Promise<void>;
}

/** A face at one weight that knows the letters of all its cuts. */
export async function openFace(style: 'normal' | 'italic', axes: Readonly<Record<string, number>>): Promise<Face> {
  const fonts: Font[] = [];
  const load = async (cut: string): Promise<void> => {
    const url = import.meta.resolve(`@fontsource-variable/literata/files/literata-${cut}-opsz-${style}.woff2`);
    fonts.push(create(Buffer.from(await decompress(await readFile(new URL(url))))).getVariation(axes));
  };
  return {
    fonts,
    async prepare(text) {
      for (const cut of CUTS.slice(fonts.length)) {
        const hasAllGlyphs = Array.from(text).every((letter) => fontOf(fonts, letter) !== undefined);
        if (hasAllGlyphs && fonts.length > 0) return;
        await load(cut);
      }
    },
  };
}

const fontOf = (fonts: readonly Font[], letter: string): Font | undefined =>
  fonts.find((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));

/** Splits a text by the font that has its letters; letters of no font, such as pictographs, are left out. */
function piecesOf({ fonts }: Face, text: string): { font: Font; text: string }[] {
  const pieces: { font: Font; text: string }[] = [];
  for (const letter of text) {
    const last = pieces.at(-1);
    const font = last?.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? last.font : fontOf(fonts, letter);
    if (!font) continue;
    if (last?.font === font) last.text += letter;
    else pieces.push({ font, text: letter });
  }
  return pieces;
}

/**
 * Outlines of a line at `size` px, starting at x = 0, as SVG path data, and its width in px. Outlines in place of text: a
 * server may have no fonts, and a name brings no markup into a drawing without text.
 */
export function outline(face: Face, text: string, size: number): { paths: string[]; width: number } {
  const paths: string[] = [];
  let x = 0;
  for (const piece of piecesOf(face, text)) {
    const scale = size / piece.font.unitsPerEm;
    const { glyphs, positions } = piece.font.layout(piece.text);
    for (const [index, { path }] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      const at = x + xOffset * scale;
      if (path.commands.length > 0)
        paths.push(
          path
            .scale(scale, -scale)
            .translate(at, -yOffset * scale)
            .toSVG(),
        );
      x += xAdvance * scale;
    }
  }
  return { paths, width: x };
}
