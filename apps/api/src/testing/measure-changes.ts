import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChangeList } from '@cuentos/contract/changes';
import { migrations } from '../platform/db/migrations.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openDb } from '../platform/db/open-db.ts';
import { listen } from '../modules/changes/testing/listen.ts';
import { addReaders, type Readers, startShop } from './busy-shop.ts';
import { holdPostgres } from './hold-postgres.ts';

/** Number of notes per measurement. Between two of them each device is as idle as one with a book open. */
const NOTES = 100;
const PAUSE_MS = 300;
/** Number of other readers' devices that listen at each process. */
const OTHERS = 50;

const share = (times: readonly number[], part: number): string =>
  `${(times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN).toFixed(0)} ms`;

/** Writes a note as the first reader. */
async function writeNote(origin: string, { partId, tokens }: Readers, n: number): Promise<void> {
  const response = await fetch(`${origin}/api/user_book_part_highlights/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      id: crypto.randomUUID(),
      mutation_id: crypto.randomUUID(),
      book_part_id: partId,
      cfi_range: `epubcfi(/6/4!/4,/${2 * n + 2}/1:0,/${2 * n + 2}/1:9)`,
      color: 'yellow',
      note: 'una nota',
    }),
  });
  if (!response.ok) throw new Error(`the note was refused with ${response.status}`);
}

/** Fetches the notes, as the other device does when it gets a change. */
async function pull(origin: string, { partId, tokens }: Readers, since: number): Promise<number> {
  const url = `${origin}/api/user_book_part_highlights/${partId}?since=${since}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${tokens[0]}` } });
  const rows = (await response.json()) as { revision: number }[];
  return rows.at(-1)?.revision ?? since;
}

/** Measures the milliseconds from sending each note until its text is on the other device. */
async function measure(writeAt: string, listenAt: string, readers: Readers, first: number): Promise<number[]> {
  const waiting: ((list: ChangeList) => void)[] = [];
  const device = await listen(listenAt, `Bearer ${readers.tokens[0]}`, null, (list) => waiting.shift()?.(list));
  await device.opened;
  const times: number[] = [];
  let since = await pull(listenAt, readers, 0);
  for (let n = 0; n < NOTES; n += 1) {
    const heard = new Promise((resolve) => waiting.push(resolve));
    const begun = performance.now();
    await Promise.all([
      writeNote(writeAt, readers, first + n),
      heard.then(async () => {
        since = await pull(listenAt, readers, since);
        times.push(performance.now() - begun);
      }),
    ]);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * (0.5 + Math.random())));
  }
  device.leave();
  return times;
}

/**
 * Measures with two processes on one database, and other readers' devices that listen at both.
 * @param url of PostgreSQL; empty for SQLite
 */
async function measureOn(engine: string, url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-bench-'));
  const db = await openDb({ dataDir: folder, databaseUrl: url === '' ? undefined : url });
  await migrate(db, migrations, 0);
  const readers = await addReaders(db, OTHERS + 1);
  const shops = [await startShop({ folder, url }), await startShop({ folder, url })] as const;
  const [here, there] = [shops[0].origin, shops[1].origin];
  const others = await Promise.all(
    shops.flatMap(({ origin }) => readers.tokens.slice(1).map(async (token) => listen(origin, `Bearer ${token}`))),
  );
  try {
    for (const [name, listenAt, first] of [
      ['the same process', here, 0],
      ['another process', there, NOTES],
    ] as const) {
      const times = await measure(here, listenAt, readers, first);
      process.stdout.write(
        `a note on the other device, ${engine}, ${name}: median ${share(times, 0.5)}, p95 ${share(times, 0.95)}, slowest ${share(times, 0.999)} (bar 1000 ms; ${NOTES} notes, ${others.length} other devices listen)\n`,
      );
    }
  } finally {
    for (const other of others) other.leave();
    for (const { worker } of shops) {
      worker.process.kill('SIGTERM');
      await worker.ended;
    }
    await db.close();
    await rm(folder, { recursive: true, force: true });
  }
}

await measureOn('SQLite', '');
const server = await holdPostgres();
try {
  await measureOn('PostgreSQL', server.url);
} finally {
  await server.close();
}
