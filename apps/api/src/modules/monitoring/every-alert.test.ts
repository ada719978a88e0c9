import { HOUR_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import fsPromises, { readFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createJobRunner } from '../../platform/jobs/job-runner.ts';
import type { AlertName } from '../../platform/monitoring.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { get } from '../../testing/calls.ts';
import { addBareEdition, addBook, addPart, addReader, type SignedIn, signIn } from '../../testing/fixtures.ts';
import { beginNewRun, endRun, failRun, recordMaintenance } from '../backups/service.ts';
import { queueMail } from '../mail/service.ts';
import { alertTexts } from './texts.ts';

const TOKEN = 'a token of those who watch';
const env = { METRICS_TOKEN: TOKEN };
const LONG_MS = 25 * HOUR_MS;

let test: TestApp;
let admin: SignedIn;
const away = { files: false, mail: false };
const unlessAway = async (service: keyof typeof away): Promise<void> => {
  if (away[service]) throw new Error('away');
};
const { statfs } = fsPromises;

beforeAll(async () => {
  test = await buildTestApp({ env });
  // No disk is asked: one that is slow for a second counts as away.
  Object.assign(test.ports.storage, { check: async () => unlessAway('files') });
  Object.assign(test.ports.mail, { check: async () => unlessAway('mail') });
  admin = await addReader(test, { role: 'admin' });
});
afterAll(async () => test.close());
beforeEach(async () => {
  const tables = ['mails', 'alerts', 'job_runs', 'maintenance_runs', 'backup_runs', 'backup_facts'] as const;
  await test.ports.db.withTx(async (tx) => {
    for (const table of tables) await tx.deleteFrom(table).execute();
  });
});

const metrics = async (of = test): Promise<string> =>
  (await of.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })).body;
const look = async (): Promise<void> => {
  test.clock.time += 5 * MINUTE_MS;
  await test.modules
    .jobs()
    .find(({ name }) => name === 'alerts')
    ?.run(new AbortController().signal);
};
/** Everything that currently reports an alert: mails, audit and page. */
const told = async (name: AlertName) => {
  const mails = await test.ports.db.read.selectFrom('mails').select(['template', 'subject', 'recipient']).execute();
  const setup = await get(test, '/api/admin/setup', (await signIn(test, admin.user)).headers);
  const { rows } = setup.json<{ rows: { name: string; next: string | null }[] }>();
  return {
    metric: new RegExp(`^shop_alert_active\\{alert="${name}"\\} ([01])$`, 'm').exec(await metrics())?.[1],
    mails: mails
      .filter(({ subject, recipient }) => subject.includes(alertTexts[name].title) && recipient === admin.user.email)
      .map(({ template }) => template)
      // PostgreSQL returns rows in the order in which they were last written.
      .toSorted(),
    isOnPage: rows.find((row) => row.name === 'alerts')?.next?.includes(alertTexts[name].next) ?? false,
  };
};

interface Provocation {
  /** Causes the condition. */
  begin(): Promise<unknown>;
  /** Ends the condition, as the shop or its operator would. */
  end(): Promise<unknown>;
}

const handle = () => test.ports.db.handle;
const runJob = async (run: () => Promise<void>): Promise<void> =>
  createJobRunner({ db: test.ports.db, log: test.app.log }, [{ name: 'refunds', everyMs: 1000, run }]).runOnce(
    'refunds',
  );
const backUp = async (end: (id: string) => Promise<void>): Promise<void> => {
  const id = await beginNewRun(test.ports);
  if (id === null) throw new Error('another backup is under way');
  await end(id);
};
const diskOf = (free: number) => async (): Promise<void> => {
  fsPromises.statfs = (async () => ({ bavail: free, blocks: 1e9, bsize: 1 })) as never;
  if (free === 1e9) fsPromises.statfs = statfs;
  syncBuiltinESMExports();
};

