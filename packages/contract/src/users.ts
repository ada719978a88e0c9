import { normalizeText } from '@cuentos/domain/text/normalize';
import { z } from 'zod';
import { email, newPassword, personName, role } from './account-fields.ts';
import { callsOf } from './call.ts';
import { seenValues } from './form-fields.ts';
import { deleted, pageParams, searchQuery } from './paging.ts';
import { instant, text } from './primitives.ts';
import { entitlement } from './entitlements.ts';
import { activeSession } from './sessions.ts';

const { admin, user } = callsOf('users');

/** GET /api/users/me. */
export const profile = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  email_verified: z.boolean(),
  /** False for an account that enters by Google or by codes alone. */
  has_password: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

/** PATCH /api/users/me. */
export const profilePatch = z.object({ name: personName });

/** GET /api/user_role/: a role's id is its name. */
export const userRoles = z.array(z.object({ id: role, name: z.string() }));

/** A user as admins see one. */
export const adminUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role_id: role,
  role_name: z.string(),
  email_verified: z.boolean(),
  created_at: instant,
});
export type AdminUser = z.infer<typeof adminUser>;

/** GET /api/admin/users/{offset}/{limit}. */
export const adminUsers = z.array(adminUser);

/** GET /api/admin/users/deleted, the last deleted first. */
export const deletedUsers = z.array(
  z.object({ id: z.string(), name: z.string(), email: z.string(), deleted_at: instant }),
);

/** Whether password and confirmation agree, once both are normalised. */
const isConfirmed = (body: { password?: string | undefined; confirmPassword?: string | undefined }): boolean =>
  body.password === (body.confirmPassword === undefined ? undefined : normalizeText(body.confirmPassword));

/** POST /api/admin/users. */
export const newAdminUser = z
  .object({
    role_id: role,
    name: personName,
    email,
    password: newPassword,
    confirmPassword: text(1000),
    /** Whether the person is told by mail, with a link to choose a password; absent is yes. */
    notify: z.boolean().optional(),
  })
  .refine(isConfirmed, { path: ['confirmPassword'] });

const emptyIsAbsent = (value: unknown): unknown => (value === '' || value === null ? undefined : value);

/** An empty password in the form leaves the old one. */
const optionalPassword = z.preprocess(emptyIsAbsent, newPassword.optional());

/** PUT /api/admin/users/{id}: absent fields stay as they are. */
export const adminUserChange = z
  .object({
    role_id: role.optional(),
    name: personName.optional(),
    email: email.optional(),
    seen: seenValues,
    password: optionalPassword,
    confirmPassword: z.preprocess(emptyIsAbsent, text(1000).optional()),
  })
  .refine(isConfirmed, { path: ['confirmPassword'] });

/** GET /api/admin/users/{id}, the modal 'Detalles'; never notes or reading positions. */
export const adminUserDetails = adminUser.extend({
  purchases: z.array(entitlement),
  sessions: z.array(activeSession),
  second_factor: z.boolean(),
});
export type AdminUserDetails = z.infer<typeof adminUserDetails>;

export const getProfile = user('GET', '/api/users/me', 'Own profile', { answer: profile });

export const adminListRoles = admin('GET', '/api/user_role/', 'Roles', { answer: userRoles });

export const changeProfile = user('PATCH', '/api/users/me', 'Change own name', { body: profilePatch, answer: profile });

export const adminListUsers = admin('GET', '/api/admin/users/:offset/:limit', 'Users by name', {
  params: pageParams.shape,
  query: searchQuery,
  answer: adminUsers,
});

export const adminGetUser = admin('GET', '/api/admin/users/:id', 'A user with purchases and sessions', {
  answer: adminUserDetails,
});

export const adminCreateUser = admin('POST', '/api/admin/users', 'Create a user', {
  asksAgain: true,
  body: newAdminUser,
  answer: adminUser,
  status: 201,
});

export const adminChangeUser = admin('PUT', '/api/admin/users/:id', 'Change a user', {
  asksAgain: true,
  body: adminUserChange,
  answer: adminUser,
});

export const adminDeleteUser = admin(
  'DELETE',
  '/api/admin/users/:id',
  'Delete a user; what was bought stays on record',
  { asksAgain: true, answer: deleted },
);

export const adminListDeletedUsers = admin('GET', '/api/admin/users/deleted', 'Deleted users', {
  answer: deletedUsers,
});

export const adminRestoreUser = admin('POST', '/api/admin/users/:id/restore', 'Bring a deleted user back', {
  asksAgain: true,
  answer: adminUser,
});
