import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { startPlain, startShop } from '../support/server-process.ts';
import { median, pairedRatio } from '../support/stats.ts';

const CONNECTIONS = 50;
const SECONDS = 4;
const PAIRS = 5;

async function load(url: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers });
  if (result.non2xx > 0 && !headers['if-none-match']) throw new Error(`${result.non2xx} answers were not 2xx`);
  return result.requests.average;
}

/** Measures the catalogue against a plain route with the same bytes (bar: ≥ 0.7). */
export async function benchCatalogue(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-bench-body-'));
  const shop = await startShop();
  const answer = await fetch(`${shop.url}/api/books/`, { headers: { 'accept-encoding': 'identity' } });
  const etag = answer.headers.get('etag') ?? '';
  const bodyFile = join(folder, 'body.json');
  await writeFile(bodyFile, Buffer.from(await answer.arrayBuffer()));
  const plain = await startPlain({ BODY_FILE: bodyFile });
  try {
    const ours: number[] = [];
    const peer: number[] = [];
    await load(`${shop.url}/api/books/`);
    await load(`${plain.url}/body`);
    for (let pair = 0; pair < PAIRS; pair += 1) {
      ours.push(await load(`${shop.url}/api/books/`));
      peer.push(await load(`${plain.url}/body`));
    }
    const unchanged = await load(`${shop.url}/api/books/`, { 'if-none-match': etag });
    console.log(
      `GET /api/books/        ${Math.round(median(ours))}/s, plain Fastify ${Math.round(median(peer))}/s, ratio ${pairedRatio(ours, peer).toFixed(2)} (bar 0.7)`,
    );
    console.log(`  unchanged (304)      ${Math.round(unchanged)}/s`);
  } finally {
    await Promise.all([shop.stop(), plain.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchCatalogue();
