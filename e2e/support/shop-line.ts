import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Shop } from './start-shop.ts';

/** A relay to the shop that can cut connections and offer a new version of the app. */
export interface ShopLine {
  readonly url: string;
  /** `Range` header of each file request, in order; null without one. */
  readonly ranges: (string | null)[];
  /** Serves another service worker from now on. */
  publishNewVersion(): void;
  /** Serves the service worker only the files that the test lets through; others are cut off. */
  keepFromWorker(isLetThrough: (path: string) => boolean): void;
  /** Serves none of the app's own files from now on, so that a browser uses its stored ones. */
  keepAppFiles(): void;
  /** Leaves requests unanswered from now on, without closing connections. */
  hang(): void;
  close(): Promise<void>;
}

interface Cuts {
  /** Number of the first file answers that are cut off. */
  readonly cuts: number;
  /** Bytes after which such an answer is cut off. */
  readonly bytes: number;
}

/** Relays requests to the shop, except for what the options change. */
export async function shopLine(shop: Shop, { cuts, bytes }: Cuts = { cuts: 0, bytes: 0 }): Promise<ShopLine> {
  const ranges: (string | null)[] = [];
  let version = 1;
  let keepsFiles = false;
  let hangs = false;
  let letsThrough = (_path: string): boolean => true;

  const handle = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (hangs) return;
    const { method, headers, url = '/' } = incoming;
    if (keepsFiles && url.startsWith('/assets/')) {
      outgoing.destroy();
      return;
    }
    const isOfWorker = headers.referer?.endsWith('/service-worker.js') ?? false;
    if (isOfWorker && !letsThrough(url)) {
      outgoing.destroy();
      return;
    }
    const isFile = url.startsWith('/files/');
    if (isFile) ranges.push(headers.range ?? null);
    const isWorker = url === '/service-worker.js' && version > 1;
    if (isWorker) {
      delete headers['accept-encoding'];
      delete headers['if-none-match'];
      delete headers['if-modified-since'];
    }
    const onward = request(new URL(url, shop.url), { method, headers }, (answer) => {
      if (isWorker) delete answer.headers['content-length'];
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (isFile && ranges.length <= cuts) {
        breakAfter(answer, outgoing, bytes);
        return;
      }
      answer.pipe(outgoing, { end: !isWorker });
      if (isWorker) answer.once('end', () => outgoing.end(`\n// version ${version}`));
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  };
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    ranges,
    publishNewVersion() {
      version += 1;
    },
    keepFromWorker(isLetThrough) {
      letsThrough = isLetThrough;
    },
    keepAppFiles() {
      keepsFiles = true;
    },
    hang() {
      hangs = true;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function breakAfter(answer: IncomingMessage, outgoing: ServerResponse, bytes: number): void {
  answer.once('data', (chunk: Buffer) => {
    answer.pause();
    // A browser discards the bytes that its page has not read when the connection breaks, so the page gets this time to
    // read them.
    outgoing.write(chunk.subarray(0, bytes), () => setTimeout(() => outgoing.destroy(), 200));
  });
}
