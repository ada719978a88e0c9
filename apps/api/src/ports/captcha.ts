import type { CaptchaAction, CaptchaInfo } from '@cuentos/contract/captcha';

/** Distinguishes people from programs at login, registration and forms of visitors. */
export interface CaptchaPort {
  readonly info: CaptchaInfo;
  /** Makes a challenge; null for providers whose script asks a third party. */
  challenge(action: CaptchaAction): Promise<unknown>;
  /**
   * Whether an answer is right, unused and meant for this action.
   * @throws {CaptchaUnavailable} when the provider cannot be asked; callers then refuse (fail closed).
   */
  verify(answer: string | undefined, action: CaptchaAction, address: string): Promise<boolean>;
}

/** The captcha provider did not answer. */
export class CaptchaUnavailable extends Error {
  override name = 'CaptchaUnavailable';
}
