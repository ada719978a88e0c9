import { z } from 'zod';
import { tokens } from './auth.ts';
import { callsOf } from './call.ts';
import { deleted } from './paging.ts';
import { text } from './primitives.ts';

const { admin, anyone, user, writter } = callsOf('second-factor');

/** Code that a person types: six digits of the application, or a recovery code, with or without its hyphens. */
const code = text(40);

/** A body with only a code. */
export const factorCodeBody = z.object({ code });

/** POST /api/auth/second_factor. */
export const factorLoginBody = z.object({ challenge: text(500), code });

/** GET /api/users/me/second_factor. */
export const factorState = z.object({
  active: z.boolean(),
  /** Recovery codes that were not used yet. */
  codes_left: z.int(),
  /** The shop demands one of this account. */
  required: z.boolean(),
});
export type FactorState = z.infer<typeof factorState>;

/** POST /api/users/me/second_factor; the password when the sign-in is not recent. */
export const factorBeginBody = z.object({ current_password: text(1000).optional() });

/** The secret, sent this once: as text, and as a picture for a camera. */
export const factorEnrolment = z.object({
  /** Base32, to be typed by hand. */
  secret: z.string(),
  uri: z.string(),
  /** Dark squares of the QR code as the `d` of an SVG path. */
  qr: z.object({ size: z.int(), path: z.string() }),
});
export type FactorEnrolment = z.infer<typeof factorEnrolment>;

/** Recovery codes, sent this once. */
export const recoveryCodes = z.object({ codes: z.array(z.string()) });

export const factorLogin = anyone('POST', '/api/auth/second_factor', 'The second step of a sign-in', {
  securityEvent: 'second-factor-login',
  body: factorLoginBody,
  answer: tokens,
});

export const getFactorState = user('GET', '/api/users/me/second_factor', 'Own second factor', { answer: factorState });

/** Creates a secret, which the login asks for only after a first code. */
export const beginFactor = writter('POST', '/api/users/me/second_factor', 'A secret for an application of codes', {
  factorSetup: true,
  securityEvent: 'second-factor-begin',
  body: factorBeginBody,
  answer: factorEnrolment,
});

export const activateFactor = writter(
  'POST',
  '/api/users/me/second_factor/activate',
  'Turn the second factor on with a first code',
  { factorSetup: true, securityEvent: 'second-factor-added', body: factorCodeBody, answer: recoveryCodes },
);

export const removeFactor = user('POST', '/api/users/me/second_factor/remove', 'Turn the second factor off', {
  securityEvent: 'second-factor-removed',
  body: factorCodeBody,
});

export const replaceRecoveryCodes = user(
  'POST',
  '/api/users/me/second_factor/codes',
  'New recovery codes in place of the old ones',
  { securityEvent: 'second-factor-codes-replaced', body: factorCodeBody, answer: recoveryCodes },
);

/** Confirms the caller's identity by a code, for calls that ask for it again. */
export const confirmFactor = user('POST', '/api/users/me/second_factor/confirm', 'Show a code again', {
  securityEvent: 'second-factor-confirmed',
  body: factorCodeBody,
});

/** Helps a person who lost the telephone and the codes. */
export const adminResetFactor = admin(
  'DELETE',
  '/api/admin/users/:id/second_factor',
  'Remove the second factor of somebody who lost it',
  { asksAgain: true, securityEvent: 'second-factor-reset', answer: deleted },
);
