/** A part of a sound file of the book, seconds; `to` null for its end. */
export interface SoundClip {
  readonly path: string;
  readonly mediaType: string;
  readonly from: number;
  readonly to: number | null;
}

/** A sentence for reading aloud, or the text of a clip of the book's narration. */
export interface Sentence {
  readonly sectionIndex: number;
  /** Range of three parts, for `Reader.markSpoken`. */
  readonly cfi: string;
  /** The text for the voice, with single spaces and without marks that only control line breaks. */
  readonly text: string;
  /** BCP 47 tag of the book. */
  readonly language: string;
  /** Whether the sentence belongs to a note, which interrupts the text. */
  readonly isNote: boolean;
  /** The clip of the book's narration. */
  readonly clip?: SoundClip;
}
