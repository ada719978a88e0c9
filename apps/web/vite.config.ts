import react from '@vitejs/plugin-react';
import { readFile } from 'node:fs/promises';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { areaOnlyFiles } from './bundle/area-files.ts';
import { chunkGroups, preloadedFiles } from './bundle/chunks.ts';
import type { Manifest } from './bundle/first-load.ts';
import { firstPaint } from './bundle/first-paint.ts';
import { leanIcons, leanRouter } from './bundle/lean-vendors.ts';

const serviceWorker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/service-worker',
  filename: 'service-worker.ts',
  injectRegister: null,
  manifest: false,
  injectManifest: {
    globPatterns: ['shell.html', 'assets/**/*.{js,css,woff2}', '*.{svg,webmanifest}'],
    maximumFileSizeToCacheInBytes: 4_000_000,
    // The server shows the shell under no address of its own, and under every private one: it is kept as one of those,
    // with the headers that the server sends there.
    manifestTransforms: [
      async (entries) => {
        const manifest = JSON.parse(await readFile('dist/client/.vite/manifest.json', 'utf8')) as Manifest;
        const left = areaOnlyFiles(manifest);
        return {
          manifest: entries
            .filter(({ url }) => !left.has(url))
            .map((entry) => (entry.url === 'shell.html' ? { ...entry, url: 'user-library' } : entry)),
          warnings: [],
        };
      },
    ],
  },
});

/** `vite build` makes the browser's half, `vite build --ssr` (see build.ts) the server's. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), ...(isSsrBuild ? [] : [leanRouter(), leanIcons(), firstPaint(), serviceWorker])],
  build: isSsrBuild
    ? {
        ssr: true,
        outDir: 'dist/server',
        copyPublicDir: false,
        emptyOutDir: true,
        rolldownOptions: { input: 'src/entry-server.tsx' },
      }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false, resolveDependencies: preloadedFiles },
        rolldownOptions: {
          input: 'shell.html',
          output: {
            codeSplitting: { groups: chunkGroups },
          },
        },
      },
}));
