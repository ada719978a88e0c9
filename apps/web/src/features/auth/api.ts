import {
  askEntryCode as askEntryCodeCall,
  type AskEntryCodeBody,
  checkRecovery,
  confirmEmail as confirmEmailCall,
  type EnterWithCodeBody,
  enterWithEntryCode as enterWithEntryCodeCall,
  forgotPassword,
  type ForgotPasswordBody,
  getGoogleNonce,
  googleLogin,
  type GoogleLoginBody,
  login,
  type LoginBody,
  register as registerCall,
  type RegisterBody,
  resetPassword as resetPasswordCall,
  type ResetPasswordBody,
  sendVerification,
  type SignInAnswer,
  undoEmail as undoEmailCall,
  updatePassword as updatePasswordCall,
  type UpdatePasswordBody,
  verifyEmail,
  type VerifyEmailBody,
} from '@cuentos/contract/auth';
import { enterWithPasskey as enterWithPasskeyCall, getPasskeyRequest } from '@cuentos/contract/passkeys';
import { keepAccountByLink } from '@cuentos/contract/personal-data';
import { request } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { refreshSession, startSession } from '../../lib/api/refresh-session.ts';
import { session } from '../../lib/api/session.ts';

/**
 * POST /api/auth/ as form data; stores the tokens. Throws ApiError.
 * @returns false when the account has a second factor and the person cancelled the dialog for its code
 */
export async function signIn({ username, password, captcha }: LoginBody): Promise<boolean> {
  const form = { username, password, ...(captcha ? { captcha } : {}) };
  return keep(await request(login, { form, handles: 'all' }));
}

/** POST /api/auth/entry_code: the server mails a code, whether it knows the address or not. */
export async function askEntryCode(email: string, captcha: string | undefined): Promise<void> {
  const json: AskEntryCodeBody = { email, ...(captcha ? { captcha } : {}) };
  await request(askEntryCodeCall, { json, handles: 'all' });
}

/** POST /api/auth/entry_code/enter; as {@link signIn}. */
export async function enterWithEntryCode(json: EnterWithCodeBody): Promise<boolean> {
  return keep(await request(enterWithEntryCodeCall, { json, handles: 'all' }));
}

/** POST /api/auth/passkey, with the signature of a passkey that the browser chose; stores the tokens. */
export async function enterWithPasskey(): Promise<void> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    request(getPasskeyRequest, { handles: 'all' }),
  ]);
  const response = await startAuthentication({ optionsJSON });
  session.store(await request(enterWithPasskeyCall, { json: { response }, handles: 'all' }));
}

/** Stores tokens, after the code of a second factor where the server requires one; false without tokens. */
async function keep(answer: SignInAnswer): Promise<boolean> {
  const tokens =
    'challenge' in answer ? await (await import('./ask-for-code.ts')).enterWithCode(answer.challenge) : answer;
  if (tokens) session.store(tokens);
  return tokens !== null;
}

/**
 * POST /api/users/; stores the tokens.
 * @returns false on 401, which means that the captcha was refused. Other failures are thrown.
 */
export async function register(body: RegisterBody): Promise<boolean> {
  try {
    session.store(await request(registerCall, { json: body, handles: [401, 409, 422] }));
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false;
    throw error;
  }
}

/** POST /api/auth/forgot-password: the server mails the steps, if the account exists. */
export async function requestRecovery(email: string, captcha: string | undefined): Promise<void> {
  const json: ForgotPasswordBody = { email, ...(captcha ? { captcha } : {}) };
  await request(forgotPassword, { json, handles: 'all' });
}

/** POST /api/auth/reset-password/check. @returns false only when the server says that the link is no longer valid */
export async function isRecoveryGood(token: string): Promise<boolean> {
  try {
    await request(checkRecovery, { json: { token }, handles: 'all', quiet: true });
    return true;
  } catch (error) {
    return !(error instanceof ApiError && error.code === 'reset_token_invalid');
  }
}

/** POST /api/auth/reset-password. */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  const json: ResetPasswordBody = { token, new_password: newPassword };
  await request(resetPasswordCall, { json, handles: 'all' });
}

/**
 * POST /api/auth/update-password; `currentPassword` when the server asks for it.
 */
export async function updatePassword(password: string, currentPassword: string): Promise<void> {
  // The client does not renew the session for auth calls, but this call needs a valid one.
  await startSession();
  const json: UpdatePasswordBody = { password, ...(currentPassword ? { current_password: currentPassword } : {}) };
  const used = session.accessToken();
  const send = () => request(updatePasswordCall, { json, handles: 'all' });
  try {
    await send();
  } catch (error) {
    // A device whose clock is behind may take an expired access token for a valid one.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    if ((await refreshSession(used)) !== 'refreshed') throw error;
    await send();
  }
}

/**
 * Confirms to the server that the address is the user's; the token is the link's.
 * @param options.takes true also takes the account over from the person who made it in another browser
 */
export async function verifyAddress(token: string, { takes }: { readonly takes: boolean }): Promise<void> {
  // A sign-in in this browser makes the account known to it.
  await startSession();
  const json: VerifyEmailBody = { token, ...(takes ? { takes } : {}) };
  await request(verifyEmail, { json, handles: 'all' });
}

/** Moves the account to the address of the link. */
export async function confirmEmail(token: string): Promise<void> {
  // The account moves only in a browser that knows it; a browser that is signed in to it does.
  await startSession();
  await request(confirmEmailCall, { json: { token }, handles: 'all' });
}

/** Moves the account back to its former address. */
export async function undoEmail(token: string): Promise<void> {
  await request(undoEmailCall, { json: { token }, handles: 'all' });
}

/** Keeps an account that is about to be erased. */
export async function keepAccount(token: string): Promise<void> {
  await request(keepAccountByLink, { json: { token }, handles: 'all' });
}

/** Asks for another mail with the link. */
export async function resendVerification(): Promise<void> {
  await request(sendVerification);
}

/** Fetches the one-time value that ties Google's answer to this page. */
export async function fetchGoogleNonce(): Promise<string> {
  const { nonce } = await request(getGoogleNonce, { quiet: true, handles: 'all' });
  return nonce;
}

/** POST /api/auth/login_with_google; as {@link signIn}. */
export async function signInWithGoogle(credential: string): Promise<boolean> {
  const json: GoogleLoginBody = { credential };
  return keep(await request(googleLogin, { json, handles: 'all' }));
}
