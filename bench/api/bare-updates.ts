import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';

/**
 * Limit for position writes: the same engine with the same durability updates one row per transaction in a loop,
 * without HTTP, sessions or rules. Runs in a separate process; prints updates per second.
 */
const seconds = Number(process.env['SECONDS'] ?? '4');
const folder = await mkdtemp(join(tmpdir(), 'cuentos-bench-bare-'));
const database = new BetterSqlite3(join(folder, 'bare.sqlite'));
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec(
  'create table positions (user_id text, part_id text, location text, percentage real, revision int, primary key (user_id, part_id))',
);
const upsert = database.prepare(
  'insert into positions values (?, ?, ?, ?, 1) on conflict (user_id, part_id) do update set location = excluded.location, percentage = excluded.percentage, revision = revision + 1',
);
const until = performance.now() + seconds * 1000;
let done = 0;
while (performance.now() < until) {
  upsert.run(`user-${done % 50}`, 'part', `epubcfi(/6/4!/4/2/1:${done})`, done % 100);
  done += 1;
}
database.close();
await rm(folder, { recursive: true, force: true });
process.stdout.write(String(done / seconds));
