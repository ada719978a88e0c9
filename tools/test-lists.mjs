// Lists of test files that `npm test` leaves out and `.ci/run` runs: they start servers and programs, kill them, fill
// disks, read whole sets of books, or make random histories. No other place lists them.

/** @type {readonly string[]} */
export const heavyTests = [
  'apps/api/src/commands/backup-drills.test.ts',
  'apps/api/src/commands/backup.test.ts',
  'apps/api/src/commands/demo-accounts.test.ts',
  'apps/api/src/commands/restore-drills.test.ts',
  'apps/api/src/commands/restore-told.test.ts',
  'apps/api/src/commands/snapshots.test.ts',
  'apps/api/src/modules/accounting/accounting-histories.test.ts',
  'apps/api/src/modules/books/admin/from-epub.test.ts',
  'apps/api/src/modules/books/admin/full-disk.test.ts',
  'apps/api/src/modules/books/admin/part-files.test.ts',
  'apps/api/src/modules/books/admin/shared-samples.test.ts',
  'apps/api/src/modules/anchoring/re-anchoring.test.ts',
  'apps/api/src/modules/announcements/smtp-deliveries.test.ts',
  'apps/api/src/modules/auth/hashing.test.ts',
  'apps/api/src/modules/auth/hostile-registrations.test.ts',
  'apps/api/src/modules/books/image-service.test.ts',
  'apps/api/src/modules/books/make-avif.test.ts',
  'apps/api/src/modules/books/share-pictures.test.ts',
  'apps/api/src/modules/orders/money-histories.test.ts',
  'apps/api/src/modules/orders/purchase-histories.test.ts',
  'apps/api/src/modules/orders/schedules.test.ts',
  'apps/api/src/modules/editions/ingest-many.test.ts',
  'apps/api/src/modules/editions/samples.test.ts',
  'apps/api/src/modules/editions/shared-samples.test.ts',
  'apps/api/src/modules/editions/stored-files.test.ts',
  'apps/api/src/modules/mail/mail-kills.test.ts',
  'apps/api/src/modules/personal-data/erasure-kills.test.ts',
  'apps/api/src/modules/reading/contention.test.ts',
  'apps/api/src/modules/shop/two-processes.test.ts',
  'apps/api/src/platform/db/crash.test.ts',
  'apps/api/src/platform/db/outages.test.ts',
  'apps/api/src/platform/db/pooled-connections.test.ts',
  'apps/api/src/platform/db/transactions.test.ts',
  'apps/api/src/platform/http/admin-bad-input.test.ts',
  'apps/api/src/platform/http/bad-input.test.ts',
  'apps/api/src/platform/http/body-limits.test.ts',
  'apps/api/src/platform/server.test.ts',
  'apps/api/src/run-server.test.ts',
  'packages/domain/src/highlights/sync.test.ts',
  'packages/epub/src/child/run-child.test.ts',
  'packages/epub/src/gate/run-gate.test.ts',
  'packages/epub/src/gate/shared-samples.test.ts',
  'packages/epub/src/sample/shared-samples.test.ts',
  'tools/deploy.test.ts',
  'tools/hostile-text.test.ts',
  'tools/packages.test.ts',
  'tools/prove.test.ts',
];

/** Test files that change the state of a whole process (its modules, its clock): each gets its own process. */
export const isolatedTests = ['apps/api/src/modules/editions/ingest-leaving.test.ts'];

/**
 * API tests that do not depend on the engine (books, pictures, bodies, passwords, the words of mails): the run on
 * PostgreSQL leaves them out.
 *
 * @type {readonly string[]}
 */
export const sqliteTests = [
  'apps/api/src/adapters/**',
  'apps/api/src/commands/demo-accounts.test.ts',
  'apps/api/src/modules/books/admin/from-epub.test.ts',
  'apps/api/src/modules/books/admin/full-disk.test.ts',
  'apps/api/src/modules/books/admin/shared-samples.test.ts',
  'apps/api/src/modules/setup/**',
  'apps/api/src/modules/auth/captcha.test.ts',
  'apps/api/src/modules/auth/common-passwords.test.ts',
  'apps/api/src/modules/auth/google.test.ts',
  'apps/api/src/modules/auth/hash-queue.test.ts',
  'apps/api/src/modules/auth/hashing.test.ts',
  'apps/api/src/modules/auth/hostile-registrations.test.ts',
  'apps/api/src/modules/auth/known-device.test.ts',
  'apps/api/src/modules/auth/totp.test.ts',
  'apps/api/src/modules/books/image-service.test.ts',
  'apps/api/src/modules/books/make-avif.test.ts',
  'apps/api/src/modules/books/share-pictures.test.ts',
  'apps/api/src/modules/editions/ingest-*.test.ts',
  'apps/api/src/modules/editions/samples.test.ts',
  'apps/api/src/modules/editions/shared-samples.test.ts',
  'apps/api/src/modules/mail/templates/**',
  'apps/api/src/modules/site/**',
  'apps/api/src/platform/config/**',
  'apps/api/src/platform/http/body-limits.test.ts',
  'apps/api/src/platform/http/access-matrix.test.ts',
  'apps/api/src/platform/http/ownership.test.ts',
  'apps/api/src/platform/log/**',
  'apps/api/src/ports/**',
];

