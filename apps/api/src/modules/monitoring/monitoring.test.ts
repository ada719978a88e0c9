import { HOUR_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createJobRunner, type Job } from '../../platform/jobs/job-runner.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { get } from '../../testing/calls.ts';
import { addReader, type SignedIn, signIn } from '../../testing/fixtures.ts';
import { queueMail } from '../mail/service.ts';
import { activeAlerts } from './service.ts';

const TOKEN = 'a token of those who watch';
let test: TestApp;
let admin: SignedIn;
let isStoreAway = false;

beforeAll(async () => {
  test = await buildTestApp({ env: { METRICS_TOKEN: TOKEN } });
  const { storage } = test.ports;
  const check = storage.check.bind(storage);
  storage.check = async () => (isStoreAway ? Promise.reject(new Error('away')) : check());
  admin = await addReader(test, { role: 'admin' });
});
afterAll(async () => test.close());
beforeEach(async () => {
  isStoreAway = false;
  await test.ports.db.withTx(async (tx) => {
    for (const table of ['mails', 'alerts', 'job_runs'] as const) await tx.deleteFrom(table).execute();
  });
});

const alertJob = (): Job => {
  const job = test.modules.jobs().find(({ name }) => name === 'alerts');
  if (!job) throw new Error('no job of alerts');
  return job;
};
const lookAgain = async (): Promise<void> => {
  test.clock.time += 5 * MINUTE_MS;
  await alertJob().run(new AbortController().signal);
};
const namesOfAlerts = async () => (await activeAlerts(test.ports.db.read)).map(({ name }) => name);
const alertMails = async () => {
  const rows = await test.ports.db.read.selectFrom('mails').selectAll().orderBy('id').execute();
  return rows
    .filter(({ template }) => template.startsWith('alert'))
    .map(({ template, recipient }) => [template, recipient]);
};
const scrape = async (authorization?: string) =>
  test.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });

describe('the metrics', () => {
  it('need the token', async () => {
    expect((await scrape()).statusCode).toBe(401);
    expect((await scrape(`Bearer ${TOKEN}x`)).statusCode).toBe(401);
    expect((await get(test, '/metrics', admin.headers)).statusCode).toBe(401);
    const { statusCode, headers, body } = await scrape(`Bearer ${TOKEN}`);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      expect.stringContaining('text/plain'),
      'no-store',
    ]);
    expect(body).toContain('shop_version_info{version="1.0.0"} 1');
  });

  it('do not exist without a configured token', async () => {
    const bare = await buildTestApp();
    expect((await bare.app.inject('/metrics')).statusCode).toBe(404);
    await bare.close();
  });

  it('count requests by route pattern, never by address', async () => {
    await test.app.inject('/api/books/geheim-7');
    const { body } = await scrape(`Bearer ${TOKEN}`);
    expect(body).toMatch(/shop_http_requests_total\{method="GET",route="\/api\/books\/:[a-z]+",status="\d+"\} 1/);
    expect(body).not.toContain('geheim');
  });

  it('do not time event streams, which last as long as their listener', async () => {
    test.services.changes.stop();
    await get(test, '/api/changes/stream', admin.headers);
    const { body } = await scrape(`Bearer ${TOKEN}`);
    expect(body).toMatch(/shop_http_requests_total\{method="GET",route="\/api\/changes\/stream",status="200"\} 1/);
    expect(body).not.toMatch(/duration_seconds_count\{[^}]*route="\/api\/changes\/stream"/);
  });
});

it('include every metric that the Prometheus rules name', async () => {
  const rules = await readFile(new URL('../../../../../deploy/prometheus/alerts.yaml', import.meta.url), 'utf8');
  const named = new Set(rules.match(/\b(?:shop|nodejs)_[a-z0-9_]+/g));
  await alertJob().run(new AbortController().signal);
  await createJobRunner({ db: test.ports.db, log: test.app.log }, [alertJob()]).runOnce('alerts');
  const { body } = await scrape(`Bearer ${TOKEN}`);
  expect(named.size).toBeGreaterThan(5);
  const missing = [...named].filter((name) => !new RegExp(`^${name}[ {]`, 'm').test(body));
  // SQLite has no connection pool.
  expect(missing.filter((name) => name !== 'shop_database_connections')).toEqual([]);
});

describe('alerts', () => {
  const queueOne = async () => {
    const content = { template: 'x', subject: 'x', text: 'x', html: 'x' };
    await test.ports.db.withTx(async (tx) => queueMail(tx, 'a@b.cl', 'one', content, test.clock.now()));
  };

  it('are mailed to each admin once while they last, again after they ended, and not when they return soon', async () => {
    await queueOne();
    await lookAgain();
    expect(await namesOfAlerts()).toEqual([]);
    test.clock.time += 2 * HOUR_MS;
    await lookAgain();
    expect(await namesOfAlerts()).toEqual(['mails']);
    expect(await alertMails()).toEqual([]);
    await lookAgain();
    await lookAgain();
    expect(await alertMails()).toEqual([['alert', admin.user.email]]);
    const setup = await get(test, '/api/admin/setup', (await signIn(test, admin.user)).headers);
    const { rows } = setup.json<{ rows: { name: string; state: string; found: string }[] }>();
    expect(rows.find(({ name }) => name === 'alerts')).toMatchObject({
      state: 'advised',
      found: expect.stringContaining('el más atrasado, hace 2 horas'),
    });
    await test.ports.db.withTx(async (tx) => tx.updateTable('mails').set({ next_attempt_at: null }).execute());
    await lookAgain();
    expect(await namesOfAlerts()).toEqual([]);
    expect(await alertMails()).toHaveLength(2);
    await queueMailAgain();
    await lookAgain();
    await lookAgain();
    expect(await namesOfAlerts()).toEqual(['mails']);
    await test.ports.db.withTx(async (tx) => tx.updateTable('mails').set({ next_attempt_at: null }).execute());
    await lookAgain();
    expect(await namesOfAlerts()).toEqual([]);
    expect((await alertMails()).map(([template]) => template)).toEqual(['alert', 'alert-ended']);
  });

  const queueMailAgain = async () => {
    await test.ports.db.withTx(async (tx) =>
      tx
        .updateTable('mails')
        .set({ next_attempt_at: test.clock.now() - 2 * HOUR_MS })
        .where('template', '=', 'x')
        .execute(),
    );
  };

  it('are raised by a store that does not answer, and stay while their state is unknown', async () => {
    isStoreAway = true;
    await lookAgain();
    expect(await namesOfAlerts()).toEqual(['files']);
    isStoreAway = false;
    await lookAgain();
    expect(await namesOfAlerts()).toEqual([]);
  });

  it('name jobs that fail and do not succeed', async () => {
    const job: Job = { name: 'mail-outbox', everyMs: 1000, run: async () => Promise.reject(new Error('no')) };
    const runner = createJobRunner({ db: test.ports.db, log: test.app.log }, [job]);
    await runner.runOnce(job.name);
    await lookAgain();
    expect((await activeAlerts(test.ports.db.read))[0]).toMatchObject({
      name: 'jobs',
      found: expect.stringContaining('mail-outbox'),
    });
    const { body } = await scrape(`Bearer ${TOKEN}`);
    expect(body).toMatch(/shop_job_last_failure_timestamp_seconds\{job="mail-outbox"\} [1-9]/);
    const mended = createJobRunner({ db: test.ports.db, log: test.app.log }, [{ ...job, run: async () => undefined }]);
    await mended.runOnce(job.name);
    await lookAgain();
    expect(await namesOfAlerts()).toEqual([]);
  });
});
