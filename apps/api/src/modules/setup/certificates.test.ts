import { type AddressInfo, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { SetupCheckName } from '@cuentos/contract/setup';
import { DAY_MS } from '@cuentos/domain/time/durations';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMercadoPago } from '../../adapters/mercadopago/mercadopago-payments.ts';
import { createSmtpMail } from '../../adapters/nodemailer/nodemailer-mail.ts';
import { createS3Storage } from '../../adapters/s3-storage/s3-storage.ts';
import { createSiteverifyCaptcha } from '../../adapters/siteverify/siteverify-captcha.ts';
import { readConfig } from '../../platform/config/config.ts';
import { openDb } from '../../platform/db/open-db.ts';
import { startStep } from '../../platform/start-failure.ts';
import { outsideFailures } from '../../run-server.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type Authority, type Certificate, makeAuthority, makeSelfSigned, trust } from '../../testing/certificates.ts';
import { addReader } from '../../testing/fixtures.ts';
import { S3_TEST_KEYS } from '../../testing/strict-s3.ts';
import { startHttps } from './testing/outside.ts';

interface Closable {
  close(): Promise<unknown>;
}

const closing: Closable[] = [];
const keep = <T extends Closable>(opened: T): T => {
  closing.push(opened);
  return opened;
};
afterEach(async () => {
  for (const opened of closing.splice(0).toReversed()) await opened.close();
});

let known: Authority;
let distrust: () => void;
beforeAll(async () => {
  known = await makeAuthority();
  distrust = trust(known);
});
afterAll(() => distrust());

/** Starts a mail server with a certificate: with implicit TLS, or with STARTTLS. */
async function startSmtp({ cert, key }: Certificate, secure: boolean): Promise<number> {
  const server = new SMTPServer({ cert, key, secure, authOptional: true });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  keep({ close: async () => new Promise<void>((resolve) => server.close(() => resolve())) });
  return (server.server.address() as AddressInfo).port;
}

