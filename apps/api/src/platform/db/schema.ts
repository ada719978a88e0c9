import type { Selectable, Transaction } from 'kysely';
import type { MoneyMovementTable, TaxDocumentTable, TaxNumbersGivenTable } from './schema-accounting.ts';
import type {
  AnnouncementDeliveryTable,
  AnnouncementTable,
  ConsentTable,
  FollowTable,
  MailTable,
  MailingListTable,
  ReleaseTable,
} from './schema-mail.ts';
import type { MessageTable, MessageThreadTable } from './schema-messages.ts';
import type {
  DiscountCodeTable,
  GiftTable,
  OrderItemTable,
  OrderTable,
  PaymentNoticeTable,
  PaymentTable,
  PocketItemTable,
  ProviderFaultTable,
  RefundTable,
} from './schema-payments.ts';

export type { AnnouncementRow, ConsentRow, FollowRow, ReleaseRow, SubscriberRow } from './schema-mail.ts';
import type { ShopTables } from './shop-tables.ts';

/**
 * All tables, in the portable subset of SQLite and PostgreSQL: text keys (UUIDv7), integer pesos, times as epoch
 * milliseconds, 0/1 flags, JSON as text. A test compares this with both engines' own catalogue.
 */
export interface Database extends ShopTables {
  users: UserTable;
  sessions: SessionTable;
  rate_counters: { key: string; window_start: number; count: number };
  captcha_used: { signature: string; expires_at: number };
  /** Words by which users, books and parts are found; `subject` is the id. */
  search_words: { kind: string; subject: string; word: string };
  /** Sizes of the pieces of a list, each named by its last row; what is behind the last is counted when asked for. */
  list_blocks: { list: string; end_key: string; end_id: string; rows: number };
  images: ImageTable;
  books: BookTable;
  book_quotes: { book_id: string; position: number; passage: string };
  book_writers: { book_id: string; user_id: string };
  book_parts: BookPartTable;
  editions: EditionTable;
  edition_resources: {
    edition_id: string;
    path: string;
    hash: string;
    media_type: string;
    size: number;
    has_br: number;
  };
  samples: SampleTable;
  sample_resources: {
    sample_id: string;
    path: string;
    hash: string;
    media_type: string;
    size: number;
    has_br: number;
  };
  /** Files that an upload is about to name; `holder` is the upload. */
  file_claims: { hash: string; holder: string; claimed_at: number };
  /** Files that are being deleted. */
  file_deletions: { hash: string; begun_at: number };
  orders: OrderTable;
  order_items: OrderItemTable;
  discount_codes: DiscountCodeTable;
  gifts: GiftTable;
  pocket_items: PocketItemTable;
  payments: PaymentTable;
  payment_notices: PaymentNoticeTable;
  refunds: RefundTable;
  provider_faults: ProviderFaultTable;
  money_movements: MoneyMovementTable;
  tax_documents: TaxDocumentTable;
  tax_numbers_given: TaxNumbersGivenTable;
  entitlements: EntitlementTable;
  waiting_grants: WaitingGrantTable;
  /** When a part first went out to somebody who owns it. */
  deliveries: { user_id: string; part_id: string; first_at: number };
  /** When it first went out to somebody who did not own it then. */
  early_readings: { user_id: string; part_id: string; first_at: number };
  reading_positions: ReadingPositionTable;
  applied_mutations: { user_id: string; mutation_id: string; applied_at: number };
  mails: MailTable;
  message_threads: MessageThreadTable;
  messages: MessageTable;
  leases: { name: string; holder: string; expires_at: number };
  audit_log: AuditTable;
  sandbox_preferences: { id: string; merchant_order_id: string; body: string; created_at: number };
  sandbox_payments: SandboxPaymentTable;
  sandbox_refunds: { idempotency_key: string; payment_id: string; body: string; created_at: number };
  sandbox_settings: { name: string; value: string };
  account_tokens: AccountTokenTable;
  second_factors: SecondFactorTable;
  /** Unused ones only; hashed. */
  recovery_codes: { user_id: string; code_hash: string };
  passkeys: PasskeyTable;
  passkey_challenges_used: { challenge: string; expires_at: number };
  /** Recoveries that were asked for; with the name of the known device when one of the account asked. */
  recovery_requests: { email: string; requested_at: number; device: string | null };
  /** Codes by mail, one for each browser that asked, known address or not. Neither code nor request is stored itself. */
  entry_codes: EntryCodeRow;
  /** Addresses that accounts had before: until when they may be taken back, and what else is theirs to be erased. */
  former_addresses: { user_id: string; email: string; left_at: number };
  data_requests: DataRequestTable;
  google_nonces_used: { nonce: string; expires_at: number };
  mailing_list: MailingListTable;
  consent_records: ConsentTable;
  follows: FollowTable;
  releases: ReleaseTable;
  release_notices: { part_id: string; subscriber_id: string; mail_id: string; created_at: number };
  announcements: AnnouncementTable;
  announcement_deliveries: AnnouncementDeliveryTable;
  page_views: PageViewTable;
  analytics_salts: { day: string; salt: string };
  annotations: AnnotationTable;
  annotation_anchors: AnnotationAnchorTable;
  position_anchors: PositionAnchorTable;
  anchor_queue: AnchorQueueTable;
  /** Processes at work; `beat` goes up while they live. */
  processes: { id: string; beat: number };
  /** What each check of the setup found last, as JSON; of this machine, so no backup holds it. */
  setup_results: { check_name: string; finding: string; checked_at: number };
  /** Backups that were made or put back, for good or into a trial shop. */
  maintenance_runs: { id: string; kind: 'backup' | 'restore' | 'trial'; outcome: 'good' | 'bad'; at: number };
}

