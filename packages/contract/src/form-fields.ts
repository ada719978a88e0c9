import { withoutDirections } from '@cuentos/domain/text/directions';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { normalizeText } from '@cuentos/domain/text/normalize';
import { z } from 'zod';

/** Fields of multipart forms, where everything arrives as text; `message` is the sentence shown beside the field. */

const clean = (value: string): string =>
  normalizeText(value.replaceAll('\u0000', '').replaceAll('\r\n', '\n').toWellFormed()).trim();

const tooLong = (max: number): string => `Puede tener hasta ${max.toLocaleString('es-CL')} caracteres.`;

/** Text of `max` letters as people count them, of which one may take eight units. */
const typed = (missing: string | undefined, long: string, max: number) =>
  z.string({ error: missing }).max(8 * max, { error: long, abort: true });

const fits = (max: number, long = tooLong(max)) =>
  z.string().refine((value) => graphemeCount(value) <= max, { error: long, abort: true });

/** Text that must be there, of several lines. */
export const requiredText = (message: string, max: number) =>
  typed(message, tooLong(max), max).transform(clean).pipe(fits(max).min(1, message));

/** Text of several lines that may be empty. */
export const freeText = (max: number, long = tooLong(max)) =>
  typed(undefined, long, max).transform(clean).pipe(fits(max, long));

/** Text of one line that must be there. */
export const requiredLine = (message: string, max: number) =>
  typed(message, tooLong(max), max)
    .transform((value) => clean(withoutDirections(value)).replaceAll(/\s+/g, ' '))
    .pipe(fits(max).min(1, message));

/** Whole number written in digits. */
export const wholeNumber = (message: string, min: number, max: number) =>
  z
    .string({ error: message })
    .trim()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.int().min(min, message).max(max, message));

export const flag = z
  .enum(['true', 'false', '1', '0'], { error: 'Este dato no es válido.' })
  .transform((value) => value === 'true' || value === '1');

/** List written as JSON. */
export const jsonList = <T extends z.ZodType>(item: T, message: string) =>
  z
    .string({ error: message })
    .transform((value, context): unknown => {
      try {
        return JSON.parse(value);
      } catch {
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      }
    })
    .pipe(z.array(item, { error: message }));

/**
 * Values that the changed fields had when the form was opened, in the wire format. The server compares them with the row
 * and rejects a stale edit. Absent when the edit replaces whatever is there.
 */
export const seenValues = z.record(z.string(), z.unknown()).optional();

/** The same in a field of a multipart form. */
export const seenFields = z
  .string()
  .transform((value, context): unknown => {
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({ code: 'custom', message: 'Este dato no es válido.' });
      return z.NEVER;
    }
  })
  .pipe(seenValues.unwrap())
  .optional();

/** A file of a multipart form, for the description of a call; its bytes never pass through a schema. */
export const formFile = z.string().meta({ format: 'binary' });
