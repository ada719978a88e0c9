import { limits } from '@cuentos/contract/limits';
import { getShelfAddress } from '@cuentos/contract/opds';
import { id, text } from '@cuentos/contract/primitives';
import type { ZodTypeProvider } from '@fastify/type-provider-zod';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../../platform/http/access.ts';
import { refuseForeignGet } from '../../platform/http/anti-forgery.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { answerFailures, sendFailure } from '../../platform/http/error-handler.ts';
import { sendAttachment } from '../../platform/http/send-attachment.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import { sendSnapshot, snapshotOf } from '../../platform/http/snapshot.ts';
import { logSecurity } from '../../platform/log/request-log.ts';
import type { AppPasswordService } from '../auth/service.ts';
import type { ExportService } from '../exports/service.ts';
import { type Catalogue, EPUB, opdsPaths } from './addresses.ts';
import { ACQUISITION, atomNavigation, atomShelf, NAVIGATION, SEARCH, searchDescription } from './atom.ts';
import {
  AUTHENTICATION,
  authenticationDocument,
  FEED,
  jsonNavigation,
  jsonPublication,
  jsonShelf,
  PUBLICATION,
} from './json.ts';
import type { OpdsService } from './service.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the user whose shelf a reading app requests; null outside of `/opds`. */
    shelfOwner: string | null;
  }
}

interface Needs {
  readonly opds: OpdsService;
  readonly exports: ExportService;
  readonly appPasswords: AppPasswordService;
  readonly catalogue: () => Catalogue;
}

/** The shelf for reading apps, and where its owner finds it. */
export function registerOpdsRoutes(app: TypedApp, needs: Needs): void {
  const { opds, catalogue } = needs;
  serve(app, getShelfAddress, async (request) => ({
    address: catalogue().origin + opdsPaths.root,
    is_offered: await opds.isOffered(callerOf(request).userId),
  }));
  void app.register(async (scope) => registerCatalogue(scope.withTypeProvider<ZodTypeProvider>(), needs));
}

/** Answers of the catalogue are a reader's own, and looked at again each time. */
const OWN = 'private, no-cache';
const hidden = { hide: true } as const;
const shelfQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  query: text(limits.searchMax).default(''),
});

/** All routes below `/opds`. Reading apps sign in with each request; other credentials are refused. */
function registerCatalogue(app: TypedApp, needs: Needs): void {
  const { opds, catalogue } = needs;
  answerFailures(app, (reply, request, error) =>
    error.status === 401 ? askForPassword(reply, catalogue()) : sendFailure(reply, request, error),
  );
  app.get(opdsPaths.authentication, { schema: hidden }, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type(AUTHENTICATION)
      .serializer(asJson)
      .send(authenticationDocument(catalogue())),
  );
  void app.register(async (scope) => {
    const own = scope.withTypeProvider<ZodTypeProvider>();
    identifyOwners(own, needs);
    registerAtom(own, needs);
    registerJson(own, needs);
    registerDownload(own, needs);
    own.get(opdsPaths.root, { schema: hidden }, async (request, reply) => {
      const wantsJson = request.headers.accept?.includes(FEED) === true;
      if (wantsJson) return send(request, reply, asJson(jsonNavigation(catalogue())), FEED);
      const shelf = await opds.shelf(ownerOf(request), { page: 1, query: '' });
      return send(request, reply, atomNavigation(catalogue(), shelf), NAVIGATION);
    });
  });
}

/** Requires an app password for every request of a scope, before its content is read. */
function identifyOwners(app: TypedApp, { appPasswords, catalogue }: Needs): void {
  app.decorateRequest('shelfOwner', null);
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, securityEvent: 'app-password-used' };
  });
  app.addHook('onRequest', async (request, reply) => {
    const credentials = credentialsOf(request.headers.authorization);
    // Apps ask without a password first, to learn that they need one: no attempt at anything.
    if (credentials === null) return askForPassword(reply, catalogue());
    const { userId, isNoted } = await appPasswords.enter({ ...credentials, address: request.ip });
    request.shelfOwner = userId;
    if (isNoted) logSecurity(request, 'success', userId);
    return undefined;
  });
}

