import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { normalizeText } from '@cuentos/domain/text/normalize';
import { z } from 'zod';
import { limits } from './limits.ts';
import { instant, text } from './primitives.ts';

/** Roles; the ordinary one is `reader`. */
export const role = z.enum(['admin', 'writter', 'reader']);
export type Role = z.infer<typeof role>;

/** E-mail address, trimmed, NFC, lower case. */
export const email = text(limits.emailMax)
  .transform((value) => normalizeText(value.trim()).toLowerCase())
  .pipe(z.email().max(limits.emailMax));

/** What a person is called, in one line. */
export const personName = text(4 * limits.nameMax)
  .transform((value) => normalizeText(value).replaceAll(/\s+/g, ' ').trim())
  .refine((value) => graphemeCount(value) >= limits.nameMin && graphemeCount(value) <= limits.nameMax);

/** GET /api/users/me. */
export const profile = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  email_verified: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

/** PATCH /api/users/me. */
export const profilePatch = z.object({ name: personName });

/** One of the caller's own live sessions. */
export const ownSession = z.object({
  id: z.string(),
  /** The browser's own name, as it told it at the sign-in; may be empty. */
  user_agent: z.string(),
  created_at: instant,
  last_used_at: instant,
  expires_at: instant,
  /** The session that asks. */
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

/** GET /api/users/me/sessions: the asking one first, then the latest used. */
export const ownSessions = z.array(ownSession);
