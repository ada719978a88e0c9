import type { Selectable } from 'kysely';

export interface AccountTokenTable {
  user_id: string;
  /** One live token per user and purpose: the newest. */
  purpose: 'recover' | 'verify-email';
  /** SHA-256 of the token in the link, hex. */
  token_hash: string;
  /** Address that the link was mailed to; the token is worthless once the account has another. */
  email: string;
  created_at: number;
  expires_at: number;
}
export type AccountTokenRow = Selectable<AccountTokenTable>;

export interface MailingListTable {
  id: string;
  email: string;
  state: 'pending' | 'confirmed' | 'unsubscribed';
  /** SHA-256 of the token in the latest confirmation link, hex. */
  confirm_hash: string | null;
  confirm_expires_at: number | null;
  created_at: number;
  updated_at: number;
}
export type SubscriberRow = Selectable<MailingListTable>;

/** Never changed or removed: it proves who agreed to what, when and how. */
export interface ConsentTable {
  id: string;
  subscriber_id: string;
  email: string;
  action: 'requested' | 'confirmed' | 'unsubscribed';
  text_version: string;
  method: 'form' | 'address' | 'mail-link' | 'one-click';
  at: number;
}
export type ConsentRow = Selectable<ConsentTable>;

export interface PageViewTable {
  /** Day in Santiago, `2026-11-18`. */
  day: string;
  /** Pattern of the screen, never the address. */
  route: string;
  /** Hash with the day's salt, which is thrown away. */
  visitor: string;
  referrer_host: string;
  device: 'phone' | 'tablet' | 'desktop';
  views: number;
}

export interface MailTable {
  id: string;
  /** Named event it belongs to, so that one event mails once. */
  dedupe_key: string;
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
