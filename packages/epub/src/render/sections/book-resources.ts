import type { Loader } from '../../container/loader.ts';
import type { Publication } from '../../container/publication.ts';
import { resolveHref } from './resolve-href.ts';
import { type CssPiece, splitCss } from './rewrite-css.ts';

/** Text of a book's stylesheet in which blob URLs replace the addresses. */
export interface Stylesheet {
  readonly main: string;
  /** Its `@font-face` rules; they resolve later, because the rest does not wait for font files. */
  readonly fonts: Promise<string>;
}

interface ResourceUrl {
  readonly url: Promise<string | null>;
  users: number;
}

const MAX_IMPORT_DEPTH = 5;
const NOTHING: Stylesheet = { main: '', fonts: Promise.resolve('') };

/**
 * Makes blob URLs of a book's files. The URLs of a section are counted, and revoked when the last section that uses
 * them is closed. The files of stylesheets are used by nearly all sections and stay until the book is closed.
 */
export class BookResources {
  readonly #loader: Loader;
  readonly #mediaTypes: ReadonlyMap<string, string>;
  readonly #urls = new Map<string, ResourceUrl>();
  readonly #stylesheets = new Map<string, Promise<Stylesheet>>();
  #isClosed = false;

  constructor(publication: Publication, loader: Loader) {
    this.#loader = loader;
    this.#mediaTypes = new Map(publication.resources.map((resource) => [resource.path, resource.mediaType]));
  }

  /** Text of a section's file; errors as {@link Loader.text}. */
  text(path: string): Promise<string> {
    return this.#loader.text(path);
  }

  /** First text of a long file, as {@link Loader.head}; null where files come whole. */
  async head(path: string): Promise<string | null> {
    return (await this.#loader.head?.(path)) ?? null;
  }

  /** Blob URL of a file, null when the book lacks it or it does not arrive. Each call needs one {@link release}. */
  acquire(path: string): Promise<string | null> {
    let resource = this.#urls.get(path);
    if (!resource) {
      resource = { url: this.#createUrl(path), users: 0 };
      this.#urls.set(path, resource);
    }
    resource.users += 1;
    return resource.url;
  }

  release(path: string): void {
    const resource = this.#urls.get(path);
    if (!resource) return;
    resource.users -= 1;
    if (resource.users > 0) return;
    this.#urls.delete(path);
    void resource.url.then((url) => url && URL.revokeObjectURL(url));
  }

  /** Returns a stylesheet of the book, prepared once; a missing one is empty. */
  stylesheet(path: string): Promise<Stylesheet> {
    return this.#stylesheet(path, 0);
  }

  /** Replaces addresses by blob URLs, relative to the file `from`; removes imports and addresses of missing files. */
  async fill(pieces: readonly CssPiece[], from: string, depth = MAX_IMPORT_DEPTH): Promise<string> {
    const texts = pieces.map(async (piece) => {
      if (typeof piece === 'string') return piece;
      const target = resolveHref(piece.href, from);
      if (target?.kind !== 'internal') return piece.kind === 'url' ? keptUrl(piece.href) : '';
      if (piece.kind === 'import') return this.#import(target.path, piece.media, depth);
      return `url("${(await this.acquire(target.path)) ?? 'data:,'}")`;
    });
    return (await Promise.all(texts)).join('');
  }

  /** Revokes all URLs; files that are still loading are dropped when they arrive. */
  close(): void {
    this.#isClosed = true;
    for (const resource of this.#urls.values()) void resource.url.then((url) => url && URL.revokeObjectURL(url));
    this.#urls.clear();
    this.#stylesheets.clear();
  }

  #stylesheet(path: string, depth: number): Promise<Stylesheet> {
    const cachedStylesheet = this.#stylesheets.get(path);
    if (cachedStylesheet) return cachedStylesheet;
    const stylesheet = this.#makeStylesheet(path, depth).catch(() => {
      // Forgets a failed download, so that the next section tries again.
      this.#stylesheets.delete(path);
      return NOTHING;
    });
    this.#stylesheets.set(path, stylesheet);
    return stylesheet;
  }

  async #makeStylesheet(path: string, depth: number): Promise<Stylesheet> {
    if (!this.#mediaTypes.has(path) || depth > MAX_IMPORT_DEPTH) return NOTHING;
    const split = splitCss(await this.#loader.text(path));
    const ownFonts = split.fonts.length > 0 ? this.fill(split.fonts, path) : Promise.resolve('');
    return { main: await this.fill(split.main, path, depth), fonts: ownFonts };
  }

  async #import(path: string, media: string, depth: number): Promise<string> {
    if (depth >= MAX_IMPORT_DEPTH) return '';
    const { main, fonts } = await this.#stylesheet(path, depth + 1);
    const text = (await fonts) + main;
    return media ? `@media ${media}{${text}}` : text;
  }

  async #createUrl(path: string): Promise<string | null> {
    const mediaType = this.#mediaTypes.get(path);
    if (mediaType === undefined) return null;
    try {
      const blob = await this.#loader.blob(path, mediaType);
      if (this.#isClosed) return null;
      return URL.createObjectURL(blob);
    } catch {
      this.#urls.delete(path);
      return null;
    }
  }
}

/** Keeps small pictures and fonts that the stylesheet contains as data; removes any other remote address. */
function keptUrl(href: string): string {
  return /^data:(?:image|font|application\/(?:x-)?font)/i.test(href.trim())
    ? `url("${href.trim().replaceAll('"', '%22')}")`
    : 'url("data:,")';
}
