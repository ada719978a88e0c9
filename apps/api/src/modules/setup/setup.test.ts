import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Setup, SetupCheckName, SetupRow } from '@cuentos/contract/setup';
import type { ShopLegal } from '@cuentos/contract/shop';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSmtpMail } from '../../adapters/nodemailer/nodemailer-mail.ts';
import { createS3Storage } from '../../adapters/s3-storage/s3-storage.ts';
import { DOCTOR_STATUS, doctor } from '../../commands/doctor.ts';
import type { Shop } from '../../compose.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { get } from '../../testing/calls.ts';
import { type Authority, makeAuthority, trust } from '../../testing/certificates.ts';
import { addBareEdition, addBook, addPart, addReader, type SignedIn, signIn } from '../../testing/fixtures.ts';
import { shortenWaits } from '../../testing/short-waits.ts';
import { S3_TEST_KEYS, startStrictS3 } from '../../testing/strict-s3.ts';
import { recordMaintenance } from '../backups/service.ts';
import { startDns, startHttps, startProvider } from './testing/outside.ts';

type Options = Parameters<typeof buildTestApp>[0];

const closing: (() => Promise<unknown>)[] = [];
const keep = <T extends { close(): Promise<unknown> }>(opened: T): T => {
  closing.push(async () => opened.close());
  return opened;
};
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
let authority: Authority;
let distrust: () => void;
beforeAll(async () => {
  authority = await makeAuthority();
  distrust = trust(authority);
});
afterAll(() => distrust());

async function open(options: Options = {}): Promise<{ test: TestApp; admin: SignedIn }> {
  const test = keep(await buildTestApp(options));
  return { test, admin: await addReader(test, { role: 'admin', email: 'ana@ejemplo.cl' }) };
}

/** Runs one check as the screen does. */
async function check({ test, admin }: Awaited<ReturnType<typeof open>>, name: SetupCheckName): Promise<SetupRow> {
  // The tests move the clock past the end of earlier tokens.
  const { headers } = await signIn(test, admin.user);
  const response = await test.app.inject({ method: 'POST', url: `/api/admin/setup/${name}`, headers });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<SetupRow>();
}

const overview = async ({ test, admin }: Awaited<ReturnType<typeof open>>): Promise<Setup> =>
  (await get(test, '/api/admin/setup', admin.headers)).json<Setup>();

const SELLER = {
  SELLER_NAME: 'Ana Ñandú',
  SELLER_TAX_ID: '12.345.678-5',
  SELLER_ADDRESS: 'Valdivia',
  CONTACT_EMAIL: 'hola@tienda.cl',
};
const PROVIDER = { MP_ACCESS_TOKEN: 'APP_USR-live-secret', MP_WEBHOOK_SECRET: 'a notice secret' };

describe('the facts about the seller', () => {
  it('say where to enter the contact address when that is missing too', async () => {
    const row = await check(await open(), 'seller');
    expect(row.next).toBe('Complétalo en «Mi tienda»: en Legal, y el correo de contacto en Identidad.');
  });

  it('are named one by one while they are missing', async () => {
    const { SELLER_ADDRESS: _, ...some } = SELLER;
    const row = await check(await open({ env: some }), 'seller');
    expect(row).toMatchObject({ state: 'missing', title: 'Datos de quien vende' });
    expect(row.found).toBe('Falta la dirección. El nombre, el RUT y el correo de contacto están.');
    expect(row.action).toEqual({ kind: 'page', label: 'Ir a Legal', path: '/admin/shop?seccion=legal' });
    expect(await check(await open({ env: SELLER }), 'seller')).toMatchObject({ state: 'ready', next: null });
  });
});

describe('tax documents', () => {
  it('need a decision, and do not stop sales', async () => {
    const shop = await open({ env: SELLER });
    expect(await check(shop, 'tax_documents')).toMatchObject({
      state: 'advised',
      found: 'Todavía no está decidido qué vale como boleta en tus ventas.',
      action: { label: 'Ir a Legal' },
    });
    expect((await overview(shop)).sales).toBe('trial');
    for (const [way, state] of [
      ['voucher', 'ready'],
      ['issuer', 'advised'],
    ] as const) {
      const { section, publish } = shop.test.services.shop;
      const { published, revision } = await section('legal');
      const value = { ...(published as ShopLegal), tax_document: way };
      await publish({ section: 'legal', revision, actorId: shop.admin.user.id }, value);
      expect((await check(shop, 'tax_documents')).state).toBe(state);
    }
  });
});

