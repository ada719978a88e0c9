import { z } from 'zod';
import { callsOf } from './call.ts';
import { namedPerson } from './named.ts';
import { logQuery, retried } from './paging.ts';
import { instant } from './primitives.ts';

const { admin } = callsOf('mails');

/** GET /api/admin/users/{id}/mails, newest first; never their text. */
export const personMails = z.array(
  z.object({
    id: z.string(),
    subject: z.string(),
    /** Address at the time of the mail, which may have changed since. */
    recipient: z.string(),
    state: z.enum(['sent', 'waiting', 'failed']),
    created_at: instant,
    sent_at: instant.nullable(),
    /** Whether it can be sent again: it holds no one-time link. */
    can_resend: z.boolean(),
  }),
);
export type PersonMail = z.infer<typeof personMails>[number];
export const mailResent = z.object({ sent_to: z.string() });

/** GET /api/admin/mails, newest first; never their text, which may hold a link that opens an account. */
export const mailEntries = z.array(
  z.object({
    id: z.string(),
    recipient: z.string(),
    /** The account that has the recipient's address now; null for none. */
    person: namedPerson.nullable(),
    template: z.string(),
    subject: z.string(),
    state: z.enum(['sent', 'waiting', 'failed']),
    attempts: z.int(),
    last_error: z.string().nullable(),
    created_at: instant,
    sent_at: instant.nullable(),
  }),
);

export const adminListUserMails = admin(
  'GET',
  '/api/admin/users/:id/mails',
  'What was written to a user, newest first',
  { answer: personMails },
);

export const adminResendMail = admin(
  'POST',
  '/api/admin/users/:id/mails/:mail/resend',
  'Send a mail once more, to the address of today',
  { answer: mailResent },
);

/** `?state=failed` lists only recently given up mails. */
export const adminListMails = admin('GET', '/api/admin/mails', 'Mails, without their text', {
  query: logQuery.extend({ state: z.literal('failed').optional() }),
  answer: mailEntries,
});

/** Leaves out mails whose text was deleted with the link in it. */
export const adminRetryGivenUpMails = admin('POST', '/api/admin/mails/retry', 'Send what was given up lately now', {
  answer: z.object({ retried: z.int() }),
});

export const adminRetryMail = admin('POST', '/api/admin/mails/:id/retry', 'Send a mail now', { answer: retried });
