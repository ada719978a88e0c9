/** Exports of accounts and sessions for other modules, commands and tests. */
export { type AppPasswordService } from './app-password-service.ts';
export { dropAppPasswords } from './app-password-repository.ts';
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
  liveSessionsAmong,
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
