import {
  askEntryCode,
  checkRecovery,
  enterWithEntryCode,
  forgotPassword,
  getGoogleNonce,
  googleLogin,
  login,
  logout,
  logoutByGet,
  refreshTokens,
  resetPassword,
  sendVerification,
  updatePassword,
  verifyEmail,
} from '@cuentos/contract/auth';
import { getCaptchaChallenge, getCaptchaInfo } from '@cuentos/contract/captcha';
import {
  activateFactor,
  beginFactor,
  confirmFactor,
  factorLogin,
  getFactorState,
  removeFactor,
  replaceRecoveryCodes,
} from '@cuentos/contract/second-factor';
import { closeOtherSessions, closeOwnSession, listOwnSessions } from '@cuentos/contract/sessions';
import type { FastifyRequest } from 'fastify';
import { callerOf, clientOf } from '../../platform/http/access.ts';
import { refuseForeignGet } from '../../platform/http/anti-forgery.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
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

interface PasswordServices {
  readonly passwords: PasswordService;
  readonly secureCookie: boolean;
}

/** Forgotten and changed passwords. */
export function registerPasswordRoutes(app: TypedApp, { passwords, secureCookie }: PasswordServices): void {
  // Bad input answers 400 here and not 422, so the handler judges the validation itself.
  serve(
    app,
    forgotPassword,
    async (request) => {
      if (request.validationError) throw malformed(request.body);
      const { email, captcha } = request.body;
      await passwords.forgot({ email, captcha }, browserOf(request));
      return { detail: authTexts.recoveryOnItsWay };
    },
    { attachValidation: true },
  );
  serve(app, resetPassword, async (request, reply) => {
    const { token, new_password: password } = request.body;
    const { userId, device } = await passwords.reset(token, password, browserOf(request));
    leaveDeviceSecret(reply, device, secureCookie);
    logSecurity(request, 'success', userId);
  });
  registerRecoveryCheck(app, passwords);
  serve(app, updatePassword, async (request, reply) => {
    const { password, current_password: current } = request.body;
    leaveDeviceSecret(reply, await passwords.change(callerOf(request), { password, current }), secureCookie);
    logSecurity(request, 'success', callerOf(request).userId);
  });
}

/** Proving an address. */
export function registerVerificationRoutes(app: TypedApp, verification: VerificationService): void {
  serve(app, verifyEmail, async (request) => {
    const { token, takes = false } = request.body;
    await verification.verify(token, { ...browserOf(request), takes });
  });
  serve(app, sendVerification, async (request) => {
    await verification.sendAgain(callerOf(request).userId);
  });
}

function malformed(body: unknown): AppError {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
  const empty = email === undefined || (typeof email === 'string' && email.trim() === '');
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
  serve(app, refreshTokens, async (request) => sessions.refresh(request.body.refresh_token));
  registerLogout(app, sessions);
}

/** Tells that a link has expired before a password is typed. */
function registerRecoveryCheck(app: TypedApp, passwords: PasswordService): void {
  serve(app, checkRecovery, async (request) => {
    await passwords.check(request.body.token);
  });
}

/** The session may have ended already, which is no failure here, so the routes read the tokens themselves. */
function registerLogout(app: TypedApp, sessions: SessionService): void {
  serve(app, logout, async (request) => {
    const { refresh_token: refreshToken, proof } = request.body ?? {};
    logSecurity(request, 'success', await endBy(sessions, { refreshToken, proof, request }));
  });
  serve(app, logoutByGet, async (request) => {
    refuseForeignGet(request);
    logSecurity(request, 'success', await sessions.end(request.headers.authorization));
  });
}

interface SignOutRequest {
  readonly refreshToken: string | undefined;
  readonly proof: string | undefined;
  readonly request: FastifyRequest;
}

/** Ends a session by the first credential of the body and ignores the others. @returns the user's id, if known */
async function endBy(
  sessions: SessionService,
  { refreshToken, proof, request }: SignOutRequest,
): Promise<string | null> {
  if (refreshToken !== undefined) return sessions.endFamily(refreshToken);
  if (proof !== undefined) return sessions.endByProof(proof);
  return sessions.end(request.headers.authorization);
}

/** Accepts form data in both encodings. */
function registerLogin(app: TypedApp, { accounts, secureCookie }: Services): void {
  serve(app, login, async (request, reply) => {
    const { username, password, captcha } = request.body;
    const entry = await accounts.login({ username, password, captcha }, browserOf(request));
    if ('challenge' in entry) {
      logSecurity(request, 'second_factor_asked', entry.userId);
      return { challenge: entry.challenge };
    }
    logSecurity(request, 'success', entry.userId);
    leaveDeviceSecret(reply, entry.device, secureCookie);
    return entry.tokens;
  });
}

