import { z } from 'zod';

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
