import { readFile } from 'node:fs/promises';
import { startShop } from '../support/server-process.ts';

const REST_MS = 60_000;

/** Prints the resident memory of the server a minute after it was ready (bar: ≤ 200 MB); `NaN` where there is no /proc. */
export async function benchMemory(): Promise<void> {
  const shop = await startShop({ MALLOC_ARENA_MAX: '2' });
  try {
    await fetch(shop.url);
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    const status = await readFile(`/proc/${shop.process.pid}/status`, 'utf8').catch(() => '');
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN);
    console.log(`server process         ${Math.round(kilobytes / 1024)} MB resident after 60 s (bar 200)`);
  } finally {
    await shop.stop();
  }
}