describe('the public address', () => {
  const proxy = async (status: number, body: string) =>
    keep(await startHttps(await authority.issue(), (_request, response) => response.writeHead(status).end(body)));

  it.each([
    ['no address at all', undefined, /No hay una dirección/],
    ['one without https', 'http://tienda.cl', /sin candado/],
    ['a port that nobody listens on', 'https://localhost:1', /Nadie contesta/],
    ['a name that does not exist', 'https://tienda.invalid', /no existe/],
  ])('%s is missing', async (_, url, found) => {
    const row = await check(await open({ env: { PUBLIC_URL: url ?? '' } }), 'address');
    expect([row.state, row.found]).toEqual(['missing', expect.stringMatching(found)]);
    expect(row.next).not.toBeNull();
  });

  it.each([
    [301, '', /desvío/],
    [200, '<h1>Bienvenido a nginx</h1>', /no es la tienda/],
    [502, 'Bad Gateway', /no es la tienda/],
  ])('with %i %s behind it is missing', async (status, body, found) => {
    const { port } = await proxy(status, body);
    const row = await check(await open({ env: { PUBLIC_URL: `https://localhost:${port}` } }), 'address');
    expect([row.state, row.found]).toEqual(['missing', expect.stringMatching(found)]);
  });

  it('of a server that never answers is given up', async () => {
    const { port } = keep(await startHttps(await authority.issue(), () => {}));
    const shop = await open({ env: { PUBLIC_URL: `https://localhost:${port}` } });
    const waits = shortenWaits(5000);
    const row = await check(shop, 'address');
    expect([row.state, row.found]).toEqual(['missing', 'La prueba no terminó a tiempo.']);
    expect(waits).toContain(8000);
  });
});

describe('the test mail', () => {
  async function startSmtp(options: ConstructorParameters<typeof SMTPServer>[0] = {}) {
    const received: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) =>
        void buffer(stream).then((raw) => {
          received.push(raw.toString());
          done(null, 'aceptado como 7F3A');
        }),
      ...options,
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    keep({ close: async () => new Promise<void>((resolve) => server.close(() => resolve())) });
    return { received, port };
  }
  const withMail = async (url: string) =>
    open({ env: { SMTP_URL: url }, ports: { mail: createSmtpMail(url, 'Tienda <hola@tienda.cl>') } });

  it("is sent to the admin who asks, with the server's answer", async () => {
    const { received, port } = await startSmtp();
    const row = await check(await withMail(`smtp://127.0.0.1:${port}`), 'mail_sending');
    expect(row.state).toBe('ready');
    expect(row.found).toBe('Mandamos uno a ana@ejemplo.cl a las 12:00. El servidor contestó «250 aceptado como 7F3A».');
    expect(received).toHaveLength(1);
    expect(received[0]).toContain('To: ana@ejemplo.cl');
  });

  it("reports a refusal in the shop's and the server's words, without the password", async () => {
    const { port } = await startSmtp({
      authOptional: false,
      onAuth: ({ password }, _session, done) => done(new Error(`wrong password ${password ?? ''}`)),
    });
    const row = await check(await withMail(`smtp://tienda:muy-secreta@127.0.0.1:${port}`), 'mail_sending');
    expect(row.state).toBe('missing');
    expect(row.found).toContain('no aceptó el usuario o la contraseña');
    expect(JSON.stringify(row)).not.toContain('muy-secreta');
    const refusing = await startSmtp({ onRcptTo: (_address, _session, done) => done(new Error('no such mailbox')) });
    const refused = await check(await withMail(`smtp://127.0.0.1:${refusing.port}`), 'mail_sending');
    expect(refused.found).toMatch(/no aceptó al destinatario. Contestó «550 no such mailbox»/);
  });

  it('is reported as missing without a server, and with one that does not answer', async () => {
    expect((await check(await withMail('smtp://127.0.0.1:1'), 'mail_sending')).found).toMatch(/Nadie contesta/);
    const none = await check(await open(), 'mail_sending');
    expect([none.state, none.next]).toEqual(['missing', expect.stringContaining('SMTP_URL')]);
  });

  it('is given up when the server only greets', async () => {
    const silent: Server = createServer((socket) => void socket.on('error', () => undefined));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    keep({ close: async () => new Promise<void>((resolve) => silent.close(() => resolve())) });
    const { port } = silent.address() as AddressInfo;
    const shop = await withMail(`smtp://127.0.0.1:${port}`);
    // The check as a whole has a longer limit than the connection.
    const waits = shortenWaits(5000, 20_000);
    const row = await check(shop, 'mail_sending');
    expect([row.state, row.found]).toEqual(['missing', expect.stringMatching(/no contestó a tiempo/)]);
    expect(Math.max(...waits), 'what is left of ten seconds').toBeLessThanOrEqual(10_000);
  });
});

