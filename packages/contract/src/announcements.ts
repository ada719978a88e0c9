import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { normalizeText } from '@cuentos/domain/text/normalize';
import { z } from 'zod';
import { callsOf } from './call.ts';
import { announcementChecks as checks } from './check-words.ts';
import { seenValues } from './form-fields.ts';
import { limits } from './limits.ts';
import { deleted, logQuery } from './paging.ts';
import { bounded, id, instant, text } from './primitives.ts';

const { admin } = callsOf('announcements');

/** Recipients of an announcement; the id is the followers' book or the owners' part. */
const audience = z.enum(['news', 'followers', 'owners']);
export type Audience = z.infer<typeof audience>;

/** POST /api/admin/announcements and PUT …/{id}: a draft, which may be empty. */
export const announcementBody = z
  .object({
    subject: text(4 * limits.announcementSubjectMax)
      .transform((value) => normalizeText(value).replaceAll(/\s+/g, ' ').trim())
      .refine((value) => graphemeCount(value) <= limits.announcementSubjectMax, checks.subjectLong),
    body: bounded(limits.announcementBodyMax, checks.bodyLong).transform((value) =>
      normalizeText(value.replaceAll('\u0000', '').toWellFormed()),
    ),
    audience,
    audience_id: id.nullable(),
  })
  .refine(({ audience: kind, audience_id: of }) => (kind === 'news') === (of === null), {
    path: ['audience'],
    message: checks.chooseAudience,
  });
export type AnnouncementBody = z.input<typeof announcementBody>;

/** PUT …/{id}: all fields, and what they were when the form was opened. */
export const announcementChange = announcementBody.safeExtend({ seen: seenValues });
export type AnnouncementChange = z.input<typeof announcementChange>;

/** POST …/{id}/send: now, or at a minute of Santiago, `yyyy-MM-ddTHH:mm`. */
export const announcementSend = z.object({
  send_at: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, checks.dateInvalid)
    .nullable(),
});
export type AnnouncementSend = z.input<typeof announcementSend>;

/**
 * POST …/{id}/state. `cancel` makes a draft of a scheduled announcement. `retry` asks the mail server at once and sends
 * given up mails to those who did not get them.
 */
export const announcementStep = z.object({ step: z.enum(['pause', 'resume', 'stop', 'cancel', 'retry']) });
export type AnnouncementStep = z.input<typeof announcementStep>;

export const announcementState = z.enum(['draft', 'scheduled', 'sending', 'paused', 'stopped', 'done']);

/** Why mails did not arrive, or not yet. */
const answerReason = z.enum([
  'no-mailbox',
  'not-taken',
  'mailbox-full',
  'busy',
  'sender-limit',
  'sender-refused',
  'unanswered',
]);

/** Why the shop's own mail server refuses the mails. */
const standstill = z.object({
  reason: answerReason.extract(['sender-limit', 'sender-refused', 'unanswered']),
  since: instant,
  /** Time of the next try; null when an admin has to act. */
  next_try_at: instant.nullable(),
});

export const announcement = z.object({
  id: z.string(),
  state: announcementState,
  subject: z.string(),
  body: z.string(),
  audience,
  audience_id: z.string().nullable(),
  /** Name of the book or part; null for everyone, or when it is gone. */
  audience_name: z.string().nullable(),
  /** The book to which the audience's name links; null without a name, or when it left the catalogue. */
  audience_book_id: z.string().nullable(),
  send_at: instant.nullable(),
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
  /** Addresses that it was for when it began. */
  total: z.int(),
  /** Number of addresses whose server was asked at least once: accepted, retrying and refused. */
  tried: z.int(),
  accepted: z.int(),
  retrying: z.int(),
  refused: z.int(),
  /** Addresses that were not for it any more when their turn came. */
  left: z.int(),
  /** People who left the list by a link of this announcement. */
  unsubscribed: z.int(),
  /** Minutes until the last mail at the set rate; null if no mail is under way. */
  minutes_left: z.int().nullable(),
  /** Answers of the mail servers of recipients that it has not reached yet. */
  answers: z.array(z.object({ reason: answerReason, mails: z.int(), final: z.boolean() })),
  /** Mails that were given up and may arrive if they are sent again. */
  resendable: z.int(),
  standstill: standstill.nullable(),
});
export type Announcement = z.infer<typeof announcement>;

/** GET /api/admin/announcements, newest first. */
export const announcements = z.array(announcement);

/** GET /api/admin/announcements/audiences. */
export const audiences = z.object({
  /** Number of subscribers to all news. */
  news: z.int(),
  books: z.array(z.object({ id: z.string(), name: z.string(), people: z.int() })),
  parts: z.array(z.object({ id: z.string(), name: z.string(), book_name: z.string(), people: z.int() })),
  /** Addresses whose server refused them for good; they count nowhere. */
  refused: z.int(),
  per_minute: z.int(),
  next_release: z
    .object({ part_name: z.string(), book_id: z.string(), book_name: z.string(), release_at: instant, people: z.int() })
    .nullable(),
});
export type Audiences = z.infer<typeof audiences>;

/** GET …/{id}/mail and …/release_mail: a mail as it arrives, but for the ways out, which belong to an address. */
export const mailLook = z.object({ subject: z.string(), html: z.string() });
export type MailLook = z.infer<typeof mailLook>;

/** POST …/{id}/test answers where it went. */
export const announcementTest = z.object({ sent_to: z.string() });

export const adminListAnnouncements = admin('GET', '/api/admin/announcements', 'Announcements', {
  query: logQuery,
  answer: announcements,
});

export const adminListAudiences = admin(
  'GET',
  '/api/admin/announcements/audiences',
  'Who an announcement can go to, and the next release',
  { answer: audiences },
);

export const adminGetReleaseMail = admin(
  'GET',
  '/api/admin/announcements/release_mail',
  'The mail of the release that comes next',
  { answer: mailLook },
);

export const adminGetAnnouncementMail = admin(
  'GET',
  '/api/admin/announcements/:id/mail',
  'An announcement as it arrives',
  { answer: mailLook },
);

export const adminGetAnnouncement = admin('GET', '/api/admin/announcements/:id', 'An announcement with its results', {
  answer: announcement,
});

export const adminCreateAnnouncement = admin('POST', '/api/admin/announcements', 'Write a draft', {
  body: announcementBody,
  answer: announcement,
  status: 201,
});

export const adminChangeAnnouncement = admin('PUT', '/api/admin/announcements/:id', 'Change a draft', {
  body: announcementChange,
  answer: announcement,
});

/** Drafts only. */
export const adminDeleteAnnouncement = admin('DELETE', '/api/admin/announcements/:id', 'Delete a draft', {
  answer: deleted,
});

export const adminSendAnnouncement = admin('POST', '/api/admin/announcements/:id/send', 'Send a draft now or later', {
  asksAgain: true,
  body: announcementSend,
  answer: announcement,
});

export const adminStepAnnouncement = admin(
  'POST',
  '/api/admin/announcements/:id/state',
  'Pause, go on, stop or cancel',
  { body: announcementStep, answer: announcement },
);

/** Sends one mail to the caller alone. */
export const adminTestAnnouncement = admin('POST', '/api/admin/announcements/:id/test', 'Mail it to oneself', {
  answer: announcementTest,
});
