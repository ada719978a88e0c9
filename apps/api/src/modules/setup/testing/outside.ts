import { createSocket } from 'node:dgram';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { createPaymentSandbox } from '../../../adapters/mercadopago-sandbox/payment-sandbox.ts';
import { createMercadoPago } from '../../../adapters/mercadopago/mercadopago-payments.ts';
import type { PaymentPort } from '../../../ports/payment.ts';
import type { TestApp } from '../../../testing/build-test-app.ts';
import type { Certificate } from '../../../testing/certificates.ts';

/** Local servers in place of the services that the checks ask, each with the real protocol. */

interface Running {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a server with a certificate, like a proxy in front of the shop. */
export async function startHttps({ cert, key }: Certificate, answer: RequestListener): Promise<Running> {
  const server = createServer({ cert, key }, answer);
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
 * Starts a name server with some TXT records (RFC 1035).
 * @param texts by name; other names do not exist
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

/** A TXT record in pieces of at most 255 bytes, for the requested name. */
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

/** Starts the payment provider as a separate server. @returns it with a client that has some credentials */
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
