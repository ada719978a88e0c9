import { z } from 'zod';
import { email } from './account-fields.ts';
import { linkToken } from './auth.ts';
import { callsOf } from './call.ts';

const { admin, anyone } = callsOf('mailing-list');

/**
 * Version of the text that a person agrees to when signing up for the mailing list; recorded with the consent. Change
 * the version together with the words of the sign-up form.
 */
export const consentTextVersion = 'lista-2026-11';

/** POST /api/contact, the twin of GET /api/contact/{email}. */
export const contactBody = z.object({ email });
export type ContactBody = z.input<typeof contactBody>;

/** Equal for a new address and for one that is on the list already. */
export const contactAnswer = z.object({ accepted: z.literal(true) });

/** POST /api/newsletter/confirm and /api/newsletter/unsubscribe. */
export const newsletterBody = z.object({ token: linkToken });
export type NewsletterBody = z.input<typeof newsletterBody>;

/** POST /api/admin/newsletter/erase: an address with everything about it. */
export const eraseAddressBody = z.object({ email });
export const erasedAddress = z.object({ erased: z.boolean() });

export const joinList = anyone('POST', '/api/contact', 'Sign up for the e-mail list', {
  body: contactBody,
  answer: contactAnswer,
});

/** The same for callers that cannot send a body. */
export const joinListByGet = anyone('GET', '/api/contact/:email', 'Sign up for the e-mail list', {
  params: { email: z.string() },
  answer: contactAnswer,
});

export const confirmList = anyone('POST', '/api/newsletter/confirm', 'Confirm a sign-up', { body: newsletterBody });

export const leaveList = anyone('POST', '/api/newsletter/unsubscribe', 'Leave the e-mail list', {
  body: newsletterBody,
});

export const adminGetMailingListCsv = admin(
  'GET',
  '/api/admin/newsletter.csv',
  'The mailing list with its proofs of consent',
  { asksAgain: true, answer: z.string() },
);

export const adminEraseAddress = admin(
  'POST',
  '/api/admin/newsletter/erase',
  'Remove an address with everything about it',
  { asksAgain: true, body: eraseAddressBody, answer: erasedAddress },
);
