import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Shop } from './start-shop.ts';

/** A line to the shop on which nothing arrives together. */
export interface SlowLine {
  readonly url: string;
  /** Waits until what was asked for has arrived; streams that stay open aside. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Several frames: what arrives this much later is painted later. */
const STEP_MS = 80;

/**
 * Passes everything on to the shop. Each answer of a document's calls waits a step longer than the one before, and each
 * file a step, so that whatever is drawn when it arrives is drawn apart.
 */
export async function slowLine(shop: Pick<Shop, 'url'>): Promise<SlowLine> {
  let asked = 0;
  let open = 0;
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method, headers, url = '/' } = incoming;
    if (headers['sec-fetch-dest'] === 'document') asked = 0;
    const isCall = url.startsWith('/api/');
    if (isCall) asked += 1;
    const delay = isCall ? asked * STEP_MS : /\.(js|css|woff2)$/.test(url) ? STEP_MS : 0;
    // A stream ends with its page.
    if (!url.startsWith('/api/changes/stream')) {
      open += 1;
      outgoing.once('close', () => {
        open -= 1;
      });
    }
    setTimeout(() => {
      const onward = request(new URL(url, shop.url), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
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
