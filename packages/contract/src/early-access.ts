import { z } from 'zod';
import { callsOf } from './call.ts';
import { deleted, pageParams, searchQuery } from './paging.ts';
import { instant, text } from './primitives.ts';
import { notify, purchases } from './entitlements.ts';

const { admin } = callsOf('early-access');

/** POST /api/admin/users/{id}/early_access/{part}; a second one changes the end. */
export const earlyAccessBody = z.object({ expires_at: instant.nullish(), notify }).nullish();

/** POST /api/admin/early_access/{part}: the same for several addresses. An address without an account gets one and an invitation. */
export const earlyAccessManyBody = z.object({
  emails: z.array(text(320)).min(1).max(50),
  expires_at: instant.nullish(),
  notify,
});
export const earlyAccessManyAnswer = z.array(
  z.object({
    email: z.string(),
    /**
     * Invited: an account was made. Waiting: the account has an address that is not proved yet. In both cases the access
     * begins once the address is proved. Deleted: the account was deleted, and gets nothing.
     */
    outcome: z.enum(['given', 'invited', 'waiting', 'deleted']),
  }),
);
export type EarlyAccessOutcome = z.infer<typeof earlyAccessManyAnswer>[number];
export const earlyAccessAnswer = z.object({ expires_at: instant.nullable(), waits: z.boolean() });

export const adminListEarlyAccess = admin(
  'GET',
  '/api/admin/early_access/:offset/:limit',
  'Who reads what early, newest first',
  { params: pageParams.shape, query: searchQuery, answer: purchases },
);

export const adminGiveEarlyAccess = admin(
  'POST',
  '/api/admin/users/:id/early_access/:part',
  'Let a user read a part early',
  { asksAgain: true, body: earlyAccessBody, answer: earlyAccessAnswer },
);

/** To several addresses at once, also of people without an account. */
export const adminInviteEarly = admin(
  'POST',
  '/api/admin/early_access/:part',
  'Let several people read a part early, by their addresses',
  { asksAgain: true, body: earlyAccessManyBody, answer: earlyAccessManyAnswer },
);

export const adminEndEarlyAccess = admin('DELETE', '/api/admin/users/:id/early_access/:part', 'End early access', {
  answer: deleted,
});