/** How each condition is caused; an alert without an entry does not compile. */
const provocations: Readonly<Record<AlertName, Provocation>> = {
  mails: {
    async begin() {
      const content = { template: 'x', subject: 'x', text: 'x', html: 'x' };
      await test.ports.db.withTx(async (tx) => queueMail(tx, 'a@b.cl', 'one', content, test.clock.now() - 2 * HOUR_MS));
    },
    end: async () => handle().updateTable('mails').set({ next_attempt_at: null }).where('template', '=', 'x').execute(),
  },
  notices: {
    async begin() {
      const tries = { deliveries: 1, processed_at: null, attempts: 0, next_attempt_at: 1, last_error: null };
      const received_at = test.clock.now() - 3 * HOUR_MS;
      const values = { id: 'n', provider: 'p', provider_payment_id: '1', received_at, ...tries };
      await handle().insertInto('payment_notices').values(values).execute();
    },
    end: async () => handle().updateTable('payment_notices').set({ next_attempt_at: null }).execute(),
  },
  refunds: {
    async begin() {
      const nothing = { dedupe_key: null, order_id: null, part_id: null, requested_by: null, provider_refund_id: null };
      const tries = { rejections: 0, attempts: 0, next_attempt_at: 1, done_at: null, last_tried_at: null };
      const values = { id: 'r', payment_id: 'p', amount: 1000, reason: 'x', state: 'requested', last_error: null };
      await handle()
        .insertInto('refunds')
        .values({ ...nothing, ...tries, ...values, state: 'requested', created_at: test.clock.now() - LONG_MS })
        .execute();
    },
    end: async () => handle().updateTable('refunds').set({ state: 'done', next_attempt_at: null }).execute(),
  },
  anchoring: {
    async begin() {
      const values = { part_id: 'p', user_id: '', token: 't', requested_at: test.clock.now() - 2 * HOUR_MS };
      await handle().insertInto('anchor_queue').values(values).execute();
    },
    end: async () => handle().deleteFrom('anchor_queue').execute(),
  },
  samples: {
    async begin() {
      await addBareEdition(test, (await addPart(test, (await addBook(test)).id)).id);
      test.clock.time += 2 * HOUR_MS;
    },
    end: async () => handle().updateTable('book_parts').set({ edition_id: null }).execute(),
  },
  jobs: {
    begin: async () => runJob(async () => Promise.reject(new Error('no'))),
    end: async () => runJob(async () => undefined),
  },
  files: {
    begin: async () => Promise.resolve((away.files = true)),
    end: async () => Promise.resolve((away.files = false)),
  },
  'mail-server': {
    begin: async () => Promise.resolve((away.mail = true)),
    end: async () => Promise.resolve((away.mail = false)),
  },
  disk: { begin: diskOf(1e7), end: diskOf(1e9) },
  backup: {
    async begin() {
      const since = test.clock.now() - 3 * 24 * HOUR_MS;
      const values = { id: 'shop', since, kept_key: null, kept_at: null, used_keys: '[]' } as const;
      await handle().insertInto('backup_facts').values(values).execute();
    },
    end: async () => recordMaintenance(test.ports, 'backup', 'good'),
  },
  'backup-failed': {
    begin: async () => backUp(async (id) => failRun(test.ports, id, 'El balde no contesta.')),
    async end() {
      test.clock.time += 1000;
      await backUp(async (id) => endRun(test.ports, id, { kept: [], fingerprint: 'f' }));
    },
  },
};

describe.each(Object.entries(provocations) as [AlertName, Provocation][])('%s', (name, { begin, end }) => {
  it('is counted, mailed and shown while its condition lasts, and ends by itself', async () => {
    await look();
    expect(await told(name)).toEqual({ metric: '0', mails: [], isOnPage: false });
    await begin();
    await look();
    expect(await told(name)).toEqual({ metric: '1', mails: [], isOnPage: true });
    await look();
    await look();
    expect(await told(name)).toEqual({ metric: '1', mails: ['alert'], isOnPage: true });
    await end();
    await look();
    expect(await told(name)).toEqual({ metric: '0', mails: ['alert', 'alert-ended'], isOnPage: false });
  });
});

