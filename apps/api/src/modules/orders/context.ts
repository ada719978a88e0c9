import type { Db } from '../../platform/db/db.ts';
import type { RateLimiter } from '../../platform/http/rate-limiter.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PaymentPort } from '../../ports/payment.ts';
import type { MailSeller } from '../mail/service.ts';
import type { Background } from '../../platform/jobs/background.ts';
import type { GiftLinks } from '../gifts/links.ts';
import type { PaymentWays } from '../payments/payment-ways.ts';

/** What the use cases of a sale (orders, payments, refunds, gifts, pocket, discount codes) need from outside. */
export interface SaleDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly payments: PaymentPort;
  readonly limiter: RateLimiter;
  readonly seller: MailSeller;
  readonly settings: SaleSettings;
  readonly giftLinks: GiftLinks;
}

export interface SaleSettings {
  /** `PUBLIC_URL`; null lets links in mails out and buyers come back to where they came from. */
  readonly publicUrl: string | null;
  /** Smallest amount that the provider takes, pesos; 0 when it is not known. */
  readonly minAmount: number;
  readonly preferencesPerHour: number;
  /** Who writes the books, for mails that show one; empty until it is filled in. */
  readonly authorName: string;
}

/** The same, with what goes on behind the answers. */
export interface SaleContext extends SaleDeps {
  readonly background: Background;
  readonly ways: PaymentWays;
  /** Sends requested refunds to the provider behind the answer. */
  refundSoon(): void;
  /** Tells the admins behind the answer of what they have to hear of at once. */
  alertSoon(): void;
}
