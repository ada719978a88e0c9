import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Shop } from './start-shop.ts';

/** A relay to the shop that delays each answer by another time. */
export interface SlowLine {
  readonly url: string;
  /** Waits until all requests have been answered, except open streams. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Longer than some frames, so that answers are painted one after the other. */
const STEP_MS = 80;
/** Where a page's markup is cut, as parts of its body. */
const CUTS = [0.3, 0.5, 0.7, 0.85];

/**
 * Sends a page in pieces, each after the one before has been painted. The browser paints what it has: contents that
 * arrive later must not move it.
 */
async function sendInPieces(page: Buffer, outgoing: ServerResponse): Promise<void> {
  const start = Math.max(0, page.indexOf('<body'));
  const end = page.includes('</main>') ? page.lastIndexOf('</main>') : page.length;
  let sent = 0;
  for (const cut of CUTS) {
    const upTo = start + Math.round((end - start) * cut);
    outgoing.write(page.subarray(sent, upTo));
    sent = upTo;
    await new Promise((resolve) => setTimeout(resolve, 2 * STEP_MS));
  }
  outgoing.end(page.subarray(sent));
}

/**
 * Relays requests to the shop. A document comes in pieces, each of its calls waits a step longer than the one before,
 * and each file waits a step, so that each arrival is painted by itself.
 */
export async function slowLine(shop: Pick<Shop, 'url'>): Promise<SlowLine> {
  let asked = 0;
  let open = 0;
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method, headers, url = '/' } = incoming;
    const isDocument = headers['sec-fetch-dest'] === 'document';
    if (isDocument) {
      asked = 0;
      // Only markup that is not compressed can be cut.
      delete headers['accept-encoding'];
    }
    const isCall = url.startsWith('/api/');
    if (isCall) asked += 1;
    const delay = isCall ? asked * STEP_MS : /\.(js|css|woff2)$/.test(url) ? STEP_MS : 0;
    // A stream ends only with its page.
    if (!url.startsWith('/api/changes/stream')) {
      open += 1;
      outgoing.once('close', () => {
        open -= 1;
      });
    }
    setTimeout(() => {
      const onward = request(new URL(url, shop.url), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        if (isDocument) {
          answer.toArray().then(
            (pieces) => sendInPieces(Buffer.concat(pieces), outgoing),
            () => outgoing.destroy(),
          );
        } else answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    }, delay);
  };
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async idle() {
      for (let quiet = 0; quiet < 3; quiet += 1) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        if (open > 0) quiet = -1;
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
