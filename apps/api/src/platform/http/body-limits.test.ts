import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { longProof } from '@cuentos/domain/testing/long-proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverFlags } from '../../../../../tools/launch/server-flags.mjs';
import { allRoutes } from '../../testing/all-routes.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { refusal } from '../../testing/calls.ts';
import { addReader, addUser } from '../../testing/fixtures.ts';
import { multipart } from '../../testing/multipart.ts';
import { openTestDb } from '../../testing/open-test-db.ts';
import { startWorker } from '../../testing/run-worker.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => test.close());

const KB = 1024;
const MB = 1024 * KB;
const LIMIT = 32 * KB;
const tooLarge = { status: 413, code: 'payload_too_large', detail: 'Lo enviado pesa más de lo permitido.' };

const post = async (url: string, payload: Buffer | string, type: string) =>
  test.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
/** A JSON body of exactly this many bytes, with some fields. */
const json = (fields: object, bytes: number): string => {
  const bare = JSON.stringify({ ...fields, filling: '' });
  return bare.replace(/""\}$/, `"${'x'.repeat(bytes - bare.length)}"}`);
};

describe('the body of a caller without a session', () => {
  it('is accepted up to 32 kB, in each format', async () => {
    const { email } = await addUser(test);
    const fields = { username: email, password: 'una-clave-de-prueba' };
    const bytes = (form: { payload: Buffer }) => form.payload.length;
    const empty = bytes(await multipart({ ...fields, filling: '' }));
    const form = async (size: number) => multipart({ ...fields, filling: 'x'.repeat(size - empty) });
    const encoded = `${String(new URLSearchParams(fields))}&filling=`;
    for (const [size, status] of [
      [LIMIT, 200],
      [LIMIT + 1, 413],
    ] as const) {
      const asForm = await form(size);
      expect(bytes(asForm)).toBe(size);
      expect((await test.app.inject({ method: 'POST', url: '/api/auth/', ...asForm })).statusCode).toBe(status);
      expect((await post('/api/auth/', json(fields, size), 'application/json')).statusCode).toBe(status);
      const text = encoded + 'x'.repeat(size - encoded.length);
      expect((await post('/api/auth/', text, 'application/x-www-form-urlencoded')).statusCode).toBe(status);
    }
  });

  it('is refused for its size, not for the fields that make it large', async () => {
    const many = Object.fromEntries(Array.from({ length: 29 }, (_, field) => [`f${field}`, 'x'.repeat(8 * KB)]));
    const form = await multipart(many);
    expect(refusal(await test.app.inject({ method: 'POST', url: '/api/auth/', ...form }))).toEqual(tooLarge);
  });

  it('is cut off while it grows if its size was not announced', async () => {
    const { port } = await listening();
    for (const type of ['multipart/form-data; boundary=x', 'application/json']) {
      const answer = await sendWithoutEnd(port, type);
      expect(answer.status).toBe(413);
      expect(answer.sent).toBeLessThan(4 * MB);
    }
  });

  it.each(['multipart/form-data; boundary=x', 'application/json'])(
    'is refused before it is sent if its size was announced: %s',
    async (type) => {
      const { port } = await listening();
      const socket = connect(port, '127.0.0.1');
      const head = ['POST /api/auth/ HTTP/1.1', 'host: x', `content-type: ${type}`, 'content-length: 10000000', '', ''];
      const answer = new Promise((resolve) => socket.once('data', (data) => resolve(String(data))));
      socket.write(head.join('\r\n'));
      expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
      socket.destroy();
    },
  );

  it('may be larger with a session, but forms have a limit, too', async () => {
    const reader = await addReader(test);
    const send = async (size: number) => {
      const form = await multipart({ book_part_id: 'x', note: 'x'.repeat(size) });
      const headers = { ...reader.headers, ...form.headers };
      const url = '/api/user_book_part_highlights/';
      return (await test.app.inject({ method: 'POST', url, payload: form.payload, headers })).statusCode;
    };
    expect(await send(100 * KB)).toBe(422);
    expect(await send(300 * KB)).toBe(413);
  });
});

/** Opens a port for the application. */
async function listening(): Promise<{ port: number }> {
  if (!test.app.server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' });
  return test.app.server.address() as { port: number };
}

/** Sends a body of unknown length until the server answers. */
async function sendWithoutEnd(port: number, type: string): Promise<{ status: number; sent: number }> {
  const socket = connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  let sentBytes = 0;
  socket.on('data', (data) => received.push(data));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const head = ['POST /api/auth/ HTTP/1.1', 'host: x', `content-type: ${type}`, 'transfer-encoding: chunked', '', ''];
  socket.write(head.join('\r\n'));
  const begin = type.startsWith('multipart') ? '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n' : '{"a":"';
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  socket.write(chunk(begin));
  while (received.length === 0 && !socket.destroyed && sentBytes < 50 * MB) {
    if (!socket.write(chunk('x'.repeat(16 * KB)))) {
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    }
    sentBytes += 16 * KB;
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.destroy();
  await closed;
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(String(received[0]))?.[1]), sent: sentBytes };
}

