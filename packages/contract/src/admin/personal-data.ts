import { parseCivilDate } from '@cuentos/domain/time/civil-date';
import { z } from 'zod';
import { requiredLine } from '../form-fields.ts';
import { instant, text } from '../primitives.ts';

export const dataRequestKind = z.enum(['access', 'correction', 'erasure', 'objection', 'portability', 'block']);
export type DataRequestKind = z.infer<typeof dataRequestKind>;

const line = (message: string) => requiredLine(message, 300);

/** What somebody asked about their data. */
export const dataRequest = z.object({
  id: z.string(),
  kind: dataRequestKind,
  channel: z.enum(['shop', 'letter']),
  state: z.enum(['open', 'running', 'done', 'refused', 'withdrawn']),
  /** Account that it is about; null when none is known, or it was erased. */
  user_id: z.string().nullable(),
  /** Whose account, or who wrote the letter; null once the account was erased. */
  person: z.string().nullable(),
  note: z.string(),
  /** What was done, or why not: a sentence of the team, or a code of what the shop did by itself. */
  outcome: z.string(),
  asked_at: instant,
  due_at: instant,
  done_at: instant.nullable(),
  /** When the account is erased, of an erasure that runs. */
  erase_at: instant.nullable(),
  /** The shop can do it by itself: the account is known. */
  can_carry_out: z.boolean(),
});
export type DataRequest = z.infer<typeof dataRequest>;
/** GET /api/admin/data_requests. */
export const dataRequests = z.array(dataRequest);

/** POST /api/admin/data_requests: one that came by letter. */
export const dataRequestBody = z.object({
  kind: dataRequestKind,
  /** Address of the account, or what the letter says of who wrote it. */
  person: line('Escribe el correo o el nombre de quien la pidió.'),
  /** Day in Santiago on which it came. */
  asked_on: z.string().refine((value) => parseCivilDate(value) !== null, 'Elige el día en que llegó.'),
  note: text(2000),
});
export type DataRequestBody = z.input<typeof dataRequestBody>;

/** POST /api/admin/data_requests/{id}/close. */
export const closeDataRequestBody = z.object({
  state: z.enum(['done', 'refused']),
  outcome: line('Escribe qué se hizo o por qué no.'),
});
