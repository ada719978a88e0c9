import { z } from 'zod';
import { instant } from './primitives.ts';

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
