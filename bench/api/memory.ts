import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { type ServerProcess, startProduction } from '../support/server-process.ts';
import type { BenchReader } from '../support/sign-in.ts';

const REST_MS = 60_000;
const CONNECTIONS = 20;
const FEW = 1000;
const MANY = 100_000;
/** Numbers of requests after which the memory is read; what grows without end is seen to grow between them. */
const STEPS = [10_000, 25_000, 50_000, MANY];

/** Resident memory of a server, MB; `NaN` where there is no /proc. */
async function residentMemory({ process }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${process.pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/**
 * Sends requests of every common kind in turn: pages, catalogue, library, opening, moving, searches, and refused
 * requests.
 */
async function sendMixed({ url }: ServerProcess, { token, partId }: BenchReader, amount: number): Promise<void> {
  const own = { authorization: `Bearer ${token}` };
  const json = { ...own, 'content-type': 'application/json' };
  const books = (await (await fetch(`${url}/api/books/`)).json()) as readonly { readonly id: string }[];
  const move = JSON.stringify({ last_location: 'epubcfi(/6/4!/4/2/1:0)', percentage: 10 });
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    amount,
    requests: [
      { method: 'GET', path: '/' },
      { method: 'GET', path: `/book-detail/${books[0]?.id}` },
      { method: 'GET', path: '/api/books/' },
      { method: 'GET', path: '/api/user_book_parts/', headers: own },
      { method: 'GET', path: `/api/book_part/open/${partId}`, headers: own },
      { method: 'PUT', path: `/api/user_book_parts/${partId}`, headers: json, body: move },
      { method: 'GET', path: `/api/user_book_part_highlights/${partId}`, headers: own },
      { method: 'GET', path: '/api/notebook', headers: own },
      { method: 'GET', path: '/api/user_book_parts/' },
      { method: 'GET', path: '/nada/que/ver' },
      { method: 'PUT', path: `/api/user_book_parts/${partId}`, headers: json, body: '{"percentage":' },
    ],
  });
  if (result['5xx'] > 0 || result.errors > 0)
    throw new Error(`${result['5xx']} answers were 5xx, ${result.errors} broke`);
}

/**
 * Prints the resident memory of a server in production at rest (bar: ≤ 200 MB), and how it grows (bar: ≤ 1.2 times). A
 * third of it, the program's own code, is shared with a second process.
 */
export async function benchMemory(): Promise<void> {
  const { shop, reader } = await startProduction({ MALLOC_ARENA_MAX: '2' });
  try {
    await fetch(shop.url);
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    console.log(`server process         ${Math.round(await residentMemory(shop))} MB resident after 60 s (bar 200)`);
    await sendMixed(shop, reader, FEW);
    const afterFew = await residentMemory(shop);
    let sent = FEW;
    for (const step of STEPS) {
      await sendMixed(shop, reader, step - sent);
      sent = step;
      const after = await residentMemory(shop);
      const ratio = (after / afterFew).toFixed(2);
      const bar = step === MANY ? ' (bar 1.2)' : '';
      console.log(
        `${step} mixed requests`.padEnd(23) +
          `${Math.round(after)} MB, after ${FEW} ${Math.round(afterFew)} MB, ratio ${ratio}${bar}`,
      );
    }
  } finally {
    await shop.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchMemory();
