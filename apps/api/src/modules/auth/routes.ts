import * as teamEndpoints from '@cuentos/contract/admin/endpoints';
import * as endpoints from '@cuentos/contract/endpoints';
import * as accountCalls from '@cuentos/contract/endpoints/accounts';
import {
  askEntryCodeBody,
  captchaInfo,
  captchaQuery,
  enterWithCodeBody,
  forgotPasswordBody,
  googleLoginBody,
  googleNonce,
  linkTokenBody,
  loginBody,
  logoutBody,
  refreshBody,
  resetPasswordBody,
  signInAnswer,
  spoken,
  tokens,
  updatePasswordBody,
  verifyEmailBody,
} from '@cuentos/contract/auth';
import {
  factorBeginBody,
  factorCodeBody,
  factorEnrolment,
  factorLoginBody,
  factorState,
  recoveryCodes,
} from '@cuentos/contract/second-factor';
import { ownSessions } from '@cuentos/contract/users';
import { id } from '@cuentos/contract/primitives';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf, clientOf } from '../../platform/http/access.ts';
import { refuseForeignGet } from '../../platform/http/anti-forgery.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { readMultipartFields } from '../../platform/http/read-form.ts';
import { routeOf, type TypedApp } from '../../platform/http/typed-app.ts';
import { logSecurity } from '../../platform/log/request-log.ts';
import type { CaptchaPort } from '../../ports/captcha.ts';
import type { AccountService } from './account-service.ts';
import { dropEntryRequest, type EntryCodeService, entryRequestOf, leaveEntryRequest } from './entry-code-service.ts';
import type { GoogleService } from './google-service.ts';
import { browserOf, leaveDeviceSecret } from './known-device.ts';
import type { PasswordService } from './password-service.ts';
import type { SecondFactorService } from './second-factor-service.ts';
import type { OwnSessionService, SessionService } from './session-service.ts';
import { authTexts } from './texts.ts';
import type { VerificationService } from './verification-service.ts';

const nothing = { 204: z.null() };

interface PasswordServices {
  readonly passwords: PasswordService;
  readonly secureCookie: boolean;
}

/** Forgotten and changed passwords. */
export function registerPasswordRoutes(app: TypedApp, { passwords, secureCookie }: PasswordServices): void {
  app.route({
    ...routeOf(accountCalls.forgotPassword, {
      tags: ['Auth'],
      summary: 'Ask for a recovery link',
      body: forgotPasswordBody,
      response: { 200: spoken },
    }),
    config: { access: 'public' },
    // Bad input answers 400 here and not 422, so the handler judges the validation itself.
    attachValidation: true,
    handler: async (request) => {
      if (request.validationError) throw malformed(request.body);
      const { email, captcha } = request.body;
      await passwords.forgot({ email, captcha }, browserOf(request));
      return { detail: authTexts.recoveryOnItsWay };
    },
  });
  app.route({
    ...routeOf(accountCalls.resetPassword, {
      tags: ['Auth'],
      summary: 'Use a recovery link',
      body: resetPasswordBody,
      response: nothing,
    }),
    config: { access: 'public', securityEvent: 'password-reset' },
    handler: async (request, reply) => {
      const { token, new_password: password } = request.body;
      const { userId, device } = await passwords.reset(token, password, browserOf(request));
      leaveDeviceSecret(reply, device, secureCookie);
      logSecurity(request, 'success', userId);
      return reply.code(204).send(null);
    },
  });
  registerRecoveryCheck(app, passwords);
  app.route({
    ...routeOf(accountCalls.updatePassword, {
      tags: ['Auth'],
      summary: 'Change own password',
      body: updatePasswordBody,
      response: nothing,
    }),
    config: { access: 'user', securityEvent: 'password-change' },
    handler: async (request, reply) => {
      const { password, current_password: current } = request.body;
      leaveDeviceSecret(reply, await passwords.change(callerOf(request), { password, current }), secureCookie);
      logSecurity(request, 'success', callerOf(request).userId);
      return reply.code(204).send(null);
    },
  });
}

