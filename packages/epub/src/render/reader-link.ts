/** A link that the reader chose in a book. */
export interface ReaderLink {
  /** Container path with optional fragment (internal) or absolute address (external). */
  readonly href: string;
  /** Internal links are followed by the engine; external ones are left to the screen. */
  readonly external: boolean;
}
