/** What the composition root and the sweep need of used captcha answers. */
export { sweepCaptchaAnswers, useCaptchaAnswer } from './repository.ts';
