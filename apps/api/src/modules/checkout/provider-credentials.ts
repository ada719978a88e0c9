import { DAY_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { Tx } from '../../platform/db/db.ts';
import type { UserRow } from '../../platform/db/schema.ts';
import { type PaymentPort, PaymentUnauthorized } from '../../ports/payment.ts';
import { listAdmins } from '../auth/service.ts';
import { credentialsMail, queueMail } from '../mail/service.ts';
import type { CheckoutContext, CheckoutDeps } from './context.ts';
import * as repository from './repository.ts';

/** While the provider refuses our credentials one call in this time finds out whether it still does. */
const PROBE_EVERY_MS = 15 * MINUTE_MS;
/** Credentials that are refused, accepted and refused again are told of once in this time. */
const MAIL_EVERY_MS = DAY_MS;

/** Whether the payment provider accepts our credentials; instants in epoch milliseconds. */
export interface ProviderState {
  /** Null while they are accepted, or nobody asked yet. */
  readonly refusedSince: number | null;
  /** When it is asked again whether they are; null while they are. */
  readonly nextProbeAt: number | null;
}

/** What the credentials allow now: `probing` means that the next call finds out. */
export type Permission = 'granted' | 'probing' | 'refused';

/** The same port; whenever the provider refuses our credentials, that is written down before the failure goes on. */
export function watchCredentials(deps: Omit<CheckoutDeps, 'limiter'>): PaymentPort {
  const { payments } = deps;
  const watch = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
    try {
      return await call;
    } catch (error) {
      if (error instanceof PaymentUnauthorized) await noteRefused(deps);
      throw error;
    }
  };
  return {
    name: payments.name,
    createCheckout: async (...call) => watch(payments.createCheckout(...call)),
    getPayment: async (...call) => watch(payments.getPayment(...call)),
    searchPayments: async (...call) => watch(payments.searchPayments(...call)),
    refund: async (...call) => watch(payments.refund(...call)),
    cancelPayment: async (...call) => watch(payments.cancelPayment(...call)),
    probe: async () => watch(payments.probe()),
    ways: async () => watch(payments.ways()),
    account: async () => watch(payments.account()),
    verifyNotice: (...call) => payments.verifyNotice(...call),
  };
}

async function noteRefused(deps: Omit<CheckoutDeps, 'limiter'>): Promise<void> {
  const { db, clock, payments } = deps;
  const now = clock.now();
  // Read before: inside, the whole table of users would be part of what the transaction depends on.
  const admins = await listAdmins(db.read);
  await db.withTx(async (tx) => {
    const known = await repository.findFault(tx, payments.name);
    if (known && known.refused_since !== null) return;
    const isQuiet = known !== undefined && known.mailed_at !== null && known.mailed_at > now - MAIL_EVERY_MS;
    if (!isQuiet) await mailAdmins(tx, deps, admins, now);
    await repository.saveFault(tx, {
      provider: payments.name,
      refused_since: now,
      next_probe_at: now + PROBE_EVERY_MS,
      mailed_at: isQuiet ? known.mailed_at : now,
    });
  });
}

async function mailAdmins(
  tx: Tx,
  { seller, settings }: Pick<CheckoutDeps, 'seller' | 'settings'>,
  admins: readonly UserRow[],
  now: number,
): Promise<void> {
  for (const { id, name, email } of admins) {
    const content = credentialsMail({ shop: { seller, url: settings.publicUrl }, adminName: name, since: now });
    await queueMail(tx, email, `payment-credentials:${now}:${id}`, content, now);
  }
}

/** How things stand between the shop and its payment provider. */
export async function providerState({ db, payments }: Pick<CheckoutDeps, 'db' | 'payments'>): Promise<ProviderState> {
  const known = await repository.findFault(db.read, payments.name);
  return { refusedSince: known?.refused_since ?? null, nextProbeAt: known?.next_probe_at ?? null };
}

/** Whether the provider refuses our credentials, so that nothing is asked which nobody waits for. */
export async function isRefused(context: Pick<CheckoutDeps, 'db' | 'payments'>): Promise<boolean> {
  return (await providerState(context)).refusedSince !== null;
}

/**
 * Finds out, with one cheap call when it is time, whether the provider may be asked for refunds. After `probing` the
 * caller says by {@link noteAccepted} that its own call was accepted too: a token may be good for looking only.
 */
export async function askPermission({ db, clock, payments }: CheckoutContext): Promise<Permission> {
  if (!(await isRefused({ db, payments }))) return 'granted';
  const now = clock.now();
  const turn = { now, next: now + PROBE_EVERY_MS };
  if (!(await db.withTx(async (tx) => repository.takeProbe(tx, payments.name, turn)))) return 'refused';
  return payments.probe().then(
    () => 'probing' as const,
    () => 'refused' as const,
  );
}

/** The provider accepts our credentials again. */
export async function noteAccepted({ db, payments }: CheckoutContext): Promise<void> {
  await db.withTx(async (tx) => {
    const known = await repository.findFault(tx, payments.name);
    if (known) await repository.saveFault(tx, { ...known, refused_since: null, next_probe_at: null });
  });
}

/** Lets the next question find out whether refused credentials are accepted now: after a start, or when asked to. */
export async function probeSoon({ db, clock, payments }: CheckoutContext): Promise<void> {
  if (!(await isRefused({ db, payments }))) return;
  const now = clock.now();
  await db.withTx(async (tx) => {
    const known = await repository.findFault(tx, payments.name);
    if (known && known.refused_since !== null) await repository.saveFault(tx, { ...known, next_probe_at: now });
  });
}
