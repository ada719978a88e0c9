import { limits } from '@cuentos/contract/limits';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { accountTexts as t } from './texts.ts';

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

// By hand, not with the contract's schemas: these two screens are on the public path, where zod has no place. The server checks again with the schemas.

export function emailProblem(email: string): string | undefined {
  const trimmed = email.trim();
  if (trimmed === '') return t.emailRequired;
  return EMAIL.test(trimmed) && trimmed.length <= limits.emailMax ? undefined : t.emailInvalid;
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