interface FactorServices {
  readonly factors: SecondFactorService;
  readonly secureCookie: boolean;
}

/** The second factor: the step of a sign-in, and what its owner does with it. */
export function registerSecondFactorRoutes(app: TypedApp, { factors, secureCookie }: FactorServices): void {
  serve(app, factorLogin, async (request, reply) => {
    const { challenge, code } = request.body;
    const { userId, tokens: pair, device } = await factors.enter(challenge, code, browserOf(request));
    logSecurity(request, 'success', userId);
    leaveDeviceSecret(reply, device, secureCookie);
    return pair;
  });
  registerFactorSetup(app, factors);
  registerFactorChanges(app, factors);
}

/** Routes with which the team sets up a second factor. */
function registerFactorSetup(app: TypedApp, factors: SecondFactorService): void {
  serve(app, beginFactor, async (request) => {
    const enrolment = await factors.begin(callerOf(request), request.body.current_password);
    logSecurity(request, 'success', callerOf(request).userId);
    return enrolment;
  });
  serve(app, activateFactor, async (request) => {
    const codes = await factors.activate(callerOf(request), request.body.code);
    logSecurity(request, 'success', callerOf(request).userId);
    return { codes };
  });
}

/** Calls that need a code; an account that lost its role keeps the factor and may remove it. */
function registerFactorChanges(app: TypedApp, factors: SecondFactorService): void {
  serve(app, getFactorState, async (request) => factors.state(callerOf(request)));
  serve(app, replaceRecoveryCodes, async (request) => {
    const codes = await factors.replaceCodes(callerOf(request), request.body.code);
    logSecurity(request, 'success', callerOf(request).userId);
    return { codes };
  });
  serve(app, removeFactor, async (request) => {
    await factors.remove(callerOf(request), request.body.code);
    logSecurity(request, 'success', callerOf(request).userId);
  });
  serve(app, confirmFactor, async (request) => {
    await factors.confirm(callerOf(request), request.body.code);
    logSecurity(request, 'success', callerOf(request).userId);
  });
}

/** The caller's own sessions, for 'Mi perfil'. */
export function registerOwnSessionRoutes(app: TypedApp, sessions: OwnSessionService): void {
  serve(app, listOwnSessions, async (request) => sessions.list(callerOf(request)));
  serve(app, closeOwnSession, async (request) => {
    await sessions.close(callerOf(request), request.params.id);
  });
  serve(app, closeOtherSessions, async (request) => {
    await sessions.closeOthers(callerOf(request));
  });
}

interface GoogleServices {
  readonly google: GoogleService;
  readonly secureCookie: boolean;
}

/** Sign-in with Google; 404 while the shop has no Google client. */
export function registerGoogleRoutes(app: TypedApp, { google, secureCookie }: GoogleServices): void {
  serve(app, getGoogleNonce, async () => ({ nonce: google.nonce() }));
  serve(app, googleLogin, async (request, reply) => {
    const entry = await google.signIn(request.body.credential, clientOf(request));
    logSecurity(request, 'challenge' in entry ? 'second_factor_asked' : 'success', entry.userId);
    if ('challenge' in entry) return { challenge: entry.challenge };
    leaveDeviceSecret(reply, entry.device, secureCookie);
    return entry.tokens;
  });
}

interface EntryCodeServices {
  readonly entryCodes: EntryCodeService;
  readonly secureCookie: boolean;
}

/** Entering with a code by mail. */
export function registerEntryCodeRoutes(app: TypedApp, { entryCodes, secureCookie }: EntryCodeServices): void {
  serve(app, askEntryCode, async (request, reply) => {
    const { email, captcha } = request.body;
    const before = entryRequestOf(request, secureCookie);
    const entryRequest = await entryCodes.ask({ email, captcha, before }, browserOf(request));
    leaveEntryRequest(reply, entryRequest, secureCookie);
    return { detail: authTexts.entryCodeOnItsWay };
  });
  serve(app, enterWithEntryCode, async (request, reply) => {
    const entryRequest = entryRequestOf(request, secureCookie);
    const entry = await entryCodes.enter({ ...request.body, request: entryRequest }, browserOf(request));
    dropEntryRequest(reply, secureCookie);
    logSecurity(request, 'challenge' in entry ? 'second_factor_asked' : 'success', entry.userId);
    if ('challenge' in entry) return { challenge: entry.challenge };
    leaveDeviceSecret(reply, entry.device, secureCookie);
    return entry.tokens;
  });
}

/** How the browser gets a captcha answer. */
export function registerCaptchaRoutes(app: TypedApp, captcha: CaptchaPort): void {
  serve(app, getCaptchaInfo, async () => captcha.info);
  serve(app, getCaptchaChallenge, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return captcha.challenge(request.query.action);
  });
}
