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

const lengthOf = (password: string) => graphemeCount(password.normalize('NFC'));

/**
 * Admin user form: role and name and e-mail always; password and its confirmation only to create, optional to
 * change, and equal.
 */
export function userFormSchema(creating: boolean) {
  // Also while other fields are wrong: every error shows at once.
  const when = () => true;
  const rule = (path: 'password' | 'confirmPassword', message: string) => ({ path: [path], message, when });
  const given = ({ password, confirmPassword }: { password: string; confirmPassword: string }) =>
    creating || password !== '' || confirmPassword !== '';
  return z
    .object({
      role_id: z.union([role, z.literal('')]).pipe(z.enum(role.options, t.roleRequired)),
      name,
      email,
      password: z.string(),
      confirmPassword: z.string(),
    })
    .refine((form) => !given(form) || form.password !== '', rule('password', t.passwordRequired))
    .refine(
      ({ password }) => password === '' || lengthOf(password) >= limits.passwordMin,
      rule('password', t.passwordShort),
    )
    .refine(({ password }) => lengthOf(password) <= limits.passwordMax, rule('password', t.passwordLong))
    .refine((form) => !given(form) || form.confirmPassword !== '', rule('confirmPassword', t.confirmRequired))
    .refine(
      ({ password, confirmPassword: again }) => again === '' || again.normalize('NFC') === password.normalize('NFC'),
      rule('confirmPassword', t.confirmDiffers),
    );
}
