import { PassThrough } from 'node:stream';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMailJob, queueMail } from '../../modules/mail/service.ts';
import { allRoutes } from '../../testing/all-routes.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addBareEdition, addBook, addPart, addReader, addUser, give } from '../../testing/fixtures.ts';
import { createJobRunner } from '../jobs/job-runner.ts';

const lines: string[] = [];
let planted = 0;
/** Returns a unique word that must never be logged. */
const canary = (): string => {
  planted += 1;
  return `canario${planted}x`;
};

let test: TestApp;
const mail = {
  name: 'refusing',
  send: async ({ to }: { to: string }) => {
    throw new Error(`550 no such user: ${to}`);
  },
  close: () => undefined,
};
beforeAll(async () => {
  test = await buildTestApp({
    env: { LOG_LEVEL: 'trace', LIMIT_REGISTER_PER_HOUR: '1000' },
    log: { write: (line) => void lines.push(line) },
    ports: { mail },
  });
});
afterAll(async () => test.close());

const parsed = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the log contains no personal data', () => {
  it('of any route, whether it succeeds or fails', async () => {
    const reader = await addReader(test, { name: canary(), email: `${canary()}@ejemplo.cl` });
    const part = await addPart(test, (await addBook(test)).id);
    await addBareEdition(test, part.id);
    await give(test, reader.user.id, part.id);
    // Streams of a stopped server end at once; otherwise their answers would never end.
    test.services.changes.stop();
    const send = async (options: InjectOptions) =>
      test.app.inject({
        ...options,
        headers: {
          'user-agent': canary(),
          cookie: `a=${canary()}`,
          referer: `http://x/${canary()}`,
          ...options.headers,
        },
      });
    for (const { method, path, bodyFields } of allRoutes(test)) {
      const body = () =>
        Object.fromEntries(bodyFields.map((field) => [field, field === 'email' ? `${canary()}@ejemplo.cl` : canary()]));
      for (const url of [path.replaceAll(/\{[^}]+\}/g, canary()), path.replaceAll(/\{[^}]+\}/g, part.id)]) {
        const payload = method === 'GET' ? {} : { payload: body() };
        await send({ method, url: `${url}?email=${canary()}@ejemplo.cl&token=${canary()}`, ...payload });
        await send({
          method,
          url: `${url}?x=${canary()}`,
          headers: { authorization: `Bearer ${canary()}` },
          ...payload,
        });
        if (!path.endsWith('/logout')) await send({ method, url, headers: reader.headers, ...payload });
        await send({ method, url, headers: { 'content-type': 'application/json' }, payload: `{"note": "${canary()}` });
      }
    }
    // A successful request, followed by one whose data later appear in links of mails.
    await send({
      method: 'PUT',
      url: `/api/user_book_parts/${part.id}`,
      headers: reader.headers,
      payload: { last_location: `epubcfi(/6/4[${canary()}])`, percentage: 3 },
    });
    const password = `clave-${canary()}`;
    await send({
      method: 'POST',
      url: '/api/users/',
      payload: { name: canary(), email: `${canary()}@ejemplo.cl`, password, confirmPassword: password },
    });
    await send({
      method: 'POST',
      url: '/api/auth/',
      payload: { username: (await addUser(test)).email, password: canary() },
    });
    await send({
      method: 'POST',
      url: '/api/auth/',
      payload: { username: `${canary()}@ejemplo.cl`, password: canary(), captcha: canary() },
    });
    for (const path of ['recover-password', 'verify-email', 'newsletter/confirm', 'api/contact'])
      await send({ url: `/${path}/${canary()}` });
    for (const url of [`/%${canary()}`, `/${canary()}%ff`, `/api/${canary().repeat(400)}`]) await send({ url });
    expect(planted).toBeGreaterThan(100);
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.filter((line) => line.includes('canario'))).toEqual([]);
    expect(
      lines.filter((line) => line.includes(reader.tokens.access_token) || line.includes(reader.tokens.refresh_token)),
    ).toEqual([]);
  });

  it('of errors, whose messages quote the input', async () => {
    const secret = canary();
    const { catalogue } = test.services.books;
    const read = catalogue.read.bind(catalogue);
    catalogue.read = async () => {
      throw new Error(`duplicate key (email)=(${secret}@ejemplo.cl)`, { cause: new Error(secret) });
    };
    const before = lines.length;
    const response = await test.app.inject('/api/books/');
    catalogue.read = read;
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain(secret);
    const fault = parsed()
      .slice(before)
      .find(({ level }) => level === 50);
    expect(fault).toMatchObject({
      message: 'internal',
      request_id: response.json<{ request_id: string }>().request_id,
      failure: { type: 'Error' },
    });
    expect(JSON.stringify(fault)).toContain('log.test.ts');
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  });

  it('of an answer that is interrupted', async () => {
    const secret = canary();
    const { storage } = test.ports;
    const read = storage.read.bind(storage);
    storage.read = async () => {
      const stream = new PassThrough();
      setImmediate(() => stream.destroy(new Error(secret)));
      return { stream, size: 10 };
    };
    await test.app.inject(`/images/${'a'.repeat(40)}.jpg`).catch(() => undefined);
    storage.read = read;
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  });

  it('of jobs', async () => {
    const address = `${canary()}@ejemplo.cl`;
    const { db, clock } = test.ports;
    await db.withTx(async (tx) =>
      queueMail(
        tx,
        address,
        canary(),
        { template: 'x', subject: canary(), text: canary(), html: canary() },
        clock.now(),
      ),
    );
    const failing = {
      name: 'failing',
      everyMs: 1000,
      run: async () => Promise.reject(new Error(canary())),
    };
    const runner = createJobRunner({ db, log: test.app.log }, [createMailJob(test.ports), failing]);
    await runner.runOnce('mail-outbox');
    await runner.runOnce('failing');
    await runner.stop();
    const row = await db.handle.selectFrom('mails').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ attempts: 1, last_error: 'Error' });
    expect(parsed().find(({ job }) => job === 'failing')).toMatchObject({
      request_id: expect.stringMatching(/^job-/),
      message: 'job failed',
    });
    expect(lines.filter((line) => line.includes('canario'))).toEqual([]);
  });

  it('the request id is that of a trusted proxy if it is valid, and otherwise a new one', async () => {
    const behindProxy = await buildTestApp({ env: { TRUST_PROXY: '1' } });
    const idOf = async (app: TestApp['app'], id: string) =>
      (await app.inject({ url: '/health/live', headers: { 'x-request-id': id } })).headers['x-request-id'];
    expect(await idOf(behindProxy.app, 'f3a9c2d1-0b7e')).toBe('f3a9c2d1-0b7e');
    expect(await idOf(behindProxy.app, 'x" ,"admin')).not.toContain('admin');
    expect(await idOf(behindProxy.app, 'x'.repeat(200))).not.toContain('xxx');
    expect(await idOf(test.app, 'f3a9c2d1-0b7e')).not.toBe('f3a9c2d1-0b7e');
    await behindProxy.close();
  });

  it('every line names its request, job or process', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    expect(parsed().some(({ request_id }) => request_id === 'process')).toBe(true);
    expect(parsed().filter(({ request_id }) => typeof request_id !== 'string' || request_id === '')).toEqual([]);
    // Each line names its request once, because log readers treat repeated keys differently.
    expect(lines.filter((line) => !line.includes('"alert"') && line.split('"request_id"').length !== 2)).toEqual([]);
    const request = parsed().find(({ message, status }) => message === 'request' && status === 404);
    expect(Object.keys(request!).toSorted()).toEqual([
      'level',
      'message',
      'method',
      'ms',
      'request_id',
      'route',
      'status',
      'time',
    ]);
  });
});
