import { DAY_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChargebackChange } from '../../adapters/mercadopago-sandbox/sandbox-chargeback.ts';
import type { SandboxRefundStatus } from '../../adapters/mercadopago-sandbox/sandbox-payment.ts';
import { addReader } from '../../testing/fixtures.ts';
import { type Bought, openShop, type Reader, type TestShop } from '../orders/testing/open-shop.ts';

/** Tests each row of docs/payment-states.md against the sandbox. */
const table = readFileSync(new URL('../../../../../docs/payment-states.md', import.meta.url), 'utf8');

let shop: TestShop;
let actorId: string;
let reader: Reader;
let bought: Bought;
let partId: string;
let nextId = 400_000;
beforeAll(async () => {
  shop = await openShop();
  actorId = (await addReader(shop, { role: 'admin', name: 'Zoila Jefa' })).user.id;
});
afterAll(async () => shop.close());
afterEach(async () => shop.setSwitches({ api: 'normal', notice: 'send', refunds: 'approved' }));

/** An event of a payment of the order. */
type Step =
  | { readonly status: string; readonly detail?: string; readonly change?: object; readonly isUntold?: boolean }
  | { readonly refund: SandboxRefundStatus }
  | { readonly decide: SandboxRefundStatus }
  /** A chargeback is opened or changed, and only its own notice is sent. */
  | { readonly chargeback: ChargebackChange }
  /** Later steps apply to another payment of the same order, or to the first one again. */
  | 'another payment'
  | 'the first payment'
  | 'closed by an admin'
  | 'a week later'
  | 'the changes'
  | 'jobs';

const reportStep = (status: string, detail?: string, change: object = {}): Step =>
  detail === undefined ? { status, change } : { status, detail, change };
const paid = reportStep('approved', 'accredited');
/** The payment changes, and its own notice is lost. */
const untold = (detail: string): Step => ({ status: 'charged_back', detail, isUntold: true });

