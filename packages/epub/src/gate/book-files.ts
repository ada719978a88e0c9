import type { FileType } from '../container/media-type.ts';

/** One file of the uploaded zip that the edition will carry. */
export interface BookFile {
  /** Name in the uploaded zip. */
  readonly source: string;
  /** Path in the edition: without the characters that have a meaning in URLs, so that no link needs guessing. */
  readonly path: string;
  type: FileType | null;
}

/** Characters that are special in a URL or in some file system. */
const SPECIAL = /[#?%:*"<>|\\]/g;

/**
 * The files of a book, found by the paths that its documents write: to the letter, percent-decoded or not, in either
 * Unicode normal form, and in the wrong case as a last resort (books made on Windows).
 */
export class BookFiles {
  readonly #byPath = new Map<string, BookFile>();
  readonly #byName = new Map<string, BookFile>();
  readonly #byFoldedName = new Map<string, BookFile>();

  /** @param names entry names, NFC. */
  constructor(names: Iterable<string>) {
    for (const source of names) {
      const file: BookFile = { source, path: this.#freePath(source.replace(SPECIAL, '_')), type: null };
      this.#byPath.set(file.path, file);
      this.#byName.set(source, file);
      const folded = fold(source);
      if (!this.#byFoldedName.has(folded)) this.#byFoldedName.set(folded, file);
    }
  }

  get all(): Iterable<BookFile> {
    return this.#byPath.values();
  }

  /** The file that a resolved reference means, or null. */
  find(path: string, rawPath = path): BookFile | null {
    const [name, rawName] = [path.normalize('NFC'), rawPath.normalize('NFC')];
    return (
      this.#byName.get(name) ??
      this.#byName.get(rawName) ??
      this.#byFoldedName.get(fold(name)) ??
      this.#byFoldedName.get(fold(rawName)) ??
      null
    );
  }

  #freePath(wanted: string): string {
    let path = wanted;
    for (let n = 2; this.#byPath.has(path); n++) path = wanted.replace(/(\.[^./]*)?$/, `-${n}$1`);
    return path;
  }
}

function fold(name: string): string {
  return name.toLowerCase();
}
