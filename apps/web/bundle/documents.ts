import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { readingScreens } from './first-load.ts';

const folder = new URL('..', import.meta.url);

/**
 * Documents that are the shell with another script of their own, without the router; they are in no folder. That one page
 * fades into the next stands in the shell: Chromium reports an error on a page without it that follows one with it.
 */
const entries = { 'reader.html': '/src/entry-reader.tsx', 'public.html': '/src/entry-public.ts' } as const;

export type OtherDocument = keyof typeof entries;

/**
 * Runs before anything of a public page is shown. The page may be painted, and pressed, while its own script is still on
 * its way: that begins with the last press (entry-public.ts). And whom this browser knows sees so from the first paint on
 * (lib/known-visitor.ts), and a form whose address names the part on the way to be bought keeps room for it
 * (auth/email-entry.tsx). The server allows these very words and no others.
 */
const beforePaint =
  `<script>addEventListener('click',({target:t})=>{window.pressed=t.closest('button')??window.pressed},!0);` +
  `try{(localStorage.refresh_token||sessionStorage.refresh_token||name.startsWith('session:'))&&(document.documentElement.dataset.known='')}catch{}` +
  `if(/[?&]part=/.test(location.search))document.documentElement.dataset.part='';` +
  // Without its rules (below), which stand before it, nothing is fetched ahead.
  `navigator.connection?.saveData&&document.querySelector('[type=speculationrules]')?.remove()</script>`;

/**
 * A book's page and a sample are fetched when a pointer rests on their link, or touches it: as documents alone, of which
 * no script runs, so that no visit is counted before there is one. Where data is to be saved none is.
 */
const ahead = JSON.stringify({
  prefetch: [{ where: { href_matches: ['/book-detail/*', '/sample/*'] }, eagerness: 'moderate' }],
});

/** A link to a section scrolls to it, where nothing asks for less motion. */
const scroll = '@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}';

/** What stands in the document of the public pages alone. */
const ofPublicPages = `<script type="speculationrules">${ahead}</script>${beforePaint}<style>${scroll}</style>`;

/** Makes one of the documents from the shell. */
export async function otherDocument(name: OtherDocument): Promise<string> {
  const html = await readFile(new URL('shell.html', folder), 'utf8');
  const own = html.replace('/src/entry-client.tsx', entries[name]);
  return name === 'public.html' ? own.replace('<meta charset="utf-8" />', (charset) => charset + ofPublicPages) : own;
}

/** Stands in for their files while building. */
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

/** Files that the reader's entry imports, or asks for as soon as it runs, with what they import. */
function readingFiles(bundle: Readonly<Record<string, Chunk>>): Set<string> {
  const visitedFiles = new Set<string>();
  const visit = (file: string): void => {
    if (visitedFiles.has(file)) return;
    visitedFiles.add(file);
    for (const style of bundle[file]?.viteMetadata?.importedCss ?? []) visitedFiles.add(style);
    for (const next of bundle[file]?.imports ?? []) visit(next);
  };
  for (const [file, { moduleIds = [] }] of Object.entries(bundle)) {
    if (['src/entry-reader.tsx', ...readingScreens].some((source) => moduleIds.some((id) => id.endsWith(source))))
      visit(file);
  }
  return visitedFiles;
}

/** Faces of the text that every page shows first. */
const firstFaces = /dist\/fonts\/(literata|instrument-sans)[.]woff2$/;

/**
 * Marks what the first paint needs: the upright faces, and the script of the reader at once and all together. What
 * takes over a public page comes by itself, later (entry-public.ts).
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, filename }) {
        const preload = Object.values(bundle ?? {})
          .filter((file) => file.type === 'asset' && file.originalFileNames.some((name) => firstFaces.test(name)))
          .map(({ fileName }) => `<link rel="preload" href="/${fileName}" as="font" type="font/woff2" crossorigin>`);
        if (filename.endsWith('reader.html')) {
          const files = [...readingFiles((bundle ?? {}) as Record<string, Chunk>)]
            .filter((file) => !html.includes(file))
            .map(
              (file) =>
                (file.endsWith('.css') ? `rel="preload" as="style"` : `rel="modulepreload"`) +
                ` crossorigin href="/${file}"`,
            )
            .map((attributes) => `<link ${attributes}>`);
          return html.replace('<!--head-->', `${[...files, ...preload].join('\n    ')}\n    <!--head-->`);
        }
        return html.replace('<!--head-->', `${preload.join('\n    ')}\n    <!--head-->`);
      },
    },
  };
}
