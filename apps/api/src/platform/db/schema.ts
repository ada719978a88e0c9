import type { PaymentProblem, PaymentState } from '@cuentos/domain/checkout/payment';
import type { Selectable, Transaction } from 'kysely';

/**
 * All tables, in the portable subset of SQLite and PostgreSQL: text keys (UUIDv7), integer pesos, times as epoch
 * milliseconds, 0/1 flags, JSON as text. A test compares this with both engines' own catalogue.
 */
export interface Database {
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
  /** Files that an upload is about to name; `holder` is the upload. */
  file_claims: { hash: string; holder: string; claimed_at: number };
  /** Files that are being deleted. */
  file_deletions: { hash: string; begun_at: number };
  orders: OrderTable;
  order_items: OrderItemTable;
  payments: PaymentTable;
  payment_notices: PaymentNoticeTable;
  refunds: RefundTable;
  provider_faults: ProviderFaultTable;
  entitlements: EntitlementTable;
  deliveries: { user_id: string; part_id: string; first_at: number };
  reading_positions: ReadingPositionTable;
  applied_mutations: { user_id: string; mutation_id: string; applied_at: number };
  mails: MailTable;
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
  recovery_requests: { email: string; requested_at: number };
  google_nonces_used: { nonce: string; expires_at: number };
  mailing_list: MailingListTable;
  consent_records: ConsentTable;
  page_views: PageViewTable;
  analytics_salts: { day: string; salt: string };
  annotations: AnnotationTable;
  annotation_anchors: AnnotationAnchorTable;
  position_anchors: PositionAnchorTable;
  anchor_queue: AnchorQueueTable;
  /** Processes at work; `beat` goes up while they live. */
  processes: { id: string; beat: number };
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
  created_by: string | null;
  created_at: number;
  published_at: number | null;
}

interface OrderTable {
  id: string;
  user_id: string;
  book_id: string;
  state: 'open' | 'pending' | 'paid' | 'rejected' | 'expired' | 'refunded' | 'partially_refunded' | 'disputed';
  total: number;
  preference_id: string | null;
  init_point: string | null;
  withdrawal_acknowledged_at: number | null;
  created_at: number;
  updated_at: number;
  expires_at: number;
  paid_at: number | null;
  /** When reconciliation asks the provider next; null once settled. */
  next_check_at: number | null;
  checks: number;
  /** When the returning buyer's page last made us ask the provider. */
  asked_at: number | null;
  /** The provider's name of our account, which every payment of the order must name too. */
  account_id: string | null;
}
export type OrderRow = Selectable<OrderTable>;

interface OrderItemTable {
  id: string;
  order_id: string;
  part_id: string;
  value: number;
  discount_percentage: number;
  amount: number;
}
export type OrderItemRow = Selectable<OrderItemTable>;

interface PaymentTable {
  id: string;
  provider: string;
  provider_payment_id: string;
  order_id: string | null;
  status: PaymentState;
  status_detail: string;
  amount: number;
  refunded_amount: number;
  currency: string;
  fee: number;
  method: string;
  /** Why an approved payment granted nothing; null when it did or is not approved. */
  problem: PaymentProblem | null;
  /** Version that the provider gives the payment; an older one never replaces a newer one. */
  provider_updated_at: number;
  created_at: number;
  updated_at: number;
  /** State that the provider told last although no payment can get there; null while its reports fit. */
  contradiction: PaymentState | null;
  /** Pesos that an admin gave back by other means than the provider. */
  settled_amount: number;
  /** When an admin closed what was open about it; null again when the provider reports something else. */
  settled_at: number | null;
  /** Since when it is in this state, with this problem. */
  state_at: number;
  /** When the admins were mailed that it is open too long. */
  alerted_at: number | null;
}
export type PaymentRow = Selectable<PaymentTable>;

interface PaymentNoticeTable {
  id: string;
  provider: string;
  /** One row per payment. */
  provider_payment_id: string;
  /** How often it was noticed; what was processed is done only if none came meanwhile. */
  deliveries: number;
  received_at: number;
  processed_at: number | null;
  attempts: number;
  next_attempt_at: number | null;
  last_error: string | null;
}
export type PaymentNoticeRow = Selectable<PaymentNoticeTable>;

interface RefundTable {
  /** Also the key that makes the provider refund once, however often it is asked. */
  id: string;
  /** Unique per payment and part while the refund is requested or done; null after. */
  dedupe_key: string | null;
  /** Null when the payment names no order of ours. */
  order_id: string | null;
  payment_id: string;
  /** Pesos; the whole payment when equal to its amount. */
  amount: number;
  part_id: string | null;
  reason: string;
  requested_by: string | null;
  /** Settled: an admin gave the money back by other means. Failed: given up by an earlier version of the shop. */
  state: 'requested' | 'done' | 'failed' | 'settled';
  provider_refund_id: string | null;
  /** How often the provider understood and said no. */
  attempts: number;
  next_attempt_at: number | null;
  created_at: number;
  done_at: number | null;
  /** Why the last try came to nothing. */
  last_error: 'refused' | 'unavailable' | 'credentials' | null;
  last_tried_at: number | null;
}
export type RefundRow = Selectable<RefundTable>;

/** Whether a payment provider takes our credentials, one row per provider that ever refused them. */
interface ProviderFaultTable {
  provider: string;
  /** Null while they are accepted. */
  refused_since: number | null;
  /** When one call is risked again. */
  next_probe_at: number | null;
  /** When the admins were told last. */
  mailed_at: number | null;
}
export type ProviderFaultRow = Selectable<ProviderFaultTable>;

interface EntitlementTable {
  id: string;
  user_id: string;
  part_id: string;
  /** Unique among rows that are not revoked, per user and part. */
  kind: 'ownership' | 'early_access';
  source: 'purchase' | 'free' | 'grant' | 'early_access';
  order_id: string | null;
  granted_by: string | null;
  granted_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  revoke_reason: string | null;
}
export type EntitlementRow = Selectable<EntitlementTable>;

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
  purpose: 'recover' | 'verify-email';
  /** SHA-256 of the token in the link, hex. */
  token_hash: string;
  /** Address that the link was mailed to; the token is worthless once the account has another. */
  email: string;
  created_at: number;
  expires_at: number;
}
export type AccountTokenRow = Selectable<AccountTokenTable>;

interface MailingListTable {
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
interface ConsentTable {
  id: string;
  subscriber_id: string;
  email: string;
  action: 'requested' | 'confirmed' | 'unsubscribed';
  text_version: string;
  method: 'form' | 'address' | 'mail-link' | 'one-click';
  at: number;
}
export type ConsentRow = Selectable<ConsentTable>;

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

interface MailTable {
  id: string;
  /** Named event it belongs to, so that one event mails once. */
  dedupe_key: string;
  /** 0 is sent before 1. */
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
