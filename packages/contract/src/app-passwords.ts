import { z } from 'zod';
import { callsOf } from './call.ts';
import { limits } from './limits.ts';
import { instant, label, text } from './primitives.ts';

const { user } = callsOf('app-passwords');

/** A password of the caller for a reading app; the password itself is shown when it is made, and never again. */
const appPassword = z.object({
  id: z.string(),
  /** The app, as the caller calls it. */
  name: z.string(),
  created_at: instant,
  /** To the hour. */
  last_used_at: instant.nullable(),
});
export type AppPassword = z.infer<typeof appPassword>;

/** POST /api/users/me/app_passwords; the account's password when the sign-in is not recent. */
export const makeAppPasswordBody = z.object({
  name: label(limits.appPasswordNameMax),
  current_password: text(1000).optional(),
});
export type MakeAppPasswordBody = z.output<typeof makeAppPasswordBody>;

/** The password that was made, in groups of four signs. */
export const madeAppPassword = z.object({ id: z.string(), name: z.string(), password: z.string() });
export type MadeAppPassword = z.infer<typeof madeAppPassword>;

export const listAppPasswords = user('GET', '/api/users/me/app_passwords', 'Own passwords for reading apps', {
  answer: z.array(appPassword),
});

/** Makes a password that opens the shelf of `/opds`; the server demands the account's if the sign-in is not recent. */
export const makeAppPassword = user('POST', '/api/users/me/app_passwords', 'Make a password for a reading app', {
  securityEvent: 'app-password-made',
  body: makeAppPasswordBody,
  answer: madeAppPassword,
  status: 201,
});

export const removeAppPassword = user('DELETE', '/api/users/me/app_passwords/:id', 'Take an own app password back', {
  securityEvent: 'app-password-removed',
});
