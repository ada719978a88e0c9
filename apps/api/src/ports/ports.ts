import type { Db } from '../platform/db/db.ts';
import type { AnalyticsPort } from './analytics.ts';
import type { CaptchaPort } from './captcha.ts';
import type { Clock } from './clock.ts';
import type { IdentityPort } from './identity.ts';
import type { MailPort } from './mail.ts';
import type { PaymentPort } from './payment.ts';
import type { BackupStore, LinkOpener, StoragePort } from './storage.ts';
import type { TaxDocumentIssuer } from './tax-documents.ts';

/** Everything outside the process that the services need; chosen by `main.ts` or by a test. */
export interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: StoragePort;
  /** Set when the shop itself answers the storage's links. */
  readonly links: LinkOpener | null;
  /** Store of the shop's backups. */
  readonly backups: BackupStore;
  readonly mail: MailPort;
  readonly captcha: CaptchaPort;
  readonly payments: PaymentPort;
  /** Makes tax documents. */
  readonly issuer: TaxDocumentIssuer;
  /** Sign-in with Google; null without a configuration. */
  readonly identity: IdentityPort | null;
  /** Outside services that get page views besides the shop's own count. */
  readonly analytics: readonly AnalyticsPort[];
}
