import type { Selectable } from 'kysely';

// What is written to the author, and answered: part of `Database` in schema.ts.

export interface MessageThreadTable {
  id: string;
  /** Whose it is; null for a visitor's, which no account ever shows. */
  user_id: string | null;
  /** As a visitor typed them; nobody knows whether the address is theirs. */
  visitor_name: string | null;
  visitor_email: string | null;
  /** Both, folded, each word after a space: what a search looks through. */
  visitor_words: string | null;
  subject: 'purchase' | 'reading' | 'account' | 'other';
  /** The one that it is about; an order has one thread. */
  order_id: string | null;
  /** Open: it waits for an answer of the shop. */
  state: 'open' | 'answered' | 'closed';
  created_at: number;
  /** Of the latest message. */
  last_at: number;
}
export type MessageThreadRow = Selectable<MessageThreadTable>;

export interface MessageTable {
  /** Made where it was written: the same one arrives once, however often it is sent. */
  id: string;
  thread_id: string;
  side: 'reader' | 'shop';
  /** Who of the shop wrote it; null for the reader's side. */
  author_id: string | null;
  body: string;
  /** Later than every one before it in its thread. */
  created_at: number;
  /** When the other side saw it. */
  read_at: number | null;
}
export type MessageRow = Selectable<MessageTable>;
