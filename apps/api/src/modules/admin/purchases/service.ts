import { toIso } from '../../../platform/to-iso.ts';
import type { OpenPayments, Purchase } from '@cuentos/contract/admin/purchases';
import type { Db } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Page, PageRequest } from '../../../platform/http/paging.ts';
import type { Clock } from '../../../ports/clock.ts';
import { recordAudit } from '../../audit/service.ts';
import { findLiveUser } from '../../auth/service.ts';
import { findPart } from '../../books/service.ts';
import type { CheckoutService } from '../../checkout/service.ts';
import { grantEarlyAccess, grantPart, revokeGiven } from '../../entitlements/service.ts';
import * as repository from './repository.ts';

/** Who granted a part that came with the demonstration shop or an import. */
const SYSTEM = 'sistema';

interface Refund {
  readonly orderId: string;
  readonly partId: string | null;
  readonly paymentId: string | null;
  readonly reason: string;
}

interface PaymentReason {
  readonly paymentId: string;
  readonly reason: string;
}

export interface AdminPurchaseService {
  /** 'Purchases', newest first. */
  list(page: PageRequest): Promise<Page<Purchase>>;
  /** Who reads what early, newest first; also what has run out, until it is revoked. */
  listEarlyAccess(page: PageRequest): Promise<Page<Purchase>>;
  /** Everything that a user ever bought or was granted. */
  ofUser(userId: string): Promise<Purchase[]>;
  /** What a user holds now, early access too. @throws {AppError} user_not_found */
  holdings(userId: string): Promise<Purchase[]>;
  /** Gives a part for good; no sale in figures. @throws {AppError} user_not_found, part_not_found, already_owned */
  grant(actor: Caller, userId: string, partId: string): Promise<string>;
  /** Revokes what an admin gave; never what was bought or free. @throws {AppError} grant_not_found */
  revokeGrant(actor: Caller, userId: string, partId: string): Promise<void>;
  /** @throws {AppError} user_not_found, part_not_found, invalid_request when the end lies in the past */
  grantEarlyAccess(actor: Caller, userId: string, partId: string, expiresAt: number | null): Promise<void>;
  /** @throws {AppError} early_access_not_found */
  revokeEarlyAccess(actor: Caller, userId: string, partId: string): Promise<void>;
  /** Requests that money goes back; access ends when the provider has agreed. Returns the refund's id. */
  refund(actor: Caller, refund: Refund): Promise<string>;
  /** What is neither granted for nor returned, and whether the provider accepts our credentials. */
  openPayments(): Promise<OpenPayments>;
  /** Requests that all that is left of one payment goes back. @throws {AppError} payment_not_found, refund_not_possible */
  refundPayment(actor: Caller, action: PaymentReason): Promise<string>;
  /** Tries the refunds of a payment now. @throws {AppError} payment_not_found, nothing_to_retry */
  retryPayment(actor: Caller, paymentId: string): Promise<void>;
  /** Closes what was settled outside of the shop. @throws {AppError} payment_not_found, payment_not_open */
  settlePayment(actor: Caller, action: PaymentReason): Promise<void>;
}

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly checkout: Pick<
    CheckoutService,
    'requestRefund' | 'requestPaymentRefund' | 'retryRefunds' | 'settleOutside' | 'openPayments'
  >;
}

/** Purchases as admins see and change them. */
export function createAdminPurchaseService({ db, clock, checkout }: Deps): AdminPurchaseService {
  const present = async (rows: readonly repository.PurchaseRecord[]): Promise<Purchase[]> => {
    const orders = rows.map((row) => row.order_id).filter((id) => id !== null);
    const payments = await repository.paymentsOfOrders(db.read, orders);
    return rows.map((row) => presentPurchase(row, payments.get(row.order_id ?? '')));
  };
  return {
    async list(page) {
      const { rows, total } = await repository.listPurchases(db, page, 'ownership');
      return { rows: await present(rows), total };
    },
    async listEarlyAccess(page) {
      const { rows, total } = await repository.listPurchases(db, page, 'early_access');
      return { rows: await present(rows), total };
    },
    ofUser: async (userId) => present(await repository.purchasesOf(db.read, userId)),
    async holdings(userId) {
      await requireUser(db, userId);
      return present(await repository.holdingsOf(db.read, userId));
    },
    async grant(actor, userId, partId) {
      await requireUser(db, userId);
      await requirePart(db, partId);
      const now = clock.now();
      const { userId: actorId } = actor;
      const grant = { userId, partId, source: 'grant', orderId: null, grantedBy: actorId, expiresAt: null } as const;
      await db.withTx(async (tx) => {
        if (!(await grantPart(tx, grant, now))) {
          throw new AppError('already_owned', { detail: 'Error: el libro ya ha sido adquirido por el usuario.' });
        }
        await recordAudit(tx, { actorId, action: 'part.granted', subject: partId, detail: { user: userId } }, now);
      });
      return partId;
    },
    revokeGrant: async (actor, userId, partId) => revoke({ db, clock }, actor, { userId, partId, source: 'grant' }),
    grantEarlyAccess: async (actor, userId, partId, expiresAt) =>
      letReadEarly({ db, clock }, actor, { userId, partId, expiresAt }),
    revokeEarlyAccess: async (actor, userId, partId) =>
      revoke({ db, clock }, actor, { userId, partId, source: 'early_access' }),
    refund: async (actor, refund) => checkout.requestRefund({ ...refund, actorId: actor.userId }),
    openPayments: async () => checkout.openPayments(),
    refundPayment: async (actor, action) => checkout.requestPaymentRefund({ ...action, actorId: actor.userId }),
    retryPayment: async (actor, paymentId) => checkout.retryRefunds({ paymentId, actorId: actor.userId }),
    settlePayment: async (actor, action) => checkout.settleOutside({ ...action, actorId: actor.userId }),
  };
}