/** The check of an address. */
export function registerVerificationRoutes(app: TypedApp, verification: VerificationService): void {
  app.route({
    ...routeOf(accountCalls.verifyEmail, {
      tags: ['Auth'],
      summary: 'Confirm an address',
      body: verifyEmailBody,
      response: nothing,
    }),
    config: { access: 'public' },
    handler: async (request, reply) => {
      const { token, takes = false } = request.body;
      await verification.verify(token, { ...browserOf(request), takes });
      return reply.code(204).send(null);
    },
  });
  app.route({
    ...routeOf(accountCalls.sendVerification, {
      tags: ['Auth'],
      summary: 'Mail the address check again',
      response: nothing,
    }),
    config: { access: 'user' },
    handler: async (request, reply) => {
      await verification.sendAgain(callerOf(request).userId);
      return reply.code(204).send(null);
    },
  });
}

function malformed(body: unknown): AppError {
  const given = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
  const empty = given === undefined || (typeof given === 'string' && given.trim() === '');
  const detail = empty ? authTexts.emailRequired : authTexts.emailInvalid;
  return new AppError('email_malformed', { detail, fields: { email: detail } });
}

interface Services {
  readonly accounts: AccountService;
  readonly sessions: SessionService;
  /** The shop is reached by HTTPS only. */
  readonly secureCookie: boolean;
}

/** 'Auth'. */
export function registerAuthRoutes(app: TypedApp, services: Services): void {
  const { sessions } = services;
  registerLogin(app, services);
  app.route({
    ...routeOf(endpoints.refreshTokens, {
      tags: ['Auth'],
      summary: 'Exchange a refresh token',
      body: refreshBody,
      response: { 200: tokens },
    }),
    config: { access: 'public' },
    handler: async (request) => sessions.refresh(request.body.refresh_token),
  });
  registerLogout(app, sessions);
}

/** Whoever opens a link that is over is told before a password is chosen. */
function registerRecoveryCheck(app: TypedApp, passwords: PasswordService): void {
  app.route({
    ...routeOf(accountCalls.checkRecovery, {
      tags: ['Auth'],
      summary: 'Whether a recovery link is still good',
      body: linkTokenBody,
      response: { 204: z.null() },
    }),
    config: { access: 'public' },
    handler: async (request, reply) => {
      await passwords.check(request.body.token);
      return reply.code(204).send(null);
    },
  });
}

/** The session may have ended already, which is no failure here, so the routes read the tokens themselves. */
function registerLogout(app: TypedApp, sessions: SessionService): void {
  const described = { tags: ['Auth'], summary: 'End this session', response: { 204: z.null() } } as const;
  const config = { access: 'public', securityEvent: 'logout' } as const;
  app.route({
    ...routeOf(endpoints.logout, { ...described, body: logoutBody }),
    config,
    handler: async (request, reply) => {
      const { refresh_token: refreshToken, proof } = request.body ?? {};
      logSecurity(request, 'success', await endBy(sessions, { refreshToken, proof, request }));
      return reply.code(204).send(null);
    },
  });
  app.route({
    method: 'GET',
    url: endpoints.logout.path,
    schema: described,
    config,
    handler: async (request, reply) => {
      refuseForeignGet(request);
      logSecurity(request, 'success', await sessions.end(request.headers.authorization));
      return reply.code(204).send(null);
    },
  });
}

interface EndedBy {
  readonly refreshToken: string | undefined;
  readonly proof: string | undefined;
  readonly request: FastifyRequest;
}

/** Ends a session by the first of what was sent; the rest is not looked at. @returns whose it was, as far as known */
async function endBy(sessions: SessionService, { refreshToken, proof, request }: EndedBy): Promise<string | null> {
  if (refreshToken !== undefined) return sessions.endFamily(refreshToken);
  if (proof !== undefined) return sessions.endByProof(proof);
  return sessions.end(request.headers.authorization);
}

/** Takes form data of either kind. */
function registerLogin(app: TypedApp, { accounts, secureCookie }: Services): void {
  app.route({
    ...routeOf(accountCalls.login, {
      tags: ['Auth'],
      summary: 'Login',
      consumes: ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'],
      body: loginBody,
      response: { 200: signInAnswer },
    }),
    config: { access: 'public', securityEvent: 'login' },
    preValidation: readMultipartFields,
    handler: async (request, reply) => {
      const { username, password, captcha } = request.body;
      const entry = await accounts.login({ username, password, captcha }, browserOf(request));
      if ('challenge' in entry) {
        logSecurity(request, 'second_factor_asked', entry.userId);
        return { challenge: entry.challenge };
      }
      logSecurity(request, 'success', entry.userId);
      leaveDeviceSecret(reply, entry.device, secureCookie);
      return entry.tokens;
    },
  });
}

