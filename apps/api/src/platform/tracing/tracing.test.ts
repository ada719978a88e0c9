import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createS3Storage } from '../../adapters/s3-storage/s3-storage.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { get } from '../../testing/calls.ts';
import { addBook, addReader } from '../../testing/fixtures.ts';
import { S3_TEST_KEYS, startStrictS3 } from '../../testing/strict-s3.ts';
import { startTracing } from './start-tracing.ts';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

/** A span in OTLP's JSON form. */
interface WireSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly Attribute[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

let receiver: Server;
let endpoint: string;
const bodies: string[] = [];
const headers: (string | undefined)[] = [];

beforeEach(async () => {
  bodies.length = 0;
  headers.length = 0;
  receiver = createServer((request, response) => {
    headers.push(request.headers.authorization);
    void text(request).then((body) => {
      if (request.url === '/v1/traces') bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterEach(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

const spans = (): WireSpan[] =>
  bodies.flatMap((body) =>
    (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
const valueOf = ({ attributes }: WireSpan, key: string) => {
  const value = attributes.find((each) => each.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};
/** The children of a span. */
const below = (all: readonly WireSpan[], { spanId }: WireSpan): WireSpan[] =>
  all.filter(({ parentSpanId }) => parentSpanId === spanId);

async function traced(work: (test: TestApp) => Promise<void>, ports: Parameters<typeof buildTestApp>[0] = {}) {
  const test = await buildTestApp({ ...ports, env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
  // The last spans are sent when the application closes.
  try {
    await work(test);
  } finally {
    await test.close();
  }
  return spans();
}

/** Sends a change whose body arrives after its headers were read. @returns the status */
async function sendLate(url: string, headers: Readonly<Record<string, string>>, body: object): Promise<number> {
  const sending = httpRequest(url, { method: 'PATCH', headers });
  sending.flushHeaders();
  await new Promise((resolve) => setTimeout(resolve, 50));
  sending.end(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
  });
}

describe('traces', () => {
  it('have each request with its route, status and id, and its statements below it', async () => {
    let requestId: unknown = '';
    let id = '';
    const all = await traced(async (test) => {
      id = (await addBook(test)).id;
      const response = await get(test, `/api/book_part/${id}`);
      expect(response.statusCode).toBe(200);
      requestId = response.headers['x-request-id'];
    });
    const request = all.find(({ name }) => name === 'GET /api/book_part/:book_id')!;
    expect([valueOf(request, 'http.route'), valueOf(request, 'http.response.status_code')]).toEqual([
      '/api/book_part/:book_id',
      200,
    ]);
    expect(valueOf(request, 'shop.request_id')).toBe(requestId);
    const statements = below(all, request);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      expect(statement.name).toBe('select');
      expect(valueOf(statement, 'db.query.text')).toMatch(/^select .* from /s);
    }
    expect(bodies.join(''), 'no value of a statement, no address').not.toContain(id);
    expect(bodies.join('')).toContain('cuentos-de-bolsillo');
  });

  it('have the statements of a request with a body, though writers share a commit', async () => {
    const all = await traced(async (test) => {
      const readers = await Promise.all(
        ['a', 'b', 'c'].map(async (name) => addReader(test, { email: `${name}@x.cl` })),
      );
      const origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
      await Promise.all(
        readers.map(async ({ headers: own }) => {
          const sent = { ...own, 'content-type': 'application/json' };
          expect(await sendLate(`${origin}/api/users/me`, sent, { name: 'Elisa Ñandú' })).toBe(200);
        }),
      );
    });
    const requests = all.filter(({ name }) => name === 'PATCH /api/users/me');
    expect(requests).toHaveLength(3);
    for (const request of requests)
      expect(
        below(all, request).filter(({ name }) => name === 'update'),
        'each has its own',
      ).not.toEqual([]);
  });

  it('contain no address, name, password, token or text of a reader', async () => {
    const secrets = ['elisa@ejemplo.cl', 'Elisa', 'una-clave-de-prueba', '203.0.113.9', 'una nota de Elisa'];
    const all = await traced(async (test) => {
      const inject = async (method: 'GET' | 'POST', url: string, payload: object) =>
        test.app.inject({
          method,
          url,
          remoteAddress: '203.0.113.9',
          headers: { 'content-type': 'application/json', 'user-agent': 'Elisa' },
          ...(method === 'GET' ? {} : { payload }),
        });
      const password = 'una-clave-de-prueba';
      const fields = { name: 'Elisa', email: 'elisa@ejemplo.cl', password, confirmPassword: password };
      const registered = await inject('POST', '/api/users/', fields);
      expect(registered.statusCode).toBe(201);
      secrets.push(...Object.values(registered.json<Record<string, string>>()));
      await inject('GET', '/api/contact/elisa@ejemplo.cl', {});
      await inject('POST', '/api/messages/visitors', {
        name: 'Elisa',
        email: 'elisa@ejemplo.cl',
        subject: 'other',
        body: 'una nota de Elisa',
      });
      await inject('GET', '/una-pagina/elisa@ejemplo.cl?de=Elisa', {});
    });
    expect(all.length).toBeGreaterThan(5);
    for (const secret of secrets) expect(bodies.join(''), secret).not.toContain(secret);
  });

  it('have jobs, and calls to the outside with their host alone', async () => {
    const s3 = await startStrictS3();
    const storage = createS3Storage({ endpoint: s3.endpoint, ...S3_TEST_KEYS });
    const all = await traced(
      async (test) => {
        const run = async () => {
          await storage.putBytes('a/key', Buffer.from('x'), 'text/plain');
          await test.ports.db.read.selectFrom('books').select('id').execute();
        };
        await test.tracing!.job({ name: 'trial', everyMs: 1000, run }).run(new AbortController().signal);
        const send = async () => Promise.reject(Object.assign(new Error('elisa@ejemplo.cl'), { code: 'ECONNREFUSED' }));
        const mail = test.tracing!.mail({ ...test.ports.mail, send });
        const letter = { messageId: 'a', to: 'elisa@ejemplo.cl', subject: 's', text: 't', html: 'h' };
        await expect(mail.send(letter)).rejects.toThrow();
      },
      { ports: { storage } },
    );
    await s3.close();
    const job = all.find(({ name }) => name === 'job trial')!;
    const { host } = new URL(s3.endpoint);
    expect(below(all, job).map(({ name }) => name)).toEqual([`PUT ${host}`, 'select']);
    const call = below(all, job)[0]!;
    expect([valueOf(call, 'server.address'), valueOf(call, 'http.response.status_code')]).toEqual([host, 200]);
    const mail = all.find(({ name }) => name === 'mail')!;
    expect([mail.status.code, valueOf(mail, 'error.type')]).toEqual([2, 'ECONNREFUSED']);
    expect(bodies.join('')).not.toMatch(/a\/key|X-Amz|elisa@/);
  });

  it('delay nothing when the receiver is unavailable', async () => {
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
    await traced(async (test) => expect((await get(test, '/api/books/')).statusCode).toBe(200));
    receiver = createServer().listen(0, '127.0.0.1');
  });

  it('are not begun, nor their library loaded, without a receiver', async () => {
    const test = await buildTestApp();
    expect([test.tracing, await startTracing(test.config)]).toEqual([null, null]);
    await get(test, '/api/books/');
    await test.close();
    expect(bodies).toEqual([]);
  });
});
