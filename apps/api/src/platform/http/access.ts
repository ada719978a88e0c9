import type { Role } from '@cuentos/contract/account-fields';
import { type Access, API_PREFIX, type CallRules } from '@cuentos/contract/call';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

/** The signed-in user behind a request, read from the database for this very request. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** When the access token of the request ends, epoch milliseconds. */
  readonly accessUntil: number;
  /** Last sign-in of this session with a credential, epoch milliseconds. */
  readonly authenticatedAt: number;
  /** Whether the account has a second factor, and this session showed a code of it lately; readers count as without. */
  readonly secondFactor: 'none' | 'stale' | 'confirmed';
  /** The account is about to be erased: only calls that withdraw the erasure are allowed. */
  readonly isLeaving: boolean;
}

/** Resolves the Bearer of a request; null when there is none. Throws the 401 that fits a bad one. */
export type ReadCaller = (authorization: string | undefined) => Promise<Caller | null>;

declare module 'fastify' {
  interface FastifyContextConfig extends Pick<
    CallRules,
    'asksAgain' | 'factorSetup' | 'securityEvent' | 'signed' | 'whileLeaving'
  > {
    access?: Access;
  }
  interface FastifyRequest {
    caller: Caller | null;
  }
}

const allowed: Readonly<Record<Access, readonly Role[]>> = {
  public: ['reader', 'writter', 'admin'],
  user: ['reader', 'writter', 'admin'],
  writter: ['writter', 'admin'],
  admin: ['admin'],
};

/** Requires every API route to declare who may call it, and enforces that before the request is read. */
export function installAccess(
  app: FastifyInstance,
  readCaller: ReadCaller,
  { requireSecondFactor = false } = {},
): void {
  app.decorateRequest('caller', null);
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith(`${API_PREFIX}/`) && !route.config?.access) {
      throw new Error(`${String(route.method)} ${route.url} does not say who may call it`);
    }
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { access } = request.routeOptions.config;
    // Answers are private unless their route declares otherwise.
    if (access) reply.header('cache-control', 'no-store');
    const { authorization } = request.headers;
    if (!access || (access === 'public' && authorization === undefined)) return done();
    identify(request, access, readCaller)
      .then(() => refuseWithoutFactor(request, access, requireSecondFactor))
      .then(() => done(), done);
  });
}

async function identify(request: FastifyRequest, access: Access, readCaller: ReadCaller): Promise<void> {
  request.caller = await readCaller(request.headers.authorization).catch((error: unknown) => {
    // A public page must not fail because of an old token.
    if (access === 'public') return null;
    throw error;
  });
  const mayStay = request.caller?.isLeaving !== true || request.routeOptions.config.whileLeaving === true;
  if (access === 'public') {
    if (!mayStay) request.caller = null;
    return;
  }
  if (!request.caller) throw new AppError('unauthenticated');
  if (!mayStay) throw new AppError('account_leaving');
  if (!allowed[access].includes(request.caller.role)) throw new AppError('forbidden');
}

function refuseWithoutFactor({ caller, routeOptions }: FastifyRequest, access: Access, required: boolean): void {
  const { asksAgain, factorSetup } = routeOptions.config;
  const ofTeam = access === 'writter' || access === 'admin';
  if (required && ofTeam && !factorSetup && caller?.secondFactor === 'none') throw new AppError('second_factor_needed');
  if (asksAgain && caller?.secondFactor === 'stale') throw new AppError('confirmation_needed');
}

/** The caller of a route that demands one. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new AppError('unauthenticated');
  return request.caller;
}

/** Network address that `TRUST_PROXY` lets through, and the browser's user agent. */
export function clientOf(request: FastifyRequest): { address: string; userAgent: string } {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' };
}
