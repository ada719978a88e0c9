import { DAY_MS } from '@cuentos/domain/time/durations';
import PostalMime from 'postal-mime';
import { readFile } from 'node:fs/promises';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMailFiles } from '../../adapters/nodemailer/nodemailer-mail.ts';
import { assembleModules } from '../../modules.ts';
import { readSecrets } from '../../platform/config/secrets.ts';
import type { ProvedAddress } from '../../platform/proved-address.ts';
import { refusal } from '../../testing/calls.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addBook, addReader } from '../../testing/fixtures.ts';
import { mailsTo, tokenIn } from '../../testing/mails.ts';
import { createMailJob } from '../mail/service.ts';
import { eraseAccount } from '../personal-data/erase-account.ts';
import { deleteSubscriber, joinNews, knownSubscriber, leaveNews } from './service.ts';

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp();
});
afterEach(async () => test.close());

const EMAIL = 'ana@ejemplo.cl';
const byAddress = async (email: string, headers = {}, method: 'GET' | 'HEAD' = 'GET', remoteAddress = '203.0.113.1') =>
  test.app.inject({ method, url: `/api/contact/${email}`, headers, remoteAddress });
const post = async (url: string, payload: object, remoteAddress = '203.0.113.1'): Promise<LightMyRequestResponse> => {
  const answer = await test.app.inject({ method: 'POST', url, payload, remoteAddress });
  // Rows of one millisecond have no defined order.
  test.clock.time += 1;
  return answer;
};
const signUp = async (email: unknown = EMAIL, from?: string) => post('/api/contact', { email }, from);
const confirm = async (token: string) => post('/api/newsletter/confirm', { token });
const leave = async (token: string) => post('/api/newsletter/unsubscribe', { token });
const state = async (email = EMAIL) =>
  (await test.ports.db.handle.selectFrom('mailing_list').select('state').where('email', '=', email).executeTakeFirst())
    ?.state;
const consents = async () =>
  test.ports.db.handle.selectFrom('consent_records').selectAll().orderBy('at').orderBy('id').execute();
const stale = {
  status: 400,
  code: 'newsletter_link_invalid',
  detail: 'El enlace venció o ya no sirve. Anótate de nuevo en la página.',
};
/** Subscribes an address. @returns both tokens of the mail */
async function links(from?: string): Promise<{ yes: string; no: string }> {
  await signUp(EMAIL, from);
  const mail = (await mailsTo(test, EMAIL)).at(-1);
  return { yes: tokenIn(mail, 'newsletter/confirm'), no: tokenIn(mail, 'newsletter/unsubscribe') };
}

describe('subscribing to the mailing list', () => {
  it.each([
    ['GET', async () => byAddress(EMAIL), 'address'],
    ['GET of an escaped address', async () => byAddress('%20Ana%40EJEMPLO.cl'), 'address'],
    ['POST', async () => signUp(), 'form'],
    ['POST in capitals', async () => signUp(' ANA@ejemplo.cl '), 'form'],
  ] as const)('%s answers truthy, notes the address as pending and mails a link', async (_, call, method) => {
    const answer = await call();
    expect([answer.statusCode, answer.json()]).toEqual([200, { accepted: true }]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await state()).toBe('pending');
    expect(await mailsTo(test, EMAIL)).toMatchObject([{ template: 'newsletter-confirm' }]);
    expect(await consents()).toMatchObject([
      { email: EMAIL, action: 'requested', method, text_version: 'lista-2026-11', at: expect.any(Number) },
    ]);
  });

  it('gives the same answer for a new, a pending and a confirmed address', async () => {
    const answers = [(await signUp()).body, (await signUp()).body];
    const { yes } = await links();
    await confirm(yes);
    test.clock.time += 25 * 3_600_000;
    answers.push((await signUp()).body);
    expect(new Set(answers).size).toBe(1);
    expect(await state()).toBe('confirmed');
    expect(await mailsTo(test, EMAIL)).toHaveLength(3);
  });

  it.each(['ana', 'ana@ejemplo', 'a%20b@ejemplo.cl', 'ana@ejemplo.cl%0d%0aBcc:x@y.cl', 'null'])(
    'answers 422 for the malformed address %s',
    async (email) => {
      for (const answer of [await byAddress(email), await signUp(decodeURIComponent(email))]) {
        expect(refusal(answer)).toEqual({
          status: 422,
          code: 'invalid_request',
          detail: 'Error: Datos inválidos',
          fields: { email: 'El correo no es válido.' },
        });
      }
    },
  );

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, 'GET'],
    ['another host of the site', { 'sec-fetch-site': 'same-site' }, 'GET'],
    ['a prefetch', { 'sec-purpose': 'prefetch' }, 'GET'],
    ['a HEAD', {}, 'HEAD'],
  ] as const)('GET by %s is refused and notes nothing', async (_, headers, method) => {
    expect((await byAddress(EMAIL, headers, method)).statusCode).toBe(403);
    expect(await state()).toBeUndefined();
    expect(await mailsTo(test, EMAIL)).toEqual([]);
  });

  it('is refused for a POST of another site', async () => {
    const headers = { origin: 'http://evil.test' };
    const answer = await test.app.inject({ method: 'POST', url: '/api/contact', headers, payload: { email: EMAIL } });
    expect(refusal(answer)).toMatchObject({ status: 403, code: 'anti_forgery' });
  });

  it('is limited to ten per network and hour, over both calls', async () => {
    for (let n = 0; n < 5; n += 1) {
      expect((await signUp(`a${n}@ejemplo.cl`)).statusCode).toBe(200);
      expect((await byAddress(`b${n}@ejemplo.cl`)).statusCode).toBe(200);
    }
    for (const answer of [await signUp(), await byAddress(EMAIL)]) {
      expect(refusal(answer)).toMatchObject({ status: 429, code: 'too_many_requests' });
    }
    expect((await signUp(EMAIL, '198.51.100.1')).statusCode).toBe(200);
  });

  it('sends three mails per address and day, over all visitors, and reports a fourth as not sent, for any address', async () => {
    for (const isOnList of [false, true]) {
      if (isOnList) await confirm((await links()).yes);
      test.clock.time += 25 * 3_600_000;
      const answers = [];
      for (let n = 0; n < 6; n += 1) answers.push((await signUp(EMAIL, `198.51.100.${n}`)).statusCode);
      expect(answers).toEqual([200, 200, 200, 429, 429, 429]);
    }
  });

  it('makes one entry from ten simultaneous requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, async () => signUp()));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
    expect(await test.ports.db.handle.selectFrom('mailing_list').selectAll().execute()).toHaveLength(1);
  });
});

