import { z } from 'zod';
import { callsOf } from './call.ts';

const { anyone } = callsOf('captcha');

/** Action for which a captcha is solved; the server refuses its answer for another action. */
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

export const getCaptchaInfo = anyone('GET', '/api/captcha', 'Which captcha is on', { answer: captchaInfo });

export const getCaptchaChallenge = anyone('GET', '/api/captcha/challenge', 'A challenge for one action', {
  query: captchaQuery,
  answer: z.unknown(),
});
