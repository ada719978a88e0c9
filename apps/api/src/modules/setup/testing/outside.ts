import { createSocket } from 'node:dgram';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { createPaymentSandbox } from '../../../adapters/mercadopago-sandbox/payment-sandbox.ts';
import { createMercadoPago } from '../../../adapters/mercadopago/mercadopago-payments.ts';
import type { PaymentPort } from '../../../ports/payment.ts';
import type { TestApp } from '../../../testing/build-test-app.ts';

/** Stand-ins on this machine for the services that the checks ask: each speaks the real protocol. */

/** Opens nothing: made for these tests, for names of this machine only. */
export const TEST_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtbFaR98U0rPh9hw7
kqqnI24JRPpC7cWK8SqyurAaofehRANCAASlYCtH0AucVUcqqWLsNol5iC01bekn
7QxREjushnoPtzIP5l4r4BDKATh+30DEIxYZ8KaejkDL2zM9zDSGlFSQ
-----END PRIVATE KEY-----`;

/** Certificates of that key. Only `good` and `other` are trusted by tests that say so. */
export const testCertificates = {
  /** For localhost, until 2126. */
  good: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUFd6EjFqhcO8Yy2rPbDobK4rWp9UwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjIzMTkzMloYDzIxMjYxMDI5
MjMxOTMyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASlYCtH0AucVUcqqWLsNol5iC01bekn7QxREjushnoPtzIP5l4r4BDK
ATh+30DEIxYZ8KaejkDL2zM9zDSGlFSQo28wbTAdBgNVHQ4EFgQULJa07MxYLtQX
0taf4baSSfReycUwHwYDVR0jBBgwFoAULJa07MxYLtQX0taf4baSSfReycUwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAL+JMEkNmK03FeoDdxUMr2G2oIBd2y/KnCLdsEQ9Gt63AiA9
LWFcoDv+3YzJh/iWlSYSZe9BBk/qi2MHKe/aI9UUyw==
-----END CERTIFICATE-----`,
  /** For localhost, until February 2020. */
  ended: `-----BEGIN CERTIFICATE-----
MIIBUzCB+qADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
dDAeFw0yMDAxMDEwMDAwMDBaFw0yMDAyMDEwMDAwMDBaMBQxEjAQBgNVBAMMCWxv
Y2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKVgK0fQC5xVRyqpYuw2
iXmILTVt6SftDFESO6yGeg+3Mg/mXivgEMoBOH7fQMQjFhnwpp6OQMvbMz3MNIaU
VJCjPTA7MBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAdBgNVHQ4EFgQULJa0
7MxYLtQX0taf4baSSfReycUwCgYIKoZIzj0EAwIDSAAwRQIgGWqY5/deCSNyXlzv
9eekRgt5ZJF8S8WxDhya3jI/VIQCIQCFd3p2nBhISy2n1IFxieYc8A2UXsYLJ0kK
H5yEYEyMXg==
-----END CERTIFICATE-----`,
  /** For another domain. */
  other: `-----BEGIN CERTIFICATE-----
MIIBjzCCATWgAwIBAgIUQqy8xxrqMA/Ek0ocz4m+rwI9lZ8wCgYIKoZIzj0EAwIw
EjEQMA4GA1UEAwwHb3RyYS5jbDAgFw0yNjExMjIyMzE5MzJaGA8yMTI2MTAyOTIz
MTkzMlowEjEQMA4GA1UEAwwHb3RyYS5jbDBZMBMGByqGSM49AgEGCCqGSM49AwEH
A0IABKVgK0fQC5xVRyqpYuw2iXmILTVt6SftDFESO6yGeg+3Mg/mXivgEMoBOH7f
QMQjFhnwpp6OQMvbMz3MNIaUVJCjZzBlMB0GA1UdDgQWBBQslrTszFgu1BfS1p/h
tpJJ9F7JxTAfBgNVHSMEGDAWgBQslrTszFgu1BfS1p/htpJJ9F7JxTAPBgNVHRMB
Af8EBTADAQH/MBIGA1UdEQQLMAmCB290cmEuY2wwCgYIKoZIzj0EAwIDSAAwRQIh
AM1VDa2Dbf41thOiwVSb1ozDwTNCBpzC5TMkuU6Wa0fmAiA3w+EO1AJkHmt1KLKT
FgILuBdSdJzk6IxOptiHlBSkcw==
-----END CERTIFICATE-----`,
} as const;

interface Running {
  readonly port: number;
  close(): Promise<void>;
}

/** A server with a certificate, as a proxy before the shop. */
export async function startHttps(cert: string, answer: RequestListener): Promise<Running> {
  const server = createServer({ key: TEST_KEY, cert }, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const TXT = 16;
const NO_SUCH_NAME = 3;

/**
 * A server of names that knows some texts (RFC 1035).
 * @param texts by name; a name that is not there does not exist.
 */
export async function startDns(texts: Readonly<Record<string, string>>): Promise<Running> {
  const socket = createSocket('udp4');
  socket.on('message', (question, peer) => {
    let end = 12;
    const labels: string[] = [];
    for (let length = question[end] ?? 0; length > 0; length = question[end] ?? 0) {
      labels.push(question.toString('latin1', end + 1, end + 1 + length));
      end += length + 1;
    }
    const questionBytes = question.subarray(12, end + 5);
    const text = texts[labels.join('.').toLowerCase()];
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180 | (text === undefined ? NO_SUCH_NAME : 0), 2);
    header.writeUInt16BE(text === undefined ? 0 : 1, 6);
    header.fill(0, 8);
    socket.send(
      Buffer.concat([header, questionBytes, text === undefined ? Buffer.alloc(0) : record(text)]),
      peer.port,
      peer.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { port: socket.address().port, close: async () => new Promise((resolve) => socket.close(() => resolve())) };
}

/** A text in pieces of at most 255 bytes, under the name that was asked for. */
function record(text: string): Buffer {
  const pieces = text.match(/.{1,255}/g) ?? [''];
  const data = Buffer.concat(pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)])));
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

/** The payment provider as a server of its own, and the client that has some credentials for it. */
export async function startProvider(
  { ports, secrets }: TestApp,
  { accepted, ours = accepted }: { readonly accepted: string; readonly ours?: string },
): Promise<Running & { readonly payments: PaymentPort }> {
  const app = Fastify();
  const noticeSecret = secrets.sandboxNotice;
  const sandbox = createPaymentSandbox({
    db: ports.db,
    clock: ports.clock,
    noticeSecret,
    accessToken: accepted,
    hasControls: true,
  });
  await sandbox.register(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    port: (app.server.address() as AddressInfo).port,
    payments: createMercadoPago({ ...sandbox, accessToken: ours, storeName: () => 'Tienda' }),
    close: async () => app.close(),
  };
}