describe('the form without script', () => {
  const send = async (email: string, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
    test.app.inject({
      method: 'POST',
      url: '/newsletter/join',
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'shop.test', ...headers },
      payload: new URLSearchParams({ email }).toString(),
      remoteAddress: '203.0.113.1',
    });

  it('subscribes the address and answers with a page that explains the next step', async () => {
    const answer = await send(' Ana@ejemplo.CL ');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('<h1>Email añadido a la lista</h1><p>Falta un paso: confirma en tu correo</p>');
    expect(await state()).toBe('pending');
    expect(await consents()).toMatchObject([{ email: EMAIL, action: 'requested', method: 'form' }]);
  });

  it.each([
    ['', 'Favor introducir un email'],
    ['   ', 'Favor introducir un email'],
    ['sin arroba"><b>', 'Email inválido'],
    [`${'a'.repeat(60)}@ejemplo`, 'Email inválido'],
  ])('says on the page what is wrong with %j, and keeps what was typed', async (email, sentence) => {
    const answer = await send(email);
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain(`<p role="alert" id="problem">${sentence}</p>`);
    expect(answer.body).toContain(
      ` value="${email.trim().replaceAll('"', '&quot;').replaceAll('>', '&gt;').replaceAll('<', '&lt;')}"`,
    );
    expect(await test.ports.db.handle.selectFrom('mailing_list').selectAll().execute()).toEqual([]);
  });

  it('shares the limits of the calls', async () => {
    for (let n = 0; n < 10; n += 1) await signUp(`a${n}@ejemplo.cl`);
    const answer = await send(EMAIL);
    expect(answer.statusCode).toBe(429);
    expect(answer.body).toContain('Demasiadas solicitudes, intente en unos minutos');
    expect(answer.body).toContain(`value="${EMAIL}"`);
    expect(await state()).toBeUndefined();
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'http://shop.test' }],
    ['another host of the site', { 'sec-fetch-site': 'same-site' }],
    ['an old browser on another site', { origin: 'http://evil.test' }],
    ['a page without an origin', { origin: 'null' }],
    ['nothing that says where from', {}],
  ])('from %s is refused and notes nothing', async (_, headers) => {
    const answer = await send(EMAIL, headers);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('No tiene permisos para realizar esta acción');
    expect(await state()).toBeUndefined();
  });

  it.each(['http://shop.test', 'http://192.168.1.2:3000'])(
    'is accepted from an old browser on the shop at %s',
    async (origin) => {
      expect((await send(EMAIL, { origin, host: new URL(origin).host })).statusCode).toBe(200);
    },
  );

  it('redirects a GET of its address to the page with the form', async () => {
    const answer = await test.app.inject({ url: '/newsletter/join', headers: { accept: 'text/html' } });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/#contacto']);
  });

  it('refuses a malformed form with a page', async () => {
    const answer = await send(EMAIL, { 'sec-fetch-site': 'same-origin', 'content-type': 'text/csv' });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([415, 'text/html; charset=utf-8']);
  });
});

