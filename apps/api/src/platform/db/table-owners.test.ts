import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Database } from './schema.ts';

const sources = fileURLToPath(new URL('../../', import.meta.url));

/** The one folder that writes each table; everybody else asks its service. */
const owners = {
  users: 'modules/auth',
  sessions: 'modules/auth',
  captcha_used: 'modules/auth',
  account_tokens: 'modules/auth',
  entry_codes: 'modules/auth',
  former_addresses: 'modules/auth',
  data_requests: 'modules/personal-data',
  second_factors: 'modules/auth',
  recovery_codes: 'modules/auth',
  passkeys: 'modules/auth',
  passkey_challenges_used: 'modules/auth',
  recovery_requests: 'modules/auth',
  google_nonces_used: 'modules/auth',
  images: 'modules/books',
  books: 'modules/books',
  book_quotes: 'modules/books',
  book_writers: 'modules/books',
  book_parts: 'modules/books',
  editions: 'modules/editions',
  edition_resources: 'modules/editions',
  samples: 'modules/editions',
  sample_resources: 'modules/editions',
  anchor_queue: 'modules/editions',
  file_claims: 'modules/editions',
  file_deletions: 'modules/editions',
  orders: 'modules/checkout',
  order_items: 'modules/checkout',
  discount_codes: 'modules/discount-codes',
  pocket_items: 'modules/checkout',
  gifts: 'modules/checkout',
  payments: 'modules/checkout',
  payment_notices: 'modules/checkout',
  refunds: 'modules/checkout',
  provider_faults: 'modules/checkout',
  money_movements: 'modules/accounting',
  tax_documents: 'modules/accounting',
  tax_numbers_given: 'platform/db',
  entitlements: 'modules/entitlements',
  waiting_grants: 'modules/entitlements',
  deliveries: 'modules/entitlements',
  early_readings: 'modules/entitlements',
  reading_positions: 'modules/reading',
  position_anchors: 'modules/reading',
  applied_mutations: 'modules/reading',
  annotations: 'modules/highlights',
  annotation_anchors: 'modules/highlights',
  mails: 'modules/mail',
  message_threads: 'modules/messages',
  messages: 'modules/messages',
  audit_log: 'modules/audit',
  mailing_list: 'modules/site',
  consent_records: 'modules/site',
  shop_sections: 'modules/shop',
  legal_documents: 'modules/shop',
  legal_notices: 'modules/shop',
  follows: 'modules/site',
  releases: 'modules/follows',
  release_notices: 'modules/follows',
  announcements: 'modules/announcements',
  announcement_deliveries: 'modules/announcements',
  page_views: 'modules/site',
  analytics_salts: 'modules/site',
  sandbox_preferences: 'adapters/mercadopago-sandbox',
  sandbox_payments: 'adapters/mercadopago-sandbox',
  sandbox_refunds: 'adapters/mercadopago-sandbox',
  sandbox_settings: 'adapters/mercadopago-sandbox',
  rate_counters: 'platform/db',
  search_words: 'platform/db',
  list_blocks: 'platform/db',
  leases: 'platform/db',
  processes: 'platform/db',
  setup_results: 'modules/admin/setup',
  maintenance_runs: 'modules/admin/setup',
} satisfies Readonly<Record<keyof Database, string>>;

interface Write {
  readonly file: string;
  /** Empty when the source does not name it. */
  readonly table: string;
}

/** What production code writes: by Kysely's builders, and as SQL of its own. */
function writes(): Write[] {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(?:^|\/)testing\//.test(file));
  return files.flatMap((file) => {
    const source = readFileSync(`${sources}${file}`, 'utf8');
    const built = source.matchAll(
      /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*(?:'(\w+)[^']*')?/g,
    );
    const written = source.matchAll(/sql(?:<[^`]*>)?`\s*(?:insert\s+into|update|delete\s+from)\s+(\w*)/gi);
    return [...built, ...written].map(([, table = '']) => ({ file, table }));
  });
}

describe('tables', () => {
  it('are written by one owner each', () => {
    const all = writes();
    expect(all.length).toBeGreaterThan(60);
    const ownerOf = new Map<string, string>([
      ...Object.entries(owners),
      // The ledger of migrations is no table of the shop's.
      ['schema_migrations', 'platform/db'],
    ]);
    const foreign = all.filter(({ file, table }) => {
      // Restoring a dump, and changing the rows of a table that an owner names.
      if (table === '') return !file.startsWith('platform/db/');
      return !file.startsWith(`${ownerOf.get(table) ?? 'nobody'}/`);
    });
    expect(foreign).toEqual([]);
  });
});
