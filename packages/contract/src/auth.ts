import { normalizeText } from '@cuentos/domain/text/normalize';
import { z } from 'zod';
import { email, newPassword, personName, type Role } from './account-fields.ts';
import { callsOf } from './call.ts';
import { bounded, text } from './primitives.ts';

const { anyone, user } = callsOf('auth');

/** Captcha answer; its form is the provider's. */
const captcha = text(20_000).optional();

/** POST /api/auth/ (form data). */
export const loginBody = z.object({ username: text(1000), password: text(1000), captcha });
export type LoginBody = z.input<typeof loginBody>;

/** Access and refresh tokens. */
export const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
export type Tokens = z.infer<typeof tokens>;

/** Answer to a right password, or Google sign-in, of an account with a second factor; it is sent back with a code. */
export const challenge = z.object({ challenge: z.string() });

/** Answer to a sign-in: tokens, or what the second factor needs. */
export const signInAnswer = z.union([tokens, challenge]);
export type SignInAnswer = z.infer<typeof signInAnswer>;

/** POST /api/auth/entry_code: mails a code to an address, known or not. */
export const askEntryCodeBody = z.object({ email, captcha });
export type AskEntryCodeBody = z.input<typeof askEntryCodeBody>;

/** POST /api/auth/entry_code/enter; people write six figures in groups. */
export const enterWithCodeBody = z.object({
  email,
  code: text(40)
    .transform((value) => value.replaceAll(/[\s-]/g, ''))
    .refine((value) => /^\d{6}$/.test(value)),
});
export type EnterWithCodeBody = z.input<typeof enterWithCodeBody>;

/** POST /api/auth/refresh. */
export const refreshBody = z.object({ refresh_token: bounded(4096) });

/**
 * POST /api/auth/logout; a program without either may show its access token instead. `proof` is what a device keeps of a
 * refresh token when it cannot reach the server: the token with the hash of its signature in place of the signature
 * (SHA-256, base64url). It ends the session and can do nothing else.
 */
export const logoutBody = z
  .object({ refresh_token: bounded(4096).optional(), proof: bounded(4096).optional() })
  .nullish();

/** POST /api/users/: public registration; answered with tokens, as a sign-in is. */
export const registerBody = z
  .object({ name: personName, email, password: newPassword, confirmPassword: text(1000), captcha })
  .refine((body) => body.password === normalizeText(body.confirmPassword), { path: ['confirmPassword'] });
export type RegisterBody = z.input<typeof registerBody>;

/** Token of a link in a mail; whatever is no token of ours is refused as a stale link, not as bad input. */
export const linkToken = text(500);

/** POST /api/auth/forgot-password. */
export const forgotPasswordBody = z.object({ email, captcha });
export type ForgotPasswordBody = z.input<typeof forgotPasswordBody>;

/** Answer with a sentence to show. */
export const spoken = z.object({ detail: z.string() });

/** POST /api/auth/reset-password. */
export const resetPasswordBody = z.object({ token: linkToken, new_password: newPassword });
export type ResetPasswordBody = z.input<typeof resetPasswordBody>;

/** POST /api/auth/update-password. */
export const updatePasswordBody = z.object({ password: newPassword, current_password: text(1000).optional() });
export type UpdatePasswordBody = z.input<typeof updatePasswordBody>;

/** POST /api/auth/reset-password/check, which does not use the link up. */
export const linkTokenBody = z.object({ token: linkToken });

/**
 * POST /api/auth/verify-email. `takes` confirms, in another browser than the account's own, that the owner of the
 * address takes over the account: password and sessions of its creator end.
 */
export const verifyEmailBody = z.object({ token: linkToken, takes: z.boolean().optional() });
export type VerifyEmailBody = z.input<typeof verifyEmailBody>;

/** POST /api/users/me/email: the password when the sign-in is not recent. */
export const changeEmailBody = z.object({ email, current_password: text(1000).optional() });

/** GET /api/auth/google-nonce: goes into the sign-in request to Google and is good for one sign-in. */
export const googleNonce = z.object({ nonce: z.string() });

