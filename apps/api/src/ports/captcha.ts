import type { CaptchaAction, CaptchaInfo } from '@cuentos/contract/captcha';

/** Tells people from programs at login and registration. */
export interface CaptchaPort {
  readonly info: CaptchaInfo;
  /** A challenge for providers that make their own; null for those whose script asks a third party. */
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
