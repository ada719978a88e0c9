import { type CreateTableBuilder, type Kysely, sql } from 'kysely';

type Table = CreateTableBuilder<string, string>;
type Columns = Readonly<Record<string, 'text' | 'text?' | 'int' | 'int?' | 'key'>>;

/** Columns of the portable subset: `bigint` holds every integer, text keys are not null on both engines. */
function withColumns(table: Table, columns: Columns): Table {
  return Object.entries(columns).reduce((built, [name, kind]) => {
    if (kind === 'key') return built.addColumn(name, 'text', (column) => column.primaryKey().notNull());
    const type = kind.startsWith('int') ? 'bigint' : 'text';
    return built.addColumn(name, type, (column) => (kind.endsWith('?') ? column : column.notNull()));
  }, table);
}

const tables: Readonly<Record<string, Columns>> = {
  users: {
    id: 'key',
    name: 'text',
    email: 'text',
    password_hash: 'text?',
    google_sub: 'text?',
    role: 'text',
    email_verified_at: 'int?',
    created_at: 'int',
    updated_at: 'int',
    deleted_at: 'int?',
    sort_key: 'text',
    search_text: 'text',
  },
  sessions: {
    id: 'key',
    user_id: 'text',
    created_at: 'int',
    authenticated_at: 'int',
    last_used_at: 'int',
    expires_at: 'int',
    absolute_expires_at: 'int',
    generation: 'int',
    rotated_at: 'int',
    revoked_at: 'int?',
    user_agent: 'text',
    address: 'text',
  },
  rate_counters: { key: 'key', window_start: 'int', count: 'int' },
  captcha_used: { signature: 'key', expires_at: 'int' },
  images: { id: 'key', width: 'int', height: 'int', created_at: 'int' },
  books: {
    id: 'key',
    name: 'text',
    name_key: 'text',
    description: 'text',
    location: 'text',
    genre: 'text',
    pages: 'int',
    fragment: 'text?',
    image_id: 'text?',
    back_image_id: 'text?',
    is_draft: 'int',
    is_active: 'int',
    created_at: 'int',
    updated_at: 'int',
    sort_key: 'text',
    search_text: 'text',
  },
  book_parts: {
    id: 'key',
    book_id: 'text',
    name: 'text',
    name_key: 'text',
    position: 'int',
    image_id: 'text?',
    value: 'int',
    release_at: 'int',
    is_presale: 'int',
    presale_end_at: 'int?',
    presale_discount: 'int',
    is_draft: 'int',
    is_active: 'int',
    edition_id: 'text?',
    download_count: 'int',
    created_at: 'int',
    updated_at: 'int',
  },
  editions: {
    id: 'key',
    part_id: 'text',
    state: 'text',
    file_hash: 'text',
    file_size: 'int',
    publication: 'text',
    warnings: 'text',
    created_by: 'text?',
    created_at: 'int',
    published_at: 'int?',
  },
  orders: {
    id: 'key',
    user_id: 'text',
    book_id: 'text',
    state: 'text',
    total: 'int',
    preference_id: 'text?',
    init_point: 'text?',
    withdrawal_acknowledged_at: 'int?',
    created_at: 'int',
    updated_at: 'int',
    expires_at: 'int',
    paid_at: 'int?',
    next_check_at: 'int?',
    checks: 'int',
    asked_at: 'int?',
    account_id: 'text?',
  },
  order_items: {
    id: 'key',
    order_id: 'text',
    part_id: 'text',
    value: 'int',
    discount_percentage: 'int',
    amount: 'int',
  },
  payments: {
    id: 'key',
    provider: 'text',
    provider_payment_id: 'text',
    order_id: 'text?',
    status: 'text',
    status_detail: 'text',
    amount: 'int',
    refunded_amount: 'int',
    currency: 'text',
    fee: 'int',
    method: 'text',
    problem: 'text?',
    provider_updated_at: 'int',
    created_at: 'int',
    updated_at: 'int',
  },
  payment_notices: {
    id: 'key',
    provider: 'text',
    provider_payment_id: 'text',
    deliveries: 'int',
    received_at: 'int',
    processed_at: 'int?',
    attempts: 'int',
    next_attempt_at: 'int?',
    last_error: 'text?',
  },
  refunds: {
    id: 'key',
    dedupe_key: 'text?',
    order_id: 'text',
    payment_id: 'text',
    amount: 'int',
    part_id: 'text?',
    reason: 'text',
    requested_by: 'text?',
    state: 'text',
    provider_refund_id: 'text?',
    attempts: 'int',
    next_attempt_at: 'int?',
    created_at: 'int',
    done_at: 'int?',
  },
  entitlements: {
    id: 'key',
    user_id: 'text',
    part_id: 'text',
    kind: 'text',
    source: 'text',
    order_id: 'text?',
    granted_by: 'text?',
    granted_at: 'int',
    expires_at: 'int?',
    revoked_at: 'int?',
    revoke_reason: 'text?',
  },
  mails: {
    id: 'key',
    dedupe_key: 'text',
    recipient: 'text',
    template: 'text',
    subject: 'text',
    text: 'text',
    html: 'text',
    attempts: 'int',
    next_attempt_at: 'int?',
    sent_at: 'int?',
    last_error: 'text?',
    created_at: 'int',
  },
  leases: { name: 'key', holder: 'text', expires_at: 'int' },
  audit_log: { id: 'key', at: 'int', actor_id: 'text?', action: 'text', subject: 'text', detail: 'text' },
  sandbox_preferences: { id: 'key', merchant_order_id: 'text', body: 'text', created_at: 'int' },
  sandbox_payments: { id: 'key', preference_id: 'text?', external_reference: 'text?', body: 'text', created_at: 'int' },
  sandbox_refunds: { idempotency_key: 'key', payment_id: 'text', body: 'text', created_at: 'int' },
  sandbox_settings: { name: 'key', value: 'text' },
};

