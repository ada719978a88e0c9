/** Gives the reader the files of one book, wherever they are: resources by URL, zip bytes, IndexedDB. */
export interface Loader {
  /**
   * Text of a file, decoded as UTF-8.
   * @throws {ResourceMissing} when the book has no such file.
   */
  text(path: string): Promise<string>;
  /**
   * The first text of a file that takes long to arrive, cut anywhere, as soon as it is there; null when the whole
   * came at once. The whole is then on its way for {@link Loader.text}. Absent where every file is at hand.
   * The same errors.
   */
  head?(path: string): Promise<string | null>;
  /** Bytes of a file; the same errors as {@link Loader.text}. */
  blob(path: string, mediaType: string): Promise<Blob>;
  /** Frees the loader's resources; later calls fail. */
  close(): void;
}

/** The book has no file at that path. */
export class ResourceMissing extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`file not found in the epub: ${path}`);
    this.name = 'ResourceMissing';
    this.path = path;
  }
}