describe('the DNS records of the sender', () => {
  const withDns = async (port: number, env: Record<string, string> = {}) =>
    open({ env: { MAIL_FROM: 'Tienda <hola@correo.tienda.cl>', DNS_SERVER: `127.0.0.1:${port}`, ...env } });
  const all = {
    'correo.tienda.cl': 'v=spf1 include:_spf.proveedor.cl ~all',
    'google._domainkey.correo.tienda.cl': `v=DKIM1; k=rsa; p=${'A'.repeat(300)}`,
    '_dmarc.tienda.cl': 'v=DMARC1; p=none',
  };

  it('are ready when all three exist, also if the policy is on the parent domain', async () => {
    const dns = keep(await startDns(all));
    expect(await check(await withDns(dns.port), 'mail_records')).toMatchObject({
      state: 'ready',
      found: 'correo.tienda.cl tiene SPF, DKIM y DMARC.',
    });
  });

  it('are listed with the text to copy', async () => {
    const dns = keep(
      await startDns({ 'correo.tienda.cl': 'v=spf1 -all', 'mail._domainkey.correo.tienda.cl': 'v=DKIM1; p=' }),
    );
    const row = await check(await withDns(dns.port), 'mail_records');
    expect(row.state).toBe('advised');
    expect(row.found).toBe('Encontramos SPF. No encontramos DKIM ni DMARC para correo.tienda.cl.');
    expect(row.records.map(({ name, present }) => [name, present])).toEqual([
      ['SPF', true],
      ['DKIM', false],
      ['DMARC', false],
    ]);
    expect(row.action).toMatchObject({ kind: 'copy', text: '_dmarc.correo.tienda.cl TXT "v=DMARC1; p=none"' });
  });

  it('are checked only for the key that the settings name', async () => {
    const dns = keep(await startDns(all));
    const row = await check(await withDns(dns.port, { DKIM_SELECTOR: 'otra' }), 'mail_records');
    expect(row.found).toContain('No encontramos DKIM');
  });

  it('are unknown, not missing, while no name server answers', async () => {
    const dns = await startDns({});
    await dns.close();
    const row = await check(await withDns(dns.port), 'mail_records');
    expect(row.state).toBe('advised');
    expect(row.found).not.toContain('No encontramos');
  });
});

describe('the payment provider', () => {
  async function withProvider(accepted: string, ours = accepted) {
    const base = keep(await buildTestApp());
    const provider = keep(await startProvider(base, { accepted, ours }));
    return open({ env: { ...PROVIDER, MP_ACCESS_TOKEN: ours }, ports: { payments: provider.payments } });
  }

  it('reports its credentials as live, test or refused', async () => {
    expect(await check(await withProvider('APP_USR-1'), 'payments')).toMatchObject({
      state: 'ready',
      found: 'Las credenciales son de una cuenta de Chile y cobran de verdad.',
    });
    expect((await check(await withProvider('TEST-1'), 'payments')).found).toContain('son de prueba');
    const refused = await withProvider('APP_USR-1', 'APP_USR-stolen');
    expect((await check(refused, 'payments')).found).toContain('no acepta las credenciales');
  });

  it('is missing while a call is refused, though reading is allowed', async () => {
    const shop = await withProvider('APP_USR-1');
    const fault = {
      provider: 'mercadopago',
      refused_since: shop.test.clock.now(),
      next_probe_at: null,
      mailed_at: null,
    };
    const { handle } = shop.test.ports.db;
    await handle
      .insertInto('provider_faults')
      .values({ ...fault, provider: 'mercadopago:refunds' })
      .execute();
    expect((await check(shop, 'payments')).found).toMatch(
      /no permite devolver dinero .* 18\/11\/2026 .*; las compras siguen/,
    );
    await handle
      .insertInto('provider_faults')
      .values({ ...fault, provider: 'mercadopago:checkouts' })
      .execute();
    expect((await check(shop, 'payments')).found).toMatch(/rechaza operaciones .* 18\/11\/2026/);
  });

  it('is missing where the sandbox replaces it', async () => {
    expect(await check(await open(), 'payments')).toMatchObject({ state: 'missing' });
  });

  it('can send notices if an unsigned one is refused; the last signed one is shown', async () => {
    const { port } = keep(
      await startHttps(await authority.issue(), (request, response) => {
        const { pathname } = new URL(request.url ?? '', 'https://x');
        const isNotice = request.method === 'POST' && pathname === '/api/payments/webhook';
        response.writeHead(isNotice ? 401 : 404, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ code: isNotice ? 'notice_not_authentic' : 'not_found' }));
      }),
    );
    const shop = await open({ env: { ...PROVIDER, PUBLIC_URL: `https://localhost:${port}` } });
    const waiting = await check(shop, 'notices');
    expect([waiting.state, waiting.action]).toEqual([
      'advised',
      { kind: 'copy', label: 'Copiar la dirección', text: `https://localhost:${port}/api/payments/webhook` },
    ]);
    // The row explains how to make the provider send a test notice.
    expect(waiting.next).toContain('aprieta «Simular notificación»');
    await shop.test.ports.db.handle
      .insertInto('payment_notices')
      .values({
        id: 'n',
        provider: 'mercadopago',
        provider_payment_id: '123456',
        deliveries: 1,
        received_at: shop.test.clock.now() + 1,
        processed_at: null,
        attempts: 0,
        next_attempt_at: null,
        last_error: null,
      })
      .execute();
    const noticesRow = (await overview(shop)).rows.find(({ name }) => name === 'notices');
    expect(noticesRow?.state, 'nothing says that none came').toBe('untested');
    expect((await check(shop, 'notices')).found).toContain('llegó el 18/11/2026 a las 12:00');
  });
});

