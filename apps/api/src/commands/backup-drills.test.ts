import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackupState } from '@cuentos/contract/backups';
import { longProof } from '@cuentos/domain/testing/long-proof';
import { generateX25519Identity } from 'age-encryption';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { composeShop, type Shop } from '../compose.ts';
import { readConfig } from '../platform/config/config.ts';
import type { TestApp } from '../testing/build-test-app.ts';
import { startShop, turnPage } from '../testing/busy-shop.ts';
import { addBook, addEdition, addPart, addReader, give, ingest, type SignedIn, signIn } from '../testing/fixtures.ts';
import { openTestDb, type TestDb } from '../testing/open-test-db.ts';
import { drill } from './drill.ts';
import { chooseSnapshot } from './kept-backups.ts';
import { openVault } from './make-snapshot.ts';
import { withShopFrom } from './restore.ts';
import { filesIn } from './testing/shop-contents.ts';

/**
 * A real process of the shop makes a backup on an admin's request while readers turn pages. In every other run the
 * process is first killed during a backup, which must leave none. Each backup is then restored into a second shop and
 * rehearsed.
 */
const proof = longProof('backup-drills', 2);
const READERS = 3;

let place: TestDb;
let folder: string;
let shop: Shop;
let test: TestApp;
let partId: string;
let readers: readonly SignedIn[];
let running: Awaited<ReturnType<typeof startShop>>;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuentos-backup-drills-'));
  place = await openTestDb();
  env = { BACKUP_KEY: await generateX25519Identity(), BACKUP_DIR: folder, BACKUP_HOUR: 'off' };
  const config = readConfig({
    ...env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: place.folder,
    ...(place.url === '' ? {} : { DATABASE_URL: place.url }),
    AUTH_SECRET: 'a secret that only the tests know, long enough',
    CAPTCHA_PROVIDER: 'none',
  });
  shop = await composeShop(config, { patient: true });
  // The fixtures only use these members of the application.
  test = { ...shop, clock: { time: 0, now: () => Date.now() } } as unknown as TestApp;
  const book = await addBook(test, { name: 'El faro' });
  partId = (await addPart(test, book.id)).id;
  const chapters = Array.from({ length: 20 }, (_, n) => ({ title: `${n}`, html: `<p>Capítulo ${n}</p>` }));
  await addEdition(test, partId, await ingest(test, { chapters }));
  readers = await Promise.all(Array.from({ length: READERS }, async () => addReader(test)));
  for (const { user } of readers) await give(test, user.id, partId);
  running = await startShop(place, env);
});
afterAll(async () => {
  running.worker.process.kill('SIGKILL');
  await running.worker.ended;
  await shop.close();
  await place.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Readers who turn pages until `stop`. `taken` counts the acknowledged page turns of each. */
function read(): { readonly taken: number[]; stop(): Promise<void> } {
  const going = new AbortController();
  const taken = readers.map(() => 0);
  const tokens = readers.map(({ tokens: { access_token: token } }) => token);
  const work = readers.map(async (_, reader) => {
    while (!going.signal.aborted) {
      const page = (taken[reader] ?? 0) % 100;
      const answer = await turnPage(running.origin, { partId, tokens }, reader, page).catch(() => null);
      await answer?.arrayBuffer();
      if (answer?.ok) taken[reader] = (taken[reader] ?? 0) + 1;
      // The readers pause between requests, so that the backup gets most of the machine.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  return {
    taken,
    async stop() {
      going.abort();
      await Promise.all(work);
    },
  };
}

/** Revisions of the readers' positions, by reader. */
async function revisions({ ports }: Pick<Shop, 'ports'>): Promise<Map<string, number>> {
  const rows = await ports.db.read.selectFrom('reading_positions').select(['user_id', 'revision']).execute();
  return new Map(rows.map(({ user_id: userId, revision }) => [userId, revision]));
}

/** Asks for a backup over HTTP. @returns a function that reads its state */
async function askForBackup(): Promise<() => Promise<NonNullable<BackupState['run']>>> {
  const { headers } = await signIn(test, (await addReader(test, { role: 'admin' })).user);
  const url = `${running.origin}/api/admin/backups`;
  const asked = (await (await fetch(url, { method: 'POST', headers })).json()) as BackupState;
  return async () => {
    const { run } = (await (await fetch(url, { headers })).json()) as BackupState;
    if (run?.id !== asked.run?.id) throw new Error('another backup was asked for');
    return run!;
  };
}

async function kept(): Promise<string[]> {
  return (await (await openVault(shop)).list()).map(({ id }) => id);
}

/** Kills the process while it makes a backup and starts it again. The unfinished backup must not be kept. */
async function killInTheMiddle(): Promise<void> {
  const before = await kept();
  const look = await askForBackup();
  // A small backup may finish between two polls, so any state after 'asked' will do.
  await vi.waitUntil(async () => (await look()).state !== 'asked', { timeout: 60_000, interval: 20 });
  running.worker.process.kill('SIGKILL');
  await running.worker.ended;
  running = await startShop(place, env);
  const ended = async (): Promise<string | undefined> => {
    const row = await shop.ports.db.read
      .selectFrom('backup_runs')
      .select('state')
      .orderBy('asked_at', 'desc')
      .executeTakeFirst();
    return row?.state;
  };
  await expect.poll(ended, { timeout: 120_000 }).toMatch(/bad|good/);
  // The backup may have finished just before the kill.
  if ((await ended()) === 'bad') expect(await kept()).toEqual(before);
}

it(
  'brings what was acknowledged before it, after a kill as well',
  async () => {
    for (const run of proof.runs()) {
      const atWork = read();
      await vi.waitUntil(() => atWork.taken.every((count) => count > 3), { timeout: 60_000, interval: 5 });
      if (run % 2 === 1) await killInTheMiddle();
      const held = await revisions(shop);
      const look = await askForBackup();
      await expect.poll(async () => (await look()).state, { timeout: 120_000, interval: 100 }).toBe('good');
      const takenMeanwhile = [...atWork.taken];
      await vi.waitUntil(() => atWork.taken.every((count, reader) => count > takenMeanwhile[reader]!), {
        timeout: 60_000,
        interval: 5,
      });
      await atWork.stop();
      await withShopFrom(await chooseSnapshot(shop, null, null), async (beside) => {
        const restored = await revisions(beside);
        for (const [userId, revision] of held) expect(restored.get(userId)).toBeGreaterThanOrEqual(revision);
        expect(await filesIn(beside.config.dataDir)).toEqual(await filesIn(place.folder));
      });
      expect(await drill(shop, [])).toMatch(/^Simulacro bueno/);
    }
  },
  proof.timeout(600_000),
);
