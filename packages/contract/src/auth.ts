import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { normalizeText } from '@cuentos/domain/text/normalize';
import { z } from 'zod';
import { limits } from './limits.ts';
import { bounded, instant, text } from './primitives.ts';
import { email, personName, type Role } from './users.ts';

/** What a captcha answer is good for; an answer for one action is refused for another. */
export const captchaAction = z.enum(['login', 'register', 'entry-code', 'forgot-password', 'contact']);
export type CaptchaAction = z.infer<typeof captchaAction>;

/** GET /api/captcha/challenge. */
export const captchaQuery = z.object({ action: captchaAction });

/** GET /api/captcha: how the browser gets an answer. */
export const captchaInfo = z.object({
  provider: z.enum(['altcha', 'recaptcha', 'hcaptcha', 'turnstile', 'none']),
  site_key: z.string().nullable(),
});
export type CaptchaInfo = z.infer<typeof captchaInfo>;

/** New password: 8 to 128 characters, NFC, no rules of composition. */
export const newPassword = text(4 * limits.passwordMax)
  .transform((value) => normalizeText(value))
  .refine((value) => graphemeCount(value) >= limits.passwordMin && graphemeCount(value) <= limits.passwordMax);

/** Captcha answer; its form is the provider's. */
const captcha = text(20_000).optional();

/** POST /api/auth/ (form data). */
export const loginBody = z.object({ username: text(1000), password: text(1000), captcha });
export type LoginBody = z.input<typeof loginBody>;

/** Access and refresh tokens. */
export const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
export type Tokens = z.infer<typeof tokens>;

/** A right password, or Google's word, of an account that has a second factor: it goes back with a code of that. */
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

/** POST /api/auth/reset-password/check, which uses nothing up. */
export const linkTokenBody = z.object({ token: linkToken });

/**
 * POST /api/auth/verify-email. `takes` says, in another browser than the account's own, that the account is to be taken
 * from whoever made it: their password and sessions end.
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

/** Bytes as WebAuthn writes them. */
const base64Url = (max: number) => bounded(max).regex(/^[\w-]+$/);

/** Number of a credential: at most 1023 bytes. */
const credentialId = base64Url(1364);
const clientData = base64Url(8000);

/** How a browser reaches a device; there are more words for it every few years. */
const transports = z.array(bounded(20).regex(/^[a-z-]+$/)).max(10);

/** How its owner calls a passkey. */
const passkeyName = text(4 * limits.passkeyNameMax)
  .transform((value) => normalizeText(value).replaceAll(/\s+/g, ' ').trim())
  .refine((value) => value !== '' && graphemeCount(value) <= limits.passkeyNameMax);

/** One of the caller's own passkeys. */
const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
  /** It is kept beyond the device, by whoever keeps its owner's passwords. */
  backed_up: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

/** GET /api/users/me/passkeys. */
export const passkeys = z.array(passkey);

/** POST /api/users/me/passkeys/options; the password when the sign-in is not recent. */
export const passkeyBeginBody = z.object({ current_password: text(1000).optional() });

const knownPasskey = z.object({ id: z.string(), type: z.literal('public-key'), transports });

/** What the browser makes a passkey by (`PublicKeyCredentialCreationOptionsJSON`). */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  /** Those that the account has: a device that holds one of them makes no second. */
  excludeCredentials: z.array(knownPasskey),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

/** POST /api/users/me/passkeys: what the browser made (`RegistrationResponseJSON`). */
export const addPasskeyBody = z.object({
  name: passkeyName,
  response: z.object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: clientData,
      attestationObject: base64Url(40_000),
      transports: transports.optional(),
    }),
  }),
});
export type AddPasskeyBody = z.output<typeof addPasskeyBody>;

/** PUT /api/users/me/passkeys/:id. */
export const renamePasskeyBody = z.object({ name: passkeyName });

/** What the browser asks for a passkey by (`PublicKeyCredentialRequestOptionsJSON`): no account is named. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});

/** POST /api/auth/passkey: what the browser answers (`AuthenticationResponseJSON`). */
export const passkeyLoginBody = z.object({
  response: z.object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: clientData,
      authenticatorData: base64Url(8000),
      signature: base64Url(8000),
      userHandle: base64Url(100).nullish(),
    }),
  }),
});
export type PasskeyLoginBody = z.output<typeof passkeyLoginBody>;

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
}
