import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { API_PREFIX } from '@cuentos/contract/call';
import { otherDocument } from './bundle/documents.ts';
import { matchScreen } from './src/app/public-screens.ts';
import { writeFaces } from './bundle/subset-fonts.ts';
import { readReaderAddress } from './src/features/reading/address.ts';
import { createServer, type Plugin, type ViteDevServer } from 'vite';

/** Addresses that the API answers; every other address is a screen. */
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

/** Makes a pattern of a path, with the paths below it. */
const below = (path: string): string => `^${path}([/?]|$)`;

const port = Number(process.env['PORT'] ?? 3000);
const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3001';

interface ShopPage {
  /** The data block of a page that the browser renders. */
  readonly data: string;
  /** The anti-forgery cookie, when the visitor has none yet. */
  readonly cookies: string[];
}

/** Requests the same page from the API, and takes over its facts about the shop and its cookie. */
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

/** Serves each screen as the bare shell, which the browser renders, since its sources change during development. */
function screens(): Plugin {
  return {
    name: 'screens',
    configureServer: (server) => () => {
      server.middlewares.use((request, response, next) => {
        const { method, headers, originalUrl: address = '/' } = request;
        if (method !== 'GET' || !headers.accept?.includes('text/html')) return next();
        shopPage(headers.cookie ?? '')
          // The API is restarting: the page requests its data itself.
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

/** Longest wait for the API, ms: it fills its shop at the first start and restarts within seconds after a change. */
const API_WAIT_MS = 300_000;

/** Resolves once the API accepts connections, or after the longest wait; the request then fails. */
async function apiListens(): Promise<void> {
  const { hostname, port: apiPort } = new URL(api);
  const until = Date.now() + API_WAIT_MS;
  const isListening = async (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(Number(apiPort), hostname);
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  while (!(await isListening()) && Date.now() < until) await setTimeout(100);
}

/** Delays requests while the API restarts after a change of its sources, which takes a second or two. */
function waitForApi(): Plugin {
  return {
    name: 'wait-for-api',
    configureServer: (server) => {
      server.middlewares.use((request, _response, next) => {
        const isForApi = API_PATHS.some((path) => new RegExp(below(path)).test(request.url ?? ''));
        if (!isForApi && !request.headers.accept?.includes('text/html')) return next();
        apiListens().then(() => next(), next);
      });
    },
  };
}

process.chdir(import.meta.dirname);
await writeFaces();
const server = await createServer({
  appType: 'custom',
  plugins: [waitForApi(), screens()],
  // The documents are made on request, so the scan for dependencies starts from the scripts.
  optimizeDeps: { entries: ['src/entry-client.tsx', 'src/entry-public.ts', 'src/entry-reader.tsx'] },
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    proxy: Object.fromEntries(API_PATHS.map((path) => [below(path), { target: api, xfwd: true }])),
  },
});
await apiListens();
await server.listen();
await Promise.all(
  ['client.tsx', 'public.ts', 'reader.tsx'].map((entry) => server.warmupRequest(`/src/entry-${entry}`)),
);
process.stdout.write(`The shop with reload: http://localhost:${port} (API: ${api})\n`);
