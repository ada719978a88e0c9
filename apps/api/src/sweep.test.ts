import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queueMail } from './modules/mail/service.ts';
import { buildTestApp, type TestApp } from './testing/build-test-app.ts';
import { addReader, signIn } from './testing/fixtures.ts';
import { assembleModules } from './modules.ts';
import type { Db } from './platform/db/db.ts';
import { SWEEP_JOB } from './platform/jobs/sweep-job.ts';

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp();
});
afterEach(async () => test.close());

const sweep = async (signal = new AbortController().signal, db: Db = test.ports.db) => {
  const { config, ports, secrets } = test;
  const jobs = assembleModules({ config, secrets, ports: { ...ports, db } }).jobs();
  await jobs.find(({ name }) => name === SWEEP_JOB)!.run(signal);
};
const insert = async (
  table:
    | 'rate_counters'
    | 'captcha_used'
    | 'applied_mutations'
    | 'google_nonces_used'
    | 'passkey_challenges_used'
    | 'entry_codes',
  row: object,
) => test.ports.db.handle.insertInto(table).values(row).execute();
const left = async (
  table:
    | 'rate_counters'
    | 'captcha_used'
    | 'applied_mutations'
    | 'google_nonces_used'
    | 'passkey_challenges_used'
    | 'entry_codes'
    | 'account_tokens'
    | 'sessions',
) => (await test.ports.db.handle.selectFrom(table).selectAll().execute()).length;

describe('the sweep deletes expired rows and no others', () => {
  it('counters, captcha answers, ids of writes, nonces, codes', async () => {
    const now = test.clock.now();
    for (const [name, age] of [
      ['alt', 2 * DAY_MS + 1],
      ['neu', DAY_MS],
    ] as const) {
      await insert('rate_counters', { key: name, window_start: now - age, count: 1 });
      await insert('applied_mutations', { user_id: 'u', mutation_id: name, applied_at: now - age * 200 });
    }
    for (const [name, expires_at] of [
      ['alt', now - 1],
      ['neu', now],
    ] as const) {
      await insert('captcha_used', { signature: name, expires_at });
      await insert('google_nonces_used', { nonce: name, expires_at });
      await insert('passkey_challenges_used', { challenge: name, expires_at });
      await insert('entry_codes', { email: name, request_hash: name, code_hash: '', tries: 0, expires_at });
    }
    await sweep();
    for (const table of [
      'rate_counters',
      'captcha_used',
      'applied_mutations',
      'google_nonces_used',
      'passkey_challenges_used',
      'entry_codes',
    ] as const) {
      expect(await left(table), table).toBe(1);
    }
    const [kept] = await test.ports.db.handle.selectFrom('applied_mutations').selectAll().execute();
    expect(kept!.mutation_id).toBe('neu');
  });

  it('sessions a month after their end, tokens at theirs', async () => {
    const reader = await addReader(test);
    const other = await signIn(test, reader.user);
    await test.services.sessions.end(other.headers.authorization);
    await test.services.verification.sendAgain(reader.user.id);
    await sweep();
    expect([await left('sessions'), await left('account_tokens')]).toEqual([2, 1]);
    test.clock.time += 30 * DAY_MS + 1;
    await sweep();
    expect([await left('sessions'), await left('account_tokens')]).toEqual([1, 0]);
    test.clock.time += 90 * DAY_MS + 1;
    await sweep();
    expect(await left('sessions')).toBe(0);
  });

  it('secret links in sent mails, but not in waiting mails or receipts', async () => {
    const { db } = test.ports;
    for (const [template, key] of [
      ['recover', 'out'],
      ['entry-code', 'out-too'],
      ['recover', 'waiting'],
      ['receipt', 'receipt'],
    ] as const) {
      const content = { template, subject: 's', text: 'https://x/secreto', html: '<a>secreto</a>' };
      await db.withTx(async (tx) => queueMail(tx, 'a@b.cl', key, content, test.clock.now()));
    }
    await db.handle
      .updateTable('mails')
      .set({ sent_at: test.clock.now(), next_attempt_at: null })
      .where('dedupe_key', '!=', 'waiting')
      .execute();
    const keptRows = async () =>
      (
        await db.handle.selectFrom('mails').select('dedupe_key').where('html', '!=', '').orderBy('dedupe_key').execute()
      ).map(({ dedupe_key }) => dedupe_key);
    test.clock.time += HOUR_MS;
    await sweep();
    expect(await keptRows()).toEqual(['out', 'out-too', 'receipt', 'waiting']);
    test.clock.time += 1;
    await sweep();
    expect(await keptRows()).toEqual(['receipt', 'waiting']);
  });

  it('the other steps run although one fails, and the job reports it', async () => {
    const { db } = test.ports;
    await insert('captcha_used', { signature: 'alt', expires_at: 0 });
    let calls = 0;
    const withTx: typeof db.withTx = async (work) => {
      calls += 1;
      if (calls === 1) throw new Error('the first step fails');
      return db.withTx(work);
    };
    const run = sweep(undefined, { ...db, withTx });
    await expect(run).rejects.toThrow('the first step fails');
    expect(await left('captcha_used')).toBe(0);
  });

  it('stops when the process ends', async () => {
    await insert('captcha_used', { signature: 'alt', expires_at: 0 });
    await sweep(AbortSignal.abort());
    expect(await left('captcha_used')).toBe(1);
  });
});
