import type { ChangeList } from '@cuentos/contract/changes';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addReader, type SignedIn } from '../../testing/fixtures.ts';
import { openDb } from '../../platform/db/open-db.ts';
import { liveSessionsAmong } from '../auth/service.ts';
import { createChangeService, recordChange } from './service.ts';

let test: TestApp;
let reader: SignedIn;
let sessionId: string;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  test = await buildTestApp();
  reader = await addReader(test);
  sessionId = (await test.services.sessions.readCaller(reader.headers.authorization))?.sessionId ?? '';
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
afterAll(async () => test.close());

/** Opens connections to the same database, as another process does. */
async function openElsewhere(): Promise<Db> {
  const db = await openDb({ dataDir: test.config.dataDir, databaseUrl: test.config.DATABASE_URL });
  open.push(db);
  return db;
}

const write = async (db: Db, partId: string): Promise<void> =>
  db.withTx(async (tx) => recordChange(tx, reader.user.id, { topic: 'bookmarks', partId }));

/** Listens as a device connected to one of the processes. */
function follow(db: Db, since: number | null) {
  const service = createChangeService({ db, clock: test.clock, liveSessionsAmong });
  const events = service.follow({
    userId: reader.user.id,
    sessionId,
    until: test.clock.now() + 60_000,
    since,
    report: (error) => faults.push(error),
  });
  const faults: unknown[] = [];
  const lists: ChangeList[] = [];
  events.on('data', (text: Buffer) => {
    const data = /^data: (.*)$/m.exec(text.toString())?.[1];
    if (data?.startsWith('{')) lists.push(JSON.parse(data) as ChangeList);
  });
  const device = {
    lists,
    faults,
    parts: () => lists.flatMap(({ changes }) => changes.map(({ part_id: partId }) => partId)),
    async close(): Promise<void> {
      events.destroy();
    },
  };
  open.unshift(device);
  return device;
}

/** Wraps a database that can be made unavailable, and counts its queries. */
function unsteady(db: Db) {
  const state = { isAway: false, questions: 0 };
  const unsteadyDb: Db = {
    ...db,
    get read() {
      state.questions += 1;
      if (state.isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
      return db.read;
    },
  };
  return { state, db: unsteadyDb };
}

describe('several processes', () => {
  it("report each other's changes", async () => {
    const [here, there] = [await openElsewhere(), await openElsewhere()];
    const device = follow(here, null);
    await expect.poll(() => device.lists.length).toBe(1);
    await write(there, 'a');
    await expect.poll(device.parts, { timeout: 5000 }).toEqual(['a']);
    await write(here, 'b');
    await expect.poll(device.parts, { timeout: 5000 }).toEqual(['a', 'b']);
  });

  it('report their own changes at the commit, without a query', async () => {
    const here = await openElsewhere();
    const device = follow(here, null);
    await expect.poll(() => device.lists.length).toBe(1);
    const before = device.parts();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      // One query that was due before the clock stopped may still run, but no second one.
      for (const partId of ['x', 'y', 'z']) {
        await write(here, partId);
        for (let turn = 0; turn < 20_000 && !device.parts().includes(partId); turn += 1)
          await new Promise((resolve) => setImmediate(resolve));
      }
    } finally {
      vi.useRealTimers();
    }
    expect(device.parts()).toEqual([...before, 'x', 'y', 'z']);
  });

  it('report every change to a device that moves between them, while both write', async () => {
    const processes = [await openElsewhere(), await openElsewhere(), await openElsewhere()] as const;
    const written: string[] = [];
    const writer = async (db: Db, own: number): Promise<void> => {
      for (let n = 0; n < 12; n += 1) {
        const partId = `${own}-${n}`;
        await write(db, partId);
        written.push(partId);
      }
    };
    const writing = Promise.all(processes.map(async (db, own) => writer(db, own)));
    const heard = new Set<string | null>();
    let since = 0;
    const turns = { isWritten: false, isOver: false };
    void writing.then(() => (turns.isWritten = true));
    for (let round = 0; !turns.isOver; round += 1) {
      // The device reads once more after the last write.
      turns.isOver = turns.isWritten;
      const device = follow(processes[round % processes.length]!, since);
      await expect.poll(() => device.lists.length).toBeGreaterThan(0);
      await device.close();
      for (const partId of device.parts()) heard.add(partId);
      since = device.lists.at(-1)?.revision ?? since;
    }
    await writing;
    for (const partId of written) expect(heard).toContain(partId);
  }, 30_000);

  it('send no queries while no device listens', async () => {
    const { db, state } = unsteady(await openElsewhere());
    const device = follow(db, null);
    await expect.poll(() => device.lists.length).toBe(1);
    await device.close();
    const { questions } = state;
    await write(db, newId());
    // Longer than the interval between two queries.
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(state.questions).toBe(questions);
  });
});

describe('a database that is unavailable', () => {
  it('ends no stream, and changes made meanwhile are reported when it is back', async () => {
    const { db, state } = unsteady(await openElsewhere());
    const device = follow(db, null);
    await expect.poll(() => device.lists.length).toBe(1);
    state.isAway = true;
    const late = newId();
    await write(await openElsewhere(), late);
    const { questions } = state;
    await expect.poll(() => state.questions, { timeout: 5000 }).toBeGreaterThan(questions);
    state.isAway = false;
    await expect.poll(device.parts, { timeout: 10_000 }).toEqual([late]);
    expect(device.faults).toEqual([]);
  });
});
