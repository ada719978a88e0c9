import { type FormEvent, useEffect, useRef } from 'react';
import { ApiError, statusText } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useTask } from '../../ui/forms/use-task.ts';
import { confirmationProblem, newPasswordProblem, useFields } from './form-fields.ts';
import { authTexts } from './texts.ts';
import { passwordTexts } from './account-texts.ts';

const empty = { currentPassword: '', password: '', confirmPassword: '' };
type Values = typeof empty;

/** What is wrong with a field after sending; nothing when it went well or was said elsewhere. */
export type FieldProblem = Partial<Record<keyof Values, string>>;

interface NewPasswordFormProps {
  /** The server wants to know the current password too. */
  readonly asksCurrent?: boolean;
  readonly onSend: (values: Values) => Promise<FieldProblem | undefined>;
}

/** New password and its confirmation; cannot be sent while something is wrong. */
export function NewPasswordForm({ asksCurrent = false, onSend }: NewPasswordFormProps) {
  const fields = useFields(empty, (values) => ({
    currentPassword: asksCurrent && values.currentPassword === '' ? authTexts.passwordRequired : undefined,
    password: newPasswordProblem(values.password),
    confirmPassword: confirmationProblem(values.password, values.confirmPassword),
  }));
  const { busy, run } = useTask();
  const currentInput = useRef<HTMLInputElement>(null);
  // It appears after sending: where the reader has to go on.
  useEffect(() => {
    if (asksCurrent) currentInput.current?.focus();
  }, [asksCurrent]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy || !fields.validate(form)) return;
    void run(async () => {
      const problem = await onSend(fields.values);
      if (problem) fields.show(problem, form);
    });
  };
  return (
    // Before the script is there, sending it does nothing: outside a dialog this method is none.
    <form method="dialog" noValidate onSubmit={submit} className="grid gap-4.5">
      {asksCurrent && (
        <TextField
          label={passwordTexts.currentPassword}
          type="password"
          autoComplete="current-password"
          hint={passwordTexts.currentPasswordWhy}
          ref={currentInput}
          {...fields.field('currentPassword')}
        />
      )}
      <TextField
        label={passwordTexts.newPassword}
        type="password"
        autoComplete="new-password"
        hint={authTexts.passwordHint}
        {...fields.field('password')}
      />
      <TextField
        label={passwordTexts.confirmPassword}
        type="password"
        autoComplete="new-password"
        {...fields.field('confirmPassword')}
      />
      <Button type="submit" variant="primary" size="large" full busy={busy} disabled={!fields.valid}>
        {passwordTexts.save}
      </Button>
    </form>
  );
}

/** What a refused new password means to its form. */
export type PasswordFailure =
  | { readonly kind: 'field'; readonly problem: FieldProblem }
  | { readonly kind: 'toast'; readonly text: string }
  /** The server wants the current password. */
  | { readonly kind: 'ask-current' }
  /** There is no password yet: entering by Google again is the proof. */
  | { readonly kind: 'ask-google' };

/** One message per failure. */
export function passwordFailure(error: unknown, form: { readonly current: boolean }): PasswordFailure {
  if (!(error instanceof ApiError)) return { kind: 'toast', text: passwordTexts.updateFailed };
  if (error.code === 'password_too_common') return { kind: 'field', problem: { password: error.detail } };
  if (error.code === 'reauth_required' && error.fields['google']) return { kind: 'ask-google' };
  // Entering again by code is the proof, and there is nothing to type here.
  const byCode = error.fields['code'];
  if (error.code === 'reauth_required' && byCode) return { kind: 'field', problem: { password: byCode } };
  if (error.code === 'reauth_required' && !form.current) return { kind: 'ask-current' };
  if (form.current && (error.code === 'reauth_required' || error.code === 'wrong_credentials')) {
    return { kind: 'field', problem: { currentPassword: passwordTexts.currentPasswordWrong } };
  }
  if (error.status === 429) return { kind: 'toast', text: statusText(429) ?? passwordTexts.updateFailed };
  return { kind: 'toast', text: passwordTexts.updateFailed };
}
