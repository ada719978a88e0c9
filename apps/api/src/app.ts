import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from '@fastify/type-provider-zod';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from './platform/config/config.ts';
import { isSecure, shopOrigin } from './platform/config/shop-facts.ts';
import { installAccess } from './platform/http/access.ts';
import { installAntiForgery } from './platform/http/anti-forgery.ts';
import { installBodyLimits, OPEN_BODY_LIMIT } from './platform/http/body-limits.ts';
import { answerUnreadableAddress, installErrorHandler } from './platform/http/error-handler.ts';
import { installMetrics } from './platform/http/metrics.ts';
import { registerApiDocs } from './platform/http/api-docs.ts';
import { installSecurityHeaders, securityHeaders } from './platform/http/security-headers.ts';
import { installForms } from './platform/http/read-form.ts';
import { loggerOptions, logRequests, type LogStream } from './platform/log/request-log.ts';
import type { Tracing } from './platform/tracing/tracing.ts';
import type { Ports } from './ports/ports.ts';
import type { Modules } from './modules.ts';

/** Longer than proxies keep connections (deploy/), so that none is closed here while a proxy sends on it. */
export const KEEP_ALIVE_MS = 75_000;

/**
 * Builds the HTTP application around the modules; it listens nowhere, so tests inject requests. The pages of the web
 * app are added by the caller, after this.
 */
export async function buildApp(
  config: Config,
  ports: Ports,
  { services, routes }: Pick<Modules, 'services' | 'routes'>,
  { logTo, tracing = null }: { readonly logTo?: LogStream | undefined; readonly tracing?: Tracing | null } = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    ...loggerOptions(config.LOG_LEVEL, readTrustProxy(config.TRUST_PROXY) !== false, logTo),
    bodyLimit: OPEN_BODY_LIMIT,
    trustProxy: readTrustProxy(config.TRUST_PROXY),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2048 },
    // A request on a connection that a proxy keeps is answered to the end: a POST refused there would not be repeated.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: 300_000,
    rewriteUrl: ({ url = '/' }) => withoutOrigin(url),
    frameworkErrors: answerUnreadableAddress(securityHeaders(config, ports.storage.origin)),
  });
  closeIdleUntilTheEnd(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  tracing?.install(app);
  installErrorHandler(app);
  logRequests(app);
  await installMetrics(app, config.METRICS_TOKEN, services.monitoring.figures);
  if (readTrustProxy(config.TRUST_PROXY) === false) tellOfProxy(app);
  installSecurityHeaders(app, config, ports.storage.origin);
  installBodyLimits(app);
  await app.register(cookie);
  await app.register(formbody);
  await installForms(app);
  installAntiForgery(app, { origin: shopOrigin(config), secureCookie: isSecure(config) });
  installAccess(app, services.sessions.readCaller, { requireSecondFactor: config.REQUIRE_SECOND_FACTOR });
  await registerApiDocs(app);
  for (const register of routes) {
    await app.register(async (scope) => register(scope.withTypeProvider<ZodTypeProvider>()));
  }
  return app;
}

/** The path of an address that a client wrote whole, as it may (RFC 9112, 3.2.2): routes and pages know paths only. */
function withoutOrigin(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path === url || path.startsWith('/') ? path : `/${path}`;
}

/** `TRUST_PROXY` is a number of hops or a list of addresses; unset or `none`, the peer's own address counts. */
function readTrustProxy(setting: string | undefined): false | string | ((address: string, hop: number) => boolean) {
  if (setting === undefined || setting === 'none') return false;
  if (!/^\d+$/.test(setting)) return setting;
  const hops = Number(setting);
  return (_address, hop) => hop < hops;
}

/** Says once that a proxy forwards which the settings do not know: then all readers count as one address. */
function tellOfProxy(app: FastifyInstance): void {
  let isReported = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    if (!isReported && (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined)) {
      isReported = true;
      request.log.warn('a proxy forwards requests, but TRUST_PROXY names none: all readers count as one address');
    }
    done();
  });
}

/** Connections whose last request ends after the closing began would be kept open for a next one, over a minute. */
function closeIdleUntilTheEnd(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const timer = setInterval(() => app.server.closeIdleConnections(), 100).unref();
    app.server.once('close', () => clearInterval(timer));
  });
}