/**
 * API tests whose statements other tests send to PostgreSQL too (all but 5 in 100 of 1,864, where lists of values count
 * once; they take half of the time), about rules that are the same on every engine. The proof `api-on-postgres` and
 * `npm run test:postgres -- apps/api` run them too.
 *
 * @type {readonly string[]}
 */
export const repeatedTests = [
  'apps/api/src/commands/backup-drills.test.ts',
  'apps/api/src/commands/restore-drills.test.ts',
  'apps/api/src/commands/snapshots.test.ts',
  'apps/api/src/modules/accounting/accounting-histories.test.ts',
  'apps/api/src/modules/accounting/admin/folios.test.ts',
  'apps/api/src/modules/accounting/month.test.ts',
  'apps/api/src/modules/anchoring/re-anchoring.test.ts',
  'apps/api/src/modules/announcements/smtp-deliveries.test.ts',
  'apps/api/src/modules/auth/login.test.ts',
  'apps/api/src/modules/auth/own-sessions.test.ts',
  'apps/api/src/modules/auth/recovery-link.test.ts',
  'apps/api/src/modules/auth/recovery.test.ts',
  'apps/api/src/modules/auth/register.test.ts',
  'apps/api/src/modules/auth/second-factor.test.ts',
  'apps/api/src/modules/auth/session.test.ts',
  'apps/api/src/modules/auth/update-password.test.ts',
  'apps/api/src/modules/auth/verification.test.ts',
  'apps/api/src/modules/backups/backups.test.ts',
  'apps/api/src/modules/books/admin/admin-parts.test.ts',
  'apps/api/src/modules/books/admin/part-files.test.ts',
  'apps/api/src/modules/discount-codes/discount-codes.test.ts',
  'apps/api/src/modules/editions/stored-files.test.ts',
  'apps/api/src/modules/follows/follows.test.ts',
  'apps/api/src/modules/follows/releases.test.ts',
  'apps/api/src/modules/gifts/gifts.test.ts',
  'apps/api/src/modules/highlights/merging.test.ts',
  'apps/api/src/modules/mail/mail-budgets.test.ts',
  'apps/api/src/modules/mail/mail-kills.test.ts',
  'apps/api/src/modules/mail/outbox.test.ts',
  'apps/api/src/modules/messages/author-mails.test.ts',
  'apps/api/src/modules/messages/messages.test.ts',
  'apps/api/src/modules/monitoring/every-alert.test.ts',
  'apps/api/src/modules/orders/buying.test.ts',
  'apps/api/src/modules/orders/money-rules.test.ts',
  'apps/api/src/modules/orders/own-orders.test.ts',
  'apps/api/src/modules/orders/schedules.test.ts',
  'apps/api/src/modules/orders/several-parts.test.ts',
  'apps/api/src/modules/orders/unfinished-orders.test.ts',
  'apps/api/src/modules/payments/payment-states.test.ts',
  'apps/api/src/modules/payments/provider-faults.test.ts',
  'apps/api/src/modules/payments/refused-credentials.test.ts',
  'apps/api/src/modules/payments/settlement.test.ts',
  'apps/api/src/modules/personal-data/erasure-kills.test.ts',
  'apps/api/src/modules/refunds/refund-ledger.test.ts',
  'apps/api/src/modules/refunds/refund-orders.test.ts',
  'apps/api/src/modules/refunds/refunds.test.ts',
  'apps/api/src/modules/refunds/withdrawal.test.ts',
  'apps/api/src/modules/reports/ledger-balance.test.ts',
  'apps/api/src/modules/today/sale-mails.test.ts',
  'apps/api/src/modules/users/admin/second-factor-powers.test.ts',
  'apps/api/src/platform/server.test.ts',
  'apps/api/src/platform/ssr/kept-pages.test.ts',
  'apps/api/src/platform/ssr/room-of-pages.test.ts',
  'apps/api/src/platform/tracing/tracing.test.ts',
  'apps/api/src/run-server.test.ts',
];

/**
 * Heavy tests that `.ci/run` runs on PostgreSQL only, which refuses texts and numbers that SQLite accepts.
 *
 * @type {readonly string[]}
 */
export const postgresTests = [
  'apps/api/src/platform/http/admin-bad-input.test.ts',
  'apps/api/src/platform/http/bad-input.test.ts',
];
