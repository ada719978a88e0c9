import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { type ServerProcess, startPlain, startShop } from '../support/server-process.ts';
import { median, pairedRatio } from '../support/stats.ts';

const CONNECTIONS = 50;
/** Duration of one load, s; short and repeated, so that other work on the machine affects all three alike. */
const SECONDS = 1;
const PAIRS = 15;
/** Pause before the measurement, ms: a new shop still makes pictures and samples beside its answers. */
const REST_MS = 20_000;
/** Headers that browsers send. */
const HEADERS = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' };

interface Load {
  /** Answers per second. */
  readonly rate: number;
  /** Processor time of the server for each answer, microseconds. */
  readonly processorUs: number;
}

/**
 * Measures the first page against the catalogue's rate (bar: ≥ 0.7) and a bare server's processor time for the same
 * bytes (≤ 2 times).
 */
export async function benchPages(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-bench-page-'));
  const shop = await startShop();
  const bodyFile = join(folder, 'page.br');
  await writeFile(bodyFile, await packedPage(shop.url));
  const plain = await startPlain({
    BODY_FILE: bodyFile,
    BODY_TYPE: 'text/html; charset=utf-8',
    BODY_ENCODING: 'br',
  });
  try {
    await setTimeout(REST_MS);
    const ours: Load[] = [];
    const catalogue: Load[] = [];
    const bare: Load[] = [];
    const round = async (pages: Load[], books: Load[], bodies: Load[]): Promise<void> => {
      pages.push(await load(shop, '/'));
      books.push(await load(shop, '/api/books/'));
      bodies.push(await load(plain, '/body'));
    };
    await round([], [], []);
    for (let pair = 0; pair < PAIRS; pair += 1) await round(ours, catalogue, bare);
    const rates = (loads: readonly Load[]) => loads.map(({ rate }) => rate);
    const times = (loads: readonly Load[]) => loads.map(({ processorUs }) => processorUs);
    console.log(
      `GET /                  ${Math.round(median(rates(ours)))}/s, catalogue ${Math.round(median(rates(catalogue)))}/s, ` +
        `ratio ${pairedRatio(rates(ours), rates(catalogue)).toFixed(2)} (bar 0.7)`,
    );
    console.log(
      `  processor            ${Math.round(median(times(ours)))} µs, plain Fastify ${Math.round(median(times(bare)))} µs, ` +
        `${pairedRatio(times(ours), times(bare)).toFixed(2)} times (bar 2); catalogue ${Math.round(median(times(catalogue)))} µs`,
    );
  } finally {
    await Promise.all([shop.stop(), plain.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

async function load({ url, process: server }: ServerProcess, path: string): Promise<Load> {
  const before = await processorMs(server.pid);
  const { requests, non2xx } = await autocannon({
    url: `${url}${path}`,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: HEADERS,
  });
  if (non2xx > 0) throw new Error(`${non2xx} answers of ${path} were not 2xx`);
  const spentMs = (await processorMs(server.pid)) - before;
  return { rate: requests.average, processorUs: (spentMs * 1000) / requests.total };
}

/** Linux's units in a second of processor time. */
const TICKS_PER_S = 100;

/** Processor time that a process has used, milliseconds; NaN where the system does not report it. */
async function processorMs(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Skips the program's name, in brackets, which may contain spaces; user and system time are the 12th and 13th word
  // after it.
  const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(words[11]) + Number(words[12])) * 1000) / TICKS_PER_S;
}

/** Returns the compressed page as it is sent. */
async function packedPage(url: string): Promise<Buffer> {
  const [answer] = (await once(request(url, { headers: HEADERS }).end(), 'response')) as [IncomingMessage];
  return buffer(answer);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchPages();
