import { type CaptchaPort, CaptchaUnavailable } from '../../ports/captcha.ts';

/** Third-party captchas that verify by a form POST of `secret`, `response` and `remoteip`. */
const endpoints = {
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const;

const TIMEOUT_MS = 5000;

interface SiteverifyOptions {
  readonly provider: keyof typeof endpoints;
  readonly siteKey: string;
  readonly secret: string;
  /** Host of the shop; an answer given on another site is refused. */
  readonly host: string;
  /** Replaces the provider's address in tests. */
  readonly endpoint?: string;
}

interface Verdict {
  readonly success?: boolean;
  readonly hostname?: string;
  readonly action?: string;
}

/** reCAPTCHA v2 invisible, hCaptcha or Turnstile. */
export function createSiteverifyCaptcha({ provider, siteKey, secret, host, endpoint }: SiteverifyOptions): CaptchaPort {
  return {
    info: { provider, site_key: siteKey },
    challenge: async () => null,
    async verify(answer, action, address) {
      if (!answer) return false;
      const verdict = await ask(
        endpoint ?? endpoints[provider],
        new URLSearchParams({ secret, response: answer, remoteip: address }),
      );
      const hostFits = verdict.hostname === undefined || verdict.hostname === host;
      const actionFits = verdict.action === undefined || verdict.action === '' || verdict.action === action;
      return verdict.success === true && hostFits && actionFits;
    },
  };
}

async function ask(url: string, body: URLSearchParams): Promise<Verdict> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: 'POST', redirect: 'error', body, signal });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return (await response.json()) as Verdict;
  } catch (error) {
    throw new CaptchaUnavailable('the captcha provider did not answer', { cause: error });
  }
}
