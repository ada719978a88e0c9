import type { Loader } from '../../container/loader.ts';
import type { Publication } from '../../container/publication.ts';
import { resolveHref } from './resolve-href.ts';
import { type CssPiece, splitCss } from './rewrite-css.ts';

/** Text of a book's stylesheet with its addresses turned into blob URLs. */
export interface Stylesheet {
  readonly main: string;
  /** Its `@font-face` rules; resolved later than the rest, which does not wait for font files. */
  readonly fonts: Promise<string>;
}

interface Held {
  readonly url: Promise<string | null>;
  users: number;
}

const MAX_IMPORT_DEPTH = 5;
const NOTHING: Stylesheet = { main: '', fonts: Promise.resolve('') };

/**
 * The files of a book as blob URLs. What a section shows is counted and revoked when the last section showing it
 * goes; what stylesheets name is shared by nearly all sections and stays until the book closes.
 */
export class BookResources {
  readonly #loader: Loader;
  readonly #mediaTypes: ReadonlyMap<string, string>;
  readonly #held = new Map<string, Held>();
  readonly #stylesheets = new Map<string, Promise<Stylesheet>>();
  #closed = false;

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
    let resource = this.#held.get(path);
    if (!resource) {
      resource = { url: this.#createUrl(path), users: 0 };
      this.#held.set(path, resource);
    }
    resource.users += 1;
    return resource.url;
  }

  release(path: string): void {
    const resource = this.#held.get(path);
    if (!resource) return;
    resource.users -= 1;
    if (resource.users > 0) return;
    this.#held.delete(path);
    void resource.url.then((url) => url && URL.revokeObjectURL(url));
  }

  /** A stylesheet of the book; an absent one is empty. Made once. */
  stylesheet(path: string): Promise<Stylesheet> {
    return this.#stylesheet(path, 0);
  }

  /** Puts blob URLs where addresses stood, seen from the file `from`; imports and missing files become nothing. */
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

  /** Revokes everything; files still under way are dropped when they arrive. */
  close(): void {
    this.#closed = true;
    for (const resource of this.#held.values()) void resource.url.then((url) => url && URL.revokeObjectURL(url));
    this.#held.clear();
    this.#stylesheets.clear();
  }

  #stylesheet(path: string, depth: number): Promise<Stylesheet> {
    const cachedStylesheet = this.#stylesheets.get(path);
    if (cachedStylesheet) return cachedStylesheet;
    const stylesheet = this.#makeStylesheet(path, depth).catch(() => {
      // Not remembered: over a bad line the next section may have better luck.
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
      if (this.#closed) return null;
      return URL.createObjectURL(blob);
    } catch {
      this.#held.delete(path);
      return null;
    }
  }
}

/** Small pictures and fonts written into the stylesheet are safe; any other foreign address is not. */
function keptUrl(href: string): string {
  return /^data:(?:image|font|application\/(?:x-)?font)/i.test(href.trim())
    ? `url("${href.trim().replaceAll('"', '%22')}")`
    : 'url("data:,")';
}