export interface EntryCodeRow {
  email: string;
  request_hash: string;
  code_hash: string;
  /** Wrong codes of this request, each counted once. */
  tries: number;
  /** Hashes of those, as JSON. */
  wrong_codes: string;
  expires_at: number;
}

interface UserTable {
  id: string;
  name: string;
  email: string;
  password_hash: string | null;
  google_sub: string | null;
  role: 'admin' | 'writter' | 'reader';
  email_verified_at: number | null;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
  sort_key: string;
  search_text: string;
  /** When an account that asked for it is erased; until then it opens only to take that back. */
  erase_at: number | null;
  /** When it was erased: the row says nothing of anybody and keeps its number, which purchases name. */
  erased_at: number | null;
  /** Since when nothing is done with the person's data but keeping them. */
  blocked_at: number | null;
}
export type UserRow = Selectable<UserTable>;

interface SessionTable {
  id: string;
  user_id: string;
  created_at: number;
  /** Last sign-in with a credential, for steps that ask for a recent one. */
  authenticated_at: number;
  last_used_at: number;
  /** Sliding end of the refresh token. */
  expires_at: number;
  /** End that no use moves. */
  absolute_expires_at: number;
  /** Number of the only refresh token that is current. */
  generation: number;
  rotated_at: number;
  revoked_at: number | null;
  user_agent: string;
  address: string;
  /** When this session last showed a code of the second factor; null: never. */
  factor_confirmed_at: number | null;
}
export type SessionRow = Selectable<SessionTable>;

interface SecondFactorTable {
  user_id: string;
  /** Secret of the codes, encrypted. */
  sealed_secret: string;
  /** Period of the last code that was accepted, in steps of 30 seconds; this one and earlier ones are refused. */
  last_step: number;
  created_at: number;
  /** When a first code proved that the secret arrived; null: nothing asks for it yet. */
  confirmed_at: number | null;
}
export type SecondFactorRow = Selectable<SecondFactorTable>;

interface PasskeyTable {
  id: string;
  user_id: string;
  /** As the device calls it, base64url. */
  credential_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** How often the device says it has signed; many always say 0. */
  sign_count: number;
  /** How a browser reaches the device, parted by spaces. */
  transports: string;
  /** As its owner calls it. */
  name: string;
  backed_up: number;
  created_at: number;
  last_used_at: number | null;
}
export type PasskeyRow = Selectable<PasskeyTable>;

