import { randomBytes } from 'node:crypto';
import { API_PREFIX } from '@cuentos/contract/call';
import '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '../signer.ts';
import { AppError } from './app-error.ts';

const COOKIE = 'XSRF-TOKEN';
const HEADER = 'x-xsrf-token';
const YEAR_S = 31_536_000;
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Anti-forgery by double submit: every method but GET and HEAD needs the header
 * that repeats the cookie when the request shows signs of a browser (Origin, Sec-Fetch-Site or a cookie).
 */
export function installAntiForgery(app: FastifyInstance, secureCookie: boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isPageVisit(request) && !request.cookies[COOKIE]) setToken(reply, secureCookie);
    done(refusal(request));
  });
}

/** Refuses calls that another site or a prefetching browser makes; for the GET calls that change data. */
export function refuseForeignGet(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  const purpose = `${String(request.headers['sec-purpose'] ?? '')} ${String(request.headers['purpose'] ?? '')}`;
  if (site === 'cross-site' || site === 'same-site' || purpose.includes('prefetch') || request.method === 'HEAD') {
    throw new AppError('cross_site_request');
  }
}

function refusal(request: FastifyRequest): AppError | undefined {
  if (safeMethods.has(request.method) || request.routeOptions.config.signed || !isApi(request)) return undefined;
  if (!fromBrowser(request)) return undefined;
  if (request.headers['sec-fetch-site'] === 'cross-site') return new AppError('cross_site_request');
  return repeatsCookie(request) ? undefined : new AppError('anti_forgery');
}

/** A page is where every browser session begins; calls of the page find the cookie set. */
function isPageVisit({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html');
}

/** By the route and not by the address, which may be written in other ways (`/%61pi/`). */
function isApi(request: FastifyRequest): boolean {
  return request.routeOptions.url?.startsWith(`${API_PREFIX}/`) ?? false;
}

function fromBrowser({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined || headers.cookie !== undefined;
}

function repeatsCookie({ cookies, headers }: FastifyRequest): boolean {
  const cookie = cookies[COOKIE];
  const header = headers[HEADER];
  return cookie !== undefined && cookie !== '' && typeof header === 'string' && isSameSecret(cookie, header);
}

function setToken(reply: FastifyReply, secure: boolean): void {
  reply.setCookie(COOKIE, randomBytes(24).toString('base64url'), {
    path: '/',
    sameSite: 'lax',
    secure,
    maxAge: YEAR_S,
  });
}