/** Tables whose key has two columns. */
const pairTables: Readonly<Record<string, { columns: Columns; key: [string, string] }>> = {
  book_quotes: { columns: { book_id: 'text', position: 'int', passage: 'text' }, key: ['book_id', 'position'] },
  edition_resources: {
    columns: { edition_id: 'text', path: 'text', hash: 'text', media_type: 'text', size: 'int', has_br: 'int' },
    key: ['edition_id', 'path'],
  },
  deliveries: { columns: { user_id: 'text', part_id: 'text', first_at: 'int' }, key: ['user_id', 'part_id'] },
  reading_positions: {
    columns: {
      user_id: 'text',
      part_id: 'text',
      edition_id: 'text',
      last_location: 'text',
      revision: 'int',
      updated_at: 'int',
    },
    key: ['user_id', 'part_id'],
  },
  applied_mutations: {
    columns: { user_id: 'text', mutation_id: 'text', applied_at: 'int' },
    key: ['user_id', 'mutation_id'],
  },
};

/** Index name, table, columns, and whether it is unique. */
const indexes: readonly (readonly [string, string, readonly string[], boolean])[] = [
  ['users_email', 'users', ['email'], true],
  ['users_google_sub', 'users', ['google_sub'], true],
  ['sessions_user', 'sessions', ['user_id'], false],
  ['rate_counters_window', 'rate_counters', ['window_start'], false],
  ['captcha_used_expiry', 'captcha_used', ['expires_at'], false],
  ['book_parts_book', 'book_parts', ['book_id', 'position'], false],
  ['editions_part', 'editions', ['part_id'], false],
  ['orders_user', 'orders', ['user_id', 'created_at'], false],
  ['orders_next_check', 'orders', ['next_check_at'], false],
  ['order_items_order', 'order_items', ['order_id'], false],
  ['order_items_part', 'order_items', ['part_id'], false],
  ['payments_provider_id', 'payments', ['provider', 'provider_payment_id'], true],
  ['payments_order', 'payments', ['order_id'], false],
  ['payment_notices_payment', 'payment_notices', ['provider', 'provider_payment_id'], true],
  ['payment_notices_next', 'payment_notices', ['next_attempt_at'], false],
  ['refunds_dedupe', 'refunds', ['dedupe_key'], true],
  ['refunds_next', 'refunds', ['next_attempt_at'], false],
  ['refunds_order', 'refunds', ['order_id'], false],
  ['refunds_payment', 'refunds', ['payment_id'], false],
  ['entitlements_part', 'entitlements', ['part_id'], false],
  ['entitlements_order', 'entitlements', ['order_id'], false],
  ['applied_mutations_at', 'applied_mutations', ['applied_at'], false],
  ['mails_dedupe', 'mails', ['dedupe_key'], true],
  ['mails_next', 'mails', ['next_attempt_at'], false],
  ['audit_log_at', 'audit_log', ['at'], false],
  ['sandbox_preferences_order', 'sandbox_preferences', ['merchant_order_id'], true],
  ['sandbox_payments_preference', 'sandbox_payments', ['preference_id'], false],
  ['sandbox_payments_reference', 'sandbox_payments', ['external_reference'], false],
];

/** First schema: accounts, catalogue, editions, purchases, reading, mail, jobs, sandbox. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [name, columns] of Object.entries(tables)) {
    await withColumns(db.schema.createTable(name), columns).execute();
  }
  for (const [name, { columns, key }] of Object.entries(pairTables)) {
    let table = withColumns(db.schema.createTable(name), columns);
    if (name === 'reading_positions') table = table.addColumn('percentage', 'double precision', (c) => c.notNull());
    await table.addPrimaryKeyConstraint(`${name}_key`, key).execute();
  }
  for (const [name, table, columns, unique] of indexes) {
    const index = db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns]);
    await (unique ? index.unique() : index).execute();
  }
  await uniqueWhileLive(db);
}

/** Rules that hold only among rows that are not revoked or archived. */
async function uniqueWhileLive(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex('entitlements_live')
    .on('entitlements')
    .columns(['user_id', 'part_id', 'kind'])
    .unique()
    .where(sql.ref('revoked_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('books_name')
    .on('books')
    .column('name_key')
    .unique()
    .where(sql.ref('is_active'), '=', sql.lit(1))
    .execute();
  await db.schema
    .createIndex('book_parts_name')
    .on('book_parts')
    .columns(['book_id', 'name_key'])
    .unique()
    .where(sql.ref('is_active'), '=', sql.lit(1))
    .execute();
}
