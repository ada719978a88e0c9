import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { readingScreens } from './first-load.ts';

const shell = fileURLToPath(new URL('../shell.html', import.meta.url));
const reader = fileURLToPath(new URL('../reader.html', import.meta.url));

/** The document of a book's own address: the shell with the entry that has no router. */
export async function readerShell(): Promise<string> {
  const html = await readFile(shell, 'utf8');
  return html.replace('/src/entry-client.tsx', '/src/entry-reader.tsx');
}

/** Stands in for `reader.html`, which is in no folder, while building. */
export function readerDocument(): Plugin {
  return {
    name: 'reader-document',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === 'reader.html' || id === reader ? reader : undefined),
    load: async (id) => (id === reader ? readerShell() : undefined),
  };
}

interface Chunk {
  readonly facadeModuleId?: string | null;
  readonly imports?: readonly string[];
}

/** Files that the reader's entry asks for as soon as it runs, with what they import. */
function readingFiles(bundle: Readonly<Record<string, Chunk>>): Set<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const next of bundle[file]?.imports ?? []) visit(next);
  };
  for (const [file, { facadeModuleId }] of Object.entries(bundle)) {
    if (readingScreens.some((source) => facadeModuleId?.endsWith(source))) visit(file);
  }
  return found;
}

/**
 * Marks what the first paint needs: the upright serif early, the script of a page late (it only wakes the page up),
 * that of the reader at once and all together.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, filename }) {
        const files = Object.keys(bundle ?? {});
        const preload = ['literata-latin-opsz-normal', 'instrument-sans-latin-wght-normal']
          .flatMap((face) => files.filter((file) => file.includes(face)))
          .map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`);
        if (filename.endsWith('reader.html')) {
          const scripts = [...readingFiles((bundle ?? {}) as Record<string, Chunk>)]
            .filter((file) => !html.includes(file))
            .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
          return html.replace('<!--head-->', `${[...scripts, ...preload].join('\n    ')}\n    <!--head-->`);
        }
        return html
          .replace('<script type="module" crossorigin', '<script type="module" crossorigin fetchpriority="low"')
          .replace('<!--head-->', `${preload.join('\n    ')}\n    <!--head-->`);
      },
    },
  };
}
