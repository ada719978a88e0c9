import type { BackupState } from '@cuentos/contract/backups';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { generateX25519Identity } from 'age-encryption';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { otherKeyWarning } from '../../run-server.ts';
import { addReader, signIn, type SignedIn } from '../../testing/fixtures.ts';
import { addEnrolledAdmin } from '../auth/testing/second-factor-fixture.ts';
import { createBackupJob } from './backup-job.ts';
import {
  createBackupService,
  createSeal,
  endRun,
  failRun,
  hasBackupFailed,
  isBackupLate,
  beginRun,
} from './service.ts';
import type { StartChild } from './start-child.ts';

const KEY = await generateX25519Identity();
const URL = '/api/admin/backups';
let test: TestApp;
let admin: SignedIn;
beforeEach(async () => {
  test = await buildTestApp({ env: { BACKUP_KEY: KEY } });
  admin = await addReader(test, { role: 'admin' });
});
afterEach(async () => test.close());

const send = async (method: 'GET' | 'POST', url: string, caller: SignedIn | null = admin) =>
  test.app.inject({ method, url, ...(caller ? { headers: caller.headers } : {}) });
// Reads the state from the service: a session of the test would expire within the days that the tests skip.
const state = async (): Promise<BackupState> => createBackupService(test).state();
const actions = async () =>
  (await test.ports.db.read.selectFrom('audit_log').select('action').orderBy('at').orderBy('id').execute())
    .map(({ action }) => action)
    .filter((action) => action.startsWith('backup.'));

const kept = (id: string) => ({
  id,
  made_at: test.clock.time,
  size: 10,
  added: 5,
  rows: 3,
  files: 2,
  checked_files: 2,
  missing_files: 0,
});

/** A fake child process that ends the backup run it is given, and records its arguments. */
function children(end: (runId: string) => Promise<number>) {
  const started: (readonly string[])[] = [];
  const start: StartChild = (args) => {
    started.push(args);
    const ended = end(args[2] ?? '');
    return {
      output: Readable.from([Buffer.from('archive')], { objectMode: false }),
      ended,
      complaint: () => 'why',
      stop: () => undefined,
    };
  };
  return { started, start };
}
const succeed = async (id: string): Promise<number> => {
  await beginRun(test.ports, id);
  await endRun(test.ports, id, { kept: [kept(id)], fingerprint: (await createSeal(KEY)).fingerprint });
  return 0;
};
const never = new AbortController().signal;

