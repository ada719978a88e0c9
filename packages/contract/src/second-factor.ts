import { z } from 'zod';
import { text } from './primitives.ts';

/** What somebody types: six digits of the application, or a recovery code, with or without its hyphens. */
const code = text(40);

/** A body with nothing but a code. */
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
  /** Base32, for whoever types it. */
  secret: z.string(),
  uri: z.string(),
  /** Dark squares of the QR code as the `d` of an SVG path. */
  qr: z.object({ size: z.int(), path: z.string() }),
});
export type FactorEnrolment = z.infer<typeof factorEnrolment>;

/** Recovery codes, sent this once. */
export const recoveryCodes = z.object({ codes: z.array(z.string()) });