describe('the file storage', () => {
  it('is tested by a file that is written and read, on disk and in a bucket, and then deleted', async () => {
    expect(await check(await open(), 'storage')).toMatchObject({ state: 'ready' });
    const s3 = keep(await startStrictS3());
    const bucket = await open({ ports: { storage: createS3Storage({ endpoint: s3.endpoint, ...S3_TEST_KEYS }) } });
    // The bucket goes by the real time: by the test's own the link would be good for a second.
    bucket.test.clock.time = Date.now();
    s3.openTo = 'http://shop.test';
    expect(await check(bucket, 'storage')).toMatchObject({ state: 'ready' });
    expect(s3.objects.size).toBe(0);
    s3.failWith = 403;
    const refused = await check(bucket, 'storage');
    expect([refused.state, refused.next]).toEqual(['missing', expect.stringContaining('S3_BUCKET')]);
  });
});

it.each([null, 'https://otra.cl'])(
  "a bucket without a rule for the shop's origin is reported, with the rule to copy (open to %s)",
  async (openTo) => {
    const s3 = keep(await startStrictS3());
    s3.openTo = openTo;
    const shop = await open({ ports: { storage: createS3Storage({ endpoint: s3.endpoint, ...S3_TEST_KEYS }) } });
    const row = await check(shop, 'storage');
    expect(row).toMatchObject({ state: 'missing', action: { kind: 'copy', label: 'Copiar la regla' } });
    expect(row.found).toContain('los navegadores de http://shop.test no pueden descargar');
    const rule = row.action?.kind === 'copy' ? row.action.text : '';
    expect(JSON.parse(rule)).toEqual([
      expect.objectContaining({ AllowedOrigins: ['http://shop.test'], ExposeHeaders: ['Content-Range'] }),
    ]);
    expect(s3.objects.size).toBe(0);
  },
);

