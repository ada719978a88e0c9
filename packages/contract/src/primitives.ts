import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { normalizeText } from '@cuentos/domain/text/normalize';
import { z } from 'zod';

/** Identifier of any row: a UUID in lower case. */
export const id = z.uuid().transform((value) => value.toLowerCase());

/**
 * A string of at most `max` UTF-16 units. A longer one is refused before anything else looks at it: zod goes on to the
 * next check after one that failed, and what follows may be slow for a text without a bound.
 */
export const bounded = (max: number, message?: string) =>
  z.string({ error: message }).max(max, { error: message, abort: true });

/** Text that PostgreSQL stores too: no U+0000; lone surrogates are replaced. */
export const text = (max: number) =>
  bounded(max)
    .refine((value) => !value.includes('\u0000'))
    .transform((value) => value.toWellFormed());

/** Name that a person gives to something of theirs, on one line. @param max graphemes */
export const label = (max: number) =>
  text(4 * max)
    .transform((value) => normalizeText(value).replaceAll(/\s+/g, ' ').trim())
    .refine((value) => value !== '' && graphemeCount(value) <= max);

/** Instant as the API writes it: ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/** Amount in Chilean pesos: a non-negative integer. */
export const pesos = z.int().min(0);
