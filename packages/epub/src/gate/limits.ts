const MB = 1024 * 1024;

/** Limits of an upload; sizes in bytes. */
export interface Limits {
  readonly fileBytes: number;
  /** Expanded size allowed as a multiple of the file's size … */
  readonly ratio: number;
  /**
   * … once the expanded size passes this. Plain prose alone can pass 10 to 1 (a 1 MB paragraph of repeated words does)
   * and does no harm; a bomb matters only when it fills memory or disk, and 64 MB fill neither.
   */
  readonly ratioFloorBytes: number;
  readonly entries: number;
  readonly nameLength: number;
  /** Largest text document (XHTML, CSS, XML), bytes; these are held in memory, all other files stream. */
  readonly documentBytes: number;
  /** Package document, container, encryption and NCX files. */
  readonly packageBytes: number;
  /** Pixels of any picture, in a chapter as on the cover; a decoder needs four bytes for each, on a phone too. */
  readonly imagePixels: number;
  /** Levels of nested elements kept in a chapter; browsers' layout recurses, and Blink's HTML parser stops at 512. */
  readonly depth: number;
  /** Bytes of a chapter from which the author is warned: the reader needs long for its first page. */
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