describe('bodies of all callers without a session together', () => {
  it('use at most 32 MB; later senders get 503, until the bodies are done', async () => {
    const { port } = await listening();
    const head = ['POST /api/auth/ HTTP/1.1', 'host: x', 'content-type: application/json', `content-length: ${LIMIT}`];
    const sockets = await Promise.all(
      Array.from({ length: 1100 }, async () => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.resume();
        await new Promise((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(LIMIT - 1)}`, resolve));
        return socket;
      }),
    );
    const knock = async () => {
      const body = JSON.stringify({ username: 'nadie', password: 'x', filling: 'x'.repeat(20 * KB) });
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`http://127.0.0.1:${port}/api/auth/`, { method: 'POST', headers, body })).status;
    };
    await expect.poll(knock, { timeout: 20_000 }).toBe(503);
    for (const socket of sockets) socket.destroy();
    await expect.poll(knock, { timeout: 20_000 }).not.toBe(503);
  });
});

describe('two hundred of the largest bodies at once', () => {
  const proof = longProof('largest-bodies', 0);
  it(
    'to each call that anybody may send one to cost at most 150 MB, also as multipart forms',
    async () => {
      const place = await openTestDb();
      const many = '1000000';
      const env = {
        ...process.env,
        MALLOC_ARENA_MAX: '2',
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        DATA_DIR: place.folder,
        DATABASE_URL: place.url,
        AUTH_SECRET: 'a secret that only the tests know, long enough',
        CAPTCHA_PROVIDER: 'none',
        PORT: '0',
        LIMIT_LOGIN_FAILURES: many,
        LIMIT_ACCOUNT_FAILURES: many,
        LIMIT_ADDRESS_FAILURES: many,
        LIMIT_ALL_FAILURES: many,
        LIMIT_REGISTER_PER_HOUR: many,
        LIMIT_FORGOT_PER_HOUR: many,
        LIMIT_CONTACT_PER_HOUR: many,
      };
      // Starts the server with the flags of `npm start`.
      const worker = startWorker('server-worker.ts', [], env, serverFlags);
      try {
        await worker.waitFor('port ');
        const origin = `http://127.0.0.1:${worker.lines()[0]!.slice('port '.length)}`;
        const memory = async (name: 'VmRSS' | 'VmHWM') => {
          const status = await readFile(`/proc/${String(worker.process.pid)}/status`, 'utf8');
          return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * KB;
        };
        const send = async (method: string, path: string, body: string | Buffer, type: string) =>
          fetch(origin + path, {
            method,
            body: typeof body === 'string' ? body : new Uint8Array(body),
            headers: { 'content-type': type },
          })
            .then(async (answer) => {
              await answer.arrayBuffer();
              return answer.status;
            })
            .catch(() => 0);
        // The payment sandbox is left out: a real shop does not have it.
        const calls = allRoutes(test).filter(({ method, path }) => method !== 'GET' && !path.startsWith('/sandbox/'));
        // Two hundred bodies take half a second, so the daily tests send them to a part of the calls.
        const chosen = proof.count > 0 ? calls : calls.filter((_, index) => index % 20 === 0);
        for (const { method, path } of calls) await send(method, path, '{}', 'application/json');
        const idle = await memory('VmRSS');
        /** Peak memory of the process since the last call, in megabytes above idle. */
        const heightSince = async () => {
          const height = await memory('VmHWM');
          await writeFile(`/proc/${String(worker.process.pid)}/clear_refs`, '5');
          return Math.round((height - idle) / MB);
        };
        // The start itself has a higher peak, which is reset here.
        await heightSince();
        const statuses = new Map<number, number>();
        const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
        for (const { method, path, bodyFields } of chosen) {
          const fields = Object.fromEntries(bodyFields.map((name) => [name, valueOf(name)]));
          const body = json(fields, LIMIT);
          const answers = Array.from({ length: 200 }, async () => send(method, path, body, 'application/json'));
          for (const status of await Promise.all(answers)) count(status);
        }
        const allowed = await heightSince();
        const form = await multipart(
          Object.fromEntries(Array.from({ length: 30 }, (_, field) => [`f${field}`, 'x'.repeat(512 * KB)])),
        );
        const forms = Array.from({ length: 100 }, async () =>
          send('POST', '/api/auth/', form.payload, form.headers['content-type']),
        );
        for (const status of await Promise.all(forms)) count(status);
        const tooLarge = await heightSince();
        console.log(
          `above idle: ${allowed} MB for ${chosen.length} calls, ${tooLarge} MB for forms that are too large`,
        );
        expect([...statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([]);
        expect(allowed).toBeLessThanOrEqual(150);
        expect(tooLarge).toBeLessThanOrEqual(150);
        if (proof.count > 0) expect([...proof.runs()]).toEqual([0]);
      } finally {
        worker.process.kill('SIGKILL');
        await worker.ended;
        await place.drop();
      }
    },
    proof.timeout(300_000),
  );
});

/** A value that the field accepts, so that the code behind the checks runs, too. */
function valueOf(field: string): string {
  if (field === 'email' || field === 'username') return 'ana@ejemplo.cl';
  return /password/i.test(field) ? 'una-clave-de-prueba' : 'Ana Paz';
}
