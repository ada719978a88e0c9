import { ApiError } from '../../lib/api-error.ts';
import { statusText } from '../../lib/error-texts.ts';
import type { FieldProblem } from './components/new-password-form.tsx';
import { passwordTexts as t } from './password-texts.ts';

/** What a refused new password means to its form. */
export type PasswordFailure =
  | { readonly kind: 'field'; readonly problem: FieldProblem }
  | { readonly kind: 'toast'; readonly text: string }
  /** The server wants the current password. */
  | { readonly kind: 'ask-current' }
  /** There is no password yet: entering by Google again is the proof. */
  | { readonly kind: 'ask-google' };

/** One message per failure. */
export function passwordFailure(error: unknown, asked: { readonly current: boolean }): PasswordFailure {
  if (!(error instanceof ApiError)) return { kind: 'toast', text: t.updateFailed };
  if (error.code === 'password_too_common') return { kind: 'field', problem: { password: error.detail } };
  if (error.code === 'reauth_required' && error.fields['google']) return { kind: 'ask-google' };
  if (error.code === 'reauth_required' && !asked.current) return { kind: 'ask-current' };
  if (asked.current && (error.code === 'reauth_required' || error.code === 'wrong_credentials')) {
    return { kind: 'field', problem: { currentPassword: t.currentPasswordWrong } };
  }
  if (error.status === 429) return { kind: 'toast', text: statusText(429) ?? t.updateFailed };
  return { kind: 'toast', text: t.updateFailed };
}
