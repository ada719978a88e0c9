import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { startShop } from '../support/server-process.ts';
import { median, pairedRatio } from '../support/stats.ts';

const run = promisify(execFile);
const CONNECTIONS = 50;
const SECONDS = 4;
const PAIRS = 5;

interface Reader {
  readonly token: string;
  readonly partId: string;
}

/** Signs in as the demonstration reader and finds a part she may read. */
async function signIn(url: string): Promise<Reader> {
  const body = new URLSearchParams({ username: 'lectora@demo.cl', password: 'cuentos-demo', captcha: 'none' });
  const login = await fetch(`${url}/api/auth/`, { method: 'POST', body });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const answer = await fetch(`${url}/api/user_book_parts/`, { headers: { authorization: `Bearer ${token}` } });
  const library = (await answer.json()) as { user_book_parts: { book_part_id: string; edition_id: string | null }[] };
  const partId = library.user_book_parts.find((part) => part.edition_id !== null)?.book_part_id;
  if (!partId) throw new Error('the demonstration reader owns nothing');
  return { token, partId };
}

async function load(url: string, { token, partId }: Reader): Promise<{ rate: number; p99: number }> {
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

/** Position writes against the bare engine (bar: ≥ 0.4, p99 ≤ 50 ms at 50 clients). */
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
