/** The package brings no types; as much of it as is used. */
declare module 'subset-font' {
  type Axis = number | { readonly min: number; readonly max: number };

  /** Leaves these characters, and these values of the axes, in a font. */
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: { readonly targetFormat: 'woff2'; readonly variationAxes?: Readonly<Record<string, Axis>> },
  ): Promise<Buffer>;
}
