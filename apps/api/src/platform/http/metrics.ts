import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

/** Reads the figures of the shop on request. */
export type ReadFigures = () => Promise<readonly Figure[]>;

/** A gauge with its values. */
export interface Figure {
  readonly name: string;
  readonly help: string;
  readonly values: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[];
}

/** Bounds of the buckets from five milliseconds to ten seconds, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts requests from now on and serves `GET /metrics` in the text format of Prometheus to whoever sends the token.
 * Without a token in the settings there is no such address, and nothing is counted.
 */
export async function installMetrics(
  app: FastifyInstance,
  token: string | undefined,
  readFigures: ReadFigures,
): Promise<void> {
  if (token === undefined) return;
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry: NewRegistry } = await import('prom-client');
  const registry: Registry = new NewRegistry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'shop_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'shop_http_request_duration_seconds',
    help: 'Time until the last byte of the answer was handed over.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'unknown' };
    requests.inc({ ...labels, status: String(reply.statusCode) });
    // The duration of an event stream is that of its listener and says nothing about the shop.
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    if (!isStream) durations.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  const figures = new NewRegistry();
  // Simultaneous scrapes share one answer.
  let reading: Promise<string> | null = null;
  const read = async (): Promise<string> => {
    const values = await readFigures();
    figures.clear();
    for (const figure of values.filter((each) => each.values.length > 0)) {
      const labelNames = [...new Set(figure.values.flatMap(({ labels = {} }) => Object.keys(labels)))];
      const gauge = new Gauge({ name: figure.name, help: figure.help, labelNames, registers: [figures] });
      for (const { labels = {}, value } of figure.values) gauge.set(labels, value);
    }
    return figures.metrics();
  };
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isToken(request.headers.authorization, token))
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('METRICS_TOKEN\n');
    reading ??= read().finally(() => {
      reading = null;
    });
    return reply.type(registry.contentType).send(`${await registry.metrics()}\n${await reading}`);
  });
}

/** Compares digests, so that the time reveals nothing about the token, not even its length. */
function isToken(header: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}