interface ImageTable {
  /** SHA-256 of the uploaded bytes. */
  id: string;
  width: number;
  height: number;
  created_at: number;
}

interface BookTable {
  id: string;
  name: string;
  /** Folded name, unique among books that are not archived. */
  name_key: string;
  description: string;
  location: string;
  genre: string;
  pages: number;
  fragment: string | null;
  image_id: string | null;
  back_image_id: string | null;
  is_draft: number;
  is_active: number;
  created_at: number;
  updated_at: number;
  sort_key: string;
  search_text: string;
  /** Digits only, with a right check digit; null: it has none. */
  isbn: string | null;
  /** Series or collection that it belongs to. */
  series_name: string | null;
  series_number: number | null;
  /** BCP 47, such as `es-CL`. */
  language: string;
  /** JSON list of words. */
  keywords: string;
  /** Lower ones stand first on the shelf; among equals the newest. */
  shelf_position: number;
  /** What buying all that is missing at once takes off, percent from 0 to 90. */
  completion_discount: number;
}
export type BookRow = Selectable<BookTable>;

interface BookPartTable {
  id: string;
  book_id: string;
  name: string;
  name_key: string;
  position: number;
  image_id: string | null;
  value: number;
  release_at: number;
  is_presale: number;
  presale_end_at: number | null;
  presale_discount: number;
  is_draft: number;
  is_active: number;
  /** Published edition, null while there is no ebook. */
  edition_id: string | null;
  /** Of the published edition: its length, null while there is none. */
  characters: number | null;
  /** Of the published edition: `Accessibility` of packages/epub; null of one that came before this was kept. */
  accessibility: string | null;
  /** Of the published edition: what everybody may read of it, null while there is none. */
  sample_beginning_id: string | null;
  /** The same of all of it, which is shown only while the part costs nothing and is out. */
  sample_whole_id: string | null;
  /** Percent that its author shows to everybody; null leaves it to the rule, 0 shows nothing. */
  sample_share: number | null;
  /** When it first went on sale: from then on only admins change its price. */
  first_active_at: number | null;
  /** Distinct readers it was delivered to; kept in step with `deliveries`. */
  download_count: number;
  created_at: number;
  updated_at: number;
}
export type BookPartRow = Selectable<BookPartTable>;

interface EditionTable {
  id: string;
  part_id: string;
  state: 'pending' | 'published' | 'superseded';
  file_hash: string;
  file_size: number;
  /** `Publication` of packages/epub. */
  publication: string;
  warnings: string;
  /** `Accessibility` of packages/epub; null of one that came before this was kept. */
  accessibility: string | null;
  created_by: string | null;
  created_at: number;
  published_at: number | null;
  /** What the file was called that was uploaded; null when it came otherwise, or before this was kept. */
  file_name: string | null;
  /** How the book in it calls itself; null when it says nothing. */
  title: string | null;
}

interface SampleTable {
  id: string;
  part_id: string;
  /** The edition that it was cut from. */
  edition_id: string;
  kind: 'beginning' | 'whole';
  /** By which rule it was cut. */
  rule: number;
  /** What the part asked for when it was cut, see `sample_share` there; null for a whole part too. */
  share: number | null;
  /** `Publication` of packages/epub, of the sample alone; null when the edition has nothing to show. */
  publication: string | null;
  created_at: number;
}

interface EntitlementTable {
  id: string;
  user_id: string;
  part_id: string;
  /** Unique among rows that are not revoked, per user and part. */
  kind: 'ownership' | 'early_access';
  source: 'purchase' | 'free' | 'grant' | 'gift' | 'early_access';
  order_id: string | null;
  granted_by: string | null;
  granted_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  revoke_reason: string | null;
}
export type EntitlementRow = Selectable<EntitlementTable>;

/** A gift of the shop to an account with an unproved address: it becomes an entitlement when the address is proved. */
interface WaitingGrantTable {
  user_id: string;
  part_id: string;
  source: 'grant' | 'early_access';
  granted_by: string | null;
  expires_at: number | null;
  created_at: number;
}
export type WaitingGrantRow = Selectable<WaitingGrantTable>;

