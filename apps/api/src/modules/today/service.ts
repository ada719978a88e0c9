import type { ComingRow, SoldOrder, Today, WaitingRow } from '@cuentos/contract/today';
import type { UnresolvedPayment } from '@cuentos/contract/payments';
import { isInPresale } from '@cuentos/domain/books/part-availability';
import { priceOf } from '@cuentos/domain/orders/price';
import { DAY_MS } from '@cuentos/domain/time/durations';
import { endOfSantiagoDay, santiagoDate, startOfSantiagoDay } from '@cuentos/domain/time/santiago';
import type { Db } from '../../platform/db/db.ts';
import { toIso } from '../../platform/to-iso.ts';
import type { Clock } from '../../ports/clock.ts';
import { countAudience } from '../announcements/service.ts';
import { countReleaseAddresses } from '../follows/service.ts';
import { countGivenUp } from '../mail/service.ts';
import type { BookService } from '../books/service.ts';
import type { PaymentService } from '../payments/service.ts';
import { soldIn } from '../reports/service.ts';
import { hasBackupFailed, lastBackupAt } from '../backups/service.ts';
import type { ShopService } from '../shop/service.ts';
import * as repository from './repository.ts';

/** A refund is tried again by itself; older than this it needs an admin. */
const REFUND_PATIENCE_MS = DAY_MS;
/** A backup that is older than this waits for an admin. */
const BACKUP_OLD_MS = 3 * DAY_MS;
const LATEST_ORDERS = 5;
/** Most rows to come; more are seen in the lists of their nouns. */
const MOST_COMING = 12;

export interface TodayDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly payments: Pick<PaymentService, 'unresolvedPayments'>;
  readonly shop: Pick<ShopService, 'seller'>;
  readonly books: Pick<BookService, 'catalogue'>;
}

export type TodayService = ReturnType<typeof createTodayService>;

/** The team's first page, 'Hoy': waiting work, sales, and what comes next. */
export function createTodayService(deps: TodayDeps) {
  return {
    today: async (): Promise<Today> => ({
      waiting: await waitingRows(deps),
      sold: await sold(deps),
      coming: await comingRows(deps),
    }),
    waiting: async (): Promise<WaitingRow[]> => waitingRows(deps),
    /** Releases and presales of the books of a writter. */
    ofWritter: async (userId: string): Promise<ComingRow[]> => partRows(deps, userId).then(soonest),
  };
}

const nothing = { due_at: null, since: null, person: null, amount: null, subject: null } as const;

async function waitingRows(deps: TodayDeps): Promise<WaitingRow[]> {
  const { db, clock, shop, books } = deps;
  const rows: (WaitingRow | null)[] = [...(await paymentRows(deps))];
  const requests = await repository.openDataRequests(db.read);
  if (requests) {
    const { count, first, person } = requests;
    rows.push({ ...nothing, kind: 'data_request', count, person, due_at: toIso(first) });
  }
  const threads = await repository.unansweredThreads(db.read);
  if (threads) {
    const { count, first, person, subject } = threads;
    rows.push({ ...nothing, kind: 'message', count, person, subject, since: toIso(first) });
  }
  const editions = await repository.unpublishedEditions(db.read);
  if (editions) {
    const { count, first, person, subject } = editions;
    rows.push({ ...nothing, kind: 'edition', count, person, subject, since: toIso(first) });
  }
  const samples = await repository.sampleRequests(db.read);
  if (samples) {
    const { count, first, person, subject } = samples;
    rows.push({ ...nothing, kind: 'sample', count, person, subject, since: toIso(first) });
  }
  const documents = await repository.failedDocuments(db.read);
  if (documents) {
    const { count, first, total } = documents;
    rows.push({ ...nothing, kind: 'document', count, amount: total, since: toIso(first) });
  }
  const toIssue = await repository.documentsToIssue(db.read);
  if (toIssue) {
    const { count, first, total } = toIssue;
    rows.push({ ...nothing, kind: 'folio', count, amount: total, since: toIso(first) });
  }
  const mails = await countGivenUp(db.read, clock.now());
  if (mails > 0) rows.push({ ...nothing, kind: 'mail', count: mails });
  const catalogue = await books.catalogue.read();
  const showsPart = catalogue.books.some(({ parts }) => parts.some(({ ebook }) => ebook));
  if (!shop.seller.sales_open || !showsPart) rows.push({ ...nothing, kind: 'setup', count: 1 });
  rows.push(await backupRow(deps));
  const present = rows.filter((row) => row !== null);
  // Puts rows with the nearest term first and keeps the order of those without one.
  return present.toSorted((a, b) => (a.due_at ?? '9').localeCompare(b.due_at ?? '9'));
}