interface FactorServices {
  readonly factors: SecondFactorService;
  readonly secureCookie: boolean;
}

/** The second factor: the step of a sign-in, and what its owner does with it. */
export function registerSecondFactorRoutes(app: TypedApp, { factors, secureCookie }: FactorServices): void {
  app.route({
    ...routeOf(teamEndpoints.factorLogin, {
      tags: ['Auth'],
      summary: 'The second step of a sign-in',
      body: factorLoginBody,
      response: { 200: tokens },
    }),
    config: { access: 'public', securityEvent: 'second-factor-login' },
    handler: async (request, reply) => {
      const { challenge, code } = request.body;
      const { userId, tokens: pair, device } = await factors.enter(challenge, code, browserOf(request));
      logSecurity(request, 'success', userId);
      leaveDeviceSecret(reply, device, secureCookie);
      return pair;
    },
  });
  registerFactorSetup(app, factors);
  registerFactorChanges(app, factors);
}

/** Setting it up, for those who work in the shop. */
function registerFactorSetup(app: TypedApp, factors: SecondFactorService): void {
  app.route({
    ...routeOf(teamEndpoints.beginFactor, {
      tags: ['Auth'],
      summary: 'A secret for an application of codes',
      body: factorBeginBody,
      response: { 200: factorEnrolment },
    }),
    config: { access: 'writter', factorSetup: true, securityEvent: 'second-factor-begin' },
    handler: async (request) => {
      const enrolment = await factors.begin(callerOf(request), request.body.current_password);
      logSecurity(request, 'success', callerOf(request).userId);
      return enrolment;
    },
  });
  app.route({
    ...routeOf(teamEndpoints.activateFactor, {
      tags: ['Auth'],
      summary: 'Turn the second factor on with a first code',
      body: factorCodeBody,
      response: { 200: recoveryCodes },
    }),
    config: { access: 'writter', factorSetup: true, securityEvent: 'second-factor-added' },
    handler: async (request) => {
      const codes = await factors.activate(callerOf(request), request.body.code);
      logSecurity(request, 'success', callerOf(request).userId);
      return { codes };
    },
  });
}

/** What a code allows; whoever lost the role keeps the factor, and may remove it. */
function registerFactorChanges(app: TypedApp, factors: SecondFactorService): void {
  app.route({
    ...routeOf(teamEndpoints.factorState, {
      tags: ['Auth'],
      summary: 'Own second factor',
      response: { 200: factorState },
    }),
    config: { access: 'user' },
    handler: async (request) => factors.state(callerOf(request)),
  });
  app.route({
    ...routeOf(teamEndpoints.replaceRecoveryCodes, {
      tags: ['Auth'],
      summary: 'New recovery codes in place of the old ones',
      body: factorCodeBody,
      response: { 200: recoveryCodes },
    }),
    config: { access: 'user', securityEvent: 'second-factor-codes-replaced' },
    handler: async (request) => {
      const codes = await factors.replaceCodes(callerOf(request), request.body.code);
      logSecurity(request, 'success', callerOf(request).userId);
      return { codes };
    },
  });
  const withCode = [
    { endpoint: teamEndpoints.removeFactor, does: 'remove', summary: 'Turn the second factor off', event: 'removed' },
    { endpoint: teamEndpoints.confirmFactor, does: 'confirm', summary: 'Show a code again', event: 'confirmed' },
  ] as const;
  for (const { endpoint, does, summary, event } of withCode) {
    app.route({
      ...routeOf(endpoint, { tags: ['Auth'], summary, body: factorCodeBody, response: nothing }),
      config: { access: 'user', securityEvent: `second-factor-${event}` },
      handler: async (request, reply) => {
        await factors[does](callerOf(request), request.body.code);
        logSecurity(request, 'success', callerOf(request).userId);
        return reply.code(204).send(null);
      },
    });
  }
}

