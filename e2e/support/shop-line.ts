import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Shop } from './start-shop.ts';

/** A line to the shop that breaks when told to. */
export interface CuttingLine {
  readonly url: string;
  /** `Range` of each file that was asked for, in order; null without one. */
  readonly ranges: (string | null)[];
  close(): Promise<void>;
}

/** Passes everything on to the shop, but breaks the first `cuts` answers with files after `bytes` bytes of each. */
export async function cuttingLine(shop: Shop, { cuts, bytes }: { cuts: number; bytes: number }): Promise<CuttingLine> {
  const ranges: (string | null)[] = [];
  const server = createServer((incoming, outgoing) => {
    const isFile = incoming.url?.startsWith('/files/') ?? false;
    if (isFile) ranges.push(incoming.headers.range ?? null);
    const cut = isFile && ranges.length <= cuts;
    const { method, headers } = incoming;
    const onward = request(new URL(incoming.url ?? '/', shop.url), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (!cut) {
        answer.pipe(outgoing);
        return;
      }
      answer.once('data', (chunk: Buffer) => {
        answer.pause();
        outgoing.write(chunk.subarray(0, bytes), () => setTimeout(() => outgoing.destroy(), 200));
      });
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    ranges,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