describe('the link to confirm', () => {
  it('subscribes the address; a second click succeeds without a second consent', async () => {
    const { yes } = await links();
    for (let click = 0; click < 2; click += 1) expect((await confirm(yes)).statusCode).toBe(204);
    expect(await state()).toBe('confirmed');
    expect((await consents()).map(({ action, method }) => `${action} ${method}`)).toEqual([
      'requested form',
      'confirmed mail-link',
    ]);
  });

  it('changes nothing when it is opened', async () => {
    const { yes } = await links();
    await test.app.inject(`/newsletter/confirm/${yes}`);
    expect(await state()).toBe('pending');
  });

  it('is valid for seven days; the newest one counts', async () => {
    const first = await links();
    const second = await links();
    const sent = test.clock.now() - 1;
    expect(refusal(await confirm(first.yes))).toEqual(stale);
    test.clock.time = sent + 7 * DAY_MS;
    expect(refusal(await confirm(second.yes))).toEqual(stale);
    test.clock.time = sent + 7 * DAY_MS - 1;
    expect((await confirm(second.yes)).statusCode).toBe(204);
  });

  it('is deleted with its address thirty days after it expired, if it was not used', async () => {
    const { yes } = await links();
    await signUp('otra@ejemplo.cl');
    const other = (await mailsTo(test, 'otra@ejemplo.cl')).at(-1);
    await confirm(tokenIn(other, 'newsletter/confirm'));
    const book = await addBook(test);
    await test.services.follows.request('sigue@ejemplo.cl', book.id, '203.0.113.1');
    const sweep = async () => test.services.mailingList.sweepUnconfirmed(test.clock.now());
    test.clock.time += 37 * DAY_MS - 10;
    await sweep();
    expect(await state()).toBe('pending');
    test.clock.time += 20;
    await sweep();
    const states = await Promise.all([EMAIL, 'sigue@ejemplo.cl', 'otra@ejemplo.cl'].map(state));
    expect(states).toEqual([undefined, undefined, 'confirmed']);
    expect(await test.ports.db.handle.selectFrom('follows').selectAll().execute()).toEqual([]);
    expect((await consents()).map(({ email }) => email)).toEqual(['otra@ejemplo.cl', 'otra@ejemplo.cl']);
    expect(refusal(await confirm(yes))).toMatchObject(stale);
  });

  it('is stored only as a hash', async () => {
    const { yes } = await links();
    const rows = await test.ports.db.handle.selectFrom('mailing_list').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(yes);
  });

  it.each(['', 'nada', '🦤'])('answers 400 for the foreign token %j', async (token) => {
    await links();
    for (const answer of [await confirm(token), await leave(token)]) expect(refusal(answer)).toEqual(stale);
  });
});

