/** What other modules may use of accounts and sessions. */
export { type AccountService, createAccountService, newUser } from './account-service.ts';
export { isCommonPassword } from './common-passwords.ts';
export { hashPassword } from './passwords.ts';
export {
  endRunOut,
  findUserByEmail,
  hasRunOut,
  insertUser,
  revokeSession,
  revokeSessions,
  updateUser,
} from './repository.ts';
export { createGoogleService, type GoogleService } from './google-service.ts';
export { createOwnSessionService, type OwnSessionService } from './own-sessions.ts';
export { recoveryJob } from './jobs.ts';
export { createPasswordService, type PasswordService } from './password-service.ts';
export { createSessionService, type SessionService } from './session-service.ts';
export { sweepAccounts } from './sweep.ts';
export { createTokenService } from './tokens.ts';
export { createVerificationService, type VerificationService } from './verification-service.ts';
