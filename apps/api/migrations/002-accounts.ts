import { type ColumnDataType, type Kysely, sql } from 'kysely';

type Columns = Readonly<Record<string, 'text' | 'text?' | 'int' | 'int?'>>;

/** Columns and primary key of each table. Types as in the first step: `bigint` holds every integer. */
const tables: Readonly<Record<string, { readonly columns: Columns; readonly key: readonly string[] }>> = {
  account_tokens: {
    columns: {
      user_id: 'text',
      purpose: 'text',
      token_hash: 'text',
      email: 'text',
      created_at: 'int',
      expires_at: 'int',
    },
    key: ['user_id', 'purpose'],
  },
  recovery_requests: { columns: { email: 'text', requested_at: 'int' }, key: ['email'] },
  google_nonces_used: { columns: { nonce: 'text', expires_at: 'int' }, key: ['nonce'] },
  mailing_list: {
    columns: {
      id: 'text',
      email: 'text',
      state: 'text',
      confirm_hash: 'text?',
      confirm_expires_at: 'int?',
      created_at: 'int',
      updated_at: 'int',
    },
    key: ['id'],
  },
  consent_records: {
    columns: {
      id: 'text',
      subscriber_id: 'text',
      email: 'text',
      action: 'text',
      text_version: 'text',
      method: 'text',
      at: 'int',
    },
    key: ['id'],
  },
  page_views: {
    columns: { day: 'text', route: 'text', visitor: 'text', referrer_host: 'text', device: 'text', views: 'int' },
    key: ['day', 'route', 'visitor'],
  },
  analytics_salts: { columns: { day: 'text', salt: 'text' }, key: ['day'] },
};

/** Index name, table, columns, and whether it is unique. */
const indexes: readonly (readonly [string, string, readonly string[], boolean])[] = [
  ['account_tokens_hash', 'account_tokens', ['token_hash'], true],
  ['account_tokens_expiry', 'account_tokens', ['expires_at'], false],
  ['recovery_requests_at', 'recovery_requests', ['requested_at'], false],
  ['google_nonces_used_expiry', 'google_nonces_used', ['expires_at'], false],
  ['mailing_list_email', 'mailing_list', ['email'], true],
  ['mailing_list_confirm', 'mailing_list', ['confirm_hash'], true],
  ['consent_records_subscriber', 'consent_records', ['subscriber_id', 'at'], false],
  ['mails_created', 'mails', ['created_at'], false],
];

/** Recovery, address check, Google sign-in, mailing list with its record of consent, page views. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [name, { columns, key }] of Object.entries(tables)) {
    let table = db.schema.createTable(name);
    for (const [column, kind] of Object.entries(columns)) {
      const type: ColumnDataType = kind.startsWith('int') ? 'bigint' : 'text';
      table = table.addColumn(column, type, (built) => (kind.endsWith('?') ? built : built.notNull()));
    }
    const single = key.length === 1 ? `${name}_pkey` : `${name}_key`;
    await table.addPrimaryKeyConstraint(single, [...key] as never[]).execute();
  }
  await sql`alter table mails add column unsubscribe_url text`.execute(db);
  for (const [name, table, columns, unique] of indexes) {
    const index = db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns]);
    await (unique ? index.unique() : index).execute();
  }
}
