import { performance } from 'node:perf_hooks';
import { longProof } from '@cuentos/domain/testing/long-proof';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type TestShop } from '../orders/testing/open-shop.ts';
import { addBareEdition } from '../../testing/fixtures.ts';
import { mailsTo } from '../../testing/mails.ts';
import { tokensOf } from '../../testing/calls.ts';
import { createMailJob, MAIL_JOB } from '../mail/service.ts';
import { createJobRunner } from '../../platform/jobs/job-runner.ts';
import { entryCodeSteps } from './testing/entry-code-steps.ts';

/** Strangers who register foreign addresses within a minute, beside one buyer. */
const proof = longProof('hostile-registrations', 24);

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => shop.close());

const { asked, enter } = entryCodeSteps(() => shop);
const BUYER = 'compradora@ejemplo.cl';

const words = { password: 'clave-larga-1', confirmPassword: 'clave-larga-1' };
const register = async (payload: object, remoteAddress: string) =>
  shop.app.inject({ method: 'POST', url: '/api/users/', payload, remoteAddress });

/** Registers an account with a foreign address and causes every mail that it can. @returns the status of the registration */
async function attack(number: number): Promise<number> {
  const person = {
    name: 'Un Extraño',
    email: number % 3 === 0 ? BUYER.replace('@', `${number}@`) : `persona-${number}@ejemplo.cl`,
    ...words,
  };
  // A network may register ten accounts an hour, so the strangers come from as many networks as they need.
  const remoteAddress = `10.${number % 200}.${Math.floor(number / 200) % 250}.9`;
  const response = await register(person, remoteAddress);
  if (response.statusCode !== 201) return response.statusCode;
  const headers = { authorization: `Bearer ${tokensOf(response).access_token}` };
  for (const action of ['block', 'erase', 'keep']) {
    await shop.app.inject({ method: 'POST', url: `/api/users/me/data/${action}`, payload: {}, headers, remoteAddress });
  }
  return response.statusCode;
}

/** Makes the steps of a buyer who buys one part and reads it. @returns the milliseconds of each step */
async function buys(): Promise<Record<string, number>> {
  const part = await shop.part();
  await addBareEdition(shop, part.id);
  const took: Record<string, number> = {};
  const timed = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const result = await work();
    took[step] = Math.round(performance.now() - begun);
    return result;
  };
  const code = await timed('asks for a code', async () => asked(BUYER));
  const entered = await timed('enters', async () => enter(code));
  expect(entered.statusCode, entered.body).toBe(200);
  const headers = { authorization: `Bearer ${tokensOf(entered).access_token}` };
  const { id } = (await shop.app.inject({ url: '/api/users/me', headers })).json<{ id: string }>();
  const bought = await timed('orders', async () => shop.buy({ id, headers: async () => headers }, part.id));
  await timed('pays', async () => {
    await shop.click(bought, 'approved');
    await shop.settled();
  });
  const opened = await timed('opens', async () => shop.app.inject({ url: `/api/book_part/open/${part.id}`, headers }));
  expect(opened.statusCode, opened.body).toBe(200);
  return took;
}

it('the password of a registration is hashed next, before those of strangers who came earlier', async () => {
  let answered = 0;
  const strangers = Array.from({ length: 40 }, async (_none, number) => {
    const person = { name: 'Un Extraño', email: `antes-${number}@ejemplo.cl`, ...words };
    const response = await register(person, `10.${number}.7.9`);
    answered += 1;
    return response.statusCode;
  });
  // By then all of the strangers wait in the queue.
  await Promise.race(strangers);
  const before = answered;
  const response = await register({ name: 'Ana Rojas', email: 'honesta@ejemplo.cl', ...words }, '198.51.100.7');
  const beforeHer = answered - before;
  expect(response.statusCode, response.body).toBe(201);
  expect(beforeHer, 'of 39 strangers').toBeLessThanOrEqual(8);
  expect(new Set(await Promise.all(strangers))).toEqual(new Set([201]));
});

it(
  'a minute of hostile registrations beside one buyer: every step of hers is answered, and her mails leave first',
  async () => {
    const alone = await buys();
    const attacks: Promise<number>[] = [];
    let beside: Record<string, number> = {};
    let number = 0;
    for (const index of proof.runs()) {
      number = index;
      attacks.push(attack(index));
      // Forty requests at once, as a process answers them; further connections would wait.
      if (attacks.length % 40 === 0) await Promise.all(attacks.slice(-40));
      if (attacks.length === Math.ceil(proof.count / 2)) beside = await buys();
    }
    const statuses = await Promise.all(attacks);
    expect(statuses.filter((status) => status === 201).length, 'the attack is one').toBeGreaterThan(number / 2);

    const sentMails: string[] = [];
    const mail = {
      name: 'recorded',
      send: async ({ to }: { to: string }) => void sentMails.push(to),
      close: () => undefined,
    };
    const job = createMailJob({ db: shop.ports.db, clock: shop.clock, mail });
    await createJobRunner({ db: shop.ports.db, log: shop.app.log }, [job]).runOnce(MAIL_JOB);
    const own = await mailsTo(shop, BUYER);
    const templates = own.map(({ template }) => template).toSorted();
    expect(templates).toEqual(['entry-code', 'entry-code', 'receipt', 'receipt', 'welcome']);
    // The buyer's codes and receipts are among the urgent mails, which are sent before any welcome mail.
    const urgent = await shop.ports.db.read.selectFrom('mails').select('id').where('priority', '=', 0).execute();
    expect(sentMails.slice(0, urgent.length).filter((to) => to === BUYER)).toHaveLength(4);
    // No stranger's address got more mails than its budget.
    const most = Math.max(...[...Map.groupBy(sentMails, (to) => to).values()].map((mails) => mails.length));
    expect(most).toBeLessThanOrEqual(10);
    if (proof.count > 60)
      console.log(JSON.stringify({ registrations: statuses.length, alone, beside, mails: sentMails.length }));
  },
  proof.timeout(120_000),
);