/** Disputes, and the other payments whose money is neither granted for nor returned. */
async function paymentRows({ payments, clock }: TodayDeps): Promise<WaitingRow[]> {
  const { payments: unresolved } = await payments.unresolvedPayments();
  const now = clock.now();
  // The provider waits for documents, or for an answer in its own panel.
  const isDispute = ({ reason, dispute }: UnresolvedPayment) =>
    reason === 'in_mediation' ||
    (reason === 'charged_back' && [null, undefined, 'needed'].includes(dispute?.documents));
  const isDue = ({ reason, since, dispute }: UnresolvedPayment) =>
    reason === 'refund' ? Date.parse(since) <= now - REFUND_PATIENCE_MS : dispute?.documents !== 'in_review';
  const rowOf = (kind: 'dispute' | 'payment', some: readonly UnresolvedPayment[]): WaitingRow[] => {
    const [first] = some;
    if (!first) return [];
    const deadlines = kind === 'dispute' ? some.flatMap(({ dispute }) => dispute?.deadline ?? []).toSorted() : [];
    const amount = some.reduce((sum, { left }) => sum + left, 0);
    const person = first.buyer && { id: first.buyer.id, name: first.buyer.name };
    const dueAt = deadlines[0] ?? null;
    return [{ ...nothing, kind, count: some.length, due_at: dueAt, since: first.since, person, amount }];
  };
  return [
    ...rowOf('dispute', unresolved.filter(isDispute)),
    ...rowOf(
      'payment',
      unresolved.filter((payment) => !isDispute(payment) && isDue(payment)),
    ),
  ];
}

/** Null while the latest backup is recent and none failed since, and before the first sale. */
async function backupRow({ db, clock }: TodayDeps): Promise<WaitingRow | null> {
  const [latestOrder] = await repository.latestOrders(db.read, 1);
  if (!latestOrder) return null;
  const madeAt = await lastBackupAt(db);
  const isYoung = madeAt !== null && madeAt > clock.now() - BACKUP_OLD_MS;
  if (isYoung && !(await hasBackupFailed(db))) return null;
  return { ...nothing, kind: 'backup', count: 1, since: toIso(madeAt) };
}

async function sold({ db, clock }: TodayDeps): Promise<Today['sold']> {
  const today = santiagoDate(clock.now());
  const to = endOfSantiagoDay(today);
  const since = async (first: typeof today) => soldIn(db.read, { from: startOfSantiagoDay(first), to });
  const latest = await repository.latestOrders(db.read, LATEST_ORDERS);
  return {
    day: await since(today),
    // Noon of the sixth day before: days have 23 to 25 hours.
    week: await since(santiagoDate(startOfSantiagoDay(today) - 5.5 * DAY_MS)),
    month: await since({ ...today, day: 1 }),
    latest: latest.map(
      ({ id, user_id, name, paid_at, total, method, discount_code, gift_order_id: gift, parts }): SoldOrder => ({
        order_id: id,
        at: toIso(paid_at ?? 0),
        person: { id: user_id, name },
        parts,
        total,
        method,
        discount_code,
        is_gift: gift !== null,
      }),
    ),
  };
}

const soonest = (rows: readonly ComingRow[]): ComingRow[] =>
  rows.toSorted((a, b) => a.at.localeCompare(b.at)).slice(0, MOST_COMING);

async function comingRows(deps: TodayDeps): Promise<ComingRow[]> {
  const { db, clock } = deps;
  const codes = await repository.codesToEnd(db.read, clock.now(), MOST_COMING);
  const announcements = await repository.scheduledAnnouncements(db.read, MOST_COMING);
  const rows = await partRows(deps, null);
  for (const { id, code, ends_at } of codes) rows.push({ kind: 'code_end', at: toIso(ends_at ?? 0), id, name: code });
  for (const { id, subject, send_at, audience, audience_id } of announcements) {
    const people = await countAudience(db.read, { audience, audience_id });
    rows.push({ kind: 'announcement', at: toIso(send_at ?? 0), id, name: subject, people });
  }
  return soonest(rows);
}

async function partRows({ db, clock }: TodayDeps, writerId: string | null): Promise<ComingRow[]> {
  const now = clock.now();
  const rows: ComingRow[] = [];
  for (const part of await repository.partsToCome(db.read, { now, writerId, limit: MOST_COMING })) {
    const { id, name, book_id, book_name, release_at: releaseAt, presale_end_at: presaleEndAt } = part;
    if (releaseAt > now) {
      const people = await countReleaseAddresses(db.read, part, now);
      rows.push({ kind: 'release', at: toIso(releaseAt), id, name, book_id, book_name, people });
    }
    if (presaleEndAt !== null && isInPresale({ isPresale: part.is_presale === 1, presaleEndAt }, now)) {
      const { final: price, value: later_price } = priceOf(part.value, part.presale_discount, true);
      rows.push({ kind: 'presale_end', at: toIso(presaleEndAt), id, name, book_id, book_name, price, later_price });
    }
  }
  return rows;
}
