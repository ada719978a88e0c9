import { type FormEvent, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useFields } from '../../ui/forms/use-fields.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { confirmationProblem, newPasswordProblem } from './form-fields.ts';
import { authTexts } from './texts.ts';
import { passwordTexts } from './account-texts.ts';

const empty = { currentPassword: '', password: '', confirmPassword: '' };

type Values = typeof empty;

/** Errors of fields after sending; empty after a success, or if another place shows the message. */
export type FieldProblem = Partial<Record<keyof Values, string>>;

interface NewPasswordFormProps {
  /** Whether the server requires the current password too. */
  readonly asksCurrent?: boolean;
  readonly onSend: (values: Values) => Promise<FieldProblem | undefined>;
}

/** New password and its confirmation; cannot be sent while a field is invalid. */
export function NewPasswordForm({ asksCurrent = false, onSend }: NewPasswordFormProps) {
  const fields = useFields(empty, (values) => ({
    currentPassword: asksCurrent && values.currentPassword === '' ? authTexts.passwordRequired : undefined,
    password: newPasswordProblem(values.password),
    confirmPassword: confirmationProblem(values.password, values.confirmPassword),
  }));
  const { busy, run } = useTask();
  const currentInput = useRef<HTMLInputElement>(null);
  // The field appears after sending, and gets the focus.
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
    // `method="dialog"` makes sending do nothing before the script has loaded, outside of a dialog.
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
