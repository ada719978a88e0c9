import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { startShop } from '../support/server-process.ts';
import { type BenchReader, signIn } from '../support/sign-in.ts';
import { median, pairedRatio } from '../support/stats.ts';

const run = promisify(execFile);
const CONNECTIONS = 50;
const SECONDS = 4;
const PAIRS = 5;

async function load(url: string, { token, partId }: BenchReader): Promise<{ rate: number; p99: number }> {
  let turn = 0;
  const result = await autocannon({
    url: `${url}/api/user_book_parts/${partId}`,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [
      {
        method: 'PUT',
        setupRequest: (request) => {
          turn += 1;
          const body = JSON.stringify({ last_location: `epubcfi(/6/4!/4/2/1:${turn})`, percentage: turn % 100 });
          return {
            ...request,
            body,
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          };
        },
      },
    ],
  });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} answers were not 2xx`);
  return { rate: result.requests.average, p99: result.latency.p99 };
}

/** Measures position writes against the bare engine (bar: ≥ 0.4, p99 ≤ 50 ms at 50 clients). */
export async function benchPositions(): Promise<void> {
  const shop = await startShop();
  try {
    const reader = await signIn(shop.url);
    const script = fileURLToPath(new URL('bare-updates.ts', import.meta.url));
    const ours: number[] = [];
    const p99: number[] = [];
    const bare: number[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const measured = await load(shop.url, reader);
      ours.push(measured.rate);
      p99.push(measured.p99);
      const { stdout } = await run(process.execPath, [script], { env: { ...process.env, SECONDS: String(SECONDS) } });
      bare.push(Number(stdout));
    }
    console.log(
      `PUT position           ${Math.round(median(ours))}/s, bare engine ${Math.round(median(bare))}/s, ratio ${pairedRatio(ours, bare).toFixed(2)} (bar 0.4), p99 ${median(p99)} ms (bar 50)`,
    );
  } finally {
    await shop.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchPositions();
