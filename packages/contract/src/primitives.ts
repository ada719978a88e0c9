import { z } from 'zod';

/** Identifier of any row: a UUID in lower case. */
export const id = z.uuid().transform((value) => value.toLowerCase());

/** Text that PostgreSQL stores too: no U+0000; lone surrogates are replaced. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000'))
    .transform((value) => value.toWellFormed());

/** Instant as the API writes it: ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/** Amount in Chilean pesos: a non-negative integer. */
export const pesos = z.int().min(0);