const valueOf = (body: string, pattern: string): number =>
  Number(new RegExp(`^${pattern} (\\S+)$`, 'm').exec(body)?.[1] ?? Number.NaN);

describe('figures of the Prometheus rules', () => {
  let shop: TestApp;
  let isSlow = false;
  beforeAll(async () => {
    shop = await buildTestApp({ env });
    const check = shop.ports.storage.check.bind(shop.ports.storage);
    shop.ports.storage.check = async () => {
      if (isSlow) await new Promise((resolve) => setTimeout(resolve, 1100));
      return check();
    };
  });
  afterAll(async () => shop.close());

  it('ShopJobsSilent: the last success of any job ages, and is renewed by the next run', async () => {
    const old = Date.now() - 20 * MINUTE_MS;
    const values = { job: 'refunds', succeeded_at: old, failed_at: null };
    await shop.ports.db.handle.insertInto('job_runs').values(values).execute();
    const last = 'shop_job_last_success_timestamp_seconds\\{job="refunds"\\}';
    expect(valueOf(await metrics(shop), last)).toBeCloseTo(old / 1000, 0);
    const runner = createJobRunner({ db: shop.ports.db, log: shop.app.log }, [
      { name: 'refunds', everyMs: 1000, run: async () => undefined },
    ]);
    await runner.runOnce('refunds');
    expect(valueOf(await metrics(shop), last)).toBeGreaterThan(old / 1000 + 900);
  });

  it('ShopSlow: an answer that takes more than a second is in no smaller bucket', async () => {
    isSlow = true;
    await shop.app.inject('/health/ready');
    isSlow = false;
    const ofReady = (rest: string) => `shop_http_request_duration_seconds_${rest}`;
    const body = await metrics(shop);
    const bucket = valueOf(body, ofReady('bucket\\{[^}]*le="1"[^}]*route="/health/ready"[^}]*\\}'));
    expect(bucket).toBe(valueOf(body, ofReady('count\\{[^}]*route="/health/ready"[^}]*\\}')) - 1);
  });

  it('ShopEventLoopBlocked: half a second of blocking shows in the lag, and not in the next reading', async () => {
    const lag = async () => valueOf(await metrics(shop), 'nodejs_eventloop_lag_p99_seconds');
    await lag();
    await new Promise((resolve) => setTimeout(resolve, 50));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await lag()).toBeGreaterThan(0.5);
    expect(await lag()).toBeLessThan(0.5);
  });

  it('ShopDatabaseDown, ShopFailures: the figure falls and answers of 503 are counted', async () => {
    const failures = 'shop_http_requests_total\\{method="GET",route="/api/books/:id",status="503"\\}';
    const before = await metrics(shop);
    expect([valueOf(before, 'shop_database_up'), valueOf(before, failures)]).toEqual([1, Number.NaN]);
    await shop.ports.db.close();
    await shop.app.inject(`/api/books/${crypto.randomUUID()}`);
    const after = await metrics(shop);
    expect([valueOf(after, 'shop_database_up'), valueOf(after, failures)]).toEqual([0, 1]);
  });
});

it('every alert and every rule has a row in the page that says what to do, and in the one of how it was provoked', async () => {
  const read = async (path: string) => readFile(new URL(`../../../../../${path}`, import.meta.url), 'utf8');
  const rules = [...(await read('deploy/prometheus/alerts.yaml')).matchAll(/- alert: (\w+)/g)].map(
    ([, name = '']) => name,
  );
  for (const page of ['docs/operations/alerts.md', 'docs/operations/tried.md']) {
    const lines = [...(await read(page)).matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = '']) => name);
    expect(lines.toSorted(), page).toEqual([...Object.keys(provocations), ...rules].toSorted());
  }
});
