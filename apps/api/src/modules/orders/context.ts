import type { SaleMails } from '@cuentos/contract/shop';
import type { ExportPermission } from '@cuentos/domain/exports/export-permission';
import type { Db } from '../../platform/db/db.ts';
import type { RateLimiter } from '../../platform/http/rate-limiter.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PaymentPort } from '../../ports/payment.ts';
import type { MailSeller } from '../mail/service.ts';
import type { Background } from '../../platform/jobs/background.ts';
import type { GiftLinks } from '../gifts/links.ts';
import type { PaymentWays } from '../payments/payment-ways.ts';

/** Dependencies of the use cases of a sale (orders, payments, refunds, gifts, pocket, discount codes). */
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
  /** `PUBLIC_URL`; null leaves links out of mails, and buyers return to the address that they came from. */
  readonly publicUrl: string | null;
  /** The provider's minimum, pesos; 0 when it is unknown. */
  readonly minAmount: number;
  readonly preferencesPerHour: number;
  readonly saleMails: SaleMails;
  /** Permission to export parts where a book has none of its own. */
  readonly exportPermission: ExportPermission;
  /** Name of the author, for mails that show a book; empty until it is filled in. */
  readonly authorName: string;
}

/** Context of a sale's use cases, with the work that continues after an answer. */
export interface SaleContext extends SaleDeps {
  readonly background: Background;
  readonly ways: PaymentWays;
  /** Sends requested refunds to the provider behind the answer. */
  refundSoon(): void;
  /** Mails the admins about disputes, behind the answer. */
  alertSoon(): void;
}