async function requireUser(db: Db, userId: string): Promise<void> {
  if (!(await findLiveUser(db.read, userId))) throw new AppError('user_not_found');
}

/** What left the shop is given to nobody any more. */
async function requirePart(db: Db, partId: string): Promise<void> {
  const found = await findPart(db.read, partId);
  if (!found || found.part.is_active !== 1 || found.book.is_active !== 1) throw new AppError('part_not_found');
}

interface EarlyAccess {
  readonly userId: string;
  readonly partId: string;
  readonly expiresAt: number | null;
}

async function letReadEarly(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId: actorId }: Caller,
  { userId, partId, expiresAt }: EarlyAccess,
): Promise<void> {
  const now = clock.now();
  if (expiresAt !== null && expiresAt <= now) {
    throw new AppError('invalid_request', { fields: { expires_at: 'La fecha debe estar en el futuro.' } });
  }
  await requireUser(db, userId);
  await requirePart(db, partId);
  const detail = { user: userId, expires_at: expiresAt };
  await db.withTx(async (tx) => {
    await grantEarlyAccess(tx, { userId, partId, grantedBy: actorId, expiresAt }, now);
    await recordAudit(tx, { actorId, action: 'early_access.given', subject: partId, detail }, now);
  });
}

interface Given {
  readonly userId: string;
  readonly partId: string;
  readonly source: 'early_access' | 'grant';
}

const revocations = {
  early_access: { action: 'early_access.taken', missing: 'early_access_not_found' },
  grant: { action: 'part.grant_revoked', missing: 'grant_not_found' },
} as const;

async function revoke(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId: actorId }: Caller,
  given: Given,
): Promise<void> {
  const now = clock.now();
  const { userId, partId, source } = given;
  const { action, missing } = revocations[source];
  await db.withTx(async (tx) => {
    if (!(await revokeGiven(tx, given, now))) throw new AppError(missing);
    await recordAudit(tx, { actorId, action, subject: partId, detail: { user: userId } }, now);
  });
}

function presentPurchase(row: repository.PurchaseRecord, payment: repository.PaymentOfOrder | undefined): Purchase {
  const info = purchaseInfoOf(row, payment);
  return {
    id: row.id,
    user_id: row.user_id,
    user_name: row.user_name,
    user_email: row.user_email,
    book_id: row.book_id,
    book_part_id: row.part_id,
    book_name: row.book_name,
    book_part_name: row.part_name,
    purchase_date: toIso(row.granted_at),
    ...(info ? { purchase_info: info } : {}),
    source: row.source,
    order_id: row.order_id,
    order_state: row.order_state,
    amount: row.amount,
    expires_at: toIso(row.expires_at),
    revoked_at: toIso(row.revoked_at),
  };
}

/** Where an entitlement came from, in one of three variants: a payment, a person of the team, or neither. */
function purchaseInfoOf(
  { source, granter_name }: repository.PurchaseRecord,
  payment: repository.PaymentOfOrder | undefined,
): Purchase['purchase_info'] {
  if (source === 'grant' || source === 'early_access') return { created_by: granter_name ?? SYSTEM };
  if (!payment) return undefined;
  const { id: paymentId, provider_payment_id: id, status, method, fee, amount } = payment;
  return { data: { id, payment_id: paymentId, status, method, fee, amount } };
}
