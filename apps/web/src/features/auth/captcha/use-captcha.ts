import { type CaptchaAction, type CaptchaInfo, getCaptchaInfo } from '@cuentos/contract/captcha';
import { useRef } from 'react';
import { useSite } from '../../../lib/page-data.ts';

/**
 * Time after which an answer counts as expired, ms: the server accepts ALTCHA's for ten minutes, and a long letter
 * takes more.
 */
const ALTCHA_GOOD_MS = 540_000;

/** Returns the answer for one sending. */
type Answer = () => Promise<string | undefined>;

/**
 * Invisible captcha of a form: it starts at the first focus, its answer is awaited before sending, and a new answer is
 * made after a failure, because each can be used once.
 */
export function useCaptcha(action: CaptchaAction) {
  const site = useSite();
  const running = useRef<Promise<Answer> | null>(null);

  const start = () => (running.current ??= prepare(action, site?.captcha ?? null));
  const renew = () => {
    running.current = null;
    start().catch(() => {});
  };
  return {
    /** Never rejects. */
    start: () =>
      start().then(
        () => {},
        () => {},
      ),
    /** The answer to send; undefined when the shop requires none or none could be had (the server then refuses). */
    answer: async () => {
      try {
        return await (
          await start()
        )();
      } catch {
        running.current = null;
        return undefined;
      }
    },
    renew,
  };
}

async function prepare(action: CaptchaAction, cachedInfo: CaptchaInfo | null): Promise<Answer> {
  const { provider, site_key: siteKey } = cachedInfo ?? (await askForInfo());
  if (provider === 'none') return async () => undefined;
  if (provider === 'altcha') {
    const { solveAltcha } = await import('./solve-altcha.ts');
    const startedAt = Date.now();
    const solution = await solveAltcha(action);
    return async () => (Date.now() - startedAt < ALTCHA_GOOD_MS ? solution : solveAltcha(action));
  }
  const { loadProvider } = await import('./captcha-provider.ts');
  return loadProvider(provider, siteKey ?? '', action);
}

async function askForInfo(): Promise<CaptchaInfo> {
  const { request } = await import('../../../lib/api/api-client.ts');
  return request(getCaptchaInfo, { quiet: true, handles: 'all' });
}