describe('the link to unsubscribe', () => {
  it('removes the address, also before it confirmed, twice without an error, and does not expire', async () => {
    const { yes, no } = await links();
    await confirm(yes);
    test.clock.time += 900 * DAY_MS;
    for (let click = 0; click < 2; click += 1) expect((await leave(no)).statusCode).toBe(204);
    expect(await state()).toBe('unsubscribed');
    expect((await consents()).map(({ action }) => action)).toEqual(['requested', 'confirmed', 'unsubscribed']);
    const again = await links();
    // Entering the address again changes nothing before the mailed link is opened.
    expect(await state()).toBe('unsubscribed');
    expect((await leave(again.no)).statusCode).toBe(204);
    expect(await state()).toBe('unsubscribed');
    expect(refusal(await confirm(again.yes))).toEqual(stale);
  });

  it('invalidates the older confirmation; a new one can be used', async () => {
    const { yes, no } = await links();
    await leave(no);
    expect(refusal(await confirm(yes))).toEqual(stale);
    expect(await state()).toBe('unsubscribed');
    expect((await confirm((await links()).yes)).statusCode).toBe(204);
    expect(await state()).toBe('confirmed');
  });

  it('cannot be altered to name another address', async () => {
    await signUp('otra@ejemplo.cl');
    const { no } = await links();
    const other = tokenIn((await mailsTo(test, 'otra@ejemplo.cl'))[0], 'newsletter/unsubscribe');
    const forged = `${other.split('.')[0]}.${no.split('.')[1]}`;
    for (const token of [forged, `${no}.x`, no.slice(0, -1), other.split('.')[0]!]) {
      expect(refusal(await leave(token))).toEqual(stale);
    }
    expect(await state('otra@ejemplo.cl')).toBe('pending');
  });

  it('is offered by mail programs as one click, by the headers of the mail', async () => {
    const { no } = await links();
    const folder = join(test.config.dataDir, 'outbox');
    const mail = createMailFiles(folder, 'Cuentos <hola@cuentos.test>');
    await createMailJob({ ...test.ports, mail }).run(new AbortController().signal);
    const [row] = await mailsTo(test, EMAIL);
    const { headers } = await new PostalMime().parse(await readFile(join(folder, `${row!.id}.eml`)));
    const header = (name: string) => headers.find(({ key }) => key === name)?.value;
    const url = `http://shop.test/newsletter/unsubscribe/${no}`;
    expect(header('list-unsubscribe')).toBe(`<${url}>`);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const answer = await test.app.inject({
      method: 'POST',
      url: new URL(url).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(answer.statusCode).toBe(204);
    expect((await consents()).at(-1)).toMatchObject({ action: 'unsubscribed', method: 'one-click' });
    const boundary = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    for (const [type, payload] of [
      ['multipart/form-data; boundary=x', boundary],
      ['multipart/form-data', 'broken'],
      ['application/json', '{'],
      ['text/plain', 'List-Unsubscribe=One-Click'],
      ['', 'x'],
      ['application/x-www-form-urlencoded', ''],
    ] as const) {
      const headers = type === '' ? {} : { 'content-type': type };
      const again = await test.app.inject({ method: 'POST', url: new URL(url).pathname, headers, payload });
      expect(again.statusCode, type).toBe(204);
    }
  });
});

describe("after the shop's secret was changed", () => {
  const OLD = 'a secret that only the tests know, long enough';
  const NEW = 'the secret that came after it, long enough too';
  /** The same shop after a restart with another secret. */
  const restarted = (dataDir: string, secret: string | undefined, previous?: string) => {
    const { config, ports } = test;
    return assembleModules({ config, ports, secrets: readSecrets(dataDir, secret, previous) }).services;
  };

  it.each([
    ['named the one before', () => restarted('/nowhere', NEW, OLD)],
    [
      'kept the file of the one before',
      () => {
        writeFileSync(join(test.config.dataDir, 'secret.key.previous'), `${'y'.repeat(64)}\n${OLD}\n`);
        return restarted(test.config.dataDir, undefined);
      },
    ],
    [
      'moved from the file to the settings',
      () => {
        writeFileSync(join(test.config.dataDir, 'secret.key'), OLD);
        return restarted(test.config.dataDir, NEW);
      },
    ],
  ])('mails already sent still lead out, if the owner %s', async (_, restart) => {
    const { yes, no } = await links();
    await confirm(yes);
    await restart().mailingList.unsubscribe(no, 'mail-link');
    expect(await state()).toBe('unsubscribed');
  });

  it('links are refused without the old secret, which opens no account in any case', async () => {
    const { no } = await links();
    await expect(restarted('/nowhere', NEW).mailingList.unsubscribe(no, 'mail-link')).rejects.toThrow(
      'newsletter_link_invalid',
    );
    const reader = await addReader(test);
    const { sessions } = restarted('/nowhere', NEW, OLD);
    await expect(sessions.readCaller(reader.headers.authorization)).rejects.toThrow('unauthenticated');
    await expect(sessions.refresh(reader.tokens.refresh_token)).rejects.toThrow('refresh_token_invalid');
  });

  it('new mails are signed with the new secret alone', async () => {
    const { mailingList } = restarted('/nowhere', NEW, OLD);
    await mailingList.signUp('otra@ejemplo.cl', 'form', '203.0.113.1');
    const token = tokenIn((await mailsTo(test, 'otra@ejemplo.cl'))[0], 'newsletter/unsubscribe');
    expect(refusal(await leave(token))).toEqual(stale);
  });
});

it('an unproved address that the team removed is deleted with its account, one that unsubscribed itself is not', async () => {
  const { db, clock } = test.ports;
  const now = clock.now();
  for (const name of ['quitada', 'ida']) {
    const email = `${name}@ejemplo.cl` as ProvedAddress;
    const { user } = await addReader(test, { email });
    await db.withTx(async (tx) => {
      await joinNews(tx, email, now);
      const subscriber = await knownSubscriber(tx, email, now);
      if (name === 'quitada') await deleteSubscriber(tx, subscriber);
      else await leaveNews(tx, subscriber, now);
      await eraseAccount(tx, user.id, now);
    });
  }
  const list = await db.read.selectFrom('mailing_list').select(['email', 'state']).execute();
  expect(list).toEqual([{ email: 'ida@ejemplo.cl', state: 'none' }]);
});