describe('automatic backups', () => {
  /** Runs the job at intervals between two instants. @returns the number of backups that were begun */
  async function begun(hour: number, from: number, hours: number): Promise<number> {
    const { started, start } = children(succeed);
    const job = createBackupJob(test.ports, hour, start);
    for (let time = from; time <= from + hours * HOUR_MS; time += 20 * MINUTE_MS) {
      test.clock.time = time;
      await job.run(never);
    }
    return started.length;
  }

  it('are made once a day at their hour, and not at the first start of a shop', async () => {
    expect(await begun(4, Date.UTC(2026, 10, 18, 8), 22)).toBe(0);
    expect(await begun(4, Date.UTC(2026, 10, 19, 6, 40), 24)).toBe(1);
  });

  it('are made exactly once on the days of a clock change', async () => {
    // 0:00 of 6 September does not exist: clocks go from 24:00 to 1:00 at 4:00 UTC.
    expect(await begun(0, Date.UTC(2026, 8, 5, 5), 0)).toBe(0);
    expect(await begun(0, Date.UTC(2026, 8, 5, 16), 24)).toBe(1);
    // 23:00 of 3 April 2027 occurs twice, at 2:00 and 3:00 UTC of the 4th.
    await begun(23, Date.UTC(2027, 3, 3, 16), 0);
    expect(await begun(23, Date.UTC(2027, 3, 3, 16), 24)).toBe(1);
  });

  it('are made by one of two processes that run the job at once', async () => {
    test.clock.time = Date.UTC(2026, 10, 18, 8);
    const { started, start } = children(succeed);
    const jobs = [createBackupJob(test.ports, 4, start), createBackupJob(test.ports, 4, start)];
    await jobs[0]!.run(never);
    test.clock.time += DAY_MS;
    // Normally the runner's lease allows one process; here the day's run alone prevents a second backup.
    await jobs[0]!.run(never);
    await jobs[1]!.run(never);
    expect(started).toHaveLength(1);
  });

  it('are tried four times a day, an hour apart, and report why they failed', async () => {
    test.clock.time = Date.UTC(2026, 10, 18, 8);
    const failing = children(async (id) => {
      await beginRun(test.ports, id);
      await failRun(test.ports, id, 'El balde de respaldos x no contesta.');
      return 1;
    });
    const job = createBackupJob(test.ports, 4, failing.start);
    await job.run(never);
    for (let n = 0; n < 60; n += 1) {
      test.clock.time += 20 * MINUTE_MS;
      await job.run(never).catch(() => undefined);
    }
    expect(failing.started, 'not due yet').toHaveLength(0);
    test.clock.time = Date.UTC(2026, 10, 19, 8);
    for (let n = 0; n < 30; n += 1) {
      test.clock.time += 20 * MINUTE_MS;
      await job.run(never).catch(() => undefined);
    }
    expect(failing.started).toHaveLength(4);
    expect((await state()).run).toMatchObject({ state: 'bad', failure: 'El balde de respaldos x no contesta.' });
    expect(await hasBackupFailed(test.ports.db)).toBe(true);
    expect(await isBackupLate(test.ports.db, test.clock.time)).toBe(false);
    expect(await isBackupLate(test.ports.db, test.clock.time + 2 * DAY_MS)).toBe(true);
  });

  it('that a kill interrupted are recorded as failed, and made again', async () => {
    test.clock.time = Date.UTC(2026, 10, 18, 8);
    await createBackupJob(test.ports, 4, children(succeed).start).run(never);
    test.clock.time += DAY_MS;
    // Both the child and the server die without recording an end.
    const dead = children(async (id) => {
      await beginRun(test.ports, id);
      return new Promise<number>(() => undefined);
    });
    void createBackupJob(test.ports, 4, dead.start).run(never);
    await expect.poll(async () => (await state()).run?.state).toBe('running');
    const next = children(succeed);
    const job = createBackupJob(test.ports, 4, next.start);
    await job.run(never);
    expect(next.started, 'it may be alive still').toHaveLength(0);
    test.clock.time += 2 * HOUR_MS;
    await job.run(never);
    expect((await state()).run).toMatchObject({ state: 'bad', failure: expect.stringContaining('se interrumpió') });
    test.clock.time += 2 * HOUR_MS;
    await job.run(never);
    expect((await state()).run?.state).toBe('good');
  });
});

describe('backups that admins ask for', () => {
  it('are made once, however often and by however many admins they are requested', async () => {
    const other = await addReader(test, { role: 'admin' });
    const answers = await Promise.all([send('POST', URL), send('POST', URL), send('POST', URL, other)]);
    const ids = new Set(answers.map((answer) => answer.json<BackupState>().run?.id));
    expect(ids.size).toBe(1);
    expect(await actions()).toEqual(['backup.asked']);
    const { started, start } = children(succeed);
    await createBackupJob(test.ports, null, start).run(never);
    await createBackupJob(test.ports, null, start).run(never);
    expect(started).toEqual([['backup', '--run', [...ids][0]]]);
    expect((await state()).run?.state).toBe('good');
  });

  it('cannot be seen, requested or downloaded by any other role', async () => {
    const { started, start } = children(succeed);
    await send('POST', URL);
    await createBackupJob(test.ports, null, start).run(never);
    const id = started[0]![2];
    for (const role of ['reader', 'writter'] as const) {
      const caller = await addReader(test, { role });
      for (const [method, url] of [
        ['GET', URL],
        ['POST', URL],
        ['POST', `${URL}/key`],
        ['POST', `${URL}/key/kept`],
        ['POST', `${URL}/${id}/link`],
      ] as const) {
        expect((await send(method, url, caller)).statusCode, `${role} ${url}`).toBe(403);
      }
    }
  });

  it('give their key and files only to an admin who proves the identity again, with an audit entry', async () => {
    const { started, start } = children(succeed);
    await send('POST', URL);
    await createBackupJob(test.ports, null, start).run(never);
    const enrolled = await addEnrolledAdmin(test);
    const link = `${URL}/${started[0]![2]}/link`;
    expect((await send('POST', `${URL}/key`, enrolled)).json()).toEqual({ key: KEY });
    test.clock.time += 1000;
    expect((await send('POST', link, enrolled)).statusCode).toBe(200);
    test.clock.time += 11 * MINUTE_MS;
    for (const url of [`${URL}/key`, link]) {
      const refused = await send('POST', url, enrolled);
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'confirmation_needed']);
    }
    expect(await actions()).toEqual(['backup.asked', 'backup.key_shown', 'backup.downloaded']);
  });

  it('record who stored the key, until the key changes', async () => {
    expect((await state()).key.kept_at).toBeNull();
    expect((await send('POST', `${URL}/key/kept`)).json<BackupState>().key.kept_at).not.toBeNull();
    const config = { ...test.config, BACKUP_KEY: await generateX25519Identity() };
    expect((await createBackupService({ ...test, config }).state()).key.kept_at).toBeNull();
  });
});

