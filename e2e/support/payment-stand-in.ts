import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answer of the payment server to a request: `hang` never answers, `slam` closes the connection. */
export type PaymentMood = 'refuse' | 'hang' | 'rubbish' | 'slam' | 'work';

/** A payment server on this machine that can answer wrongly. */
export interface PaymentStandIn {
  readonly url: string;
  /** Order ids of the requested preferences. */
  readonly asked: readonly string[];
  behave(mood: PaymentMood): void;
  close(): Promise<void>;
}

/** Starts the stand-in, which answers correctly until `behave` is called. */
export async function startPaymentStandIn(): Promise<PaymentStandIn> {
  const requests: string[] = [];
  let mood: PaymentMood = 'work';
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString();
      if (request.method === 'POST' && request.url === '/checkout/preferences') {
        requests.push(String((JSON.parse(body) as { external_reference?: unknown }).external_reference));
      }
      answer(response, mood, requests.at(-1) ?? '', request.method === 'POST');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked: requests,
    behave(next) {
      mood = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(response: ServerResponse, mood: PaymentMood, order: string, isPreference: boolean): void {
  if (mood === 'hang') return;
  if (mood === 'slam') {
    response.destroy();
    return;
  }
  const status = mood === 'refuse' ? 400 : 200;
  response.writeHead(status, { 'content-type': mood === 'rubbish' ? 'text/html' : 'application/json' });
  if (mood === 'rubbish') response.end('<h1>Gateway</h1>');
  else if (mood === 'refuse')
    response.end(JSON.stringify({ message: 'invalid access token', error: 'bad_request', status }));
  else if (isPreference) {
    response.end(
      JSON.stringify({ id: `pref-${order}`, init_point: `https://pagos.invalid/${order}`, collector_id: 1 }),
    );
  } else response.end(JSON.stringify({ results: [], paging: { total: 0, limit: 50, offset: 0 } }));
}
