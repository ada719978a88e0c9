import type { Plugin } from 'vite';

/** Marks what the first paint needs: the upright serif early, the script late (it only wakes the page up). */
export function firstPaint(): Plugin {
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
