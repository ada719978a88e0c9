import type { CaptchaAction } from '@cuentos/contract/captcha';
import { AppError } from '../../platform/http/app-error.ts';
import { type CaptchaPort, CaptchaUnavailable } from '../../ports/captcha.ts';

/**
 * Whether a captcha answer is right for an action.
 * @throws {AppError} captcha_unavailable when it cannot be checked: the action is refused then.
 */
export async function captchaPasses(
  captcha: CaptchaPort,
  answer: string | undefined,
  action: CaptchaAction,
  address: string,
): Promise<boolean> {
  try {
    return await captcha.verify(answer, action, address);
  } catch (error) {
    if (error instanceof CaptchaUnavailable) throw new AppError('captcha_unavailable', { cause: error });
    throw error;
  }
}
