import fc from 'fast-check';
import type { Switches } from '../../../adapters/mercadopago-sandbox/sandbox-store.ts';
import { CODES, MOST_PARTS } from './price-model.ts';

/** Number of payments of one history. */
export const PAYMENTS = 6;
/** Number of people: the first one buys, and all may claim a gift. */
export const PEOPLE = 3;

const payment = fc.nat(PAYMENTS - 1);
/** Index of an order that exists by then. */
const order = fc.nat(6);
const part = fc.nat(MOST_PARTS - 1);
const person = fc.nat(PEOPLE - 1);

/** An order, for the buyer or as a gift. */
export interface OrderStep {
  readonly op: 'order';
  /** Index of the buyer; mostly the first person, who makes most payments. */
  readonly person: number;
  readonly parts: readonly number[];
  /** Index of a book to complete, instead of the parts; null for none. */
  readonly completes: number | null;
  readonly code: number | null;
  readonly gift: 'none' | 'link' | 'mail';
}

/** One step of a history of purchases and gifts. */
export type Step =
  | OrderStep
  | {
      readonly op: 'pay';
      readonly payment: number;
      readonly order: number;
      readonly status: 'approved' | 'pending' | 'rejected' | 'in_mediation';
      readonly isWrong: boolean;
      readonly isTold: boolean;
    }
  | {
      readonly op: 'move';
      readonly payment: number;
      readonly status: 'approved' | 'in_mediation' | 'charged_back' | 'refunded' | 'cancelled';
      readonly isTold: boolean;
    }
  | { readonly op: 'tell' | 'refund payment' | 'settle' | 'retry'; readonly payment: number }
  | { readonly op: 'return at the provider'; readonly payment: number; readonly share: number }
  | { readonly op: 'claim' | 'grant' | 'revoke' | 'open'; readonly person: number; readonly at: number }
  | { readonly op: 'all claim' | 'send again'; readonly order: number }
  | {
      readonly op: 'withdraw' | 'withdraw and claim' | 'refund and claim';
      readonly order: number;
      readonly part: number;
    }
  | { readonly op: 'refund'; readonly order: number; readonly part: number | null }
  | {
      readonly op: 'trouble';
      readonly payment: number;
      /** The part whose refund the provider refuses first, null for all parts, undefined for no refund. */
      readonly refund: number | null | undefined;
      /** Whether the bank takes the money, and returns it in the end. */
      readonly bank: 'none' | 'takes' | 'gives back';
      /** Whether an admin settles the open payment in between. */
      readonly isSettled: boolean;
    }
  | { readonly op: 'decide'; readonly way: Way }
  | { readonly op: 'provider'; readonly mood: Switches['api'] }
  | { readonly op: 'reconcile' | 'refunds' | 'mails' | 'issue' | 'minutes' | 'hours' | 'days' | 'year' };

/** The tax document of payments. */
export type Way = 'issuer' | 'voucher' | 'undecided';
export const way = fc.constantFrom<Way>('issuer', 'issuer', 'voucher', 'undecided');

const weighted = <Made>(weight: number, arbitrary: fc.Arbitrary<Made>) => ({ weight, arbitrary });
const is = <Op extends string>(...ops: readonly Op[]) => fc.constantFrom<Op>(...ops);

export const orderStep: fc.Arbitrary<OrderStep> = fc.record({
  op: is('order'),
  person: fc.oneof(weighted(4, fc.constant(0)), weighted(1, person)),
  parts: fc.uniqueArray(part, { minLength: 1, maxLength: 4 }),
  completes: fc.oneof(weighted(2, fc.constant(null)), weighted(1, fc.nat(1))),
  code: fc.option(fc.nat(CODES - 1), { freq: 2 }),
  gift: is('none', 'none', 'link', 'mail'),
});

/** One random step; most of them concern existing payments and gifts. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  weighted(5, orderStep),
  weighted(
    8,
    fc.record({
      op: is('pay'),
      payment,
      order,
      status: is('approved', 'approved', 'approved', 'pending', 'rejected', 'in_mediation'),
      isWrong: fc.nat(11).map((odd) => odd === 0),
      isTold: fc.nat(3).map((odd) => odd !== 0),
    }),
  ),
  weighted(
    6,
    fc.record({
      op: is('move'),
      payment,
      status: is('approved', 'approved', 'in_mediation', 'charged_back', 'charged_back', 'refunded', 'cancelled'),
      isTold: fc.nat(3).map((odd) => odd !== 0),
    }),
  ),
  weighted(3, fc.record({ op: is('tell'), payment })),
  weighted(3, fc.record({ op: is('refund payment', 'settle', 'settle', 'retry'), payment })),
  weighted(1, fc.record({ op: is('return at the provider'), payment, share: fc.nat(3) })),
  weighted(7, fc.record({ op: is('claim', 'claim', 'claim', 'claim', 'grant', 'revoke', 'open'), person, at: order })),
  weighted(2, fc.record({ op: is('all claim', 'send again'), order })),
  weighted(4, fc.record({ op: is('withdraw', 'withdraw and claim', 'refund and claim'), order, part })),
  weighted(3, fc.record({ op: is('refund'), order, part: fc.option(part, { freq: 2 }) })),
  weighted(
    4,
    fc.record({
      op: is('trouble'),
      payment,
      refund: fc.oneof(weighted(1, fc.constant(undefined)), weighted(2, part), weighted(1, fc.constant(null))),
      bank: is('none', 'takes', 'gives back'),
      isSettled: fc.boolean(),
    }),
  ),
  weighted(1, fc.record({ op: is('decide'), way })),
  weighted(
    2,
    fc.record({ op: is('provider'), mood: is('normal', 'normal', 'error_500', 'refuse_refunds', 'lost_answer') }),
  ),
  weighted(6, fc.record({ op: is('reconcile', 'refunds', 'mails', 'issue', 'minutes', 'hours', 'days') })),
  weighted(1, fc.record({ op: is('year') })),
);
