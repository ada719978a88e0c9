import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';

interface Kept {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A bare server that only sends the bytes of one page. */
export interface Ruler {
  readonly url: string;
  close(): Promise<void>;
}

/** Headers of one connection or one answer, which are not copied. */
const OWN = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date', 'content-length', 'etag']);

/**
 * Copies a page with everything it links to and serves it from memory: the same bytes in the same compression, but no
 * script runs. The browser still fetches the scripts, through preload links.
 */
export async function makeRuler(origin: string, path: string): Promise<Ruler> {
  const pages = new Map<string, Kept>();
  const fetchOnce = async (url: string): Promise<Kept> => {
    const cachedPage = pages.get(url);
    if (cachedPage) return cachedPage;
    const kept = await fetchRaw(`${origin}${url}`);
    pages.set(url, kept);
    return kept;
  };
  const server: Server = createServer((request, response) => {
    const answer = request.url === path ? Promise.resolve(page) : fetchOnce(request.url ?? '/');
    answer.then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      () => response.writeHead(404).end(),
    );
  });
  const page = await quietPage(`${origin}${path}`);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}${path}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Returns the document with a preload in place of its module script, so that the script's bytes are loaded but not run.
 */
async function quietPage(url: string): Promise<Kept> {
  const response = await fetch(url);
  const html = await response.text();
  const quiet = html.replaceAll(
    /<script type="module"[^>]*?src="([^"]+)"[^>]*><\/script>/g,
    '<link rel="modulepreload" fetchpriority="low" href="$1">',
  );
  if (quiet === html) throw new Error('the page has no module script: the ruler would measure the page itself');
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' },
    body: brotliCompressSync(quiet, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  };
}

/** Returns the compressed answer as it is sent. */
async function fetchRaw(url: string): Promise<Kept> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { headers: { 'accept-encoding': 'br, gzip' } }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () => {
        const headers = Object.entries(answer.headers).filter(([name]) => !OWN.has(name));
        resolve({
          status: answer.statusCode ?? 502,
          headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(pieces),
        });
      });
    });
    clientRequest.on('error', reject);
    clientRequest.end();
  });
}
