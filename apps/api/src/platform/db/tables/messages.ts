import { index, integer, table, text, unique, type RowOf } from '../declare-table.ts';

export const message_threads = table({
  owner: 'modules/messages',
  columns: {
    id: text(),
    /** Account of the thread; null for a visitor's, which no account ever shows. */
    user_id: text().orNull(),
    /** Name and address that a visitor typed; the address is not proved. */
    visitor_name: text().orNull(),
    visitor_email: text().orNull(),
    /** Name and address of the visitor, folded for the search. */
    visitor_words: text().orNull(),
    subject: text<'purchase' | 'reading' | 'account' | 'other'>(),
    /** The order that the thread is about; an order has one thread. */
    order_id: text().orNull(),
    /** Open: it waits for an answer of the shop. */
    state: text<'open' | 'answered' | 'closed'>(),
    created_at: integer(),
    /** Instant of the latest message. */
    last_at: integer(),
  },
  key: ['id'],
  indexes: {
    message_threads_order: unique('order_id'),
    message_threads_state: index('state', 'last_at', 'id'),
    message_threads_user: index('user_id', 'last_at', 'id'),
    message_threads_visitor: index('visitor_email').where('visitor_email is not null'),
    message_threads_waiting: index("(case when state = 'open' then 1 else 0 end)", 'last_at', 'id'),
  },
});
export type MessageThreadRow = RowOf<typeof message_threads>;

export const messages = table({
  owner: 'modules/messages',
  columns: {
    /** Id that the writer's device makes, so that a message sent twice is stored once. */
    id: text(),
    thread_id: text(),
    side: text<'reader' | 'shop'>(),
    /** Admin who wrote it; null for a message of the reader. */
    author_id: text().orNull(),
    body: text(),
    /** Later than every one before it in its thread. */
    created_at: integer(),
    /** When the other side saw it. */
    read_at: integer().orNull(),
  },
  key: ['id'],
  indexes: {
    messages_thread: index('thread_id', 'created_at', 'id'),
    messages_unread: index('thread_id', 'side').where('read_at is null'),
  },
});
export type MessageRow = RowOf<typeof messages>;
