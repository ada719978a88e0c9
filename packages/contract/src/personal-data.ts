import { parseCivilDate } from '@cuentos/domain/time/civil-date';
import { z } from 'zod';
import { linkTokenBody } from './auth.ts';
import { callsOf } from './call.ts';
import { requiredLine } from './form-fields.ts';
import { logQuery } from './paging.ts';
import { instant, text } from './primitives.ts';

const { admin, anyone, user } = callsOf('personal-data');

const cell = z.union([z.string(), z.number(), z.null()]);

/** Rows of one kind of data: instants in UTC, money in pesos. */
export const personalSection = z.object({
  key: z.string(),
  /** Title for the person. */
  title: z.string(),
  columns: z.array(z.object({ key: z.string(), label: z.string() })),
  rows: z.array(z.record(z.string(), cell)),
});
export type PersonalSection = z.infer<typeof personalSection>;

/** GET /api/users/me/data: everything that the shop keeps of the caller. */
export const personalData = z.object({
  shop: z.string(),
  made_at: instant,
  sections: z.array(personalSection),
});
export type PersonalData = z.infer<typeof personalData>;

/** Something that a person agreed to. */
export const consent = z.object({
  kind: z.enum(['news', 'follow', 'terms', 'privacy', 'withdrawal']),
  /** Book that is followed or was bought; null for all else. */
  book_id: z.string().nullable(),
  book_name: z.string().nullable(),
  /** Version of the document; null for other consents. */
  version: z.int().nullable(),
  at: instant,
});
export type Consent = z.infer<typeof consent>;

/** GET /api/users/me/data/state. */
export const dataState = z.object({
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  /** Address that waits for its link to be opened. */
  new_email: z.string().nullable(),
  has_password: z.boolean(),
  has_google: z.boolean(),
  consents: z.array(consent),
  /** Since when nothing is done with the data but keeping them. */
  blocked_at: instant.nullable(),
  /** When the account is erased, if that was asked for. */
  erase_at: instant.nullable(),
  asked_at: instant.nullable(),
  /** Data that are erased with the account. */
  parts: z.int(),
  highlights: z.int(),
});
export type DataState = z.infer<typeof dataState>;

/** The password, when the sign-in is not recent. */
export const proofBody = z.object({ current_password: text(1000).optional() });

export const dataRequestKind = z.enum(['access', 'correction', 'erasure', 'objection', 'portability', 'block']);
export type DataRequestKind = z.infer<typeof dataRequestKind>;

const line = (message: string) => requiredLine(message, 300);

/** A request of a person about their data. */
export const dataRequest = z.object({
  id: z.string(),
  kind: dataRequestKind,
  channel: z.enum(['shop', 'letter']),
  state: z.enum(['open', 'running', 'done', 'refused', 'withdrawn']),
  /** Account of the request; null when it is unknown or erased. */
  user_id: z.string().nullable(),
  /** Person of the account, or writer of the letter; null after the account was erased. */
  person: z.string().nullable(),
  note: z.string(),
  /** Result or reason of a refusal: a sentence of the team, or a code for an action of the shop itself. */
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

/** POST /api/admin/data_requests: a request that came by letter. */
export const dataRequestBody = z.object({
  kind: dataRequestKind,
  /** Address of the account, or the sender as the letter names them. */
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

export const getPersonalData = user('GET', '/api/users/me/data', 'Everything that is kept of the caller', {
  whileLeaving: true,
  answer: personalData,
});

export const getDataState = user(
  'GET',
  '/api/users/me/data/state',
  'What the caller can do with their data, and what is under way',
  { whileLeaving: true, answer: dataState },
);

export const eraseAccount = user('POST', '/api/users/me/data/erase', 'Erase the account in some days', {
  whileLeaving: true,
  asksAgain: true,
  securityEvent: 'account-erasure-asked',
  body: proofBody,
  answer: dataState,
});

/** Withdraws the erasure before it is due. */
export const keepAccount = user('POST', '/api/users/me/data/keep', 'Keep an account that is about to be erased', {
  whileLeaving: true,
  securityEvent: 'account-kept',
  answer: dataState,
});

export const keepAccountByLink = anyone('POST', '/api/auth/keep-account', 'Keep an account by the link of a mail', {
  securityEvent: 'account-kept',
  body: linkTokenBody,
});

export const blockData = user('POST', '/api/users/me/data/block', 'Do nothing with the data but keep them', {
  answer: dataState,
});

export const unblockData = user('POST', '/api/users/me/data/unblock', 'Lift that', { answer: dataState });

/** News by mail, of an address that was proved. */
export const allowNews = user('POST', '/api/users/me/data/news', 'Get all news by mail', { answer: dataState });

export const withdrawNews = user('DELETE', '/api/users/me/data/news', 'Get no news by mail any more', {
  answer: dataState,
});

/** Requests by their due day, then the newest. */
export const adminListDataRequests = admin('GET', '/api/admin/data_requests', 'Requests about personal data', {
  query: logQuery,
  answer: dataRequests,
});

export const adminEnterDataRequest = admin('POST', '/api/admin/data_requests', 'Enter a request that came by letter', {
  body: dataRequestBody,
  answer: dataRequest,
});

export const adminCarryOutDataRequest = admin(
  'POST',
  '/api/admin/data_requests/:id/carry_out',
  'Block the data of an account, or begin to erase it',
  { asksAgain: true, answer: dataRequest },
);

export const adminCloseDataRequest = admin(
  'POST',
  '/api/admin/data_requests/:id/close',
  'Say what was done about a request',
  { body: closeDataRequestBody, answer: dataRequest },
);
