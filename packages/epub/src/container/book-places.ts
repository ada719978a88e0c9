/**
 * Where in the text chapters and printed pages begin, in counted characters from the beginning of the book
 * (`counted-text.ts`): what only a reading of the chapters tells, made once at upload. Stands in a file of its own,
 * because no first page needs it.
 */
export interface BookPlaces {
  /** By the address of an entry of the contents that leads into its section; every other begins where its section does. */
  readonly chapters: Readonly<Record<string, number>>;
  /** Pages of the printed book, in order, by what is printed on them. */
  readonly pages: readonly (readonly [label: string, characters: number])[];
}

/** Where an edition carries its {@link BookPlaces}; absent where there would be nothing in it. */
export const PLACES_PATH = 'META-INF/cuentos.places.json';
