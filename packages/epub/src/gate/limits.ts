const MB = 1024 * 1024;

/** Limits of an upload; sizes in bytes. */
export interface Limits {
  readonly fileBytes: number;
  /** Largest expanded size as a multiple of the file's size … */
  readonly ratio: number;
  /**
   * … applied once the expanded size is above this. Plain prose alone can exceed 10 to 1 (a 1 MB paragraph of repeated
   * words does) and does no harm; a zip bomb matters only when it fills memory or disk, and 64 MB fill neither.
   */
  readonly ratioFloorBytes: number;
  readonly entries: number;
  readonly nameLength: number;
  /**
   * Largest text document (XHTML, CSS, XML), bytes; text documents are kept in memory, all other files are streamed.
   */
  readonly documentBytes: number;
  /** Largest package document, container, encryption or NCX file, bytes. */
  readonly packageBytes: number;
  /**
   * Largest number of pixels of a picture, in a chapter or on the cover; a decoder needs four bytes for each, on a
   * phone too.
   */
  readonly imagePixels: number;
  /**
   * Largest number of nested elements kept in a chapter; the layout of browsers is recursive, and Blink's HTML parser
   * stops at 512.
   */
  readonly depth: number;
  /** Size of a chapter from which the author is warned, bytes, because the reader needs long for its first page. */
  readonly longChapterBytes: number;
}

export const DEFAULT_LIMITS: Limits = {
  fileBytes: 100 * MB,
  ratio: 10,
  ratioFloorBytes: 64 * MB,
  entries: 5_000,
  nameLength: 1_000,
  documentBytes: 12 * MB,
  packageBytes: 4 * MB,
  imagePixels: 50_000_000,
  depth: 500,
  longChapterBytes: 500_000,
};
