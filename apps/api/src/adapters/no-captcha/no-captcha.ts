import type { CaptchaPort } from '../../ports/captcha.ts';

/** Accepts any value (`CAPTCHA_PROVIDER=none`); the settings refuse it in production. */
export const noCaptcha: CaptchaPort = {
  info: { provider: 'none', site_key: null },
  challenge: async () => null,
  verify: async () => true,
};
