import { exportKinds } from '@cuentos/domain/exports/export-permission';
import { inGroups, typedSigns } from '@cuentos/domain/text/readable-code';
import { z } from 'zod';
import { callsOf } from './call.ts';
import { instant } from './primitives.ts';

const { admin, user } = callsOf('exports');

const kind = z.enum(exportKinds);

/** POST /api/exports/{part_id}: the kind of file; the answer is the file itself. */
export const exportBody = z.object({ kind });

/** Number of an ex libris, however it was typed. */
const exLibrisNumber = z
  .string()
  .max(40)
  .transform(typedSigns)
  .refine((value) => value.length === 12, 'El número de un ejemplar tiene 12 letras y cifras.')
  .transform(inGroups);

/** POST /api/admin/exports/trace. */
export const traceBody = z.object({ number: exLibrisNumber });

/** Person who took the copy with a number; null when no copy has it. */
export const tracedCopy = z
  .object({
    number: z.string(),
    user_id: z.string(),
    user_name: z.string(),
    book_name: z.string(),
    part_name: z.string(),
    /** Number of times that the reader took the part. */
    count: z.int(),
    first_at: instant,
    last_at: instant,
  })
  .nullable();
export type TracedCopy = z.infer<typeof tracedCopy>;

/** Exports a part as a file. A POST, because each export is counted. */
export const exportPart = user('POST', '/api/exports/:part_id', 'Take a part home as a file', {
  body: exportBody,
  answer: z.unknown(),
});

export const adminTraceCopy = admin('POST', '/api/admin/exports/trace', 'Who took the copy with a number', {
  asksAgain: true,
  body: traceBody,
  answer: tracedCopy,
});
