import { readFile } from 'node:fs/promises';
import { API_PREFIX } from '@cuentos/contract/call';
import { otherDocument } from './bundle/documents.ts';
import { matchScreen } from './src/app/public-screens.ts';
import { writeFaces } from './bundle/subset-fonts.ts';
import { readReaderAddress } from './src/features/reading/address.ts';
import { createServer, type Plugin, type ViteDevServer } from 'vite';

/** Addresses that the API answers itself; every other one is a screen. */
const API_PATHS = [
  API_PREFIX,
  '/files',
  '/images',
  '/sandbox',
  '/health',
  '/book_share',
  '/dev',
  '/sitemap.xml',
  '/robots.txt',
  '/icon.svg',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
  '/manifest.webmanifest',
];

const port = Number(process.env['PORT'] ?? 3000);
const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3001';

interface ShopPage {
  /** The data block of a page that the browser renders. */
  readonly data: string;
  /** The anti-forgery cookie, when the visitor has none yet. */
  readonly cookies: string[];
}

/** Asks the API for the same page: its facts about the shop and its cookie go with ours. */
async function shopPage(cookie: string): Promise<ShopPage> {
  const response = await fetch(`${api}/user-library`, { headers: { accept: 'text/html', cookie } });
  const html = await response.text();
  const data = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  return { data, cookies: response.headers.getSetCookie() };
}

async function screenHtml(server: ViteDevServer, address: string, data: string): Promise<string> {
  const { pathname } = new URL(address, 'http://localhost');
  const shell = await (readReaderAddress(pathname)
    ? otherDocument('reader.html')
    : pathname === '/home' || matchScreen(pathname)
      ? otherDocument('public.html')
      : readFile(new URL('shell.html', import.meta.url), 'utf8'));
  return server.transformIndexHtml(
    address,
    shell.replace('<!--data-->', () => data),
  );
}

/** Every screen is the bare shell here, rendered by the browser: its sources change under it. */
function screens(): Plugin {
  return {
    name: 'screens',
    configureServer: (server) => () => {
      server.middlewares.use((request, response, next) => {
        const { method, headers, originalUrl: address = '/' } = request;
        if (method !== 'GET' || !headers.accept?.includes('text/html')) return next();
        shopPage(headers.cookie ?? '')
          // The API is on its way up again: the page asks for what it needs by itself.
          .catch((): ShopPage => ({ data: '', cookies: [] }))
          .then(async ({ data, cookies }) => {
            const html = await screenHtml(server, address, data);
            response.setHeader('content-type', 'text/html; charset=utf-8');
            if (cookies.length > 0) response.setHeader('set-cookie', cookies);
            response.end(html);
          })
          .catch(next);
      });
    },
  };
}

process.chdir(import.meta.dirname);
await writeFaces();
const server = await createServer({
  appType: 'custom',
  plugins: [screens()],
  // Only on request: an eager scan would follow the API's own addresses in shell.html.
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    proxy: Object.fromEntries(API_PATHS.map((path) => [`^${path}([/?]|$)`, { target: api, xfwd: true }])),
  },
});
await server.listen();
