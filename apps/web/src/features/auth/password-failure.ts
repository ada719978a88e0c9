import { ApiError, statusText } from '../../lib/api/api-error.ts';
import { passwordTexts } from './account-texts.ts';
import type { FieldProblem } from './new-password-form.tsx';

/** Result of a refused new password for its form. */
export type PasswordFailure =
  | { readonly kind: 'field'; readonly problem: FieldProblem }
  | { readonly kind: 'toast'; readonly text: string }
  /** The server requires the current password. */
  | { readonly kind: 'ask-current' }
  /** The account has no password yet: another sign-in by Google is the proof. */
  | { readonly kind: 'ask-google' };

/** Returns one message for each failure. */
export function passwordFailure(error: unknown, form: { readonly current: boolean }): PasswordFailure {
  if (!(error instanceof ApiError)) return { kind: 'toast', text: passwordTexts.updateFailed };
  if (error.code === 'password_too_common') return { kind: 'field', problem: { password: error.detail } };
  if (error.code === 'reauth_required' && error.fields['google']) return { kind: 'ask-google' };
  // Another sign-in by code is the proof, so there is no field to fill.
  const byCode = error.fields['code'];
  if (error.code === 'reauth_required' && byCode) return { kind: 'field', problem: { password: byCode } };
  if (error.code === 'reauth_required' && !form.current) return { kind: 'ask-current' };
  if (form.current && (error.code === 'reauth_required' || error.code === 'wrong_credentials')) {
    return { kind: 'field', problem: { currentPassword: passwordTexts.currentPasswordWrong } };
  }
  if (error.status === 429) return { kind: 'toast', text: statusText(429) ?? passwordTexts.updateFailed };
  return { kind: 'toast', text: passwordTexts.updateFailed };
}
