/** The target of an address in a book. */
export type ResolvedHref =
  | { readonly kind: 'internal'; readonly path: string; readonly fragment: string | null }
  | { readonly kind: 'external'; readonly url: string };

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const OUTWARD = /^(https?|mailto|tel):/i;
const ROOT = 'http://book.invalid/';

/**
 * Resolves an address found in the file `from` (container path). Null for addresses that must lead nowhere: scripts,
 * data, unknown schemes, invalid addresses.
 */
export function resolveHref(href: string, from: string): ResolvedHref | null {
  // Drops tabs, line ends and leading control characters, as browsers do before they read a scheme.
  const clean = href.replace(/[\0-\x1f]/g, '').trim();
  if (SCHEME.test(clean)) return OUTWARD.test(clean) ? { kind: 'external', url: clean } : null;
  if (/^[/\\]{2}/.test(clean)) return { kind: 'external', url: `https:${clean.replaceAll('\\', '/')}` };
  try {
    const base = ROOT + from.split('/').map(encodeURIComponent).join('/');
    const url = new URL(clean, base);
    if (!url.href.startsWith(ROOT)) return null;
    const fragment = url.hash ? decode(url.hash.slice(1)) : null;
    return { kind: 'internal', path: decode(url.pathname.slice(1)), fragment };
  } catch {
    return null;
  }
}

/** Makes the link of an address written in the file `from`; null when it leads nowhere. */
export function linkTo(href: string, from: string): ReaderLink | null {
  const target = resolveHref(href, from);
  if (!target) return null;
  if (target.kind === 'external') return { href: target.url, external: true };
  return { href: target.path + (target.fragment === null ? '' : `#${target.fragment}`), external: false };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A link that the reader chose in a book. */
export interface ReaderLink {
  /** Container path with optional fragment (internal) or absolute address (external). */
  readonly href: string;
  /** Internal links are followed by the engine; external ones are left to the screen. */
  readonly external: boolean;
}