/** The steps that lead to each row of the table. */
const rows: Readonly<Record<string, readonly Step[]>> = {
  'pending: pending_waiting_payment': [reportStep('pending', 'pending_waiting_payment')],
  'pending: pending_waiting_transfer': [reportStep('pending', 'pending_waiting_transfer')],
  'pending: pending_challenge': [reportStep('pending', 'pending_challenge')],
  'in_process: pending_contingency': [reportStep('in_process', 'pending_contingency')],
  'in_process: pending_review_manual': [reportStep('in_process', 'pending_review_manual')],
  'in_process: offline_process': [reportStep('in_process', 'offline_process')],
  'in_process: deferred_retry': [reportStep('in_process', 'deferred_retry')],
  'authorized: pending_capture': [reportStep('authorized', 'pending_capture')],
  'a state that nobody heard of': [reportStep('sleeping')],
  'approved: accredited': [paid],
  'rejected: cc_rejected_insufficient_amount': [reportStep('rejected', 'cc_rejected_insufficient_amount')],
  'rejected: bank_error': [reportStep('rejected', 'bank_error')],
  'cancelled: expired': [reportStep('cancelled', 'expired')],
  'cancelled: by_payer': [reportStep('cancelled', 'by_payer')],
  'cancelled: by_collector': [reportStep('cancelled', 'by_collector')],
  'pending, then approved': [reportStep('pending'), paid],
  'pending, then cancelled': [reportStep('pending'), reportStep('cancelled', 'expired')],
  'rejected, then approved late': [reportStep('rejected'), paid],
  'cancelled, then approved late': [reportStep('cancelled', 'expired'), paid],
  'rejected, then in_process': [reportStep('rejected'), reportStep('in_process', 'deferred_retry')],
  'rejected, then another payment approved': [reportStep('rejected'), 'another payment', paid],
  'cancelled, another one approved, then the first approved late': [
    reportStep('cancelled', 'expired'),
    'another payment',
    paid,
    'the first payment',
    paid,
  ],
  'approved, another one approved as well': [paid, 'another payment', paid],
  'approved with another amount': [reportStep('approved', 'accredited', { transaction_amount: 1000 })],
  'approved in another currency': [reportStep('approved', 'accredited', { currency_id: 'ARS' })],
  'approved for another account': [reportStep('approved', 'accredited', { collector_id: 7 })],
  'approved with another amount, returned at its site': [
    reportStep('approved', 'accredited', { transaction_amount: 1000 }),
    reportStep('refunded'),
  ],
  'approved, then told rejected': [paid, reportStep('rejected')],
  'approved, then told with another amount': [paid, reportStep('approved', 'accredited', { transaction_amount: 1000 })],
  'approved: partially_refunded at its site': [
    paid,
    reportStep('approved', 'partially_refunded', { transaction_amount_refunded: 490 }),
  ],
  'refunded: refunded at its site': [paid, reportStep('refunded', 'refunded')],
  'refunded: by_admin': [paid, reportStep('refunded', 'by_admin')],
  'refunded: bpp_refunded': [paid, reportStep('refunded', 'bpp_refunded')],
  'refunded: bpp_covered': [paid, reportStep('refunded', 'bpp_covered')],
  'refunded at its site, then approved again': [paid, reportStep('refunded'), paid],
  'refund ordered, in_process': [paid, { refund: 'in_process' }],
  'refund ordered, then approved': [paid, { refund: 'in_process' }, { decide: 'approved' }, 'jobs'],
  'refund ordered, then rejected': [paid, { refund: 'in_process' }, { decide: 'rejected' }, 'jobs'],
  'refund ordered, then cancelled': [paid, { refund: 'in_process' }, { decide: 'cancelled' }, 'jobs'],
  'refund approved, then rejected': [paid, { refund: 'approved' }, { decide: 'rejected' }, 'jobs'],
  'in_mediation: pending': [paid, reportStep('in_mediation', 'pending')],
  'in_mediation, then approved': [paid, reportStep('in_mediation'), paid],
  'in_mediation, then refunded': [paid, reportStep('in_mediation'), reportStep('refunded')],
  'charged_back: in_process': [paid, reportStep('charged_back', 'in_process')],
  'charged_back: settled': [paid, reportStep('charged_back', 'in_process'), reportStep('charged_back', 'settled')],
  'charged_back: settled, then closed by an admin': [
    paid,
    reportStep('charged_back', 'in_process'),
    reportStep('charged_back', 'settled'),
    'closed by an admin',
  ],
  'charged_back: reimbursed, covered or won': [
    paid,
    reportStep('charged_back', 'in_process'),
    reportStep('charged_back', 'reimbursed'),
  ],
  'charged_back before anything was granted': [reportStep('charged_back', 'in_process')],
  'chargeback told by its notice alone: in_process': [paid, untold('in_process'), { chargeback: {} }],
  'chargeback told by its notice alone: settled, not covered': [
    paid,
    untold('in_process'),
    { chargeback: {} },
    untold('settled'),
    { chargeback: { coverage_applied: false, documentation_status: 'not_supplied' } },
  ],
  'chargeback told by its notice alone: reimbursed, covered': [
    paid,
    untold('in_process'),
    { chargeback: {} },
    untold('reimbursed'),
    { chargeback: { coverage_applied: true, documentation_status: 'valid' } },
  ],
  'chargeback told before its payment changes': [paid, { chargeback: {} }],
  'chargeback whose information nobody can read': [
    paid,
    untold('in_process'),
    {
      chargeback: {
        coverage_applied: 'yes',
        coverage_elegible: ['?'],
        documentation_required: 'perhaps',
        documentation_status: false,
        date_documentation_deadline: 'soon',
      },
    },
  ],
  'chargeback of other money than the payment': [paid, untold('in_process'), { chargeback: { currency: 'ARS' } }],
  'chargeback that names no payment, then one that does': [
    paid,
    untold('in_process'),
    { chargeback: { payments: [] } },
    { chargeback: { payments: ['FIRST'] } },
  ],
  'approved, all notices lost': [{ status: 'approved', isUntold: true }, 'jobs'],
  'cancelled, then approved a week later, all notices lost': [
    reportStep('cancelled', 'expired'),
    'a week later',
    { status: 'approved', isUntold: true },
    'the changes',
  ],
  'charged_back after a week, all notices lost': [
    paid,
    'a week later',
    { status: 'charged_back', isUntold: true },
    'the changes',
  ],
  'refunded at its site after a week, all notices lost': [
    paid,
    'a week later',
    { status: 'refunded', isUntold: true },
    'the changes',
  ],
};

/** Cells of each row of the table, by the row's first cell. */
const documented = new Map(
  table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => {
      const [name = '', ...cells] = line
        .slice(2, -2)
        .split('|')
        .map((cell) => cell.trim());
      return [name, cells] as const;
    }),
);

