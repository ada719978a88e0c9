import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

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
