import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Marks what the first paint needs: the upright serif early, the script late (it only wakes the page up). */
function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const files = Object.keys(bundle ?? {});
        const preload = ['literata-latin-opsz-normal', 'instrument-sans-latin-wght-normal']
          .flatMap((face) => files.filter((file) => file.includes(face)))
          .map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`);
        return html
          .replace('<script type="module" crossorigin', '<script type="module" crossorigin fetchpriority="low"')
          .replace('<!--head-->', `${preload.join('\n    ')}\n    <!--head-->`);
      },
    },
  };
}

const serviceWorker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/service-worker',
  filename: 'service-worker.ts',
  injectRegister: null,
  manifest: false,
  injectManifest: {
    globPatterns: ['shell.html', 'assets/**/*.{js,css,woff2}', '*.{svg,webmanifest}'],
    maximumFileSizeToCacheInBytes: 4_000_000,
  },
});

/** `vite build` makes the browser's half, `vite build --ssr` (see build.ts) the server's. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), ...(isSsrBuild ? [] : [firstPaint(), serviceWorker])],
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
        rolldownOptions: { input: 'shell.html' },
      },
}));