/** Reads an `Authorization` header of the Basic scheme, in UTF-8 (RFC 7617); null for any other. */
function credentialsOf(header: string | undefined): { readonly email: string; readonly password: string } | null {
  const [, encoded] = /^basic +([\w+/=-]+)$/i.exec(header ?? '') ?? [];
  if (encoded === undefined) return null;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon === -1 ? null : { email: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

function ownerOf({ shelfOwner }: FastifyRequest): string {
  if (shelfOwner === null) throw new AppError('app_password_refused');
  return shelfOwner;
}

function registerAtom(app: TypedApp, { opds, catalogue }: Needs): void {
  const { v1 } = opdsPaths;
  app.get(v1.root, { schema: hidden }, async (request, reply) => {
    const shelf = await opds.shelf(ownerOf(request), { page: 1, query: '' });
    return send(request, reply, atomNavigation(catalogue(), shelf), NAVIGATION);
  });
  app.get(v1.shelf, { schema: { ...hidden, querystring: shelfQuery } }, async (request, reply) =>
    send(request, reply, atomShelf(catalogue(), await opds.shelf(ownerOf(request), request.query)), ACQUISITION),
  );
  app.get(v1.search, { schema: hidden }, async (request, reply) =>
    send(request, reply, searchDescription(catalogue()), SEARCH),
  );
}

function registerJson(app: TypedApp, { opds, catalogue }: Needs): void {
  const { v2 } = opdsPaths;
  app.get(v2.root, { schema: hidden }, async (request, reply) =>
    send(request, reply, asJson(jsonNavigation(catalogue())), FEED),
  );
  app.get(v2.shelf, { schema: { ...hidden, querystring: shelfQuery } }, async (request, reply) => {
    const shelf = await opds.shelf(ownerOf(request), request.query);
    return send(request, reply, asJson(jsonShelf(catalogue(), shelf)), FEED);
  });
  app.get(v2.part(':part_id'), { schema: { ...hidden, params: partParams } }, async (request, reply) => {
    const entry = await opds.entry(ownerOf(request), request.params.part_id);
    return send(request, reply, asJson(jsonPublication(catalogue(), entry)), PUBLICATION);
  });
}

const partParams = z.object({ part_id: id });

/** The EPUB of a part, by the right, limit and count of 'Llévate el libro'. */
function registerDownload(app: TypedApp, { exports }: Needs): void {
  const schema = { ...hidden, params: partParams };
  app.get(opdsPaths.epub(':part_id'), { schema }, async (request, reply) => {
    const { part_id: partId } = request.params;
    if (request.method === 'HEAD') {
      await exports.check(ownerOf(request), partId, 'epub');
      return reply.header('cache-control', 'private, no-store').type(EPUB).send();
    }
    // A download counts as opening the part, so a page of another site must not cause one in a browser that stores the
    // password.
    refuseForeignGet(request);
    return sendAttachment(reply, await exports.take(ownerOf(request), partId, 'epub'));
  });
}

const asJson = (value: unknown): string => JSON.stringify(value);

function send(request: FastifyRequest, reply: FastifyReply, body: string, type: string): FastifyReply {
  return sendSnapshot(request, reply, snapshotOf(body), `${type};charset=utf-8`, OWN);
}

/** Answers 401 with how to sign in. */
function askForPassword(reply: FastifyReply, catalogue: Catalogue): FastifyReply {
  const document = catalogue.origin + opdsPaths.authentication;
  return reply
    .code(401)
    .header('www-authenticate', 'Basic realm="OPDS", charset="UTF-8"')
    .header('link', `<${document}>; rel="http://opds-spec.org/auth/document"; type="${AUTHENTICATION}"`)
    .header('cache-control', 'no-store')
    .type(AUTHENTICATION)
    .serializer(asJson)
    .send(authenticationDocument(catalogue));
}