/** The caller's own sessions, for 'Mi perfil'. */
export function registerOwnSessionRoutes(app: TypedApp, sessions: OwnSessionService): void {
  app.route({
    ...routeOf(accountCalls.ownSessions, { tags: ['Auth'], summary: 'Own sessions', response: { 200: ownSessions } }),
    config: { access: 'user' },
    handler: async (request) => sessions.list(callerOf(request)),
  });
  app.route({
    ...routeOf(accountCalls.closeOwnSession, {
      tags: ['Auth'],
      summary: 'End an own session',
      params: z.object({ id }),
      response: { 204: z.null() },
    }),
    config: { access: 'user' },
    handler: async (request, reply) => {
      await sessions.close(callerOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  });
  app.route({
    ...routeOf(accountCalls.closeOtherSessions, {
      tags: ['Auth'],
      summary: 'End all other own sessions',
      response: { 204: z.null() },
    }),
    config: { access: 'user' },
    handler: async (request, reply) => {
      await sessions.closeOthers(callerOf(request));
      return reply.code(204).send(null);
    },
  });
}

interface GoogleServices {
  readonly google: GoogleService;
  readonly secureCookie: boolean;
}

/** Sign-in with Google; 404 while the shop has no Google client. */
export function registerGoogleRoutes(app: TypedApp, { google, secureCookie }: GoogleServices): void {
  app.route({
    ...routeOf(accountCalls.googleNonce, {
      tags: ['Auth'],
      summary: 'A nonce for one sign-in with Google',
      response: { 200: googleNonce },
    }),
    config: { access: 'public' },
    handler: async () => ({ nonce: google.nonce() }),
  });
  app.route({
    ...routeOf(accountCalls.googleLogin, {
      tags: ['Auth'],
      summary: 'Sign in with Google',
      body: googleLoginBody,
      response: { 200: signInAnswer },
    }),
    config: { access: 'public', securityEvent: 'google-login' },
    handler: async (request, reply) => {
      const entry = await google.signIn(request.body.credential, clientOf(request));
      logSecurity(request, 'challenge' in entry ? 'second_factor_asked' : 'success', entry.userId);
      if ('challenge' in entry) return { challenge: entry.challenge };
      leaveDeviceSecret(reply, entry.device, secureCookie);
      return entry.tokens;
    },
  });
}

interface EntryCodeServices {
  readonly entryCodes: EntryCodeService;
  readonly secureCookie: boolean;
}

/** Entering with a code by mail. */
export function registerEntryCodeRoutes(app: TypedApp, { entryCodes, secureCookie }: EntryCodeServices): void {
  app.route({
    ...routeOf(accountCalls.askEntryCode, {
      tags: ['Auth'],
      summary: 'Mail a code that opens or makes an account',
      body: askEntryCodeBody,
      response: { 200: spoken },
    }),
    config: { access: 'public' },
    handler: async (request, reply) => {
      const { email, captcha } = request.body;
      const before = entryRequestOf(request, secureCookie);
      const asked = await entryCodes.ask({ email, captcha, before }, browserOf(request));
      leaveEntryRequest(reply, asked, secureCookie);
      return { detail: authTexts.entryCodeOnItsWay };
    },
  });
  app.route({
    ...routeOf(accountCalls.enterWithEntryCode, {
      tags: ['Auth'],
      summary: 'Enter with a code that was mailed',
      body: enterWithCodeBody,
      response: { 200: signInAnswer },
    }),
    config: { access: 'public', securityEvent: 'entry-code' },
    handler: async (request, reply) => {
      const asked = entryRequestOf(request, secureCookie);
      const entry = await entryCodes.enter({ ...request.body, request: asked }, browserOf(request));
      dropEntryRequest(reply, secureCookie);
      logSecurity(request, 'challenge' in entry ? 'second_factor_asked' : 'success', entry.userId);
      if ('challenge' in entry) return { challenge: entry.challenge };
      leaveDeviceSecret(reply, entry.device, secureCookie);
      return entry.tokens;
    },
  });
}

/** How the browser gets a captcha answer. */
export function registerCaptchaRoutes(app: TypedApp, captcha: CaptchaPort): void {
  app.route({
    ...routeOf(accountCalls.captchaInfo, {
      tags: ['Auth'],
      summary: 'Which captcha is on',
      response: { 200: captchaInfo },
    }),
    config: { access: 'public' },
    handler: async () => captcha.info,
  });
  app.route({
    ...routeOf(accountCalls.captchaChallenge, {
      tags: ['Auth'],
      summary: 'A challenge for one action',
      querystring: captchaQuery,
      response: { 200: z.unknown() },
    }),
    config: { access: 'public' },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return captcha.challenge(request.query.action);
    },
  });
}
