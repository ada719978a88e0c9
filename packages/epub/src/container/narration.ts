/**
 * The narration of one section (EPUB 3.3 §9, media overlays): which stretch of which sound says which element. Made once at
 * upload, in a file for each section, because no first page needs it.
 */
export interface SectionNarration {
  /** Paths of the files of sound. */
  readonly sounds: readonly string[];
  /** In the order in which they are said. */
  readonly clips: readonly NarrationClip[];
}

/** `to` null: to the sound's end. `isNote`: a note or a page's number, which interrupts the text. Seconds. */
export type NarrationClip = readonly [id: string, sound: number, from: number, to: number | null, isNote: 0 | 1];

const FOLDER = 'META-INF/cuentos.narration/';

/** Where an edition carries the narration of a section; absent for one that is not narrated. */
export const narrationPath = (section: number): string => `${FOLDER}${section}.json`;

export const isNarrationPath = (path: string): boolean => path.startsWith(FOLDER);