/** POST /api/auth/login_with_google: the ID token that Google's script hands over. */
export const googleLoginBody = z.object({ credential: text(8192) });
export type GoogleLoginBody = z.input<typeof googleLoginBody>;

/** Claims of the access token. */
export interface AccessClaims {
  readonly role: Role;
  readonly name: string;
  /** The user's e-mail; for display only. */
  readonly sub: string;
  /** Seconds since the epoch. */
  readonly exp: number;
  /** When it was made, by the server's clock; seconds since the epoch. */
  readonly iat: number;
  readonly uid: string;
  readonly sid: string;
  /** Number of the refresh token that it came with. */
  readonly gen: number;
  /** Revision of the user's changes when it was made: what a page loads with it is at least of this revision. */
  readonly changes: number;
}

export const refreshTokens = anyone('POST', '/api/auth/refresh', 'Exchange a refresh token', {
  body: refreshBody,
  answer: tokens,
});

export const logout = anyone('POST', '/api/auth/logout', 'End this session', {
  securityEvent: 'logout',
  body: logoutBody,
});

/** Logout for callers that cannot send a body: ends the session of the access token. */
export const logoutByGet = anyone('GET', '/api/auth/logout', 'End this session', { securityEvent: 'logout' });

export const login = anyone('POST', '/api/auth/', 'Login', {
  securityEvent: 'login',
  body: loginBody,
  takesForms: true,
  answer: signInAnswer,
});

export const forgotPassword = anyone('POST', '/api/auth/forgot-password', 'Ask for a recovery link', {
  body: forgotPasswordBody,
  answer: spoken,
});

export const resetPassword = anyone('POST', '/api/auth/reset-password', 'Use a recovery link', {
  securityEvent: 'password-reset',
  body: resetPasswordBody,
});

/** Whether a recovery link is still good; asking uses nothing up. */
export const checkRecovery = anyone('POST', '/api/auth/reset-password/check', 'Whether a recovery link is still good', {
  body: linkTokenBody,
});

export const updatePassword = user('POST', '/api/auth/update-password', 'Change own password', {
  securityEvent: 'password-change',
  body: updatePasswordBody,
});

export const verifyEmail = anyone('POST', '/api/auth/verify-email', 'Confirm an address', { body: verifyEmailBody });

export const getGoogleNonce = anyone('GET', '/api/auth/google-nonce', 'A nonce for one sign-in with Google', {
  answer: googleNonce,
});

export const googleLogin = anyone('POST', '/api/auth/login_with_google', 'Sign in with Google', {
  securityEvent: 'google-login',
  body: googleLoginBody,
  answer: signInAnswer,
});

export const askEntryCode = anyone('POST', '/api/auth/entry_code', 'Mail a code that opens or makes an account', {
  body: askEntryCodeBody,
  answer: spoken,
});

export const enterWithEntryCode = anyone('POST', '/api/auth/entry_code/enter', 'Enter with a code that was mailed', {
  securityEvent: 'entry-code',
  body: enterWithCodeBody,
  answer: signInAnswer,
});

export const register = anyone('POST', '/api/users/', 'Register, and be in', {
  securityEvent: 'register',
  body: registerBody,
  answer: tokens,
  status: 201,
});

export const sendVerification = user('POST', '/api/users/me/verify-email', 'Mail the address check again');

export const changeEmail = user('POST', '/api/users/me/email', 'Ask for another address', {
  asksAgain: true,
  securityEvent: 'email-change-asked',
  body: changeEmailBody,
});

/** Confirms the change by the link at the new address. */
export const confirmEmail = anyone('POST', '/api/auth/change-email', 'Move the account to the new address', {
  securityEvent: 'email-confirm',
  body: linkTokenBody,
});

/** Undoes the change by the link at the old address. */
export const undoEmail = anyone('POST', '/api/auth/undo-email', 'Move the account back to the old address', {
  securityEvent: 'email-undo',
  body: linkTokenBody,
});
