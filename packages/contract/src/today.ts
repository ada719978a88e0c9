import { z } from 'zod';
import { callsOf } from './call.ts';
import { namedPerson } from './named.ts';
import { instant } from './primitives.ts';

const { admin, writter } = callsOf('today');

/** Kinds of waiting work, in the order in which equally urgent rows stand. */
export const waitingKind = z.enum([
  'dispute',
  'data_request',
  'payment',
  'message',
  'edition',
  'sample',
  'document',
  'folio',
  'mail',
  'setup',
  'backup',
]);
export type WaitingKind = z.infer<typeof waitingKind>;

/** Waiting tasks of one kind for an admin, those that expire first. */
const waitingRow = z.object({
  kind: waitingKind,
  /** How many; 1 for a state of the shop, such as an old backup. */
  count: z.int(),
  /** When the first of them expires; null when none does. */
  due_at: instant.nullable(),
  /** Since when the oldest waits; null when that is not known. */
  since: instant.nullable(),
  /** The person of the first task; null when there is none or it is unknown. */
  person: namedPerson.nullable(),
  /** Pesos of all of them; null when they are not about money. */
  amount: z.int().nullable(),
  /** Id of the thread of the first message, or of the book of the first edition or sample; null for other kinds. */
  subject: z.string().nullable(),
});
export type WaitingRow = z.infer<typeof waitingRow>;

/** Money of a span of days, by the definitions of 'Ventas'. */
const soldSpan = z.object({ net: z.int(), sales: z.int(), refunds: z.int() });
export type SoldSpan = z.infer<typeof soldSpan>;

/** A paid purchase. */
const soldOrder = z.object({
  order_id: z.string(),
  at: instant,
  person: namedPerson,
  /** Its parts, in their order. */
  parts: z.array(z.object({ id: z.string(), book_id: z.string(), name: z.string() })),
  total: z.int(),
  method: z.string().nullable(),
  discount_code: z.string().nullable(),
  is_gift: z.boolean(),
});
export type SoldOrder = z.infer<typeof soldOrder>;

/** A coming event with its date, the soonest first. */
const comingRow = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('release'),
    at: instant,
    id: z.string(),
    name: z.string(),
    book_id: z.string(),
    book_name: z.string(),
    /** Number of addresses that will be told. */
    people: z.int(),
  }),
  z.object({
    kind: z.literal('presale_end'),
    at: instant,
    id: z.string(),
    name: z.string(),
    book_id: z.string(),
    book_name: z.string(),
    /** Price during the presale and after it, pesos. */
    price: z.int(),
    later_price: z.int(),
  }),
  z.object({ kind: z.literal('code_end'), at: instant, id: z.string(), name: z.string() }),
  z.object({ kind: z.literal('announcement'), at: instant, id: z.string(), name: z.string(), people: z.int() }),
]);
export type ComingRow = z.infer<typeof comingRow>;

/** GET /api/admin/today. */
export const today = z.object({
  waiting: z.array(waitingRow),
  sold: z.object({ day: soldSpan, week: soldSpan, month: soldSpan, latest: z.array(soldOrder) }),
  coming: z.array(comingRow),
});
export type Today = z.infer<typeof today>;

/** GET /api/admin/today/waiting. */
export const waiting = z.object({ waiting: z.array(waitingRow) });

/** GET /api/writter/today: releases and presales of the caller's books. */
export const writterToday = z.object({ coming: z.array(comingRow) });

export const adminGetToday = admin('GET', '/api/admin/today', 'What waits, what was sold, what comes', {
  answer: today,
});

export const adminGetWaiting = admin('GET', '/api/admin/today/waiting', 'What waits for an admin', {
  answer: waiting,
});

export const writterGetToday = writter('GET', '/api/writter/today', 'What comes in the books of the caller', {
  answer: writterToday,
});
