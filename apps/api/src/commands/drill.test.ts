import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { generateX25519Identity } from 'age-encryption';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Shop } from '../compose.ts';
import { queueMail } from '../modules/mail/service.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { addBook, addEdition, addPart, addUser, ingest } from '../testing/fixtures.ts';
import { drill } from './drill.ts';
import { chooseSnapshot } from './kept-backups.ts';
import { makeSnapshot } from './make-snapshot.ts';
import { withShopFrom } from './restore.ts';

/** A server that counts every request it gets. */
interface Trap {
  readonly origin: string;
  readonly host: string;
  visits: number;
  readonly server: Server;
}

async function setTrap(): Promise<Trap> {
  const server = createServer((socket) => {
    trap.visits += 1;
    socket.on('error', () => undefined).destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const trap: Trap = { server, host, origin: `http://${host}`, visits: 0 };
  return trap;
}

let trap: Trap;
let test: TestApp;
beforeAll(async () => {
  trap = await setTrap();
  test = await buildTestApp({
    env: {
      BACKUP_KEY: await generateX25519Identity(),
      SMTP_URL: `smtp://${trap.host}`,
      MP_ACCESS_TOKEN: 'APP_USR-live',
      MP_WEBHOOK_SECRET: 'secret',
      MP_API_BASE: trap.origin,
      PLAUSIBLE_HOST: trap.origin,
      PLAUSIBLE_DOMAIN: 'tienda.cl',
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_JWKS_URL: `${trap.origin}/certs`,
      CAPTCHA_PROVIDER: 'turnstile',
      CAPTCHA_SITE_KEY: 'key',
      CAPTCHA_SECRET: 'secret',
    },
  });
  const book = await addBook(test, { name: 'El faro' });
  for (const name of ['Uno', 'Dos']) {
    const part = await addPart(test, book.id, { name });
    await addEdition(test, part.id, await ingest(test));
  }
  const user = await addUser(test);
  await test.ports.db.withTx(async (tx) => {
    const letter = { template: 'receipt', subject: 'Hola', text: 'Hola', html: '<p>Hola</p>' } as const;
    await queueMail(tx, user.email, 'waiting', letter, test.clock.time);
    const payment = { provider: 'mercadopago', order_id: null, status_detail: '', currency: 'CLP' };
    await tx
      .insertInto('payments')
      .values({
        ...payment,
        status: 'approved',
        id: 'p',
        provider_payment_id: '1',
        amount: 4990,
        refunded_amount: 0,
        fee: 100,
        method: 'visa',
        problem: 'unknown_reference',
        provider_updated_at: 1,
        created_at: 1,
        updated_at: 1,
        contradiction: null,
        settled_amount: 0,
        settled_at: null,
        state_at: 1,
        alerted_at: null,
        resume_url: null,
        dispute: null,
      })
      .execute();
  });
  test.clock.time = Date.now();
  await makeSnapshot(shopOf(), null);
});
afterAll(async () => {
  await test.close();
  await new Promise((resolve) => trap.server.close(resolve));
});

const shopOf = (): Shop => ({ config: test.config, ports: test.ports, services: test.services }) as Shop;

it("opens the shop of the newest backup, makes a reader's requests, and sends nothing to the outside", async () => {
  const said = await drill(shopOf(), []);
  expect(said).toMatch(/^Simulacro bueno en .* 2 partes de 1 libros/);
  // A mail and a payment are pending, and every outside address of the settings leads to the trap.
  expect(trap.visits).toBe(0);
});

it("cannot send anything even if every job runs, because it uses none of the shop's settings", async () => {
  const source = await chooseSnapshot(shopOf(), null, null);
  const waiting = await withShopFrom(source, async (beside) => {
    for (const job of beside.modules.jobs()) await job.run(new AbortController().signal).catch(() => undefined);
    expect(beside.adapters).toMatchObject({ payments: 'embedded sandbox (no real money)', captcha: 'none' });
    expect(beside.ports.analytics).toEqual([]);
    expect(beside.ports.identity).toBeNull();
    return beside.ports.db.read.selectFrom('mails').select('sent_at').execute();
  });
  expect(
    waiting.map(({ sent_at: sentAt }) => sentAt !== null),
    'into a file of the passing folder',
  ).toContain(true);
  expect(trap.visits).toBe(0);
});

it('names the step that failed', async () => {
  const { db } = test.ports;
  test.clock.time += 1000;
  await db.handle
    .updateTable('edition_resources')
    .set(({ eb }) => ({ path: eb('path', '||', 'x') }))
    .execute();
  await expect(makeSnapshot(shopOf(), null).then(async () => drill(shopOf(), []))).rejects.toThrow(
    /El simulacro falló en «One file of an edition»/,
  );
});
