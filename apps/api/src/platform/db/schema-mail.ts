import type { Selectable } from 'kysely';

// Whom the shop writes to, what it wrote, and why it may: part of `Database` in schema.ts.

export interface MailingListTable {
  id: string;
  email: string;
  /** About all news. None: the address is known for something else, such as a book that it follows. */
  state: 'none' | 'pending' | 'confirmed' | 'unsubscribed';
  /** SHA-256 of the token in the latest confirmation link, hex. */
  confirm_hash: string | null;
  confirm_expires_at: number | null;
  created_at: number;
  updated_at: number;
  /** Since when it gets all news. */
  confirmed_at: number | null;
  /** When the server of the address said for good that it does not exist: nothing of the list goes there any more. */
  refused_at: number | null;
}
export type SubscriberRow = Selectable<MailingListTable>;

/** Never changed or removed: it proves who agreed to what, when and how. */
export interface ConsentTable {
  id: string;
  subscriber_id: string;
  email: string;
  action: 'requested' | 'confirmed' | 'unsubscribed';
  text_version: string;
  method: 'form' | 'address' | 'mail-link' | 'one-click' | 'account';
  at: number;
  /** The book that it is about; null for all news. */
  book_id: string | null;
  /** The announcement whose link ended it. */
  announcement_id: string | null;
}
export type ConsentRow = Selectable<ConsentTable>;

/** An address that wants to know when parts of a book come out, or that wants no word of it any more. */
export interface FollowTable {
  subscriber_id: string;
  book_id: string;
  /** Whose account followed it; the follow ends with the account. */
  user_id: string | null;
  state: 'pending' | 'confirmed' | 'left';
  /** SHA-256 of the token in the link that confirms, hex. */
  confirm_hash: string | null;
  confirm_expires_at: number | null;
  confirmed_at: number | null;
  created_at: number;
}
export type FollowRow = Selectable<FollowTable>;

/** A part that came out, once it was noticed; only the newest time counts. */
export interface ReleaseTable {
  part_id: string;
  /** When it was noticed: who agreed by then is told. */
  opened_at: number;
  /** When nobody was left to be told; null while some are. */
  told_at: number | null;
}
export type ReleaseRow = Selectable<ReleaseTable>;

export interface AnnouncementTable {
  id: string;
  state: 'draft' | 'scheduled' | 'sending' | 'paused' | 'stopped' | 'done';
  subject: string;
  /** With the few marks of `@cuentos/domain/follows/markup`. */
  body: string;
  audience: 'news' | 'followers' | 'owners';
  /** The book of its followers, or the part of its owners. */
  audience_id: string | null;
  send_at: number | null;
  started_at: number | null;
  finished_at: number | null;
  /** Addresses that it was for when it began. */
  total: number;
  created_by: string | null;
  created_at: number;
  updated_at: number;
}
export type AnnouncementRow = Selectable<AnnouncementTable>;

export interface AnnouncementDeliveryTable {
  announcement_id: string;
  subscriber_id: string;
  /** Queued: a mail stands for it in the outbox. Left: the address was not for it any more when its turn came. */
  state: 'waiting' | 'queued' | 'left';
  mail_id: string | null;
}

export interface MailTable {
  id: string;
  /** Named event it belongs to, so that one event mails once. */
  dedupe_key: string;
  /** 0 is sent before 1, and 2, what goes to many, by a job of its own. */
  priority: number;
  recipient: string;
  template: string;
  subject: string;
  text: string;
  html: string;
  attempts: number;
  next_attempt_at: number | null;
  sent_at: number | null;
  last_error: string | null;
  created_at: number;
  /** Page where the recipient leaves the mailing list; null for mails that are not of the list. */
  unsubscribe_url: string | null;
}
