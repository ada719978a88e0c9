/** Types of the part of the package that is used; the package has none. */
declare module 'subset-font' {
  type Axis = number | { readonly min: number; readonly max: number };

  /** Reduces a font to these characters and these values of its axes. */
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: { readonly targetFormat: 'woff2'; readonly variationAxes?: Readonly<Record<string, Axis>> },
  ): Promise<Buffer>;
}
