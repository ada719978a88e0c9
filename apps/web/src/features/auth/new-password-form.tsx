import { type FormEvent, useEffect, useRef } from 'react';
import { ApiError, statusText } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useTask } from '../../ui/forms/use-task.ts';
import { confirmationProblem, newPasswordProblem, useFields } from './form-fields.ts';
import { authTexts } from './texts.ts';

/** Words of recovering and changing a password. */
export const passwordTexts = {
  forgotTitle: 'Recupera tu contraseña',
  forgotLead: 'Escribe el correo de tu cuenta y te enviamos los pasos para elegir una nueva.',
  sendSteps: 'Enviarme los pasos',
  sentTitle: 'Revisa tu correo',
  sentLead: (email: string) =>
    `Si ${email} tiene una cuenta, te enviamos un correo con los pasos para recuperar tu contraseña.`,
  sentHint:
    'El enlace dura una hora. Si no llega otro, sirve el último que te enviamos; mira también en correo no deseado.',
  sendAgain: 'Usar otro correo',
  backToLogin: 'Volver a iniciar sesión',

  recoverTitle: 'Elige una contraseña nueva',
  recoverLead: 'Al guardarla se cierran las sesiones que tengas abiertas en otros dispositivos.',
  linkOverTitle: 'Este enlace ya no sirve',
  linkOverLead: 'Dura una hora y sirve una sola vez. Tu contraseña sigue siendo la misma.',
  askAgain: 'Pedir otro enlace',
  updateTitle: 'Cambiar contraseña',
  updateLead: 'Al guardarla se cierran tus otras sesiones y te avisamos por correo.',
  backToProfile: 'Mi perfil',
  newPassword: 'Contraseña nueva',
  confirmPassword: 'Confirma la contraseña',
  currentPassword: 'Contraseña actual',
  currentPasswordWhy: 'Para proteger tu cuenta, escribe también la contraseña que usas hoy.',
  currentPasswordWrong: 'Esa no es tu contraseña actual.',
  googleAgain: 'Tu cuenta entra con Google y aún no tiene contraseña. Confirma que eres tú y la guardamos.',
  googleOther: 'Entraste con otra cuenta de Google. La contraseña no cambió.',
  googleOrLink: '¿No puedes entrar con Google? Pide un enlace por correo',
  save: 'Guardar contraseña',

  forbidden: 'No tiene permisos para realizar esta acción',
  linkTooOld: 'Ha pasado mucho tiempo desde que solicitó cambiar la contraseña, intente solicitarla nuevamente',
  updateFailed: 'Error al actualizar la contraseña, intente nuevamente',
  updated: 'Contraseña actualizada correctamente',
} as const;

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
export function passwordFailure(error: unknown, asked: { readonly current: boolean }): PasswordFailure {
  if (!(error instanceof ApiError)) return { kind: 'toast', text: passwordTexts.updateFailed };
  if (error.code === 'password_too_common') return { kind: 'field', problem: { password: error.detail } };
  if (error.code === 'reauth_required' && error.fields['google']) return { kind: 'ask-google' };
  // Entering again by code is the proof, and there is nothing to type here.
  const byCode = error.fields['code'];
  if (error.code === 'reauth_required' && byCode) return { kind: 'field', problem: { password: byCode } };
  if (error.code === 'reauth_required' && !asked.current) return { kind: 'ask-current' };
  if (asked.current && (error.code === 'reauth_required' || error.code === 'wrong_credentials')) {
    return { kind: 'field', problem: { currentPassword: passwordTexts.currentPasswordWrong } };
  }
  if (error.status === 429) return { kind: 'toast', text: statusText(429) ?? passwordTexts.updateFailed };
  return { kind: 'toast', text: passwordTexts.updateFailed };
}
