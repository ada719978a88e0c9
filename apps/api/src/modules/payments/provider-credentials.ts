import { DAY_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { UserRow } from '../../platform/db/tables/accounts.ts';
import type { ProviderFaultRow } from '../../platform/db/tables/payments.ts';
import { type PaymentPort, PaymentUnauthorized, PaymentUnavailable } from '../../ports/payment.ts';
import { listAdmins } from '../auth/service.ts';
import { credentialsMail, queueMail, mailSenderOf } from '../mail/service.ts';
import type { SaleContext, SaleDeps } from '../orders/context.ts';
import * as paymentRepository from './repository.ts';

/** Interval of the calls that check refused credentials. */
const PROBE_EVERY_MS = 15 * MINUTE_MS;
/** Least time between two mails when credentials are refused, accepted and refused again. */
const MAIL_EVERY_MS = DAY_MS;
/** Admins are mailed again after this time while the credentials stay refused: a mail may be lost or forgotten. */
const REMIND_EVERY_MS = 7 * DAY_MS;

/**
 * Name of the fault when refunds alone are refused: a token may allow reading only, and a provider may forbid a
 * single refund. Payments are still read and granted for.
 */
const refundsOf = (provider: string): string => `${provider}:refunds`;
/** Faults that stop refunds. */
const refundsNeed = (provider: string): readonly string[] => [provider, refundsOf(provider)];
/**
 * Name of the fault when opening places to pay is refused. No probe asks: the next buyer's click finds out whether it
 * is over.
 */
const checkoutsOf = (provider: string): string => `${provider}:checkouts`;
/** Kinds of calls that may be refused. */
const allOf = (provider: string): readonly string[] => [...refundsNeed(provider), checkoutsOf(provider)];

/** Whether the payment provider accepts our credentials for all; instants in epoch milliseconds. */
export interface ProviderState {
  /** Null while they are accepted, or were not used yet. */
  readonly refusedSince: number | null;
  /** Whether only refunds are refused: people can buy, and get what they paid for. */
  readonly refundsOnly: boolean;
  /** When the provider is probed next; null while it accepts the credentials. */
  readonly nextProbeAt: number | null;
}

/** Current permission of the credentials: `probing` means that the next call finds out. */
export type Permission = 'granted' | 'probing' | 'refused';

/**
 * Wraps the port. One refusal does not prove that the token is invalid, so a cheap probe follows. A refused probe is
 * recorded before the error is thrown. After a successful probe the call is repeated once; a read that is refused again
 * counts as unanswered and is tried later, and a refused kind of call other than reading is recorded separately. Each
 * later success ends the recorded refusals that it disproves.
 */
export function watchCredentials(deps: Omit<SaleDeps, 'limiter'>): PaymentPort {
  const { payments } = deps;
  const looks = payments.name;
  const watch = async <Answer>(call: () => Promise<Answer>, permission = looks): Promise<Answer> => {
    const succeed = async (): Promise<Answer> => {
      const answer = await call();
      await endFaults(deps.db, [looks, permission]);
      return answer;
    };
    try {
      return await succeed();
    } catch (error) {
      if (!(error instanceof PaymentUnauthorized)) throw error;
      if (await isBorneOut(deps)) {
        await noteRefused(deps, permission === refundsOf(looks) ? permission : looks);
        throw error;
      }
    }
    try {
      return await succeed();
    } catch (error) {
      if (!(error instanceof PaymentUnauthorized)) throw error;
      if (permission === looks)
        throw new PaymentUnavailable('a refusal that the probe does not bear out', { cause: error });
      await noteRefused(deps, permission);
      throw error;
    }
  };
  return {
    name: payments.name,
    createCheckout: async (...call) => watch(async () => payments.createCheckout(...call), checkoutsOf(looks)),
    getPayment: async (...call) => watch(async () => payments.getPayment(...call)),
    searchPayments: async (...call) => watch(async () => payments.searchPayments(...call)),
    changedPayments: async (...call) => watch(async () => payments.changedPayments(...call)),
    refund: async (...call) => watch(async () => payments.refund(...call), refundsOf(looks)),
    refunds: async (...call) => watch(async () => payments.refunds(...call)),
    cancelPayment: async (...call) => watch(async () => payments.cancelPayment(...call)),
    getChargeback: async (...call) => watch(async () => payments.getChargeback(...call)),
    probe: async () => watch(async () => payments.probe()),
    ways: async () => watch(async () => payments.ways()),
    account: async () => watch(async () => payments.account()),
    verifyNotice: (...call) => payments.verifyNotice(...call),
  };
}

/** Whether our credentials are refused for all calls: the fault is noted already, or the probe is refused too. */
async function isBorneOut(deps: Omit<SaleDeps, 'limiter'>): Promise<boolean> {
  if (await isRefused(deps)) return true;
  return deps.payments.probe().then(
    () => false,
    (error: unknown) => error instanceof PaymentUnauthorized,
  );
}

/** @param permission of {@link allOf} */
async function noteRefused(deps: Omit<SaleDeps, 'limiter'>, permission: string): Promise<void> {
  const { db, clock, payments } = deps;
  const now = clock.now();
  // Reads the admins before the transaction, which would depend on the whole table of users otherwise.
  const admins = await listAdmins(db.read);
  await db.withTx(async (tx) => {
    const faults = await paymentRepository.findFaults(tx, allOf(payments.name));
    const storedFault = faults.find(({ provider }) => provider === permission);
    const since = storedFault?.refused_since ?? null;
    const quietMs = since === null ? MAIL_EVERY_MS : REMIND_EVERY_MS;
    const isQuiet = faults.some(({ mailed_at: at }) => at !== null && at > now - quietMs);
    if (!isQuiet) {
      const refundsOnly =
        permission === refundsOf(payments.name) &&
        !faults.some((fault) => fault.provider !== permission && isStanding(fault));
      await mailAdmins(tx, deps, admins, { since: since ?? now, now, refundsOnly });
    }
    await paymentRepository.saveFault(tx, {
      provider: permission,
      refused_since: since ?? now,
      next_probe_at: nextProbe(payments.name, permission, storedFault, now),
      mailed_at: isQuiet ? (storedFault?.mailed_at ?? null) : now,
    });
  });
}

/** Opening places to pay is not probed: each probe would open one. */
function nextProbe(
  provider: string,
  permission: string,
  storedFault: ProviderFaultRow | undefined,
  now: number,
): number | null {
  if (permission === checkoutsOf(provider)) return null;
  return storedFault && isStanding(storedFault) ? storedFault.next_probe_at : now + PROBE_EVERY_MS;
}

async function mailAdmins(
  tx: Tx,
  { seller, settings }: Pick<SaleDeps, 'seller' | 'settings'>,
  admins: readonly UserRow[],
  { now, ...fault }: { readonly since: number; readonly now: number; readonly refundsOnly: boolean },
): Promise<void> {
  for (const { id, name, email } of admins) {
    const content = credentialsMail({ from: mailSenderOf(seller, settings.publicUrl), adminName: name, ...fault });
    await queueMail(tx, email, `payment-credentials:${now}:${id}`, content, now);
  }
}

/** State of the shop's credentials at the payment provider. */
export async function providerState({ db, payments }: Pick<SaleDeps, 'db' | 'payments'>): Promise<ProviderState> {
  const refused = (await paymentRepository.findFaults(db.read, allOf(payments.name))).filter(isStanding);
  const first = (instants: readonly (number | null)[]): number | null => {
    const knownInstants = instants.filter((instant) => instant !== null);
    return knownInstants.length === 0 ? null : Math.min(...knownInstants);
  };
  return {
    refusedSince: first(refused.map(({ refused_since: since }) => since)),
    refundsOnly: refused.length > 0 && refused.every(({ provider }) => provider === refundsOf(payments.name)),
    nextProbeAt: first(refused.map(({ next_probe_at: next }) => next)),
  };
}

const isStanding = ({ refused_since: since }: ProviderFaultRow): boolean => since !== null;

/** Returns whether the provider refuses reads too, so that jobs should not call it. */
export async function isRefused({ db, payments }: Pick<SaleDeps, 'db' | 'payments'>): Promise<boolean> {
  return (await paymentRepository.findFaults(db.read, [payments.name])).some(isStanding);
}

/**
 * Checks with one cheap call, when it is due, whether the provider may be asked for refunds. After `probing` the caller
 * reports by {@link noteAccepted} that its own call was accepted.
 */
export async function askPermission({ db, clock, payments }: SaleContext): Promise<Permission> {
  const faults = await paymentRepository.findFaults(db.read, refundsNeed(payments.name));
  if (!faults.some(isStanding)) return 'granted';
  const now = clock.now();
  const turn = { now, next: now + PROBE_EVERY_MS };
  if (!(await db.withTx(async (tx) => paymentRepository.takeProbe(tx, refundsNeed(payments.name), turn))))
    return 'refused';
  const mayLook = await payments.probe().then(
    () => true,
    () => false,
  );
  if (!mayLook) return 'refused';
  await endFaults(db, [payments.name]);
  return 'probing';
}

/** The provider accepts our credentials again. */
export async function noteAccepted({ db, payments }: SaleContext): Promise<void> {
  await endFaults(db, refundsNeed(payments.name));
}

async function endFaults(db: Db, names: readonly string[]): Promise<void> {
  if (!(await paymentRepository.findFaults(db.read, names)).some(isStanding)) return;
  await db.withTx(async (tx) => {
    for (const fault of await paymentRepository.findFaults(tx, names))
      await paymentRepository.saveFault(tx, { ...fault, refused_since: null, next_probe_at: null });
  });
}

/** Makes the next call probe refused credentials; called after a start and by 'Reintentar ahora'. */
export async function probeSoon({ db, clock, payments }: SaleContext): Promise<void> {
  if ((await providerState({ db, payments })).refusedSince === null) return;
  const now = clock.now();
  await db.withTx(async (tx) => {
    const faults = await paymentRepository.findFaults(tx, refundsNeed(payments.name));
    for (const fault of faults.filter(isStanding))
      await paymentRepository.saveFault(tx, { ...fault, next_probe_at: now });
  });
}
