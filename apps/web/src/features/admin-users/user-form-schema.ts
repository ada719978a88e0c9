import { limits } from '@cuentos/contract/limits';
import { role } from '@cuentos/contract/auth';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { z } from '../../lib/form-schema.ts';
import { userTexts as t } from './texts.ts';

const name = z
  .string()
  .trim()
  .min(1, t.nameRequired)
  .refine((value) => value === '' || graphemeCount(value) >= limits.nameMin, t.nameShort)
  .refine((value) => graphemeCount(value) <= limits.nameMax, t.nameLong);

const email = z
  .string()
  .trim()
  .min(1, t.emailRequired)
  .pipe(z.email(t.emailInvalid).max(limits.emailMax, t.emailInvalid));

const fits = (password: string) => graphemeCount(password.normalize('NFC'));

/**
 * Admin user form, spec §5: role and name and e-mail always; password and its confirmation only to create, optional to
 * change, and equal.
 */
export function userFormSchema(creating: boolean) {
  return z
    .object({
      role_id: z.union([role, z.literal('')]).pipe(z.enum(role.options, t.roleRequired)),
      name,
      email,
      password: z.string(),
      confirmPassword: z.string(),
    })
    .superRefine(({ password, confirmPassword }, context) => {
      const wrong = (path: 'password' | 'confirmPassword', message: string) =>
        context.addIssue({ code: 'custom', path: [path], message });
      if (!creating && password === '' && confirmPassword === '') return;
      if (password === '') wrong('password', t.passwordRequired);
      else if (fits(password) < limits.passwordMin) wrong('password', t.passwordShort);
      else if (fits(password) > limits.passwordMax) wrong('password', t.passwordLong);
      if (confirmPassword === '') wrong('confirmPassword', t.confirmRequired);
      else if (confirmPassword.normalize('NFC') !== password.normalize('NFC')) {
        wrong('confirmPassword', t.confirmDiffers);
      }
    });
}