describe('a changed key', () => {
  const closedBy = async (key: string): Promise<void> => {
    const { start } = children(async (id) => {
      await beginRun(test.ports, id);
      await endRun(test.ports, id, { kept: [kept(id)], fingerprint: (await createSeal(key)).fingerprint });
      return 0;
    });
    await send('POST', URL);
    await createBackupJob(test.ports, null, start).run(never);
  };
  const check = async () => {
    const { rows } = (await send('GET', '/api/admin/setup')).json<{ rows: { name: string }[] }>();
    return rows.find(({ name }) => name === 'backups');
  };

  it('is reported at the start, in the check and on the page, and by the check for a week', async () => {
    const earlier = await generateX25519Identity();
    const [other, own] = await Promise.all([earlier, KEY].map(async (key) => (await createSeal(key)).fingerprint));
    await closedBy(KEY);
    expect(await otherKeyWarning(test)).toEqual([]);
    expect((await state()).key.other).toBeNull();
    await closedBy(earlier);
    expect(await otherKeyWarning(test)).toEqual([
      expect.stringMatching(
        `^BACKUP_KEY: hay respaldos de estos días de la clave ${other}, .* la de este proceso es ${own}`,
      ),
    ]);
    expect(await check()).toMatchObject({
      state: 'advised',
      found: expect.stringContaining(`con la clave ${other}`),
      next: expect.stringContaining('la misma BACKUP_KEY'),
    });
    const last = (await state()).kept_as_of;
    expect((await state()).key.other).toEqual({ fingerprint: other, last_at: last, is_recent: true });
    test.clock.time += HOUR_MS;
    admin = await signIn(test, admin.user);
    await closedBy(KEY);
    expect((await state()).kept_as_of).not.toBe(last);
    expect(await otherKeyWarning(test)).toHaveLength(1);
    test.clock.time += 7 * DAY_MS;
    expect(await otherKeyWarning(test)).toEqual([]);
    expect((await state()).key.other).toEqual({ fingerprint: other, last_at: last, is_recent: false });
  });
});

describe('a link to a backup', () => {
  it('opens one backup for two minutes, and an unsigned link opens nothing', async () => {
    const { started, start } = children(succeed);
    await send('POST', URL);
    await createBackupJob(test.ports, null, start).run(never);
    const service = createBackupService({ ...test, start });
    const id = started[0]![2]!;
    const path = await service.link(admin.user.id, id);
    const query = Object.fromEntries(new globalThis.URL(path, 'http://x').searchParams) as {
      expires: string;
      signature: string;
    };
    const { stream } = await service.archive(id, query);
    expect(await text(stream)).toBe('archive');
    const otherId = id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    await expect(service.archive(otherId, query)).rejects.toThrow('forbidden');
    await expect(service.archive(id, { ...query, expires: `${Number(query.expires) + 1}` })).rejects.toThrow(
      'forbidden',
    );
    test.clock.time += 3 * MINUTE_MS;
    await expect(service.archive(id, query)).rejects.toThrow('forbidden');
    expect((await send('GET', path, null)).statusCode).toBe(403);
    await expect(service.link(admin.user.id, otherId)).rejects.toThrow('not_found');
  });

  it('answers that a backup cannot be read before the first byte is sent', async () => {
    const { started, start } = children(succeed);
    await send('POST', URL);
    await createBackupJob(test.ports, null, start).run(never);
    const silent: StartChild = () => ({
      output: new Readable({ read: () => undefined }),
      ended: Promise.resolve(1),
      complaint: () => '',
      stop: () => undefined,
    });
    const service = createBackupService({ ...test, start: silent });
    const id = started[0]![2]!;
    const query = Object.fromEntries(
      new globalThis.URL(await service.link(admin.user.id, id), 'http://x').searchParams,
    ) as { expires: string; signature: string };
    await expect(service.archive(id, query)).rejects.toThrow('unavailable');
  });
});