async function takeSteps(steps: readonly Step[]): Promise<void> {
  const first = (nextId += 2);
  let paymentId = first;
  for (const step of steps) {
    // Each step gets its own second, since mails of one millisecond have no defined order.
    shop.clock.time += 1000;
    if (step === 'another payment') paymentId = first + 1;
    else if (step === 'the first payment') paymentId = first;
    else if (step === 'jobs') await runJobs();
    else if (step === 'a week later') await passWeek();
    else if (step === 'the changes') await lookForChanges();
    else if (step === 'closed by an admin') await close(paymentId);
    else if (typeof step !== 'string' && 'status' in step) await tell(paymentId, step);
    else if (typeof step !== 'string' && 'chargeback' in step) await disputeOf(paymentId, step.chargeback);
    else if (typeof step !== 'string' && 'refund' in step) await refund(step.refund);
    else if (typeof step !== 'string') await shop.decideRefund(paymentId, step.decide);
    await shop.settled();
  }
}

async function tell(
  paymentId: number,
  { status, detail, change, isUntold }: Extract<Step, { status: string }>,
): Promise<void> {
  const isKnown = status !== 'sleeping';
  const words = detail === undefined ? {} : { status_detail: detail };
  // The sandbox refuses unknown states, so an unknown state of the provider is set as one in process.
  const state = { status: isKnown ? status : 'in_process', ...words, ...change };
  await shop.setPayment(paymentId, { preference_id: bought.id, ...state, notify: !isUntold } as never);
}

/** The provider may name payments as numbers or as text. */
async function disputeOf(paymentId: number, { payments, ...change }: ChargebackChange): Promise<void> {
  const named = payments?.map(() => String(paymentId));
  await shop.setChargeback(paymentId, named ? { ...change, payments: named } : change);
}

async function refund(taken: SandboxRefundStatus): Promise<void> {
  await shop.setSwitches({ refunds: taken });
  await shop.services.refunds.requestRefund({ orderId: bought.order_id, partId: null, reason: 'la pidió', actorId });
  await shop.settled();
  // New refunds stay undecided, so that the row shows how they wait.
  await shop.setSwitches({ refunds: 'in_process' });
}

async function runJobs(): Promise<void> {
  shop.clock.time += 3 * MINUTE_MS;
  await shop.services.orders.reconcileOrders();
  await shop.services.refunds.processRefunds();
}

/** Lets a week pass, in which the last question about the order is asked. */
async function passWeek(): Promise<void> {
  shop.clock.time += 2 * DAY_MS;
  await shop.services.orders.reconcileOrders();
  expect(await shop.rows.order(bought.order_id)).toMatchObject({ next_check_at: null });
  shop.clock.time += 5 * DAY_MS;
}

/** After the last question about orders, a daily search still finds changed payments. */
async function lookForChanges(): Promise<void> {
  await shop.services.orders.reconcileOrders();
  shop.clock.time += DAY_MS;
  await shop.services.payments.settleChanged();
}

async function close(paymentId: number): Promise<void> {
  const { payments } = await shop.services.payments.unresolvedPayments();
  const { id } = payments.find(({ provider_payment_id: number }) => number === String(paymentId))!;
  await shop.services.payments.settleOutside({ paymentId: id, reason: 'se perdió', actorId });
}

