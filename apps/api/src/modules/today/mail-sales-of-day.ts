import { formatCivilDate } from '@cuentos/domain/time/civil-date';
import { HOUR_MS } from '@cuentos/domain/time/durations';
import { santiagoDate, startOfSantiagoDay } from '@cuentos/domain/time/santiago';
import type { Db } from '../../platform/db/db.ts';
import { lastSuccessOf } from '../../platform/jobs/run-log.ts';
import type { Clock } from '../../ports/clock.ts';
import { type MailContent, mailsByKeys, mailSenderOf, queueMail, salesOfDayMail } from '../mail/service.ts';
import { statsOf } from '../reports/service.ts';
import type { ShopService } from '../shop/service.ts';

/** Name of the job that mails what was sold on a day. */
export const SALES_OF_DAY_JOB = 'sales-of-day';

/** The mail about a day leaves this long after its end: at eight in the morning. */
const AFTER_MIDNIGHT_MS = 8 * HOUR_MS;
/** A run notes its success a little after it looked at the clock. */
const NOTED_LATER_MS = HOUR_MS;

interface SalesMailDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** `PUBLIC_URL`; null leaves links out of mails. */
  readonly publicUrl: string | null;
  readonly shop: Pick<ShopService, 'current' | 'seller'>;
}

/**
 * Mails the shop what was sold and given back yesterday, and on earlier days whose hour came while no process ran, each
 * in a mail of its own, where it wants one mail a day; none about a day on which nothing happened. Safe at any time and in
 * several processes: each day is told once.
 */
export async function mailSalesOfDay({ db, clock, publicUrl, shop }: SalesMailDeps): Promise<void> {
  const { settings, identity } = await shop.current();
  const to = identity.contact_email;
  if (settings.sale_mails !== 'daily' || to === null) return;
  const from = mailSenderOf(shop.seller, publicUrl);
  const now = clock.now();
  for (const end of endsOfDays(now, await lastSuccessOf(db.read, SALES_OF_DAY_JOB))) {
    const day = formatCivilDate(santiagoDate(end));
    const dedupeKey = `sales-of-day:${day}`;
    if ((await mailsByKeys(db.read, [dedupeKey])).size > 0) continue;
    const content = await contentOf(db, { from, day, end });
    if (content !== null) await db.withTx(async (tx) => queueMail(tx, to, dedupeKey, content, now));
  }
}

/**
 * Last instants of the days to tell of, the oldest first: of yesterday from eight on, and of every day whose eight o'clock
 * came after the last run.
 * @param lastRun null while the job never ran
 */
function endsOfDays(now: number, lastRun: number | null): number[] {
  const today = startOfSantiagoDay(santiagoDate(now));
  const ends = now < today + AFTER_MIDNIGHT_MS ? [] : [today - 1];
  if (lastRun === null) return ends;
  for (
    let midnight = previousMidnight(today);
    midnight + AFTER_MIDNIGHT_MS > lastRun - NOTED_LATER_MS;
    midnight = previousMidnight(midnight)
  ) {
    ends.unshift(midnight - 1);
  }
  return ends;
}

const previousMidnight = (midnight: number): number => startOfSantiagoDay(santiagoDate(midnight - 1));

interface SalesDay {
  readonly from: ReturnType<typeof mailSenderOf>;
  /** `2026-11-24`. */
  readonly day: string;
  /** Last instant of the day. */
  readonly end: number;
}

/** The mail about a day; null without sales and refunds. */
async function contentOf(db: Db, { from, day, end }: SalesDay): Promise<MailContent | null> {
  const { figures, parts } = await statsOf(db, day, day);
  const valueOf = (key: string): number => figures.find((figure) => figure.key === key)?.value ?? 0;
  const [sales, refunds, chargebacks] = [valueOf('sales'), valueOf('refunds'), valueOf('chargebacks')];
  if (sales === 0 && refunds === 0 && chargebacks === 0) return null;
  return salesOfDayMail({
    from,
    day: end,
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
}
