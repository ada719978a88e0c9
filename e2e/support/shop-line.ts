import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Shop } from './start-shop.ts';

/** A line to the shop that can break, and behind which a new version of the app can appear. */
export interface ShopLine {
  readonly url: string;
  /** `Range` of each file that was asked for, in order; null without one. */
  readonly ranges: (string | null)[];
  /** From now on the service worker is another one. */
  publishNewVersion(): void;
  /** From now on no file but these comes to the service worker: the line breaks before it has brought more. */
  keepFromWorker(isLetThrough: (path: string) => boolean): void;
  /** From now on it hands out none of the app's own files: a browser has what it has. */
  keepAppFiles(): void;
  /** From now on nothing is answered, and nothing breaks. */
  hang(): void;
  close(): Promise<void>;
}

interface Cuts {
  /** So many of the first answers with files break. */
  readonly cuts: number;
  /** Each after so many bytes. */
  readonly bytes: number;
}

/** Passes everything on to the shop, but for what the options say. */
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
    // A browser throws away what its page has not read when the line breaks, and only the page knows what it has read:
    // this is the time that it is given.
    outgoing.write(chunk.subarray(0, bytes), () => setTimeout(() => outgoing.destroy(), 200));
  });
}