/** Starts a server that accepts the TLS request of PostgreSQL clients, and nothing else. */
async function startPostgres({ cert, key }: Certificate): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, cert, key }).on('error', () => undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  keep({
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  return (server.address() as AddressInfo).port;
}

const faults: readonly (readonly [fault: string, make: () => Promise<Certificate>, words: string, own: string])[] = [
  [
    'that has ended',
    async () => known.issue({ from: Date.now() - 9 * DAY_MS, until: Date.now() - 1000 }),
    'tiene un certificado que venció.',
    'Renueva el certificado, y mira por qué no se renovó solo.',
  ],
  [
    'that begins tomorrow',
    async () => known.issue({ from: Date.now() + DAY_MS }),
    'tiene un certificado que todavía no vale.',
    'Pon en hora este servidor, o espera hasta el día desde el que vale el certificado.',
  ],
  [
    'of another name',
    async () => known.issue({ host: 'otra.cl' }),
    'tiene un certificado de otro dominio.',
    'Pide un certificado para este dominio.',
  ],
  [
    'that its own key signed',
    makeSelfSigned,
    'tiene un certificado que firmó él mismo.',
    'Instala un certificado que los navegadores reconozcan, por ejemplo de Let’s Encrypt.',
  ],
  [
    'of an authority that nobody knows',
    async () => {
      const unknown = await makeAuthority();
      const { cert, key } = await unknown.issue();
      return { cert: `${cert}\n${unknown.cert}`, key };
    },
    'tiene un certificado que no es de una entidad conocida.',
    'Instala un certificado que los navegadores reconozcan, por ejemplo de Let’s Encrypt.',
  ],
  [
    'without that of its issuer',
    async () => (await known.subordinate()).issue(),
    'muestra su certificado sin el de quien lo emitió.',
    'Pon en el proxy la cadena completa (fullchain.pem), no solo el certificado.',
  ],
];

/** Opens a shop whose external services all use the same certificate. */
async function openShop(certificate: Certificate): Promise<TestApp> {
  const { port } = keep(await startHttps(certificate, (_request, response) => response.end('{"status":"ok"}')));
  const origin = `https://localhost:${port}`;
  const smtp = `smtps://localhost:${await startSmtp(certificate, true)}`;
  const test = keep(
    await buildTestApp({
      env: {
        PUBLIC_URL: origin,
        SMTP_URL: smtp,
        MP_ACCESS_TOKEN: 'APP_USR-live-secret',
        MP_WEBHOOK_SECRET: 'a notice secret',
      },
      ports: {
        mail: createSmtpMail(smtp, 'Tienda <hola@tienda.cl>'),
        storage: createS3Storage({ endpoint: origin, ...S3_TEST_KEYS }),
        captcha: createSiteverifyCaptcha({
          provider: 'turnstile',
          siteKey: 'site',
          secret: 'secret',
          host: 'localhost',
          endpoint: origin,
        }),
        payments: createMercadoPago({
          apiBase: () => origin,
          accessToken: 'APP_USR-live-secret',
          noticeSecret: 'a notice secret',
          noticeUrl: () => null,
          storeName: () => 'Tienda',
        }),
      },
    }),
  );
  test.clock.time = Date.now();
  await addReader(test, { role: 'admin', email: 'ana@ejemplo.cl' });
  return test;
}

const services: readonly (readonly [SetupCheckName, string])[] = [
  ['mail_sending', 'El servidor de correo'],
  ['payments', 'El medio de pago'],
  ['storage', 'El almacén de archivos'],
  ['captcha', 'turnstile'],
];

describe.each(faults)('a certificate %s', (_, make, words, own) => {
  it('is reported with the service that uses it and the remedy', async () => {
    const test = await openShop(await make());
    const rows = await test.services.adminSetup.checkAll();
    const row = (name: SetupCheckName) => rows.find((each) => each.name === name);
    expect(row('address')).toMatchObject({ state: 'missing', found: `La dirección ${words}`, next: own });
    for (const [name, service] of services)
      expect(row(name), name).toMatchObject({ state: 'missing', found: `${service} ${words}` });
    const remedies = new Set(services.map(([name]) => row(name)?.next));
    expect(remedies.size, 'they all have the same remedy').toBe(1);
    const [remedy] = remedies;
    expect(remedy).toMatch(/^(?:Renueva|Pon|Escribe) .*\.$/);
    // The start reports the same words.
    const said = await outsideFailures(test);
    expect(said).toHaveLength(2);
    for (const sentence of said)
      expect(sentence).toMatch(new RegExp(`\\(${words.slice(0, -1)}\\).* ${escaped(remedy ?? '')}$`));
  });

  it('of the database ends the start with a sentence', async () => {
    const port = await startPostgres(await make());
    const databaseUrl = `postgres://ana:muy-secreta@localhost:${port}/tienda?sslmode=verify-full`;
    const config = readConfig({
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: 'known to tests alone, '.repeat(2),
    });
    const start = startStep('database', config, async () => openDb({ dataDir: '', databaseUrl }));
    const sentence = await start.then(String, (error: Error) => error.message);
    expect(sentence).toContain(`DATABASE_URL: PostgreSQL en localhost:${port} ${words} `);
    expect(sentence).not.toContain('muy-secreta');
  });
});

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

it('is reported behind STARTTLS, too', async () => {
  const port = await startSmtp(await known.issue({ host: 'otra.cl' }), false);
  const mail = createSmtpMail(`smtp://localhost:${port}`, 'hola@tienda.cl');
  const shop = keep(await buildTestApp({ env: { SMTP_URL: `smtp://localhost:${port}` }, ports: { mail } }));
  expect(await outsideFailures(shop)).toEqual([expect.stringContaining('(tiene un certificado de otro dominio)')]);
});

it('is accepted together with the one of its issuer', async () => {
  const between = await known.subordinate();
  const { cert, key } = await between.issue();
  const test = await openShop({ cert: `${cert}\n${between.cert}`, key });
  const rows = await test.services.adminSetup.checkAll();
  expect(rows.find(({ name }) => name === 'address')).toMatchObject({ state: 'ready' });
});

it('of the public address is reported when it expires within two weeks', async () => {
  const end = Date.UTC(2126, 9, 29, 12);
  const certificate = await known.issue({ until: end });
  const { port } = keep(await startHttps(certificate, (_request, response) => response.end('{"status":"ok"}')));
  const test = keep(await buildTestApp({ env: { PUBLIC_URL: `https://localhost:${port}` } }));
  const address = async () => (await test.services.adminSetup.checkAll()).find(({ name }) => name === 'address');
  test.clock.time = end - 14 * DAY_MS;
  expect(await address()).toMatchObject({
    state: 'ready',
    found: 'Responde por https y el certificado vale hasta el 29/10/2126.',
  });
  test.clock.time += 1000;
  expect(await address()).toMatchObject({
    state: 'advised',
    found: 'Responde por https, pero el certificado vence el 29/10/2126.',
    next: 'Renueva el certificado, o revisa por qué no se renovó solo.',
  });
});
