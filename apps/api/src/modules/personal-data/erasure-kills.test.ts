import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { longProof, spread } from '@cuentos/domain/testing/long-proof';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMailFiles } from '../../adapters/nodemailer/nodemailer-mail.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addReader, type SignedIn } from '../../testing/fixtures.ts';
import { startWorker, type Worker } from '../../testing/run-worker.ts';
import { createMailJob } from '../mail/service.ts';
import { everything, found } from './testing/everything.ts';

const proof = longProof('erasure-kills', 2);
const PEOPLE = 5;
/** About the time that the erasure takes. */
const UNDER_WAY_MS = 150;

let shop: TestApp;
beforeAll(async () => {
  shop = await buildTestApp();
  Object.assign(shop.ports.mail, createMailFiles(join(shop.config.dataDir, 'outbox'), 'tienda@ejemplo.cl'));
  await addReader(shop, { role: 'admin', name: 'Jefa' });
});
afterAll(async () => shop.close());

interface Planted {
  readonly reader: SignedIn;
  /** Words that occur only in the person's data, in two tables at least. */
  readonly words: readonly string[];
}

/** Adds a person who wrote to the author and got mails, and whose erasure is due now. */
async function plant(name: string): Promise<Planted> {
  const email = `${name.toLowerCase()}@correo-plantado.cl`;
  const reader = await addReader(shop, { name, email });
  const text = `palabras-de-${name}`;
  const response = await shop.app.inject({
    method: 'POST',
    url: '/api/messages',
    headers: reader.headers,
    payload: { id: randomUUID(), subject: 'other', text },
  });
  expect(response.statusCode, response.body).toBe(201);
  await createMailJob(shop.ports).run(new AbortController().signal);
  await shop.ports.db.handle.updateTable('users').set({ erase_at: 1 }).where('id', '=', reader.user.id).execute();
  return { reader, words: [name, email, text] };
}

function startErasing(): Worker {
  return startWorker('erasure-worker.ts', [], {
    ...process.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: shop.config.dataDir,
    DATABASE_URL: shop.config.DATABASE_URL ?? '',
    AUTH_SECRET: shop.config.AUTH_SECRET,
    CAPTCHA_PROVIDER: 'none',
    PORT: '0',
  });
}

/** Checks that the person's data are in all tables or in none. @returns whether they are there */
async function expectWholeOrGone({ reader, words }: Planted): Promise<boolean> {
  const { db } = shop.ports;
  const user = db.read.selectFrom('users').select('erased_at').where('id', '=', reader.user.id);
  const isGone = (await user.executeTakeFirstOrThrow()).erased_at !== null;
  const tables = found(await everything(shop), words).filter((line) => line.startsWith('table'));
  if (isGone) expect(tables).toEqual([]);
  else expect(new Set(tables.map((line) => line.split(':')[0])).size).toBeGreaterThanOrEqual(2);
  return isGone;
}

it(
  'a process that is killed while it erases leaves each account whole or gone, and the next one ends it',
  async () => {
    const counted = { cycles: 0, erased: 0, left: 0 };
    for (const cycle of proof.runs()) {
      const people: Planted[] = [];
      for (let n = 0; n < PEOPLE; n += 1) people.push(await plant(`Plantada${cycle}N${n}`));
      const worker = startErasing();
      await worker.waitFor('begun');
      await new Promise((resolve) => setTimeout(resolve, spread(cycle) * UNDER_WAY_MS));
      worker.process.kill('SIGKILL');
      await worker.ended;
      counted.cycles += 1;
      for (const person of people) counted[(await expectWholeOrGone(person)) ? 'erased' : 'left'] += 1;
      const next = startErasing();
      await next.waitFor('done');
      expect(await next.ended, next.output()).toBe(0);
      expect(
        found(
          await everything(shop),
          people.flatMap(({ words }) => words),
        ),
      ).toEqual([]);
      const audits = await shop.ports.db.read
        .selectFrom('audit_log')
        .select('subject')
        .where('action', '=', 'account.erased')
        .where(
          'subject',
          'in',
          people.map(({ reader }) => reader.user.id),
        )
        .execute();
      expect(audits).toHaveLength(PEOPLE);
    }
    console.info(JSON.stringify(counted));
  },
  proof.timeout(120_000),
);
