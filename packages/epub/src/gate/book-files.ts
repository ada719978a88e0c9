import { normalizeText } from '@cuentos/domain/text/normalize';
import { relativeHref, resolveReference } from '../container/container-path.ts';
import type { FileType } from '../container/media-type.ts';
import type { WarningKind } from './gate-warning.ts';

/** Decision about a reference: keep it, perhaps rewritten, or remove it for a reason. */
export type LinkVerdict =
  | { readonly keep: true; readonly href: string; readonly file: BookFile | null }
  | { readonly keep: false; readonly why: WarningKind };

/** Schemes that a reader may follow after asking. */
const OUTWARD_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel']);
/** Matches data that no browser runs or navigates to. The cleaner writes `data:,` in place of a removed address. */
const INERT_DATA = /^data:(?:,$|(?:image|audio|video|font)\/|application\/(?:x-)?font|application\/vnd\.ms-opentype)/i;

/** Judges the references of one file of the book, and rewrites them to the exact paths of the edition. */
export class BookLinks {
  readonly #files: BookFiles;
  readonly #from: BookFile;

  constructor(files: BookFiles, from: BookFile) {
    this.#files = files;
    this.#from = from;
  }

  get path(): string {
    return this.#from.path;
  }

  /** Size of a fixed-layout page without a size of its own; null in a book without one. */
  get viewport(): string | null {
    return this.#files.viewport;
  }

  /** Whether the book says that the file is HTML, not XHTML. */
  get isHtml(): boolean {
    return this.#from.type?.isHtml ?? false;
  }

  /** Whether the book's style is judged as that of text pages, not of pages that its author drew. */
  get isOfText(): boolean {
    return this.#files.isOfText;
  }

  /**
   * Judges a reference that a reader follows (`a href`). Keeps links to files that the book lacks, which lead nowhere.
   */
  follow(href: string): LinkVerdict {
    const target = resolveReference(this.#from.source, href);
    if (target.kind === 'outside') return { keep: false, why: 'unsafe-link' };
    if (target.kind === 'inside') {
      const verdict = this.#inside(href, target.path, target.rawPath);
      if (verdict.keep && verdict.file !== null && verdict.file !== this.#from) this.#files.followed.add(verdict.file);
      return verdict;
    }
    if (!OUTWARD_SCHEMES.has(target.scheme)) return { keep: false, why: 'unsafe-link' };
    return { keep: true, href: target.url, file: null };
  }

  /** Judges a reference that a browser loads by itself (`img src`, `url()`). */
  load(href: string): LinkVerdict {
    const target = resolveReference(this.#from.source, href);
    if (target.kind === 'inside') return this.#inside(href, target.path, target.rawPath);
    if (target.kind === 'outside') return { keep: false, why: 'unsafe-link' };
    if (target.scheme === 'data') {
      return INERT_DATA.test(target.url) ? { keep: true, href, file: null } : { keep: false, why: 'unsafe-link' };
    }
    return { keep: false, why: target.scheme.endsWith('script') ? 'unsafe-link' : 'remote-load' };
  }

  #inside(href: string, path: string, rawPath: string): LinkVerdict {
    const file = this.#files.find(path, rawPath);
    if (file === null) return { keep: true, href, file };
    const target = resolveReference(this.#from.path, href);
    if (target.kind === 'inside' && target.path === file.path) return { keep: true, href, file };
    const hash = href.indexOf('#');
    const fragment = hash < 0 ? '' : href.slice(hash).trim();
    return { keep: true, href: relativeHref(this.#from.path, file.path) + fragment, file };
  }
}

/** A file of the uploaded zip that the edition will carry. */
export interface BookFile {
  /** Name in the uploaded zip. */
  readonly source: string;
  /** Path in the edition, without characters that are special in URLs, so that every link is unambiguous. */
  readonly path: string;
  type: FileType | null;
}

/** Characters that are special in a URL or in some file system. */
const SPECIAL = /[#?%:*"<>|\\]/g;

/**
 * The files of a book, found by the paths that its documents write: exact, percent-decoded or not, in either Unicode
 * normal form, and in the wrong case as a last resort (books made on Windows).
 */
export class BookFiles {
  readonly #byPath = new Map<string, BookFile>();
  readonly #byName = new Map<string, BookFile>();
  readonly #byFoldedName = new Map<string, BookFile>();
  /**
   * Last number that was added to a path which several files claim, so that the next file does not count from the
   * beginning.
   */
  readonly #lastNumber = new Map<string, number>();

  /** Files to which another file links. */
  readonly followed = new Set<BookFile>();

  /** Whether every section is text that flows into pages; the package says so. */
  isOfText = true;

  /** Size of all fixed-layout pages in the package, as `width=…, height=…`; null for none. */
  viewport: string | null = null;

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

  /** Returns the file of a resolved reference, or null. */
  find(path: string, rawPath = path): BookFile | null {
    const [name, rawName] = [normalizeText(path), normalizeText(rawPath)];
    return (
      this.#byName.get(name) ??
      this.#byName.get(rawName) ??
      this.#byFoldedName.get(fold(name)) ??
      this.#byFoldedName.get(fold(rawName)) ??
      null
    );
  }

  #freePath(preferredPath: string): string {
    let path = preferredPath;
    let n = this.#lastNumber.get(preferredPath) ?? 1;
    while (this.#byPath.has(path)) path = preferredPath.replace(/(\.[^./]*)?$/, `-${++n}$1`);
    if (n > 1) this.#lastNumber.set(preferredPath, n);
    return path;
  }
}

function fold(name: string): string {
  return name.toLowerCase();
}
