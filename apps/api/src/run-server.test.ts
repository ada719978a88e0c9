import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSmtpMail } from './adapters/nodemailer/nodemailer-mail.ts';
import { createS3Storage } from './adapters/s3-storage/s3-storage.ts';
import { outsideFailures } from './run-server.ts';
import { buildTestApp } from './testing/build-test-app.ts';
import { startWorker } from './testing/run-worker.ts';
import { S3_TEST_KEYS } from './testing/strict-s3.ts';

let folder: string;
const servers: Server[] = [];
const sockets = new Set<Socket>();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuentos-start-'));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

/** Starts a TCP server that handles its connections as the test says. */
async function listen(visit: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    visit(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Starts the server as `npm start` does. @returns its exit status and its output */
async function start(env: Record<string, string>): Promise<{ status: number | NodeJS.Signals; said: string }> {
  const settings = { PATH: process.env['PATH'], PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', ...env };
  const worker = startWorker('../main.ts', [], settings);
  return { status: await worker.ended, said: worker.output() };
}

const secret = { AUTH_SECRET: 'a secret that only the tests know, long enough' };
const postgres = (place: string) => ({ ...secret, DATABASE_URL: `postgres://ana:muy-secreta@${place}/tienda` });

describe('a start that fails exits with one sentence that names the setting', () => {
  it.each<[string, () => Promise<Record<string, string>> | Record<string, string>, RegExp]>([
    [
      'no database server',
      () => postgres('127.0.0.1:1'),
      /^DATABASE_URL: nadie contesta por PostgreSQL en 127\.0\.0\.1:1/,
    ],
    [
      'a database server that does not exist',
      () => postgres('nadie.invalid:5432'),
      /^DATABASE_URL: no existe el servidor nadie\.invalid/,
    ],
    [
      'a database server that says nothing',
      async () => postgres(`127.0.0.1:${await listen(() => undefined)}`),
      /^DATABASE_URL: nadie contesta/,
    ],
    [
      'something else than a database server',
      async () =>
        postgres(`127.0.0.1:${await listen((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))}`),
      /^DATABASE_URL: /,
    ],
    [
      'a file in place of the data folder',
      async () => {
        await writeFile(join(folder, 'file'), 'x');
        return { DATA_DIR: join(folder, 'file', 'data') };
      },
      /^DATA_DIR: .* no se puede crear como carpeta/,
    ],
    [
      'a data folder that cannot be written',
      () => ({ ...secret, DATA_DIR: '/sys/nada' }),
      /^DATA_DIR: este usuario no puede escribir en \/sys\/nada/,
    ],
    [
      'a file that is no database',
      async () => {
        await writeFile(join(folder, 'shop.sqlite'), 'no database '.repeat(1000));
        return {};
      },
      /^DATA_DIR: el archivo shop\.sqlite/,
    ],
    [
      'a port that is taken',
      async () => ({ PORT: String(await listen(() => undefined)) }),
      /^PORT: el puerto \d+ de 127\.0\.0\.1 ya lo usa otro programa/,
    ],
    [
      'an address of another machine',
      () => ({ HOST: '203.0.113.1' }),
      /^HOST: esta máquina no tiene la dirección 203\.0\.113\.1/,
    ],
  ])(
    '%s',
    async (_, env, sentence) => {
      const { status, said } = await start(await env());
      expect(said).toMatch(sentence);
      expect(said.trim().split('\n')).toHaveLength(1);
      expect(said).not.toContain('muy-secreta');
      expect(status).toBe(1);
    },
    30_000,
  );

  it.runIf(process.env['TEST_DATABASE_URL'])('a database that does not exist', async () => {
    const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
    url.pathname = '/no_hay';
    const { status, said } = await start({ ...secret, DATABASE_URL: url.href });
    expect([status, said]).toEqual([
      1,
      expect.stringMatching(/^DATABASE_URL: .* no existe la base de datos no_hay; .*\n$/),
    ]);
  });

  it('an address without https in production, in a line of its own', async () => {
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'http://tienda.cl', TRUST_PROXY: '1', PAYMENT_SANDBOX: 'true' };
    const { status, said } = await start(env);
    expect(said).toMatch(/^La configuración no sirve:$/m);
    expect(said).toMatch(/^ {2}- PUBLIC_URL: en producción tiene que empezar con https:\/\//m);
    expect(said).not.toMatch(/^\s+at /m);
    expect(status).toBe(1);
  });
});

it('an unavailable bucket and mail server are reported, and the server keeps running', async () => {
  const smtp = 'smtp://tienda:muy-secreta@127.0.0.1:1';
  const bucket = { endpoint: 'http://127.0.0.1:1', ...S3_TEST_KEYS };
  const test = await buildTestApp({
    env: {
      SMTP_URL: smtp,
      S3_ENDPOINT: bucket.endpoint,
      S3_BUCKET: 'libros',
      S3_ACCESS_KEY_ID: 'x',
      S3_SECRET_ACCESS_KEY: 'x',
    },
    ports: { mail: createSmtpMail(smtp, 'hola@tienda.cl'), storage: createS3Storage(bucket) },
  });
  try {
    expect(await outsideFailures(test)).toEqual([
      expect.stringMatching(/^S3_ENDPOINT: el almacén libros en http:\/\/127\.0\.0\.1:1 no se puede usar ahora/),
      expect.stringMatching(/^SMTP_URL: el servidor de correo 127\.0\.0\.1:1 no se puede usar ahora/),
    ]);
  } finally {
    await test.close();
  }
});
