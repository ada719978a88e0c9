import { createServer, request } from 'node:http';

/**
 * Interval of the readiness checks, ms: a process that is no longer ready gets requests for no longer than this. The
 * shop's DRAIN_SECONDS is longer.
 */
const LOOK_EVERY_MS = 100;

/**
 * Starts a balancer before the processes of a shop. Sends requests in turn to the processes that are ready, each over a
 * new connection, and repeats none, so that every dropped request is seen.
 * @returns {Promise<{ readonly origin: string, use(ports: readonly number[]): Promise<void>, close(): Promise<void> }>}
 */
export async function startBalancer(port) {
  let ports = [];
  let ready = [];
  let turn = 0;
  let [asked, answered] = [0, 0];
  const look = async () => {
    const number = (asked += 1);
    const states = await Promise.all(ports.map(async (each) => [each, await isReady(each)]));
    // Leaves out an answer that comes after that of a later look.
    if (number < answered) return;
    answered = number;
    ready = states.filter(([, is]) => is).map(([each]) => each);
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  const server = createServer((incoming, outgoing) => {
    // Uses all processes when none is ready, because all may just be slow.
    const among = ready.length > 0 ? ready : ports;
    return pass(incoming, outgoing, among[(turn += 1) % among.length]);
  });
  // Keeps connections open, because closing one while a visitor sends would look like a fault of the shop.
  server.keepAliveTimeout = 600_000;
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${port}`,
    async use(given) {
      ports = [...given];
      await look();
    },
    async close() {
      clearInterval(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pass(incoming, outgoing, port) {
  const { method, url: path, headers } = incoming;
  const passed = request(
    { host: '127.0.0.1', port, method, path, agent: false, headers: { ...headers, 'x-forwarded-for': '127.0.0.1' } },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    },
  );
  passed.on('error', (error) => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end(String(error.code));
  });
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
}

const isReady = async (port) =>
  new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path: '/health/ready', agent: false, timeout: 5000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
    asked.end();
  });
