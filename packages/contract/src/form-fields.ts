import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { z } from 'zod';

/** Fields of multipart forms, where everything arrives as text; `message` is the sentence shown beside the field. */

const clean = (value: string): string =>
  value.replaceAll('\u0000', '').replaceAll('\r\n', '\n').toWellFormed().normalize('NFC').trim();

const tooLong = (max: number): string => `Puede tener hasta ${max.toLocaleString('es-CL')} caracteres.`;

const fits = (max: number) => (value: string) => value.length <= 8 * max && graphemeCount(value) <= max;

/** Text that must be there, of several lines. */
export const requiredText = (message: string, max: number) =>
  z
    .string({ error: message })
    .transform(clean)
    .pipe(z.string().min(1, message).refine(fits(max), tooLong(max)));

/** Text of several lines that may be empty. */
export const freeText = (max: number) =>
  z
    .string()
    .transform(clean)
    .pipe(z.string().refine(fits(max), tooLong(max)));

/** Text of one line that must be there. */
export const requiredLine = (message: string, max: number) =>
  z
    .string({ error: message })
    .transform((value) => clean(value).replaceAll(/\s+/g, ' '))
    .pipe(z.string().min(1, message).refine(fits(max), tooLong(max)));

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
 * What a form began with, of the fields that it changes, in the wire format: a change that somebody else made meanwhile
 * is noticed by it. Absent when nobody looked, or it is meant.
 */
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
  .pipe(z.record(z.string(), z.unknown()))
  .optional();

/** A file of a multipart form, for the description of a call; its bytes never pass through a schema. */
export const formFile = z.string().meta({ format: 'binary' });
