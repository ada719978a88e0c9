import { createServer, request } from 'node:http';

/**
 * Interval of the readiness checks, ms: a process that is no longer ready gets requests for no longer than this. The
 * shop's DRAIN_SECONDS is longer.
 */
const LOOK_EVERY_MS = 100;

/**
 * Starts a balancer before the processes of a shop. Sends requests in turn to the processes that are ready, each over a
 * new connection, and repeats none, so that every dropped request is seen. Asks each process by itself, so that a slow
 * answer of one holds up nothing that is known of another.
 * @returns {Promise<{ readonly origin: string, readonly unready: number, use(ports: readonly number[]): Promise<void>,
 *   close(): Promise<void> }>} `unready`: requests that were passed on while no process was ready
 */
export async function startBalancer(port) {
  let processes = [];
  let turn = 0;
  let unready = 0;
  const look = async (each) => {
    const number = (each.asked += 1);
    const state = await stateOf(each.port);
    // Leaves out an answer that comes after that of a later look.
    if (number < each.answered) return;
    each.answered = number;
    each.state = state;
  };
  const timer = setInterval(() => processes.forEach((each) => void look(each)), LOOK_EVERY_MS);
  const server = createServer((incoming, outgoing) => {
    const ready = processes.filter(({ state }) => state === 'ready');
    if (ready.length === 0) unready += 1;
    // Uses those that take connections when none is ready, because all may just be slow.
    const among = [ready, processes.filter(({ state }) => state !== 'gone'), processes].find(
      ({ length }) => length > 0,
    );
    return pass(incoming, outgoing, among[(turn += 1) % among.length].port);
  });
  // Keeps connections open, because closing one while a visitor sends would look like a fault of the shop.
  server.keepAliveTimeout = 600_000;
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${port}`,
    get unready() {
      return unready;
    },
    async use(ports) {
      processes = ports.map((each) => ({ port: each, state: 'gone', asked: 0, answered: 0 }));
      await Promise.all(processes.map(look));
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

/** @returns {Promise<'ready' | 'unready' | 'gone'>} `gone`: the process takes no connections */
const stateOf = async (port) =>
  new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path: '/health/ready', agent: false, timeout: 5000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200 ? 'ready' : 'unready');
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', (error) => resolve(error.code === 'ECONNREFUSED' ? 'gone' : 'unready'));
    asked.end();
  });
