import { DAY_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { UserRow } from '../../platform/db/tables/accounts.ts';
import type { ProviderFaultRow } from '../../platform/db/tables/payments.ts';
import { type PaymentPort, PaymentUnauthorized, PaymentUnavailable } from '../../ports/payment.ts';
import { listAdmins } from '../auth/service.ts';
import { credentialsMail, queueMail, senderOf } from '../mail/service.ts';
import type { SaleContext, SaleDeps } from '../orders/context.ts';
import * as paymentRepository from './repository.ts';

/** While the provider refuses our credentials one call in this time finds out whether it still does. */
const PROBE_EVERY_MS = 15 * MINUTE_MS;
/** Credentials that are refused, accepted and refused again are told of once in this time. */
const MAIL_EVERY_MS = DAY_MS;
/** Those that stay refused are told of again after this time: a mail may have been lost, or forgotten. */
const REMIND_EVERY_MS = 7 * DAY_MS;

/**
 * Under which name it stands that refunds alone are refused: a token may be good for looking only, and a provider may
 * forbid a single refund. Payments are looked at and granted for all the same.
 */
const refundsOf = (provider: string): string => `${provider}:refunds`;
/** What has to be accepted for money to be sent back. */
const refundsNeed = (provider: string): readonly string[] => [provider, refundsOf(provider)];
/** The same for opening places to pay: the next buyer's click finds out whether it works again. */
const checkoutsOf = (provider: string): string => `${provider}:checkouts`;
/** Everything that may be refused. */
const allOf = (provider: string): readonly string[] => [...refundsNeed(provider), checkoutsOf(provider)];

/** Whether the payment provider accepts our credentials for all; instants in epoch milliseconds. */
export interface ProviderState {
  /** Null while they are accepted, or were not used yet. */
  readonly refusedSince: number | null;
  /** Whether only refunds are refused: people can buy, and get what they paid for. */
  readonly refundsOnly: boolean;
  /** When it is asked again whether they are; null while they are. */
  readonly nextProbeAt: number | null;
}

/** What the credentials allow now: `probing` means that the next call finds out. */
export type Permission = 'granted' | 'probing' | 'refused';

/**
 * The same port. One refusal of our credentials is not a dead token: the cheap probe is asked. When it is refused too, that is
 * written down before the failure goes on. When it is accepted, the call is made once more; a look that is refused again had no
 * usable answer and is tried later like any other, and what is refused besides looking is written down under its own name.
 * Whatever succeeds later ends what it shows to be over.
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

/** Whether our credentials are refused for all: they are known to be, or the probe is refused as well. */
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
  // Read before: inside, the whole table of users would be part of what the transaction depends on.
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

/** Places to pay are not probed: each would be one more of them. */
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
    const content = credentialsMail({ from: senderOf(seller, settings.publicUrl), adminName: name, ...fault });
    await queueMail(tx, email, `payment-credentials:${now}:${id}`, content, now);
  }
}

/** How things stand between the shop and its payment provider. */
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

/** Whether the provider refuses even questions, so that only those are asked for which a person waits. */
export async function isRefused({ db, payments }: Pick<SaleDeps, 'db' | 'payments'>): Promise<boolean> {
  return (await paymentRepository.findFaults(db.read, [payments.name])).some(isStanding);
}

/**
 * Finds out, with one cheap call when it is time, whether the provider may be asked for refunds. After `probing` the
 * caller says by {@link noteAccepted} that its own call was accepted too; payments may be looked at by then.
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

/** Lets the next question find out whether refused credentials are accepted now: after a start, or when asked to. */
export async function probeSoon({ db, clock, payments }: SaleContext): Promise<void> {
  if ((await providerState({ db, payments })).refusedSince === null) return;
  const now = clock.now();
  await db.withTx(async (tx) => {
    const faults = await paymentRepository.findFaults(tx, refundsNeed(payments.name));
    for (const fault of faults.filter(isStanding))
      await paymentRepository.saveFault(tx, { ...fault, next_probe_at: now });
  });
}
