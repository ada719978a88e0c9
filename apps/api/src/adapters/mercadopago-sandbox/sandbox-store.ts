import { createHash, randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import type { Clock } from '../../ports/clock.ts';
import * as repository from './repository.ts';
import { type ChargebackChange, chargebackIdOf, newChargeback, type SandboxChargeback } from './sandbox-chargeback.ts';
import {
  changePayment,
  COLLECTOR_ID,
  decideRefund,
  iso,
  newPayment,
  type PaymentChange,
  type preferenceInput,
  refundPayment,
  type SandboxPayment,
  type SandboxPreference,
  type SandboxRefund,
  type SandboxRefundStatus,
  sandboxRefundStatus,
} from './sandbox-payment.ts';
import { settlementReport } from './settlement-report.ts';

/** How the sandbox misbehaves on purpose. */
export const switchFields = z.object({
  notice: z.enum(['send', 'drop', 'bad_signature']),
  /** Relative to the buyer's redirect. */
  notice_when: z.enum(['before', 'after']),
  notice_delay_ms: z.int().min(0).max(600_000),
  notice_copies: z.int().min(1).max(50),
  /**
   * `lost_answer` executes the request and then breaks the connection; `refuse_refunds` refuses refunds only,
   * `forbid_refunds` does so because the token may not make any. `forbid_checkouts` refuses new checkouts alone.
   * `error_401_once` ends with the next call.
   */
  api: z.enum([
    'normal',
    'error_500',
    'error_429',
    'error_400',
    'error_401',
    'error_403',
    'error_401_once',
    'hang',
    'rubbish',
    'lost_answer',
    'refuse_refunds',
    'forbid_refunds',
    'forbid_checkouts',
  ]),
  /** How an order to refund is taken: most are made at once, some wait until the provider decides. */
  refunds: sandboxRefundStatus,
  /** The provider's search finds a payment some time after it was made; `behind` finds none. */
  search: z.enum(['current', 'behind']),
});
export type Switches = z.infer<typeof switchFields>;

const allOff: Switches = {
  notice: 'send',
  notice_when: 'before',
  notice_delay_ms: 0,
  notice_copies: 1,
  api: 'normal',
  refunds: 'approved',
  search: 'current',
};

export interface SandboxStore {
  createPreference(input: z.infer<typeof preferenceInput>, key: string | null): Promise<SandboxPreference>;
  preference(id: string): Promise<SandboxPreference | undefined>;
  preferenceByOrder(merchantOrder: string): Promise<SandboxPreference | undefined>;
  payment(id: string): Promise<SandboxPayment | undefined>;
  paymentsOf(by: 'preference_id' | 'external_reference', value: string): Promise<SandboxPayment[]>;
  /** Payments that changed since an instant, the newest change first. */
  paymentsChanged(since: number): Promise<SandboxPayment[]>;
  /**
   * Applies the buyer's decision on the checkout page: moves the pending payment or makes one; an approved one stays.
   */
  decide(preference: SandboxPreference, status: 'approved' | 'rejected' | 'pending'): Promise<SandboxPayment>;
  /** Sets any field of any payment, for tests; undefined when neither the payment nor the preference exists. */
  setPayment(id: number, preferenceId: string | undefined, change: PaymentChange): Promise<SandboxPayment | undefined>;
  /** Requests a refund once per key and answers as the switch says; `refused` when the payment has less money left. */
  refund(paymentId: string, amount: number | null, key: string): Promise<SandboxRefund | 'missing' | 'refused'>;
  /** Decides a refund of a payment, or reverses the decision; undefined when there is no such refund. */
  decideRefund(paymentId: string, refundId: number, status: SandboxRefundStatus): Promise<SandboxPayment | undefined>;
  /** The chargeback of a payment; undefined when there is none. */
  chargeback(paymentId: number): Promise<SandboxChargeback | undefined>;
  /** Opens the chargeback of a payment, or changes it; undefined when there is no such payment. */
  setChargeback(paymentId: number, change: ChargebackChange): Promise<SandboxChargeback | undefined>;
  /** Ends a pending payment. */
  cancel(id: string): Promise<SandboxPayment | 'missing' | 'refused'>;
  /** The report of a month as the provider's panel gives it, CSV; see {@link settlementReport}. */
  report(from: number, to: number): Promise<string>;
  switches(): Promise<Switches>;
  setSwitches(change: Partial<Switches> | null): Promise<Switches>;
}

const SWITCHES = 'switches';
/** Above every id that tests are likely to choose. */
const FIRST_ID = 100_000_000_000;
const newNumber = (): number => FIRST_ID + randomInt(2 ** 40);

/** State of the sandbox, in the shop's own database so that it survives a restart. */
export function createSandboxStore({ db, clock }: { db: Db; clock: Clock }): SandboxStore {
  const read = async (): Promise<Switches> => readSwitches(db);
  return {
    createPreference: async (input, key) =>
      db.withTx(async (tx) => repository.keepPreference(tx, buildPreference(input, key, clock.now()), clock.now())),
    preference: async (id) => repository.findPreference(db.read, id),
    preferenceByOrder: async (merchantOrder) => repository.findPreferenceByOrder(db.read, merchantOrder),
    payment: async (id) => repository.findPayment(db.read, id),
    paymentsOf: async (by, value) => repository.listPayments(db.read, by, value),
    paymentsChanged: async (since) =>
      (await repository.allPayments(db.read))
        .filter(({ date_last_updated: at }) => Date.parse(at) >= since)
        .toSorted((a, b) => Date.parse(b.date_last_updated) - Date.parse(a.date_last_updated)),
    decide: async (preference, status) =>
      db.withTx(async (tx) => {
        const existingPayments = await repository.listPayments(tx, 'preference_id', preference.id);
        const settled = existingPayments.find(
          (payment) => !['pending', 'in_process', 'rejected', 'cancelled'].includes(payment.status),
        );
        if (settled) return settled;
        const pendingPayment = existingPayments.find(
          (payment) => payment.status === 'pending' || payment.status === 'in_process',
        );
        const payment = pendingPayment ?? newPayment(newNumber(), preference, clock.now());
        const decided = changePayment(payment, { status }, clock.now());
        await repository.savePayment(tx, decided, clock.now());
        return decided;
      }),
    setPayment: async (id, preferenceId, change) =>
      db.withTx(async (tx) => {
        const existingPayment = await repository.findPayment(tx, String(id));
        const preference = preferenceId === undefined ? undefined : await repository.findPreference(tx, preferenceId);
        const payment = existingPayment ?? (preference && newPayment(id, preference, clock.now()));
        if (!payment) return undefined;
        const changed = changePayment(payment, change, clock.now());
        await repository.savePayment(tx, changed, clock.now());
        return changed;
      }),
    cancel: async (id) => cancel({ db, clock }, id),
    refund: async (paymentId, amount, key) => refund({ db, clock }, paymentId, amount, key, (await read()).refunds),
    decideRefund: async (paymentId, id, status) =>
      db.withTx(async (tx) => {
        const payment = await repository.findPayment(tx, paymentId);
        const decided = payment && decideRefund(payment, { id, status, now: clock.now() });
        if (decided) await repository.savePayment(tx, decided, clock.now());
        return decided ?? undefined;
      }),
    chargeback: async (paymentId) => repository.findSetting<SandboxChargeback>(db.read, chargebackIdOf(paymentId)),
    setChargeback: async (paymentId, change) => setChargeback({ db, clock }, paymentId, change),
    report: async (from, to) => settlementReport(await repository.allPayments(db.read), from, to),
    switches: read,
    setSwitches: async (change) =>
      db.withTx(async (tx) => {
        const current = change === null ? {} : await repository.findSetting<Partial<Switches>>(tx, SWITCHES);
        const next: Switches = { ...allOff, ...current, ...change };
        await repository.saveSetting(tx, SWITCHES, next);
        return next;
      }),
  };
}

/** A preference whose id follows from the idempotency key, so that a repeated call finds the first one's. */
function buildPreference(input: z.infer<typeof preferenceInput>, key: string | null, now: number): SandboxPreference {
  const unique = createHash('sha256')
    .update(key ?? randomUUID())
    .digest();
  const id = `${COLLECTOR_ID}-${unique.subarray(0, 16).toString('hex')}`;
  const checkout = `${new URL(input.back_urls.success).origin}/sandbox/mercadopago/checkout/${id}`;
  return {
    ...input,
    id,
    merchant_order_id: FIRST_ID + unique.readUIntBE(16, 5),
    init_point: checkout,
    sandbox_init_point: checkout,
    collector_id: COLLECTOR_ID,
    date_created: iso(now),
  };
}

async function readSwitches(db: Db): Promise<Switches> {
  return { ...allOff, ...(await repository.findSetting<Partial<Switches>>(db.read, SWITCHES)) };
}

async function setChargeback(
  { db, clock }: { db: Db; clock: Clock },
  paymentId: number,
  change: ChargebackChange,
): Promise<SandboxChargeback | undefined> {
  return db.withTx(async (tx) => {
    const payment = await repository.findPayment(tx, String(paymentId));
    if (!payment) return undefined;
    const id = chargebackIdOf(paymentId);
    const storedChargeback = await repository.findSetting<SandboxChargeback>(tx, id);
    const chargebackBefore = storedChargeback ?? newChargeback(payment, clock.now());
    const chargeback = { ...chargebackBefore, ...change, date_last_updated: iso(clock.now()) };
    await repository.saveSetting(tx, id, chargeback);
    return chargeback;
  });
}

async function cancel(
  { db, clock }: { db: Db; clock: Clock },
  id: string,
): Promise<SandboxPayment | 'missing' | 'refused'> {
  return db.withTx(async (tx) => {
    const payment = await repository.findPayment(tx, id);
    if (!payment) return 'missing';
    if (payment.status !== 'pending' && payment.status !== 'in_process') return 'refused';
    const cancelled = changePayment(payment, { status: 'cancelled', status_detail: 'by_collector' }, clock.now());
    await repository.savePayment(tx, cancelled, clock.now());
    return cancelled;
  });
}

async function refund(
  { db, clock }: { db: Db; clock: Clock },
  paymentId: string,
  amount: number | null,
  key: string,
  status: SandboxRefundStatus,
): Promise<SandboxRefund | 'missing' | 'refused'> {
  return db.withTx(async (tx) => {
    const answered = await repository.findAnswer(tx, key);
    if (answered) return answered.paymentId === paymentId ? (answered.body as SandboxRefund) : 'refused';
    const payment = await repository.findPayment(tx, paymentId);
    if (!payment) return 'missing';
    const result = refundPayment(payment, { id: newNumber(), amount, status, now: clock.now() });
    if (!result) return 'refused';
    await repository.savePayment(tx, result.payment, clock.now());
    await repository.keepAnswer(tx, key, paymentId, result.refund, clock.now());
    return result.refund;
  });
}
