import type { Database } from './schema.ts';

/** Primary key of every table, in an order in which rows can be read and put back; the backup goes by it. */
export const tableKeys = {
  users: ['id'],
  sessions: ['id'],
  rate_counters: ['key'],
  captcha_used: ['signature'],
  search_words: ['kind', 'subject', 'word'],
  list_blocks: ['list', 'end_key', 'end_id'],
  images: ['id'],
  books: ['id'],
  book_quotes: ['book_id', 'position'],
  book_writers: ['book_id', 'user_id'],
  book_parts: ['id'],
  editions: ['id'],
  edition_resources: ['edition_id', 'path'],
  orders: ['id'],
  order_items: ['id'],
  payments: ['id'],
  payment_notices: ['id'],
  refunds: ['id'],
  entitlements: ['id'],
  deliveries: ['user_id', 'part_id'],
  reading_positions: ['user_id', 'part_id'],
  applied_mutations: ['user_id', 'mutation_id'],
  mails: ['id'],
  leases: ['name'],
  audit_log: ['id'],
  sandbox_preferences: ['id'],
  sandbox_payments: ['id'],
  sandbox_refunds: ['idempotency_key'],
  sandbox_settings: ['name'],
  account_tokens: ['user_id', 'purpose'],
  recovery_requests: ['email'],
  google_nonces_used: ['nonce'],
  mailing_list: ['id'],
  consent_records: ['id'],
  page_views: ['day', 'route', 'visitor'],
  analytics_salts: ['day'],
  annotations: ['user_id', 'id'],
  annotation_anchors: ['user_id', 'annotation_id', 'edition_id'],
  position_anchors: ['user_id', 'part_id', 'edition_id'],
  anchor_queue: ['part_id'],
} as const satisfies { readonly [T in keyof Database]: readonly (keyof Database[T] & string)[] };

export type TableName = keyof typeof tableKeys;

/** All tables. */
export const tableNames = Object.keys(tableKeys) as TableName[];
