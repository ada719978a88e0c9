import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { firstFaces, privateScreenFrame, readingScreens } from './first-load.ts';

const folder = new URL('..', import.meta.url);

/**
 * Documents made from `shell.html` with another entry script and without the router; no file of theirs exists on disk. The
 * rule for view transitions stands in the shell: Chromium reports an error when only one of two pages has it.
 */
const entries = { 'reader.html': '/src/entry-reader.tsx', 'public.html': '/src/entry-public.ts' } as const;

export type OtherDocument = keyof typeof entries;

/** Prefetches the documents of books and samples on hover or touch. They run no script, so that no visit is counted. */
const speculationRules = JSON.stringify({
  prefetch: [{ where: { href_matches: ['/book-detail/*', '/sample/*'] }, eagerness: 'moderate' }],
});

/**
 * Runs before the first paint of a public page. The content security policy of the server allows exactly this text, by its
 * hash.
 * 1. Remembers the last pressed button until entry-public.ts loads, which begins with it.
 * 2. Marks a returning visitor for the style sheet (lib/known-visitor.ts).
 * 3. Marks an address with a part, so that the form reserves room for it (auth/email-entry.tsx).
 * 4. Removes the rules of prefetching, which stand before it, where the visitor saves data.
 */
const beforePaint =
  `<script>addEventListener('click',({target:t})=>{window.pressed=t.closest('button')??window.pressed},!0);` +
  `try{(localStorage.refresh_token||sessionStorage.refresh_token||name.startsWith('session:'))&&(document.documentElement.dataset.known='')}catch{}` +
  `if(/[?&]part=/.test(location.search))document.documentElement.dataset.part='';` +
  `navigator.connection?.saveData&&document.querySelector('[type=speculationrules]')?.remove()</script>`;

/** Scrolls to the target of a section's link smoothly, unless less motion is preferred. */
const smoothScrolling = '@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}';

/**
 * Lets the first paint wait for the whole header: painted by halves, its entries moved as the later ones came. Browsers
 * that do not know it paint as before.
 */
const wholeHeader = '<link rel="expect" href="#contenido" blocking="render">';

/** Elements that only the public pages' document has in its head. */
const publicPageHead = `${wholeHeader}<script type="speculationrules">${speculationRules}</script>${beforePaint}<style>${smoothScrolling}</style>`;

/** Makes a document from the shell. */
export async function otherDocument(name: OtherDocument): Promise<string> {
  const html = await readFile(new URL('shell.html', folder), 'utf8');
  const document = html.replace('/src/entry-client.tsx', entries[name]);
  if (name !== 'public.html') return document;
  return document.replace('<meta charset="utf-8" />', (charset) => charset + publicPageHead);
}

/** Stands in for the documents' files during a build. */
export function otherDocuments(): Plugin {
  const nameOf = (id: string): OtherDocument | undefined =>
    (Object.keys(entries) as OtherDocument[]).find(
      (name) => id === name || id === fileURLToPath(new URL(name, folder)),
    );
  return {
    name: 'other-documents',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      const name = nameOf(id);
      return name && fileURLToPath(new URL(name, folder));
    },
    async load(id) {
      const name = nameOf(id);
      return name && otherDocument(name);
    },
  };
}

interface Chunk {
  readonly moduleIds?: readonly string[];
  readonly imports?: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

/** Sources whose files a document requests as soon as it runs, by the document's name. */
const askedFor: Readonly<Record<string, readonly string[]>> = {
  'reader.html': ['src/entry-reader.tsx', ...readingScreens],
  'shell.html': ['src/entry-client.tsx', ...privateScreenFrame],
};

/** Lists the files of these sources with all imports and styles. */
function filesOf(bundle: Readonly<Record<string, Chunk>>, sources: readonly string[]): Set<string> {
  const visitedFiles = new Set<string>();
  const visit = (file: string): void => {
    if (visitedFiles.has(file)) return;
    visitedFiles.add(file);
    for (const style of bundle[file]?.viteMetadata?.importedCss ?? []) visitedFiles.add(style);
    for (const next of bundle[file]?.imports ?? []) visit(next);
  };
  for (const [file, { moduleIds = [] }] of Object.entries(bundle)) {
    if (sources.some((source) => moduleIds.some((id) => id.endsWith(source)))) visit(file);
  }
  return visitedFiles;
}

/**
 * Makes links to files that the document itself does not name, so that they load at once and not one after the other.
 */
function preloadLinks(bundle: Readonly<Record<string, Chunk>>, html: string, sources: readonly string[]): string[] {
  return [...filesOf(bundle, sources)]
    .filter((file) => !html.includes(file))
    .map((file) => {
      const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"';
      return `<link ${kind} crossorigin href="/${file}">`;
    });
}

const HEAD = '<!--head-->';

/**
 * Preloads what the first paint needs: the upright faces, and all script of the reader, or of what all private screens
 * have. The script that takes over a public page loads itself, later (entry-public.ts). A public page's faces stand in
 * its body: Chromium paints nothing before a face that is preloaded in the head has come.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, filename }) {
        const faces = Object.values(bundle ?? {})
          .filter((file) => file.type === 'asset' && file.originalFileNames.some((name) => firstFaces.test(name)))
          .map(({ fileName }) => `<link rel="preload" href="/${fileName}" as="font" type="font/woff2" crossorigin>`);
        const scripts = preloadLinks(bundle ?? {}, html, askedFor[basename(filename)] ?? []);
        if (basename(filename) === 'public.html') return html.replace('<body>', `<body>\n    ${faces.join('\n    ')}`);
        return html.replace(HEAD, `${[...scripts, ...faces].join('\n    ')}\n    ${HEAD}`);
      },
    },
  };
}
