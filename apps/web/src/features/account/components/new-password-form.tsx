import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { passwordTexts as t } from '../password-texts.ts';
import { accountTexts } from '../texts.ts';
import { useFields } from '../use-fields.ts';
import { confirmationProblem, newPasswordProblem } from '../validation.ts';

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
    currentPassword: asksCurrent && values.currentPassword === '' ? accountTexts.passwordRequired : undefined,
    password: newPasswordProblem(values.password),
    confirmPassword: confirmationProblem(values.password, values.confirmPassword),
  }));
  const [busy, setBusy] = useState(false);
  const currentInput = useRef<HTMLInputElement>(null);
  // It appears after sending: where the reader has to go on.
  useEffect(() => {
    if (asksCurrent) currentInput.current?.focus();
  }, [asksCurrent]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy || !fields.validate(form)) return;
    setBusy(true);
    const problem = await onSend(fields.values);
    if (problem) fields.show(problem, form);
    setBusy(false);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4.5">
      {asksCurrent && (
        <TextField
          label={t.currentPassword}
          type="password"
          autoComplete="current-password"
          hint={t.currentPasswordWhy}
          ref={currentInput}
          {...fields.field('currentPassword')}
        />
      )}
      <TextField
        label={t.newPassword}
        type="password"
        autoComplete="new-password"
        hint={t.newPasswordHint}
        {...fields.field('password')}
      />
      <TextField
        label={t.confirmPassword}
        type="password"
        autoComplete="new-password"
        {...fields.field('confirmPassword')}
      />
      <Button type="submit" variant="primary" size="large" full busy={busy} disabled={!fields.valid}>
        {t.save}
      </Button>
    </form>
  );
}
