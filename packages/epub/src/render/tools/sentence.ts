/** A stretch of a sound of the book, seconds; `to` null: to its end. */
export interface SoundClip {
  readonly path: string;
  readonly mediaType: string;
  readonly from: number;
  readonly to: number | null;
}

/** A sentence to be read aloud, or what a clip of the book's narration says. */
export interface Sentence {
  readonly sectionIndex: number;
  /** Range of three parts, for `Reader.markSpoken`. */
  readonly cfi: string;
  /** The text for the voice: single spaces, and nothing that only tells lines where to break. */
  readonly text: string;
  /** BCP 47 tag of the book. */
  readonly language: string;
  /** It stands in a note, which interrupts the text. */
  readonly isNote: boolean;
  /** The book's own sound of it. */
  readonly clip?: SoundClip;
}