/** State of the payment, in the words of the table. */
async function standing(): Promise<string[]> {
  const { payments } = await shop.services.payments.unresolvedPayments();
  const open = payments.filter(({ order_id: id }) => id === bought.order_id).map(({ reason }) => reason);
  const own = await shop.services.orders.ownOrder(reader.id, bought.order_id);
  const mailRows = await shop.ports.db.handle
    .selectFrom('mails')
    .select('template')
    .where('recipient', 'like', `${reader.id}@%`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const again = await shop.tryToBuy(reader, partId);
  return [
    (await shop.rows.owned(reader.id, partId)).length === 1 ? 'yes' : 'no',
    open.join(', ') || '–',
    own.state,
    mailRows.map(({ template }) => template).join(', ') || '–',
    again.status === 200 ? 'offered' : again.code,
  ];
}

describe('the table of the states of a payment', () => {
  it('has exactly the rows that are tested here', () => {
    expect([...documented.keys()].toSorted()).toEqual(Object.keys(rows).toSorted());
  });

  it.each(Object.entries(rows))('%s', async (name, steps) => {
    reader = await shop.reader();
    ({ id: partId } = await shop.part());
    bought = await shop.buy(reader, partId);
    await takeSteps(steps);
    expect(await standing()).toEqual(documented.get(name));
  });

  it('a payment that needs a person is watched without a limit of time, and its order is no longer checked', async () => {
    reader = await shop.reader();
    ({ id: partId } = await shop.part());
    bought = await shop.buy(reader, partId);
    await takeSteps(rows['approved with another amount']!);
    for (let day = 0; day < 35; day += 1) {
      shop.clock.time += DAY_MS;
      await shop.services.orders.reconcileOrders();
    }
    expect(await shop.rows.order(bought.order_id)).toMatchObject({ state: 'pending', next_check_at: null });
    expect(await shop.services.orders.ownOrder(reader.id, bought.order_id)).toMatchObject({
      state: 'pending',
      in_review: true,
      resume_url: null,
    });
  });

  it('a payment that cannot be settled delays no payment that changed after it', async () => {
    const orderIds: string[] = [];
    for (let turn = 0; turn < 2; turn += 1) {
      reader = await shop.reader();
      ({ id: partId } = await shop.part());
      bought = await shop.buy(reader, partId);
      await takeSteps([{ status: 'approved', detail: 'accredited', isUntold: true }]);
      orderIds.push(bought.order_id);
      shop.clock.time += 1000;
    }
    // The first transaction belongs to the payment that changed first.
    const broken = vi.spyOn(shop.ports.db, 'withTx').mockRejectedValueOnce(new Error('cannot be settled'));
    await expect(shop.services.payments.settleChanged()).rejects.toThrow('cannot be settled');
    broken.mockRestore();
    const states = await Promise.all(orderIds.map(async (id) => (await shop.rows.order(id))?.state));
    expect(states).toEqual(['open', 'paid']);
    await shop.services.payments.settleChanged();
    expect((await shop.rows.order(orderIds[0]!))?.state).toBe('paid');
  });

  it("sales of the same account that are not the shop's are ignored", async () => {
    reader = await shop.reader();
    ({ id: partId } = await shop.part());
    bought = await shop.buy(reader, partId);
    nextId += 2;
    const other = { preference_id: bought.id, status: 'approved', external_reference: 'mostrador 7', notify: false };
    await shop.setPayment(nextId, other as never);
    await shop.services.payments.settleChanged();
    const paymentNumbers = (await shop.rows.payments()).map(({ provider_payment_id: id }) => id);
    expect(paymentNumbers).not.toContain(String(nextId));
  });

  it('a chargeback shows its documents and deadline in the open list; one of another currency or amount shows none', async () => {
    const changeChargeback = async (change: ChargebackChange) => {
      reader = await shop.reader();
      ({ id: partId } = await shop.part());
      bought = await shop.buy(reader, partId);
      await takeSteps([paid, untold('in_process'), { chargeback: change }]);
      const { payments } = await shop.services.payments.unresolvedPayments();
      return payments.find(({ order_id: id }) => id === bought.order_id);
    };
    const deadline = new Date(shop.clock.time + 3 * DAY_MS).toISOString();
    const open = await changeChargeback({ date_documentation_deadline: deadline });
    expect(open?.dispute).toEqual({ documents: 'needed', deadline, covered: null, coverable: true });
    shop.clock.time += 4 * DAY_MS;
    const { payments } = await shop.services.payments.unresolvedPayments();
    expect(payments.find(({ id }) => id === open?.id)?.dispute).toMatchObject({ documents: 'late' });
    expect(
      (await changeChargeback({ documentation_required: 'perhaps', coverage_elegible: ['?'] }))?.dispute,
    ).toMatchObject({
      documents: null,
      coverable: null,
    });
    expect((await changeChargeback({ currency: 'ARS' }))?.dispute).toBeNull();
    expect((await changeChargeback({ amount: 999_999 }))?.dispute).toBeNull();
  });

  it('a chargeback of another sale of the account is ignored', async () => {
    reader = await shop.reader();
    ({ id: partId } = await shop.part());
    bought = await shop.buy(reader, partId);
    nextId += 2;
    const other = {
      preference_id: bought.id,
      status: 'charged_back',
      external_reference: 'mostrador 7',
      notify: false,
    };
    await shop.setPayment(nextId, other as never);
    await shop.setChargeback(nextId);
    await shop.settled();
    const paymentNumbers = (await shop.rows.payments()).map(({ provider_payment_id: id }) => id);
    expect(paymentNumbers).not.toContain(String(nextId));
  });
});
