import { type CaptchaAction, type CaptchaInfo, getCaptchaInfo } from '@cuentos/contract/captcha';
import { useRef } from 'react';
import { useSite } from '../../../lib/page-data.ts';

/** The server takes ALTCHA's answer for ten minutes after it was asked for; a long letter takes more. */
const ALTCHA_GOOD_MS = 540_000;

/** Gives the answer for one sending. */
type Answer = () => Promise<string | undefined>;

/**
 * Invisible captcha of one form: work begins at the first focus, the answer is awaited before sending, and a new one is
 * made after a failure, because each is good for one use.
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
    /** The answer to send; undefined when none is asked for or none could be had (the server then says so). */
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
