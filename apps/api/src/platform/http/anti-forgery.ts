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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Some answers of this route are shared by caches, so the handler sets the cookie on the others. */
    givesToken?: true;
    /** A form of a page, which the browser sends without script: it repeats no cookie in a header. */
    isPageForm?: true;
  }
  interface FastifyReply {
    /** Sets the cookie that calls of a page repeat, for a visitor who has none yet. */
    giveToken(): void;
  }
}

interface Rules {
  /** Origin of the shop, without trailing slash. */
  readonly origin: string;
  readonly secureCookie: boolean;
}

/**
 * Anti-forgery by double submit: every method but GET and HEAD needs the header
 * that repeats the cookie when the request shows signs of a browser (Origin, Sec-Fetch-Site or a cookie). A form that is
 * sent without script has to come from a page of the shop, by the browser's own word.
 */
export function installAntiForgery(app: FastifyInstance, { origin, secureCookie }: Rules): void {
  app.decorateReply('giveToken', function giveToken() {
    if (isPageVisit(this.request) && !this.request.cookies[COOKIE]) setToken(this, secureCookie);
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.givesToken) reply.giveToken();
    done(request.routeOptions.config.isPageForm ? formRefusal(request, origin) : refusal(request));
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

/**
 * No page of another site can write these headers. Browsers that send no Sec-Fetch-Site name the origin with every POST;
 * what names neither is refused, since it is no page of ours.
 */
function formRefusal({ headers, protocol, host }: FastifyRequest, shopOrigin: string): AppError | undefined {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return undefined;
  const isOwnPage = site === undefined && [shopOrigin, `${protocol}://${host}`].includes(headers.origin ?? '');
  return isOwnPage ? undefined : new AppError('cross_site_request');
}

/**
 * A page is where every browser session begins; calls of the page find the cookie set. A page that is kept for everybody
 * carries none: its script makes one (apps/web/src/app/anti-forgery-cookie.ts).
 */
function isPageVisit({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html');
}

/** Matches the route and not the address, which can be written in other ways (`/%61pi/`). */
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