interface ReadingPositionTable {
  user_id: string;
  part_id: string;
  edition_id: string;
  last_location: string;
  percentage: number;
  revision: number;
  updated_at: number;
}
export type ReadingPositionRow = Selectable<ReadingPositionTable>;

interface AuditTable {
  id: string;
  at: number;
  actor_id: string | null;
  action: string;
  subject: string;
  detail: string;
}

interface SandboxPaymentTable {
  id: string;
  preference_id: string | null;
  external_reference: string | null;
  body: string;
  created_at: number;
}

interface AccountTokenTable {
  user_id: string;
  /** One live token per user and purpose: the newest. */
  purpose: 'recover' | 'verify-email' | 'verify-grant' | 'change-email' | 'undo-email' | 'keep-account' | 'invite';
  /** SHA-256 of the token in the link, hex. */
  token_hash: string;
  /** Address that the link was mailed to; but for one that changes the address, worthless once the account has another. */
  email: string;
  created_at: number;
  expires_at: number;
}
export type AccountTokenRow = Selectable<AccountTokenTable>;

/** What somebody asked about their data, whatever became of it. */
interface DataRequestTable {
  id: string;
  /** Whose account; null when none is known by what a letter said. */
  user_id: string | null;
  kind: 'access' | 'correction' | 'erasure' | 'objection' | 'portability' | 'block';
  channel: 'shop' | 'letter';
  /** Who wrote the letter, as an admin noted it; empty for an account's own requests and once it was erased. */
  person: string;
  note: string;
  /** Running: it was carried out and ends by itself on its day. Withdrawn: the person changed her mind. */
  state: 'open' | 'running' | 'done' | 'refused' | 'withdrawn';
  /** What was done, or why not. */
  outcome: string;
  asked_at: number;
  due_at: number;
  done_at: number | null;
}
export type DataRequestRow = Selectable<DataRequestTable>;

interface PageViewTable {
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

interface AnnotationTable {
  user_id: string;
  /** Made by the client; unique per reader. */
  id: string;
  part_id: string;
  /** Edition that the range points into. */
  edition_id: string;
  cfi_range: string;
  /** SHA-256 of the range, hex; unique per reader and part among rows that are not deleted. */
  range_hash: string;
  color: string;
  /** JSON list of the notes in force, each with the mutation that wrote it and the revision it came with. */
  notes: string;
  quote: string;
  prefix: string;
  suffix: string;
  /** Per reader and part; a change gets the highest one plus one. */
  revision: number;
  /** Id of the row with the same range that stands for this one. */
  same_as: string | null;
  created_at: number;
  updated_at: number;
  /** A tombstone stays, so that no late message brings the highlight back. */
  deleted_at: number | null;
}
export type HighlightRow = Selectable<AnnotationTable>;

/** Where a highlight stands in an edition that it was not made in. */
interface AnnotationAnchorTable {
  user_id: string;
  annotation_id: string;
  edition_id: string;
  part_id: string;
  /** Null: its text is not in that edition. */
  cfi_range: string | null;
  /** SHA-256 of the range, hex. */
  range_hash: string | null;
}
export type HighlightAnchorRow = Selectable<AnnotationAnchorTable>;

/** Where a reading position stands in an edition that it was not made in. */
interface PositionAnchorTable {
  user_id: string;
  part_id: string;
  edition_id: string;
  /** Revision of the position that this one was made from; with a later one it says nothing. */
  revision: number;
  /** Null: its text is not in that edition. */
  location: string | null;
  percentage: number;
}
export type PositionAnchorRow = Selectable<PositionAnchorTable>;

/** Parts with highlights or positions that may have no place in the current edition yet. */
interface AnchorQueueTable {
  part_id: string;
  /** Whose highlights or positions; empty for everybody's, after a new edition. */
  user_id: string;
  /** Another one with each request, so that one that comes while the part is worked on is not lost. */
  token: string;
}

/** A transaction; repositories take it so that a use case decides what belongs together. */
export type Tx = Transaction<Database>;
