import type { z } from 'zod';
import type * as auth from '../auth.ts';
import { endpoint } from '../endpoint.ts';
import type * as users from '../users.ts';

/**
 * Every call that makes, enters or keeps an account, like those of `endpoints.ts`: apart from them, because the reader
 * never needs these.
 */

export const login = endpoint(
  'POST',
  '/api/auth/',
  {} as { body: typeof auth.loginBody; response: typeof auth.signInAnswer },
);
export const forgotPassword = endpoint(
  'POST',
  '/api/auth/forgot-password',
  {} as { body: typeof auth.forgotPasswordBody; response: typeof auth.spoken },
);
export const resetPassword = endpoint(
  'POST',
  '/api/auth/reset-password',
  {} as { body: typeof auth.resetPasswordBody; response: z.ZodNull },
);
/** Whether a recovery link is still good; asking uses nothing up. */
export const checkRecovery = endpoint(
  'POST',
  '/api/auth/reset-password/check',
  {} as { body: typeof auth.linkTokenBody; response: z.ZodNull },
);
export const updatePassword = endpoint(
  'POST',
  '/api/auth/update-password',
  {} as { body: typeof auth.updatePasswordBody; response: z.ZodNull },
);
export const verifyEmail = endpoint(
  'POST',
  '/api/auth/verify-email',
  {} as { body: typeof auth.verifyEmailBody; response: z.ZodNull },
);
export const googleNonce = endpoint('GET', '/api/auth/google-nonce', {} as { response: typeof auth.googleNonce });
export const googleLogin = endpoint(
  'POST',
  '/api/auth/login_with_google',
  {} as { body: typeof auth.googleLoginBody; response: typeof auth.signInAnswer },
);
export const askEntryCode = endpoint(
  'POST',
  '/api/auth/entry_code',
  {} as { body: typeof auth.askEntryCodeBody; response: typeof auth.spoken },
);
export const enterWithEntryCode = endpoint(
  'POST',
  '/api/auth/entry_code/enter',
  {} as { body: typeof auth.enterWithCodeBody; response: typeof auth.signInAnswer },
);
export const captchaInfo = endpoint('GET', '/api/captcha', {} as { response: typeof auth.captchaInfo });
export const captchaChallenge = endpoint(
  'GET',
  '/api/captcha/challenge',
  {} as { query: typeof auth.captchaQuery; response: z.ZodUnknown },
);
export const register = endpoint(
  'POST',
  '/api/users/',
  {} as { body: typeof auth.registerBody; response: typeof auth.tokens },
);
export const changeProfile = endpoint(
  'PATCH',
  '/api/users/me',
  {} as { body: typeof users.profilePatch; response: typeof users.profile },
);
/** Mails the address check again. */
export const sendVerification = endpoint('POST', '/api/users/me/verify-email', {} as { response: z.ZodNull });
export const ownSessions = endpoint('GET', '/api/users/me/sessions', {} as { response: typeof users.ownSessions });
export const closeOwnSession = endpoint('DELETE', '/api/users/me/sessions/:id', {} as { response: z.ZodNull });
export const closeOtherSessions = endpoint(
  'POST',
  '/api/users/me/sessions/close_others',
  {} as { response: z.ZodNull },
);
/** A challenge for entering with a passkey; nothing is kept of it. */
export const passkeyRequest = endpoint('GET', '/api/auth/passkey', {} as { response: typeof auth.passkeyRequest });
export const enterWithPasskey = endpoint(
  'POST',
  '/api/auth/passkey',
  {} as { body: typeof auth.passkeyLoginBody; response: typeof auth.tokens },
);
export const ownPasskeys = endpoint('GET', '/api/users/me/passkeys', {} as { response: typeof auth.passkeys });
/** What a new passkey is made by; asks for the password when the sign-in is not recent. */
export const beginPasskey = endpoint(
  'POST',
  '/api/users/me/passkeys/options',
  {} as { body: typeof auth.passkeyBeginBody; response: typeof auth.passkeyCreation },
);
export const addPasskey = endpoint(
  'POST',
  '/api/users/me/passkeys',
  {} as { body: typeof auth.addPasskeyBody; response: z.ZodNull },
);
export const renamePasskey = endpoint(
  'PUT',
  '/api/users/me/passkeys/:id',
  {} as { body: typeof auth.renamePasskeyBody; response: z.ZodNull },
);
export const removePasskey = endpoint('DELETE', '/api/users/me/passkeys/:id', {} as { response: z.ZodNull });
