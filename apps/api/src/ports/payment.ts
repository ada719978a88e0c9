import type { PaymentState } from '@cuentos/domain/payments/payment';

/** A checkout for the buyer to pay. Every amount is an integer number of Chilean pesos. */
export interface CheckoutRequest {
  /** Our order; the provider repeats it on every payment made for it. */
  readonly orderId: string;
  readonly items: readonly { readonly id: string; readonly title: string; readonly amount: number }[];
  readonly buyer: { readonly name: string; readonly email: string };
  /** Absolute address that the buyer comes back to; the adapter adds `result` and whatever the provider adds. */
  readonly returnUrl: string;
  /** Epoch milliseconds after which nothing can be paid any more. */
  readonly expiresAt: number;
}

/** A place to pay. */
export interface Checkout {
  /** The provider's id, which its browser script uses, too. */
  readonly id: string;
  /** Address of the checkout. */
  readonly url: string;
  /** The provider's name of our account; null when it does not tell. */
  readonly account: string | null;
}

/** A payment as the provider knows it now, in the shop's words. */
export interface ProviderPayment {
  readonly id: string;
  readonly state: PaymentState;
  /** The provider's own words for the state; kept for people, never compared. */
  readonly detail: string;
  /** Our order's id as the payment names it; whatever text the provider holds. */
  readonly orderId: string | null;
  /** Pesos when all is well; decimals are passed on, so that they never match a price. */
  readonly amount: number;
  readonly refundedAmount: number;
  readonly currency: string;
  readonly account: string | null;
  /** Fee of the provider, whole pesos. */
  readonly fee: number;
  readonly method: string;
  /**
   * Address at which the payer continues a pending payment, a voucher for instance; null when there is no next step.
   */
  readonly resumeUrl: string | null;
  /** Time of the provider's last change, epoch milliseconds; the payment's version. */
  readonly version: number;
}

/**
 * A refund as the provider has it: asking for one is an order, and only an approved one has moved money. `unknown` is one
 * of which the provider does not tell; the sum that it returned of the payment decides then.
 */
export interface ProviderRefund {
  readonly id: string;
  readonly state: 'approved' | 'in_process' | 'rejected' | 'cancelled' | 'unknown';
  /** Pesos; null when it is not reported. */
  readonly amount: number | null;
}

/**
 * A dispute opened by a buyer's bank. The states of its payments decide about money and access; this adds the documents
 * that the shop has to send, and the deadline.
 */
export interface ProviderChargeback {
  readonly id: string;
  /** The provider's ids of the payments in dispute. */
  readonly paymentIds: readonly string[];
  readonly amount: number;
  readonly currency: string;
  /** Information only; null if the provider does not say, or it cannot be read. */
  readonly documentsRequired: boolean | null;
  /** The provider's status of the documents. */
  readonly documentsStatus: string | null;
  /** Deadline for documents, epoch milliseconds. */
  readonly documentsDeadline: number | null;
  /** Whether the decision was for the shop; null while there is none. */
  readonly isCovered: boolean | null;
  readonly isCoverable: boolean | null;
}

/** Account of our credentials, as the provider reports it. */
export interface ProviderAccount {
  readonly id: string;
  /** ISO 3166 code of the country, upper case; null when it does not tell. */
  readonly country: string | null;
  /** Whether payments move real money. */
  readonly isLive: boolean;
}

/** A way of paying that the provider offers now; amounts in pesos. */
export interface PaymentWay {
  readonly kind: 'card' | 'wallet' | 'transfer' | 'cash' | 'other';
  /** Smallest and largest accepted amount; null for no limit. */
  readonly min: number;
  readonly max: number | null;
}

/** Result of reading a notice. Its content is only a hint: the shop always asks for the payment. */
export type Notice =
  | { readonly kind: 'payment'; readonly paymentId: string }
  | { readonly kind: 'chargeback'; readonly chargebackId: string }
  /** A notice signed by the provider about another topic. */
  | { readonly kind: 'irrelevant' }
  | { readonly kind: 'forged' };

export type NoticeHeaders = Readonly<Record<string, string | string[] | undefined>>;
export type NoticeQuery = Readonly<Record<string, unknown>>;

/**
 * Takes money for the shop. Every call ends within the adapter's time limit and fails in one of four ways:
 * {@link PaymentUnavailable}, {@link PaymentRefused}, {@link PaymentUnauthorized}, {@link PaymentNotFound}.
 */
export interface PaymentPort {
  /** Name for stored rows and the start log. */
  readonly name: string;
  /** Makes a place to pay; the same key answers the same place. */
  createCheckout(request: CheckoutRequest, idempotencyKey: string): Promise<Checkout>;
  getPayment(paymentId: string): Promise<ProviderPayment>;
  getChargeback(chargebackId: string): Promise<ProviderChargeback>;
  /** Every payment that names an order, newest first. */
  searchPayments(orderId: string): Promise<ProviderPayment[]>;
  /**
   * Payments of the account that changed since an instant, whatever they are for, the newest change first.
   * @param since epoch milliseconds.
   */
  changedPayments(since: number): Promise<ProviderPayment[]>;
  /**
   * Orders that money is sent back, once per key.
   * @param amount pesos, or null for all that is left.
   * @returns the refund as the provider took it, which may be decided later.
   */
  refund(paymentId: string, amount: number | null, idempotencyKey: string): Promise<ProviderRefund>;
  /** Every refund of a payment, by the shop or by hand, in any state. */
  refunds(paymentId: string): Promise<ProviderRefund[]>;
  /**
   * Cancels a pending payment, so that it can no longer be paid.
   * @returns the cancelled payment; one that is no longer pending is refused.
   */
  cancelPayment(paymentId: string, idempotencyKey: string): Promise<ProviderPayment>;
  /** The cheapest call that needs our credentials; it changes nothing and only shows that they are accepted. */
  probe(): Promise<void>;
  /** Reads the account that our credentials belong to. */
  account(): Promise<ProviderAccount>;
  /** Asks which ways of paying there are, and for which amounts. */
  ways(): Promise<PaymentWay[]>;
  /** Checks a notice's signature without asking the provider. */
  verifyNotice(headers: NoticeHeaders, query: NoticeQuery): Notice;
}

/** No usable answer in time: down, slow, hanging or talking nonsense. Whether the call had an effect is unknown. */
export class PaymentUnavailable extends Error {
  override name = 'PaymentUnavailable';
}

/** The provider understood and said no. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused';
}

/** The provider does not accept our credentials, or they may not do this: a fault of the shop, nothing about the call. */
export class PaymentUnauthorized extends Error {
  override name = 'PaymentUnauthorized';
}

/** Thrown when the provider does not know the payment. */
export class PaymentNotFound extends Error {
  override name = 'PaymentNotFound';
}
