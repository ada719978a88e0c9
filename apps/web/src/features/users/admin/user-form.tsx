import { saveOrChoose, seenOf } from '../../admin/changed-meanwhile.ts';
import { role, type Role } from '@cuentos/contract/account-fields';
import { limits } from '@cuentos/contract/limits';
import type { AdminUser } from '@cuentos/contract/users';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { CheckField } from '../../../ui/forms/check-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { draftName, WorkDialog } from '../../admin/work-dialog.tsx';
import { useWorkForm } from '../../admin/work-form.ts';
import { createUser, type FormUser, rolesQuery, updateUser, type UserFields } from './api.ts';
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
function userFormSchema(creating: boolean) {
  // Runs although other fields are invalid, so that all errors show at once.
  const when = () => true;
  const rule = (path: 'password' | 'confirmPassword', message: string) => ({ path: [path], message, when });
  const isGiven = ({ password, confirmPassword }: { password: string; confirmPassword: string }) =>
    creating || password !== '' || confirmPassword !== '';
  return z
    .object({
      role_id: z.union([role, z.literal('')]).pipe(z.enum(role.options, t.roleRequired)),
      name,
      email,
      password: z.string(),
      confirmPassword: z.string(),
      notify: z.boolean(),
    })
    .refine((form) => !isGiven(form) || form.password !== '', rule('password', t.passwordRequired))
    .refine(
      ({ password }) => password === '' || lengthOf(password) >= limits.passwordMin,
      rule('password', t.passwordShort),
    )
    .refine(({ password }) => lengthOf(password) <= limits.passwordMax, rule('password', t.passwordLong))
    .refine((form) => !isGiven(form) || form.confirmPassword !== '', rule('confirmPassword', t.confirmRequired))
    .refine(
      ({ password, confirmPassword: again }) => again === '' || again.normalize('NFC') === password.normalize('NFC'),
      rule('confirmPassword', t.confirmDiffers),
    );
}

interface UserFormProps {
  /** Absent for a new user. */
  readonly user?: FormUser | undefined;
  /** Called only with a result of the server: an empty result changes nothing. */
  readonly onSaved: (user: AdminUser) => void;
  readonly onClose: () => void;
}

type Values = Omit<UserFields, 'role_id'> & { role_id: Role | '' };

const valuesOf = (user: FormUser | undefined): Values => ({
  role_id: user?.role_id ?? '',
  name: user?.name ?? '',
  email: user?.email ?? '',
  password: '',
  confirmPassword: '',
  notify: true,
});

/** The form, and the properties of its dialog. */
function useUserForm({ user, onSaved, onClose }: UserFormProps) {
  return useWorkForm<Values, UserFields, FormUser, AdminUser>({
    name: draftName('user', user?.id),
    entity: user,
    valuesOf,
    schema: userFormSchema(!user),
    secrets: ['password', 'confirmPassword'],
    save(fields, begun) {
      if (!begun) return createUser(fields);
      const changes = changesOf(begun, fields);
      const seenFields = seenOf(begun, Object.keys(changes));
      return saveOrChoose((isMeant) => updateUser(begun.id, isMeant ? changes : { ...changes, seen: seenFields }));
    },
    onSaved(saved) {
      showToast('success', user ? t.updated : t.created);
      onSaved(saved);
      onClose();
    },
    texts: { byCode: { email_taken: t.emailTaken, user_not_found: t.gone }, failed: t.saveFailed },
    refusedFields: {
      email_taken: { field: 'email', text: t.emailTaken },
      last_admin: { field: 'role_id', text: t.lastAdmin },
    },
  });
}

/** Only changed fields are sent, so that two people may edit one account. */
function changesOf(user: FormUser, fields: UserFields): Partial<UserFields> {
  const { role_id, name, email, notify: _notify, ...passwords } = fields;
  return {
    ...(role_id === user.role_id ? {} : { role_id }),
    ...(name === user.name ? {} : { name }),
    ...(email === user.email ? {} : { email }),
    ...(passwords.password === '' ? {} : passwords),
  };
}

/** Modal that creates or changes a user. */
export function UserForm(props: UserFormProps) {
  const { user, onClose } = props;
  const { form, dialog } = useUserForm(props);
  const { errors } = form.formState;
  return (
    <WorkDialog
      title={user ? t.updateTitle : t.createTitle}
      text={user ? user.email : t.createText}
      submit={user ? t.update : t.create}
      {...dialog}
      onClose={onClose}
    >
      <TextField label={t.nameLabel} autoComplete="off" error={errors.name?.message} {...form.register('name')} />
      <TextField
        label={t.emailLabel}
        type="email"
        autoComplete="off"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <RoleField form={form} before={user?.role_id} />
      <PasswordFields form={form} optional={user !== undefined} />
      {!user && <CheckField label={t.notify} {...form.register('notify')} />}
    </WorkDialog>
  );
}

type Form = UseFormReturn<Values, unknown, UserFields>;

function PasswordFields({ form, optional }: { readonly form: Form; readonly optional: boolean }) {
  const { errors } = form.formState;
  return (
    <>
      <TextField
        label={optional ? t.newPasswordLabel : t.passwordLabel}
        type="password"
        autoComplete="new-password"
        hint={optional ? t.passwordKept : t.passwordHint}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <TextField
        label={t.confirmLabel}
        type="password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
    </>
  );
}

/** The role with its description. */
function RoleField({ form, before }: { readonly form: Form; readonly before: Role | undefined }) {
  const roles = useQuery(rolesQuery);
  const role = useWatch({ control: form.control, name: 'role_id' });
  if (roles.isError) {
    return (
      <div className="flex flex-wrap items-center gap-3 text-sm text-ink-2">
        {t.rolesFailed}
        <Button onClick={() => void roles.refetch()}>{t.retry}</Button>
      </div>
    );
  }
  // Rendered with its options only: a select would lose a value that it cannot show.
  if (!roles.data) return <div aria-hidden="true" className="skeleton h-19" />;
  const changed = before !== undefined && role !== before;
  return (
    <SelectField
      label={t.roleLabel}
      error={form.formState.errors.role_id?.message}
      hint={role === '' ? undefined : `${t.roleHints[role]}${changed ? ` ${t.roleChange}` : ''}`}
      {...form.register('role_id')}
    >
      <option value="">{t.roleChoose}</option>
      {roles.data.map(({ id }) => (
        <option key={id} value={id}>
          {t.roles[id]}
        </option>
      ))}
    </SelectField>
  );
}
