import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import { serializerCompiler, validatorCompiler } from '@fastify/type-provider-zod';
import Fastify, { type FastifyInstance } from 'fastify';
import { registerAdminRoutes } from './admin.ts';
import { registerHighlightRoutes } from './modules/highlights/routes.ts';
import { registerAuthRoutes, registerCaptchaRoutes } from './modules/auth/routes.ts';
import { registerBookRoutes, registerImageRoutes } from './modules/books/routes.ts';
import { registerCheckoutRoutes } from './modules/checkout/routes.ts';
import { registerEditionRoutes, registerFileRoutes } from './modules/editions/routes.ts';
import { registerHealthRoutes } from './modules/health/routes.ts';
import { registerLibraryRoutes } from './modules/library/routes.ts';
import { registerOutboxRoutes } from './modules/mail/routes.ts';
import { registerReadingRoutes } from './modules/reading/routes.ts';
import { registerSiteRoutes } from './modules/site/routes.ts';
import { registerUserRoutes } from './modules/users/routes.ts';
import { publicOrigin, registerPeopleRoutes } from './people.ts';
import type { Config } from './platform/config/config.ts';
import { installAccess } from './platform/http/access.ts';
import { installAntiForgery } from './platform/http/anti-forgery.ts';
import { answerUnreadableAddress, installErrorHandler } from './platform/http/error-handler.ts';
import { registerApiDocs } from './platform/http/api-docs.ts';
import { installSecurityHeaders, securityHeaders } from './platform/http/security-headers.ts';
import type { TypedApp } from './platform/http/typed-app.ts';
import { loggerOptions, logRequests, type LogStream } from './platform/log/request-log.ts';
import type { Ports } from './ports/ports.ts';
import type { Services } from './services.ts';

/** Largest body of an ordinary call; uploads have limits of their own. */
const BODY_LIMIT = 256 * 1024;

/**
 * Builds the HTTP application around services; it listens nowhere, so tests inject requests. The pages of the web
 * app are added by the caller, after this.
 */
export async function buildApp(
  config: Config,
  ports: Ports,
  services: Services,
  logTo?: LogStream,
): Promise<FastifyInstance> {
  const app = Fastify({
    ...loggerOptions(config.LOG_LEVEL, logTo),
    bodyLimit: BODY_LIMIT,
    trustProxy: readTrustProxy(config.TRUST_PROXY),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2048 },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    requestTimeout: 300_000,
    frameworkErrors: answerUnreadableAddress(securityHeaders(config, ports.storage.origin)),
  });
  closeIdleUntilTheEnd(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrorHandler(app);
  logRequests(app);
  installSecurityHeaders(app, config, ports.storage.origin);
  await app.register(cookie);
  await app.register(formbody);
  installAntiForgery(app, config.PUBLIC_URL?.startsWith('https:') ?? false);
  installAccess(app, services.sessions.readCaller);
  await registerApiDocs(app);
  await app.register(async (scope) =>
    registerRoutes(scope.withTypeProvider() as unknown as TypedApp, ports, services, config),
  );
  await app.register(async (scope) =>
    registerHighlightRoutes(
      scope.withTypeProvider() as unknown as TypedApp,
      services.annotations,
      services.admin.uploadFolder,
    ),
  );
  await app.register(async (scope) =>
    registerAdminRoutes(scope.withTypeProvider() as unknown as TypedApp, services.admin),
  );
  return app;
}

function registerRoutes(app: TypedApp, ports: Ports, services: Services, config: Config): void {
  registerHealthRoutes(app, { db: ports.db, storage: ports.storage });
  registerCaptchaRoutes(app, ports.captcha);
  registerAuthRoutes(app, services);
  registerPeopleRoutes(app, services);
  registerUserRoutes(app, services);
  registerBookRoutes(app, services.books);
  registerLibraryRoutes(app, services.library);
  registerReadingRoutes(app, services.reading);
  registerEditionRoutes(app, services.editions);
  registerImageRoutes(app, ports.storage);
  registerCheckoutRoutes(app, services.checkout, { publicUrl: config.PUBLIC_URL });
  registerSiteRoutes(app, services.books, { origin: publicOrigin(config), storeName: config.STORE_NAME });
  if (!config.production) registerOutboxRoutes(app, ports.db);
  if (ports.links) registerFileRoutes(app, ports.links, ports.clock);
}

/** `TRUST_PROXY` is a number of hops or a list of addresses; unset, the peer's own address counts. */
function readTrustProxy(setting: string | undefined): false | string | ((address: string, hop: number) => boolean) {
  if (setting === undefined) return false;
  if (!/^\d+$/.test(setting)) return setting;
  const hops = Number(setting);
  return (_address, hop) => hop < hops;
}

/** Connections whose last request ends after the closing began would be kept open for a next one, over a minute. */
function closeIdleUntilTheEnd(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const timer = setInterval(() => app.server.closeIdleConnections(), 100).unref();
    app.server.once('close', () => clearInterval(timer));
  });
}
