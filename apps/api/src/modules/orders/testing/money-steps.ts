import type { PaymentState } from '@cuentos/domain/payments/payment';
import fc from 'fast-check';
import type { PaymentChange, SandboxRefundStatus } from '../../../adapters/mercadopago-sandbox/sandbox-payment.ts';
import type { Switches } from '../../../adapters/mercadopago-sandbox/sandbox-store.ts';
import { AppError } from '../../../platform/http/app-error.ts';

/** Number of payments of one history. */
export const PAYMENTS = 4;
/** Prices of the parts: two of a book with a completion discount, and one of another book. */
export const PRICES = [1490, 990, 700] as const;
const payment = fc.nat(PAYMENTS - 1);
/** Index of an order that exists by then. */
const order = fc.nat({ max: 5 });
const part = fc.nat(PRICES.length - 1);
const faults = [
  'error_500',
  'rubbish',
  'error_400',
  'error_401',
  'error_403',
  'lost_answer',
  'refuse_refunds',
  'forbid_refunds',
] as const;

/** One step of a history of money. */
export type Step =
  | {
      readonly op: 'pay';
      readonly payment: number;
      readonly order: number;
      readonly state: PaymentState;
      readonly wrong: PaymentChange;
      readonly isTold: boolean;
    }
  | { readonly op: 'move'; readonly payment: number; readonly state: PaymentState }
  | { readonly op: 'return at the provider'; readonly payment: number; readonly amount: number }
  | { readonly op: 'notice'; readonly payment: number; readonly copies: number }
  | { readonly op: 'refund order' | 'refuse and return by hand'; readonly order: number; readonly part: number | null }
  | { readonly op: 'withdraw'; readonly order: number; readonly part: number }
  | { readonly op: 'open' | 'give' | 'take away'; readonly part: number }
  | { readonly op: 'order'; readonly parts: readonly number[] }
  | { readonly op: 'refund payment' | 'settle' | 'retry' | 'look'; readonly payment: number }
  | { readonly op: 'orders to refund'; readonly taken: SandboxRefundStatus }
  | { readonly op: 'decide refund'; readonly payment: number; readonly status: SandboxRefundStatus }
  | { readonly op: 'provider'; readonly mood: Switches['api'] }
  | {
      readonly op:
        | 'late look'
        | 'reconcile'
        | 'refunds'
        | 'notices'
        | 'minutes'
        | 'hours'
        | 'restart'
        | 'days of refusal'
        | 'delete buyer';
    };

const startStates = fc.constantFrom<PaymentState>(
  'approved',
  'approved',
  'approved',
  'pending',
  'rejected',
  'in_mediation',
);
/** Changes that make a payment wrong; most leave it right. */
const wrong = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<PaymentChange>(
      { transaction_amount: 1 },
      { transaction_amount: 9000 },
      { currency_id: 'ARS' },
      { collector_id: 7 },
      { external_reference: 'nobody' },
    ),
  },
);
/** One random step. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      op: fc.constant('pay' as const),
      payment,
      order,
      state: startStates,
      wrong,
      isTold: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constant('move' as const),
      payment,
      state: fc.constantFrom<PaymentState>('approved', 'in_mediation', 'charged_back', 'refunded', 'cancelled'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant('return at the provider' as const),
      payment,
      amount: fc.constantFrom(300, 700, 891, 1341, 1490),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({ op: fc.constant('notice' as const), payment, copies: fc.integer({ min: 1, max: 2 }) }),
  },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('refund order' as const), order, part: fc.option(part) }) },
  {
    weight: 4,
    arbitrary: fc.record({ op: fc.constant('refuse and return by hand' as const), order, part: fc.option(part) }),
  },
  { weight: 6, arbitrary: fc.record({ op: fc.constant('withdraw' as const), order, part }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('open' as const), part }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constantFrom('give' as const, 'take away' as const), part }) },
  {
    weight: 3,
    arbitrary: fc.record({ op: fc.constant('order' as const), parts: fc.uniqueArray(part, { minLength: 1 }) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      op: fc.constantFrom('refund payment' as const, 'settle' as const, 'retry' as const, 'look' as const),
      payment,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant('provider' as const),
      mood: fc.constantFrom<Switches['api']>('normal', 'normal', ...faults),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant('orders to refund' as const),
      taken: fc.constantFrom<SandboxRefundStatus>('approved', 'in_process', 'in_process', 'rejected'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant('decide refund' as const),
      payment,
      status: fc.constantFrom<SandboxRefundStatus>('approved', 'approved', 'rejected', 'cancelled'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      op: fc.constantFrom(
        'late look' as const,
        'reconcile' as const,
        'refunds' as const,
        'refunds' as const,
        'notices' as const,
        'minutes' as const,
        'hours' as const,
        'restart' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constantFrom('delete buyer' as const, 'days of refusal' as const) }) },
);

/** Returns the shop's answer to an admin, or null for a refusal. */
export async function allowed<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
