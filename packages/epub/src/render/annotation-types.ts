/** A highlight to paint. */
export interface ReaderHighlight {
  readonly id: string;
  /** Range of three parts; one that leads nowhere in this edition is not painted. */
  readonly cfi: string;
  /** Name of a colour in `ReaderTheme.highlightColors`; an unknown one is painted yellow. */
  readonly color: string;
  /** Whether the note mark stands after it. */
  readonly note: boolean;
}

/** A rectangle in px from the host's top left corner. */
export interface HostRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A highlight or its note mark was tapped. The tap turned no page. */
export interface HighlightTap {
  readonly id: string;
  /** Bounds of what is visible of it. */
  readonly rect: HostRect;
}

/** Text the reader selected, at rest: released on a desktop, unchanged for 600 ms under a finger. */
export interface ReaderSelection {
  readonly sectionIndex: number;
  readonly document: Document;
  /** The selected text without white space at its ends. */
  readonly range: Range;
  /** Range of three parts. */
  readonly cfi: string;
  /** The text as the file has it, a line feed between blocks. */
  readonly text: string;
  /** Up to 30 characters on either side, to anchor the range in another edition. */
  readonly before: string;
  readonly after: string;
  /** The visible lines, and their bounds; empty and null when the selection is on another page. */
  readonly rects: readonly HostRect[];
  readonly rect: HostRect | null;
}

/** A picture was tapped, to be shown large. The tap turned no page. */
export interface ImageTap {
  /** Blob or data address, alive while its section is; null for a drawing, which {@link ImageTap.svg} holds. */
  readonly src: string | null;
  /** Markup of an SVG drawing without scripts or foreign addresses; null for a picture. */
  readonly svg: string | null;
  readonly alt: string;
  readonly rect: HostRect;
}
