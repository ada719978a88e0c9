import { z } from 'zod';
import { instant } from '../primitives.ts';

/** GET /api/admin/active_sessions/{offset}/{limit}; `id` is the session's. */
export const activeSession = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  role_name: z.string(),
  created_at: instant,
  expired_at: instant,
  last_used_at: instant,
  user_agent: z.string(),
});
export type ActiveSession = z.infer<typeof activeSession>;
export const activeSessions = z.array(activeSession);
