import { z } from 'zod';
import { email, linkToken } from './auth.ts';

/**
 * What a person who signs up for the mailing list agrees to; recorded with the consent. Change the version together
 * with the words of the sign-up form.
 */
export const consentTextVersion = 'lista-2026-11';

/** POST /api/contact, the twin of GET /api/contact/{email}. */
export const contactBody = z.object({ email });
export type ContactBody = z.input<typeof contactBody>;

/** The same for a new address and for one that is on the list already. */
export const contactAnswer = z.object({ accepted: z.literal(true) });

/** POST /api/newsletter/confirm and /api/newsletter/unsubscribe. */
export const newsletterBody = z.object({ token: linkToken });
export type NewsletterBody = z.input<typeof newsletterBody>;