describe('backups and books', () => {
  it('shows the last good backup, its age, and whether one was ever restored', async () => {
    const shop = await open();
    const { ports, clock } = shop.test;
    const finding = async () => (await check(shop, 'backups')).found;
    expect(await finding()).toBe('Todavía no hay un respaldo.');
    await recordMaintenance(ports, 'backup', 'bad');
    expect(await finding()).toBe('Todavía no hay un respaldo.');
    await recordMaintenance(ports, 'backup', 'good');
    expect(await finding()).toContain('Todavía no se ha probado reponer uno');
    clock.time += 1000;
    await recordMaintenance(ports, 'trial', 'good');
    expect(await finding()).toContain('salió bien');
    clock.time += 1000;
    await recordMaintenance(ports, 'trial', 'bad');
    expect(await finding()).toContain('salió mal');
    clock.time += 8 * 86_400_000;
    expect(await finding()).toBe('El último respaldo bueno es del 18/11/2026 a las 12:00.');
  });

  it('needs a part with a file, a price and a past release day', async () => {
    const shop = await open();
    const state = async () => (await check(shop, 'book')).state;
    expect(await state()).toBe('missing');
    const book = await addBook(shop.test, { name: 'El faro' });
    const free = await addPart(shop.test, book.id, { value: 0 });
    await addBareEdition(shop.test, free.id);
    const paid = await addPart(shop.test, book.id, { releaseAt: shop.test.clock.now() + 1000 });
    expect(await state()).toBe('missing');
    await addBareEdition(shop.test, paid.id);
    shop.test.services.books.catalogue.invalidate();
    expect(await state()).toBe('advised');
    shop.test.clock.time += 2000;
    expect(await check(shop, 'book')).toMatchObject({
      state: 'ready',
      found: '«El faro» tiene una parte publicada para vender.',
    });
  });

  it("warns of a part below the provider's minimum", async () => {
    const shop = await open({ env: { MP_MIN_AMOUNT: '950' } });
    const book = await addBook(shop.test, { name: 'El faro' });
    const cheap = await addPart(shop.test, book.id, { name: 'Prólogo', value: 490 });
    await addBareEdition(shop.test, cheap.id);
    // A part without a file is not on sale.
    await addPart(shop.test, book.id, { name: 'Epílogo', value: 490 });
    const dear = await addPart(shop.test, book.id, { value: 1490 });
    await addBareEdition(shop.test, dear.id);
    shop.test.services.books.catalogue.invalidate();
    expect(await check(shop, 'book')).toMatchObject({
      state: 'advised',
      found: expect.stringMatching(/^«Prólogo» cuesta menos de \$950, lo mínimo/),
    });
  });
});

describe('the setup list', () => {
  it('stores results with their time, repeats internal checks, and audits who ran them', async () => {
    const shop = await open({ env: SELLER });
    const before = await overview(shop);
    expect(before.rows.map(({ state }) => state).filter((state) => state === 'untested')).toHaveLength(7);
    expect(before.sales).toBe('trial');
    await check(shop, 'storage');
    shop.test.clock.time += 60_000;
    const after = await overview(shop);
    expect(after.rows.find(({ name }) => name === 'storage')).toMatchObject({
      state: 'ready',
      checked_at: '2026-11-18T15:00:00.000Z',
    });
    expect(after.rows.find(({ name }) => name === 'seller')?.checked_at).toBe('2026-11-18T15:01:00.000Z');
    const audit = await shop.test.ports.db.read
      .selectFrom('audit_log')
      .select(['action', 'subject', 'actor_id'])
      .where('action', '=', 'setup.checked')
      .execute();
    expect(audit).toEqual([{ action: 'setup.checked', subject: 'storage', actor_id: shop.admin.user.id }]);
  });

  it('refuses unknown checks', async () => {
    const { test, admin } = await open();
    const response = await test.app.inject({ method: 'POST', url: '/api/admin/setup/nada', headers: admin.headers });
    expect(response.statusCode).toBe(404);
  });

  it('shows the other checks although one fails', async () => {
    const shop = await open();
    shop.test.ports.storage.exists = async () => Promise.reject(new TypeError('broken'));
    shop.test.services.books.catalogue.read = async () => Promise.reject(new TypeError('broken'));
    expect(await check(shop, 'book')).toMatchObject({
      state: 'missing',
      found: expect.stringContaining('no esperábamos'),
    });
    expect((await overview(shop)).rows).toHaveLength(13);
  });
});

describe('npm run doctor', () => {
  const shopOf = ({ config, services, ports }: TestApp) => ({ config, services, ports }) as Shop;

  it('keeps no recipient address for later visitors when the test mail is not sent', async () => {
    const shop = await open({
      env: { SMTP_URL: 'smtp://127.0.0.1:1' },
      ports: { mail: createSmtpMail('smtp://127.0.0.1:1', 'hola@tienda.cl') },
    });
    const { handle } = shop.test.ports.db;
    await handle.updateTable('users').set({ role: 'reader' }).execute();
    expect((await doctor(shopOf(shop.test))).text).toContain('No hay a quién mandarle un correo de prueba.');
    await handle.updateTable('users').set({ role: 'admin' }).execute();
    const row = (await overview(shop)).rows.find(({ name }) => name === 'mail_sending');
    expect(row).toMatchObject({ state: 'untested', checked_at: null });
  });

  it('prints every row and exits with 1 while something is missing', async () => {
    const { test } = await open();
    const { text, status } = await doctor(shopOf(test));
    expect(status).toBe(DOCTOR_STATUS.missing);
    expect(text).toMatch(/^Falta {5}Datos de quien vende$/m);
    expect(text).toMatch(/^Listo {5}Archivos$/m);
    expect(text).toContain('cosas para vender.');
  });
});
