import { limits } from '@cuentos/contract/limits';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { isEmail } from '../../lib/is-email.ts';
import { authTexts as t } from './texts.ts';

// Checked by hand and not with the contract's schemas: these two screens are on the public path, which must not load
// zod. The server checks again with the schemas.

export function emailProblem(email: string): string | undefined {
  if (email.trim() === '') return t.emailRequired;
  return isEmail(email) ? undefined : t.emailInvalid;
}

export function nameProblem(name: string): string | undefined {
  const length = graphemeCount(name.trim());
  if (length === 0) return t.nameRequired;
  return length < limits.nameMin ? t.nameShort : undefined;
}

export function newPasswordProblem(password: string): string | undefined {
  const length = graphemeCount(password.normalize('NFC'));
  if (length === 0) return t.passwordRequired;
  if (length < limits.passwordMin) return t.passwordShort;
  return length > limits.passwordMax ? t.passwordLong : undefined;
}

export function confirmationProblem(password: string, confirmation: string): string | undefined {
  if (confirmation === '') return t.confirmRequired;
  return password.normalize('NFC') === confirmation.normalize('NFC') ? undefined : t.confirmDiffers;
}
