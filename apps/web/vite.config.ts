import react from '@vitejs/plugin-react';
import { readFile } from 'node:fs/promises';
import tailwindcss from '@tailwindcss/vite';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { areaOnlyFiles } from './bundle/area-files.ts';
import { callAddresses } from './bundle/call-addresses.ts';
import { chunkGroups, nameGroupedSources } from './bundle/chunks.ts';
import { foldRuntime } from './bundle/fold-runtime.ts';
import type { Manifest } from './bundle/first-load.ts';
import { firstPaint, otherDocuments } from './bundle/documents.ts';
import { offlineFirstFiles } from './bundle/offline-first.ts';
import { pageStyles } from './bundle/page-styles.ts';

/** Where build.ts wants it: a folder that nothing serves from yet. */
const folder = process.env['BUILD_FOLDER'] ?? 'dist';

/** Known to service-worker.ts too. */
const shellAddresses: Readonly<Record<string, string>> = {
  'shell.html': 'user-library',
  'reader.html': 'reader/shell/shell',
  'public.html': 'home',
};

const serviceWorker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/service-worker',
  filename: 'service-worker.ts',
  injectRegister: null,
  manifest: false,
  injectManifest: {
    globPatterns: ['shell.html', 'reader.html', 'public.html', 'assets/**/*.{js,css,woff2}', '*.svg'],
    maximumFileSizeToCacheInBytes: 4_000_000,
    // The server shows the shells under no address of their own, and under every private one: each is kept as one of
    // those, with the headers that the server sends there.
    manifestTransforms: [
      async (entries) => {
        const manifest = JSON.parse(await readFile(join(folder, 'client/.vite/manifest.json'), 'utf8')) as Manifest;
        const areaFiles = areaOnlyFiles(manifest);
        const firstFiles = offlineFirstFiles(manifest);
        return {
          manifest: entries
            .filter(({ url }) => !areaFiles.has(url))
            .map((entry) => ({
              ...entry,
              url: shellAddresses[entry.url] ?? entry.url,
              // Read by service-worker.ts.
              ...(firstFiles.has(entry.url) ? { isFirst: true } : {}),
            })),
          warnings: [],
        };
      },
    ],
  },
});

/** In a browser zod would try to compile its checks with `new Function`, which the policy of every page refuses and reports. */
const checksAsTheyAre: Plugin = {
  name: 'checks-as-they-are',
  transform: {
    filter: { id: /[/]zod[/]v4[/]core[/]core[.]js$/ },
    handler: (code) => `${code}\nconfig({ jitless: true });`,
  },
};

/**
 * Imports of what a public page runs before its first paint are the browser's own: the bundler's helper, which brings
 * styles along, would be a file of its own there, or one with all that others need of it.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  resolveId(id, importer) {
    return id.includes('vite/preload-helper') && importer?.endsWith('/src/entry-public.ts') ? '\0plain-import' : null;
  },
  load: (id) => (id === '\0plain-import' ? 'export const __vitePreload = (load) => load();' : null),
};

/** `vite build` makes the browser's half, `vite build --ssr` (see build.ts) the server's. */
export default defineConfig(({ isSsrBuild }) => ({
  // The server's half brings what it uses of the web app's packages and nothing more: a release has none of them, and whole
  // ones would stay in the server's memory. React is the API's too.
  ssr: { noExternal: true, external: ['react', 'react-dom'] },
  plugins: [
    react(),
    tailwindcss(),
    callAddresses(),
    ...(isSsrBuild
      ? []
      : [
          checksAsTheyAre,
          plainImports,
          otherDocuments(),
          firstPaint(),
          pageStyles(),
          nameGroupedSources(),
          foldRuntime('core'),
          serviceWorker,
        ]),
  ],
  build: isSsrBuild
    ? {
        ssr: true,
        outDir: join(folder, 'server'),
        copyPublicDir: false,
        emptyOutDir: true,
        rolldownOptions: { input: 'src/entry-server.tsx' },
      }
    : {
        outDir: join(folder, 'client'),
        emptyOutDir: true,
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false, resolveDependencies: () => [] },
        rolldownOptions: {
          input: ['shell.html', 'reader.html', 'public.html'],
          output: {
            codeSplitting: { groups: chunkGroups },
          },
        },
      },
}));
