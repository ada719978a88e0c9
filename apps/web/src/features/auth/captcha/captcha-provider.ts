import type { CaptchaAction } from '@cuentos/contract/captcha';
import { loadScript } from '../../../lib/load-script.ts';

/** Time limit for a challenge of the provider, ms; the form is then free again, without an answer. */
const PATIENCE_MS = 120_000;

/** Options of a provider's widget; only these names are common to the three. */
interface WidgetOptions {
  readonly sitekey: string;
  readonly size?: 'invisible';
  /** Turnstile: shows the widget only when needed. */
  readonly appearance?: 'interaction-only';
  /** Turnstile: repeated in the verdict. */
  readonly action?: CaptchaAction;
  readonly callback: (answer: string) => void;
  readonly 'error-callback': () => void;
  /** hCaptcha: the visitor closed the challenge. */
  readonly 'close-callback'?: () => void;
}

/** Functions that reCAPTCHA v2, hCaptcha and Turnstile have in common. */
interface ProviderApi {
  render(place: HTMLElement, options: WidgetOptions): unknown;
  execute(widget: unknown): unknown;
  /** reCAPTCHA: called when the second script has loaded. */
  ready?(then: () => void): void;
}

declare global {
  // oxlint-disable-next-line no-var -- the scripts' own globals
  var grecaptcha: ProviderApi | undefined, hcaptcha: ProviderApi | undefined, turnstile: ProviderApi | undefined;
}

const invisible = { size: 'invisible' } as const;

/** `begins`: whether the widget must be started by a call. */
const providers = {
  recaptcha: {
    script: 'https://www.google.com/recaptcha/api.js?render=explicit&hl=es-419',
    api: () => globalThis.grecaptcha,
    look: () => invisible,
    begins: true,
  },
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js?render=explicit&hl=es',
    api: () => globalThis.hcaptcha,
    look: () => invisible,
    begins: true,
  },
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    api: () => globalThis.turnstile,
    look: (action: CaptchaAction) => ({ appearance: 'interaction-only', action }) as const,
    begins: false,
  },
} as const;

type ThirdParty = keyof typeof providers;

/**
 * Loads the provider's script.
 * @returns a function that gets one answer; an answer can be used once, and expires soon
 */
export async function loadProvider(
  provider: ThirdParty,
  siteKey: string,
  action: CaptchaAction,
): Promise<() => Promise<string>> {
  const { script, api: find, look, begins } = providers[provider];
  await loadScript(script);
  const api = find();
  if (!api) throw new Error(`${script} brought nothing`);
  if (provider === 'recaptcha') await new Promise<void>((resolve) => api.ready?.(resolve));
  return () =>
    inPlace(async (place) => {
      const answer = Promise.withResolvers<string>();
      const fail = () => answer.reject(new Error(`${provider} gave no answer`));
      const widget = api.render(place, {
        sitekey: siteKey,
        ...look(action),
        callback: answer.resolve,
        'error-callback': fail,
        ...(provider === 'hcaptcha' ? { 'close-callback': fail } : {}),
      });
      if (begins) api.execute(widget);
      const timer = setTimeout(fail, PATIENCE_MS);
      return answer.promise.finally(() => clearTimeout(timer));
    });
}

/** The widget is on the page only during a request: nothing of it stays between two forms. */
async function inPlace(ask: (place: HTMLElement) => Promise<string>): Promise<string> {
  const place = document.createElement('div');
  place.className = 'fixed bottom-4 left-1/2 z-60 -translate-x-1/2';
  document.body.append(place);
  try {
    return await ask(place);
  } finally {
    place.remove();
  }
}
