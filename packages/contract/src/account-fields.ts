import { withoutDirections } from '@cuentos/domain/text/directions';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { normalizeText } from '@cuentos/domain/text/normalize';
import { z } from 'zod';
import { limits } from './limits.ts';
import { text } from './primitives.ts';

/** New password: 8 to 128 characters, NFC, no rules of composition. */
export const newPassword = text(4 * limits.passwordMax)
  .transform((value) => normalizeText(value))
  .refine((value) => graphemeCount(value) >= limits.passwordMin && graphemeCount(value) <= limits.passwordMax);

/** Roles; the ordinary one is `reader`. */
export const role = z.enum(['admin', 'writter', 'reader']);
export type Role = z.infer<typeof role>;

/** E-mail address, trimmed, NFC, lower case. */
export const email = text(limits.emailMax)
  .transform((value) => normalizeText(value.trim()).toLowerCase())
  .pipe(z.email().max(limits.emailMax));

/** A person's name, in one line. */
export const personName = text(4 * limits.nameMax)
  .transform((value) => normalizeText(withoutDirections(value)).replaceAll(/\s+/g, ' ').trim())
  .refine((value) => graphemeCount(value) >= limits.nameMin && graphemeCount(value) <= limits.nameMax);
