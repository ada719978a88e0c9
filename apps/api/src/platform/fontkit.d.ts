/** The package brings no types; as much of it as is used. */
declare module 'fontkit' {
  interface Glyph {
    readonly id: number;
    readonly path: {
      readonly commands: readonly unknown[];
      scale(x: number, y: number): { translate(x: number, y: number): { toSVG(): string } };
    };
  }

  interface Font {
    readonly unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): {
      readonly glyphs: readonly Glyph[];
      readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number }[];
    };
    getVariation(axes: Readonly<Record<string, number>>): Font;
  }

  export function create(font: Buffer): Font;
}
