import { DAY_MS } from '@cuentos/domain/time/durations';
import type { Tx } from '../../platform/db/db.ts';
import { revokeExpired, sweepSessions } from './repository.ts';
import { sweepChallenges } from './passkey-repository.ts';
import { sweepEntryCodes, sweepNonces, sweepTokens } from './token-repository.ts';

/** Ended sessions stay this long, so that an operator can find out what happened. */
const ENDED_SESSIONS_MS = 30 * DAY_MS;

/** Deletes rows that no sign-in, link or answer needs any more. */
export async function sweepAccounts(tx: Tx, now: number): Promise<void> {
  await revokeExpired(tx, now);
  await sweepSessions(tx, now - ENDED_SESSIONS_MS);
  await sweepTokens(tx, now);
  await sweepNonces(tx, now);
  await sweepChallenges(tx, now);
  await sweepEntryCodes(tx, now);
}

/** Exports of accounts and sessions for other modules, commands and tests. */
export { captchaPasses } from './captcha.ts';
export {
  cancelErasure,
  closeAccount,
  renameAccount,
  reopenAccount,
  scheduleErasure,
  setBlocked,
} from './change-account.ts';
export { browserOf, leaveDeviceSecret } from './known-device.ts';
export { type AccountService, newUser } from './account-service.ts';
export { makeInvitation, requireProof } from './password-service.ts';
export { endOldProofs, type ProofListener } from './prove-address.ts';
export { isCommonPassword } from './common-passwords.ts';
export { hashPassword, passwordMatches, refuseCommonPassword } from './passwords.ts';
export {
  accountsToErase,
  erasedAccounts,
  formerAddresses,
  hasOtherAdmin,
  sessionAddresses,
  findLiveUser,
  liveUserId,
  findOwner,
  findUserBy,
  findUsers,
  insertUser,
  listAdmins,
  listPasswordHolders,
  revokeSessions,
  updateUser,
  userKeys,
} from './repository.ts';
export { createSessionService, presentSession } from './session-service.ts';
export { hasSecondFactor, resetSecondFactor } from './second-factor-service.ts';
export { createTokenService } from './tokens.ts';

export { isAddressKept, saveToken, takeToken } from './token-repository.ts';
export { type VerificationService } from './verification-service.ts';
export { type EmailChangeService, tellMoved } from './email-change-service.ts';

/** Exports about used captcha answers for the composition root and the sweep. */
export { spendCaptchaAnswer } from './token-repository.ts';
