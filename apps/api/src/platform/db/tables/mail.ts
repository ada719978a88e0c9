import { flag, index, integer, table, text, unique, type RowOf } from '../declare-table.ts';

export const mails = table({
  owner: 'modules/mail',
  columns: {
    id: text(),
    /** Named event it belongs to, so that one event mails once. */
    dedupe_key: text(),
    /** That key up to its last colon: what is the same in all mails of the event. */
    event: text(),
    /** 0 is sent before 1; 2 are bulk mails, sent by a job of their own. */
    priority: integer().withDefault(1),
    recipient: text(),
    template: text(),
    subject: text(),
    text: text(),
    html: text(),
    attempts: integer(),
    next_attempt_at: integer().orNull(),
    sent_at: integer().orNull(),
    last_error: text().orNull(),
    /** Waits for room in a budget; not tried before. */
    is_held: flag().withDefault(0),
    created_at: integer(),
    /** Page where the recipient leaves the mailing list; null for mails that are not of the list. */
    unsubscribe_url: text().orNull(),
  },
  key: ['id'],
  indexes: {
    mails_created: index('created_at'),
    mails_created_id: index('created_at', 'id'),
    mails_dedupe: unique('dedupe_key'),
    mails_event: index('event'),
    mails_due: index('priority', 'next_attempt_at').where('next_attempt_at is not null'),
    mails_given_up: index('created_at', 'id').where('sent_at is null and next_attempt_at is null'),
    mails_recipient: index('recipient', 'created_at'),
  },
});

/** The pause of bulk mails while the shop's own mail server refuses them. At most one row. */
export const mail_pauses = table({
  owner: 'modules/mail',
  columns: {
    queue: text<'bulk'>(),
    reason: text<'sender-limit' | 'sender-refused' | 'unanswered'>(),
    /** Time of the first failure since a mail was accepted. */
    since: integer(),
    /** How often it was tried in vain since then. */
    failures: integer(),
    /** When one mail is tried. */
    until: integer(),
  },
  key: ['queue'],
  isMomentary: true,
});
export type MailPauseRow = RowOf<typeof mail_pauses>;

export const mailing_list = table({
  owner: 'modules/site',
  columns: {
    id: text(),
    email: text(),
    /** Consent to all news. `none`: the address is known for something else, such as a followed book. */
    state: text<'none' | 'pending' | 'confirmed' | 'unsubscribed'>(),
    /** SHA-256 of the token in the latest confirmation link, hex. */
    confirm_hash: text().orNull(),
    confirm_expires_at: integer().orNull(),
    created_at: integer(),
    updated_at: integer(),
    /** Since when it gets all news. */
    confirmed_at: integer().orNull(),
    /** When the server of the address said for good that it does not exist: nothing of the list goes there any more. */
    refused_at: integer().orNull(),
  },
  key: ['id'],
  indexes: {
    mailing_list_confirm: unique('confirm_hash'),
    mailing_list_email: unique('email'),
  },
});
export type SubscriberRow = RowOf<typeof mailing_list>;

/** Records of consent, which are never changed or removed: they prove who consented to what, when and how. */
export const consent_records = table({
  owner: 'modules/site',
  columns: {
    id: text(),
    subscriber_id: text(),
    email: text(),
    action: text<'requested' | 'confirmed' | 'unsubscribed'>(),
    text_version: text(),
    method: text<'form' | 'address' | 'mail-link' | 'one-click' | 'account'>(),
    at: integer(),
    /** The book that it is about; null for all news. */
    book_id: text().orNull(),
    /** The announcement whose unsubscribe link ended the consent. */
    announcement_id: text().orNull(),
  },
  key: ['id'],
  indexes: {
    consent_records_announcement: index('announcement_id').where('announcement_id is not null'),
    consent_records_subscriber: index('subscriber_id', 'at'),
  },
});
export type ConsentRow = RowOf<typeof consent_records>;

/** Addresses that want to know when parts of a book are released, or that unfollowed it. */
export const follows = table({
  owner: 'modules/site',
  columns: {
    subscriber_id: text(),
    book_id: text(),
    /** Account of the follower; the follow ends with it. */
    user_id: text().orNull(),
    state: text<'pending' | 'confirmed' | 'left'>(),
    /** SHA-256 of the token in the link that confirms, hex. */
    confirm_hash: text().orNull(),
    confirm_expires_at: integer().orNull(),
    confirmed_at: integer().orNull(),
    created_at: integer(),
  },
  key: ['subscriber_id', 'book_id'],
  indexes: {
    follows_book: index('book_id', 'state'),
    follows_confirm: unique('confirm_hash'),
  },
});
export type FollowRow = RowOf<typeof follows>;

/** A part that came out, once it was noticed; only the newest time counts. */
export const releases = table({
  owner: 'modules/follows',
  columns: {
    part_id: text(),
    /** Time at which the release was noticed: people who agreed by then are told. */
    opened_at: integer(),
    /** When no address was left to be told; null while some are. */
    told_at: integer().orNull(),
  },
  key: ['part_id'],
});
export type ReleaseRow = RowOf<typeof releases>;

export const release_notices = table({
  owner: 'modules/follows',
  columns: {
    part_id: text(),
    subscriber_id: text(),
    mail_id: text(),
    created_at: integer(),
  },
  key: ['part_id', 'subscriber_id'],
  indexes: {
    release_notices_mail: unique('mail_id'),
  },
});

export const announcements = table({
  owner: 'modules/announcements',
  columns: {
    id: text(),
    state: text<'draft' | 'scheduled' | 'sending' | 'paused' | 'stopped' | 'done'>(),
    subject: text(),
    /** Text with the marks of `@cuentos/domain/announcements/markup`. */
    body: text(),
    audience: text<'news' | 'followers' | 'owners'>(),
    /** The book of its followers, or the part of its owners. */
    audience_id: text().orNull(),
    send_at: integer().orNull(),
    started_at: integer().orNull(),
    finished_at: integer().orNull(),
    /** Addresses that it was for when it began. */
    total: integer(),
    created_by: text().orNull(),
    created_at: integer(),
    updated_at: integer(),
  },
  key: ['id'],
  indexes: {
    announcements_state: index('state', 'send_at'),
  },
});
export type AnnouncementRow = RowOf<typeof announcements>;

export const announcement_deliveries = table({
  owner: 'modules/announcements',
  columns: {
    announcement_id: text(),
    subscriber_id: text(),
    /** Queued: a mail stands for it in the outbox. Left: the address was not for it any more when its turn came. */
    state: text<'waiting' | 'queued' | 'left'>(),
    mail_id: text().orNull(),
  },
  key: ['announcement_id', 'subscriber_id'],
  indexes: {
    announcement_deliveries_mail: unique('mail_id'),
    announcement_deliveries_state: index('announcement_id', 'state'),
  },
});
