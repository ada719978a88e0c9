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

/** What the public pages share: few files pack better than many (7 instead of 19 saves 6 kB). */
const publicParts = new RegExp(
  [
    'src/lib/(formats|part-pricing|author|page-data|use-session|clock)',
    'src/ui/(slider|use-slider|slide-scroll|quote-card|cover|cover-placeholder|blank-cover|button|button-class|icon-button|mark|texts|toaster|toast-store)[.]',
    'src/features/catalog/(texts|newest-first|components/(book-slider|fragment-button|share-button))[.]',
    'src/features/storefront/(texts|components/(site-header|site-footer|brand-link|sandbox-banner|skip-link))[.]',
    'src/app/(public-frame|page-meta|use-books)[.]',
    'node_modules/lucide-react/dist/esm/(createLucideIcon|Icon|defaultAttributes|shared|icons/(share-2|eye|pause|play|chevron-left|chevron-right|menu|x|info|circle-check|circle-exclamation-point)[.])',
  ].join('|'),
);

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
      (entries) => ({
        manifest: entries.map((entry) => (entry.url === 'shell.html' ? { ...entry, url: 'user-library' } : entry)),
        warnings: [],
      }),
    ],
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
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: 'shell.html',
          output: {
            codeSplitting: {
              groups: [
                { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
                { name: 'public', test: publicParts },
              ],
            },
          },
        },
      },
}));
