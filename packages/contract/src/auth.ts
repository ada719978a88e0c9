import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { z } from 'zod';
import { limits } from './limits.ts';
import { instant, text } from './primitives.ts';

/** One of the caller's own live sessions. */
export const ownSession = z.object({
  id: z.string(),
  /** The browser's own name, as it told it at the sign-in; may be empty. */
  user_agent: z.string(),
  created_at: instant,
  last_used_at: instant,
  expires_at: instant,
  /** The session that asks. */
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

/** GET /api/users/me/sessions: the asking one first, then the latest used. */
export const ownSessions = z.array(ownSession);

/** What a captcha answer is good for; an answer for one action is refused for another. */
export const captchaAction = z.enum(['login', 'register', 'forgot-password', 'contact']);
export type CaptchaAction = z.infer<typeof captchaAction>;

/** GET /api/captcha/challenge. */
export const captchaQuery = z.object({ action: captchaAction });

/** GET /api/captcha: how the browser gets an answer. */
export const captchaInfo = z.object({
  provider: z.enum(['altcha', 'recaptcha', 'hcaptcha', 'turnstile', 'none']),
  site_key: z.string().nullable(),
});
export type CaptchaInfo = z.infer<typeof captchaInfo>;

/** E-mail address, trimmed, NFC, lower case. */
export const email = text(limits.emailMax)
  .transform((value) => value.trim().normalize('NFC').toLowerCase())
  .pipe(z.email().max(limits.emailMax));

/** New password: 8 to 128 characters, NFC, no rules of composition. */
export const newPassword = text(4 * limits.passwordMax)
  .transform((value) => value.normalize('NFC'))
  .refine((value) => graphemeCount(value) >= limits.passwordMin && graphemeCount(value) <= limits.passwordMax);

export const personName = text(4 * limits.nameMax)
  .transform((value) => value.normalize('NFC').replaceAll(/\s+/g, ' ').trim())
  .refine((value) => graphemeCount(value) >= limits.nameMin && graphemeCount(value) <= limits.nameMax);

/** Captcha answer; its form is the provider's. */
const captcha = text(20_000).optional();

/** POST /api/auth/ (form data). */
export const loginBody = z.object({ username: text(1000), password: text(1000), captcha });
export type LoginBody = z.input<typeof loginBody>;

/** Access and refresh tokens. */
export const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
export type Tokens = z.infer<typeof tokens>;

/** POST /api/auth/refresh. */
export const refreshBody = z.object({ refresh_token: z.string().max(4096) });

/** POST /api/users/: public registration. */
export const registerBody = z
  .object({ name: personName, email, password: newPassword, confirmPassword: text(1000), captcha })
  .refine((body) => body.password === body.confirmPassword.normalize('NFC'), { path: ['confirmPassword'] });
export type RegisterBody = z.input<typeof registerBody>;

/** Answer to a registration. */
export const newUser = z.object({ id: z.string() });

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

/** POST /api/auth/verify-email. */
export const linkTokenBody = z.object({ token: linkToken });
export type LinkTokenBody = z.input<typeof linkTokenBody>;

/** GET /api/auth/google-nonce: goes into the sign-in request to Google and is good for one sign-in. */
export const googleNonce = z.object({ nonce: z.string() });

/** POST /api/auth/login_with_google: the ID token that Google's script hands over. */
export const googleLoginBody = z.object({ credential: text(8192) });
export type GoogleLoginBody = z.input<typeof googleLoginBody>;

/** Roles; the ordinary one is `reader`. */
export const role = z.enum(['admin', 'writter', 'reader']);
export type Role = z.infer<typeof role>;

/** GET /api/users/me. */
export const profile = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  email_verified: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

/** PATCH /api/users/me. */
export const profilePatch = z.object({ name: personName });

/** Claims of the access token. */
export interface AccessClaims {
  readonly role: Role;
  readonly name: string;
  /** The user's e-mail; for display only. */
  readonly sub: string;
  /** Seconds since the epoch. */
  readonly exp: number;
  readonly uid: string;
  readonly sid: string;
}
