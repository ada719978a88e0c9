/** Target of a link in a book. */
export type Reference =
  | { readonly kind: 'inside'; readonly path: string; readonly rawPath: string; readonly fragment: string }
  /** Climbs above the root of the container. */
  | { readonly kind: 'outside' }
  /** Has a scheme or a host, in `url` without the control characters that browsers ignore. */
  | { readonly kind: 'external'; readonly scheme: string; readonly url: string };

/**
 * Resolves a reference found in the file `base` (EPUB OCF §4.2.4), percent-decoded. An empty reference or a bare
 * fragment leads to `base` itself. `rawPath` is the same path before percent-decoding, for books whose file names
 * hold the escapes to the letter.
 */
export function resolveReference(base: string, href: string): Reference {
  // Removes white space as browsers do first (URL standard, 'basic URL parser'): `java\tscript:` is `javascript:`.
  // A run is looked at from its beginning only, or one in the middle would be gone through once for each of its letters.
  const url = href.replace(/^[\u0000- ]+|(?<![\u0000- ])[\u0000- ]+$/g, '').replace(/[\t\n\r]/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1];
  if (scheme !== undefined) return { kind: 'external', scheme: scheme.toLowerCase(), url };
  if (/^[/\\]{2}/.test(url)) return { kind: 'external', scheme: 'https', url: `https:${url.replaceAll('\\', '/')}` };
  const [beforeFragment = '', ...rest] = url.split('#');
  const fragment = rest.length > 0 ? decodePercent(rest.join('#')) : '';
  const [rawPath = ''] = beforeFragment.split('?', 1);
  if (rawPath === '') return { kind: 'inside', path: base, rawPath: base, fragment };
  const path = joinPath(base, decodePercent(rawPath));
  const raw = joinPath(base, rawPath);
  if (path === null || raw === null) return { kind: 'outside' };
  return { kind: 'inside', path, rawPath: raw, fragment };
}

function joinPath(base: string, relative: string): string | null {
  const steps = relative.startsWith('/') ? [] : base.split('/').slice(0, -1);
  for (const step of relative.split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return null;
  }
  return steps.join('/');
}

/** Percent-decoding that keeps what is not a valid escape instead of failing. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
      try {
        return decodeURIComponent(escapes);
      } catch {
        return escapes;
      }
    });
  }
}

/** The shortest reference from the file `from` to the file `to`, each step percent-encoded. */
export function relativeHref(from: string, to: string): string {
  const source = from.split('/').slice(0, -1);
  const target = to.split('/');
  let shared = 0;
  while (shared < source.length && shared < target.length - 1 && source[shared] === target[shared]) shared++;
  const steps = [...source.slice(shared).map(() => '..'), ...target.slice(shared).map(encodeURIComponent)];
  return steps.join('/');
}
