import type { CaptchaAction, CaptchaInfo } from '@cuentos/contract/captcha';
import { paths } from '@cuentos/contract/paths';
import { useRef } from 'react';
import { useSite } from '../../../lib/page-data.ts';

/**
 * Invisible captcha of one form: work begins at the first focus, the answer is awaited before sending, and a new one is
 * made after a failure, because each is good for one use.
 */
export function useCaptcha(action: CaptchaAction) {
  const site = useSite();
  const running = useRef<Promise<string | undefined> | null>(null);

  const start = () => {
    running.current ??= answerFor(action, site?.captcha ?? null).catch(() => undefined);
    return running.current;
  };
  return {
    start,
    /** The answer to send; undefined when none is asked for or none could be had (the server then says so). */
    answer: start,
    renew: () => {
      running.current = null;
      void start();
    },
  };
}

async function answerFor(action: CaptchaAction, known: CaptchaInfo | null): Promise<string | undefined> {
  const info = known ?? (await askForInfo());
  if (info.provider !== 'altcha') return undefined;
  const { solveAltcha } = await import('./solve-altcha.ts');
  return solveAltcha(action);
}

async function askForInfo(): Promise<CaptchaInfo> {
  const { callApi } = await import('../../../lib/api-client.ts');
  return callApi(paths.captcha, { quiet: true, handles: 'all' });
}
