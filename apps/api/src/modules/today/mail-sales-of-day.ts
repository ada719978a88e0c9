import { formatCivilDate } from '@cuentos/domain/time/civil-date';
import { HOUR_MS } from '@cuentos/domain/time/durations';
import { santiagoDate, startOfSantiagoDay } from '@cuentos/domain/time/santiago';
import type { Db } from '../../platform/db/db.ts';
import type { Clock } from '../../ports/clock.ts';
import { mailsByKeys, mailSenderOf, queueMail, salesOfDayMail } from '../mail/service.ts';
import { statsOf } from '../reports/service.ts';
import type { ShopService } from '../shop/service.ts';

/** The mail about a day leaves this long after its end: at eight in the morning. */
const AFTER_MIDNIGHT_MS = 8 * HOUR_MS;

interface SalesMailDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** `PUBLIC_URL`; null leaves links out of mails. */
  readonly publicUrl: string | null;
  readonly shop: Pick<ShopService, 'current' | 'seller'>;
}

/**
 * Mails the shop what was sold and given back yesterday, where it wants one mail a day; none about a day on which
 * nothing happened. Safe at any time and in several processes: each day is told once.
 */
export async function mailSalesOfDay({ db, clock, publicUrl, shop }: SalesMailDeps): Promise<void> {
  const { settings, identity } = await shop.current();
  const to = identity.contact_email;
  const now = clock.now();
  const midnight = startOfSantiagoDay(santiagoDate(now));
  if (settings.sale_mails !== 'daily' || to === null || now < midnight + AFTER_MIDNIGHT_MS) return;
  const date = santiagoDate(midnight - 1);
  const day = formatCivilDate(date);
  const dedupeKey = `sales-of-day:${day}`;
  if ((await mailsByKeys(db.read, [dedupeKey])).size > 0) return;
  const { figures, parts } = await statsOf(db, day, day);
  const valueOf = (key: string): number => figures.find((figure) => figure.key === key)?.value ?? 0;
  const [sales, refunds, chargebacks] = [valueOf('sales'), valueOf('refunds'), valueOf('chargebacks')];
  if (sales === 0 && refunds === 0 && chargebacks === 0) return;
  const content = salesOfDayMail({
    from: mailSenderOf(shop.seller, publicUrl),
    day: midnight - 1,
    sales,
    refunds,
    chargebacks,
    amount: valueOf('amount'),
    fees: valueOf('fees'),
    vat: valueOf('vat'),
    net: valueOf('net'),
    partSales: parts.rows
      .filter((row) => row.sales > 0)
      .map((row) => ({ title: `${row.book_name}: ${row.book_part_name}`, sales: row.sales })),
  });
  await db.withTx(async (tx) => queueMail(tx, to, dedupeKey, content, now));
}
