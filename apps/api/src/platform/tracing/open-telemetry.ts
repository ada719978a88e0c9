import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StatementListener } from '../db/db.ts';
import type { Job } from '../jobs/job-runner.ts';
import { failureCode } from '../log/safe-error.ts';
import { shopVersion } from '../shop-version.ts';
import type { MailPort } from '../../ports/mail.ts';
import type { Tracing } from './tracing.ts';

/** A receiver that does not answer holds the end of a process up no longer than this, ms. */
const EXPORT_WITHIN_MS = 3000;

/** A request as Node's `fetch` announces it (`undici:request:*`). */
interface OutgoingRequest {
  readonly origin: string | URL;
  readonly method: string;
}

/**
 * Traces by OTLP over HTTP. The instrumentation is the shop's own, by hooks that are there: what the official ones add by
 * replacing modules at their load would not see Kysely's statements, and would note addresses.
 * @param endpoint without `/v1/traces`
 */
export function openTelemetry(endpoint: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_WITHIN_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'cuentos-de-bolsillo', 'service.version': shopVersion }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_WITHIN_MS })],
  });
  const tracer = provider.getTracer('shop');
  const within = new AsyncLocalStorage<Context>();
  const begin = (name: string, kind: SpanKind, attributes: Attributes, startTime?: number): Span =>
    tracer.startSpan(
      name,
      { kind, attributes, ...(startTime === undefined ? {} : { startTime }) },
      within.getStore() ?? ROOT_CONTEXT,
    );
  const spanOver = async <T>(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    work: () => Promise<T>,
  ): Promise<T> => {
    const span = begin(name, kind, attributes);
    try {
      return await within.run(trace.setSpan(ROOT_CONTEXT, span), work);
    } catch (error) {
      fail(span, failureCode(error));
      throw error;
    } finally {
      span.end();
    }
  };
  const stopFetches = traceFetches(new URL(endpoint).origin, (name, attributes) =>
    within.getStore() === undefined ? undefined : begin(name, SpanKind.CLIENT, attributes),
  );
  return {
    onStatement: traceStatements((name, attributes, startTime) =>
      within.getStore() === undefined ? undefined : begin(name, SpanKind.CLIENT, attributes, startTime),
    ),
    install: (app) => traceRequests(app, within, (name, attributes) => begin(name, SpanKind.SERVER, attributes)),
    job: (job): Job => ({
      ...job,
      run: async (...args) => spanOver(`job ${job.name}`, SpanKind.INTERNAL, {}, async () => job.run(...args)),
    }),
    mail: (port): MailPort => ({
      ...port,
      send: async (mail) => spanOver('mail', SpanKind.CLIENT, {}, async () => port.send(mail)),
    }),
    async stop() {
      stopFetches();
      await provider.shutdown().catch(() => undefined);
    },
  };
}

function fail(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', type);
}

type BeginSpan = (name: string, attributes: Attributes, startTime?: number) => Span | undefined;

/** Statements are recorded when their answer has arrived. */
function traceStatements(begin: BeginSpan): StatementListener {
  return ({ sql, ms, failed }) => {
    const end = Date.now();
    const span = begin(/^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'sql', { 'db.query.text': sql }, end - ms);
    if (!span) return;
    if (failed) fail(span, 'database');
    span.end(end);
  };
}

/** Hooks of the frame; the request's span is where everything that it does finds it. */
function traceRequests(
  app: FastifyInstance,
  within: AsyncLocalStorage<Context>,
  begin: (name: string, attributes: Attributes) => Span,
): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const span = begin(`${method} ${route}`, {
      'http.request.method': method,
      'http.route': route,
      'shop.request_id': request.id,
    });
    spans.set(request, span);
    within.run(trace.setSpan(ROOT_CONTEXT, span), done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (span && reply.statusCode >= 500) fail(span, String(reply.statusCode));
    span?.end();
    done();
  });
}

/** Calls by `fetch`, with their host and without their address, which may hold keys and signatures. @returns ends it */
function traceFetches(ownOrigin: string, begin: BeginSpan): () => void {
  const spans = new WeakMap<OutgoingRequest, Span>();
  const listeners: Readonly<Record<string, (message: unknown) => void>> = {
    'undici:request:create': (message) => {
      const { request } = message as { readonly request: OutgoingRequest };
      const { origin, host } = new URL(request.origin);
      const { method } = request;
      const span =
        origin === ownOrigin
          ? undefined
          : begin(`${method} ${host}`, { 'http.request.method': method, 'server.address': host });
      if (span) spans.set(request, span);
    },
    'undici:request:headers': (message) => {
      const { request, response } = message as {
        readonly request: OutgoingRequest;
        readonly response: { readonly statusCode: number };
      };
      spans.get(request)?.setAttribute('http.response.status_code', response.statusCode);
    },
    'undici:request:trailers': (message) =>
      spans.get((message as { readonly request: OutgoingRequest }).request)?.end(),
    'undici:request:error': (message) => {
      const { request, error } = message as { readonly request: OutgoingRequest; readonly error: unknown };
      const span = spans.get(request);
      if (!span) return;
      fail(span, failureCode(error));
      span.end();
    },
  };
  for (const [name, listener] of Object.entries(listeners)) subscribe(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) unsubscribe(name, listener);
  };
}
