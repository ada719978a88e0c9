import { isSameSecret } from '../../platform/signer.ts';
import type { PaymentState } from '@cuentos/domain/payments/payment';
import { isIP } from 'node:net';
import { foldText } from '@cuentos/domain/text/fold';
import { z } from 'zod';
import type {
  CheckoutRequest,
  Notice,
  NoticeHeaders,
  NoticeQuery,
  PaymentPort,
  ProviderChargeback,
  PaymentWay,
  ProviderPayment,
  ProviderRefund,
} from '../../ports/payment.ts';
import { createHttpClient, type HttpClientOptions, type ProviderCall } from './http-client.ts';
import { noticeSignature, readSignatureHeader } from './notice-signature.ts';

/** The fields that we read of the provider's answers; unknown ones are dropped. */
const numeric = z.union([z.int().min(0), z.string().regex(/^\d{1,20}$/)]).transform(String);
const money = z
  .number()
  .nullish()
  .transform((value) => value ?? 0);

const wirePreference = z.object({
  id: z.string().min(1),
  init_point: z.url({ protocol: /^https?$/ }),
  collector_id: numeric.nullish(),
});

/** Optional text: a missing or malformed one must not delay money. */
const words = z.string().nullish().catch(null);
const fees = z
  .array(z.object({ amount: z.number(), fee_payer: words }).nullable().catch(null))
  .nullish()
  .catch(null)
  .transform((list) => (list ?? []).filter((fee) => fee !== null));

const wirePayment = z.object({
  // Fields on which money depends must be as documented, or the answer counts as none.
  id: numeric,
  status: z.string(),
  external_reference: z.string().nullish(),
  transaction_amount: z.number(),
  transaction_amount_refunded: money,
  currency_id: z.string(),
  collector_id: numeric.nullish(),
  // The provider's detail of the state distinguishes disputes: without it a decided dispute would read as undecided.
  status_detail: words,
  payment_method_id: words,
  transaction_details: z.object({ external_resource_url: words }).nullish().catch(null),
  fee_details: fees,
  date_created: words,
  date_last_updated: words,
});

const flag = z.boolean().nullish().catch(null);
const wireChargeback = z.object({
  id: numeric,
  payments: z.array(numeric).min(1),
  currency: z.string(),
  amount: z.number(),
  // Spelled so in the provider's reference.
  coverage_elegible: flag,
  coverage_applied: flag,
  documentation_required: flag,
  documentation_status: words,
  date_documentation_deadline: words,
});

/** Rows are read one by one: one that cannot be read hides no other. */
const wireSearch = z.object({ results: z.array(z.unknown()) });

const wireAccount = z.object({
  id: numeric,
  country_id: words,
  tags: z.array(z.string()).nullish().catch(null),
});

const wireMethod = z.object({
  payment_type_id: z.string(),
  status: words,
  min_allowed_amount: money,
  max_allowed_amount: z.number().nullish(),
});

const ways: Readonly<Record<string, PaymentWay['kind']>> = {
  credit_card: 'card',
  debit_card: 'card',
  prepaid_card: 'card',
  account_money: 'wallet',
  digital_wallet: 'wallet',
  bank_transfer: 'transfer',
  ticket: 'cash',
  atm: 'cash',
};

const wireRefund = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  status: words,
  amount: z.number().nullish().catch(null),
});

/** Header without which the provider answers 400 for an undecided refund, and leaves it out of lists. */
const SHOWS_UNDER_WAY = { 'x-render-in-process-refunds': 'true' };

function toProviderRefund({ id, status, amount }: z.output<typeof wireRefund>): ProviderRefund {
  return { id, state: refundStateOf(status ?? null), amount: amount ?? null };
}

/** Treats an unknown state as pending: the provider has returned nothing yet. */
function refundStateOf(status: string | null): ProviderRefund['state'] {
  if (status === null) return 'unknown';
  return status === 'approved' || status === 'rejected' || status === 'cancelled' ? status : 'in_process';
}

const states: Readonly<Record<string, PaymentState>> = {
  approved: 'approved',
  in_mediation: 'in_mediation',
  charged_back: 'charged_back',
  refunded: 'refunded',
  rejected: 'rejected',
  cancelled: 'cancelled',
};

/** The provider's payment in the shop's words. */
function toProviderPayment(wire: z.output<typeof wirePayment>): ProviderPayment {
  const paid = wire.fee_details.filter(({ fee_payer }) => fee_payer !== 'payer');
  const changed = Date.parse(wire.date_last_updated ?? wire.date_created ?? '');
  return {
    id: wire.id,
    state: stateOf(wire.status, wire.status_detail ?? ''),
    detail: [wire.status, wire.status_detail].filter(Boolean).join(': ').slice(0, 200),
    orderId: wire.external_reference ?? null,
    amount: wire.transaction_amount,
    refundedAmount: Math.round(wire.transaction_amount_refunded),
    currency: wire.currency_id,
    account: wire.collector_id ?? null,
    fee: Math.round(paid.reduce((sum, { amount }) => sum + amount, 0)),
    method: wire.payment_method_id ?? '',
    resumeUrl: webAddress(wire.transaction_details?.external_resource_url),
    version: Number.isNaN(changed) ? 0 : changed,
  };
}

function toProviderChargeback(wire: z.output<typeof wireChargeback>): ProviderChargeback {
  const deadline = Date.parse(wire.date_documentation_deadline ?? '');
  return {
    id: wire.id,
    paymentIds: wire.payments,
    amount: wire.amount,
    currency: wire.currency,
    documentsRequired: wire.documentation_required ?? null,
    documentsStatus: wire.documentation_status?.slice(0, 40) ?? null,
    documentsDeadline: Number.isNaN(deadline) ? null : deadline,
    isCovered: wire.coverage_applied ?? null,
    isCoverable: wire.coverage_elegible ?? null,
  };
}

/** An address that a browser may be sent to. */
function webAddress(text: string | null | undefined): string | null {
  return text && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : null;
}

/**
 * Maps authorized, in review and unknown states to pending, which grants nothing. A chargeback that was decided in the
 * shop's favour is `charged_back: reimbursed`, and its money counts as received again.
 */
function stateOf(status: string, detail: string): PaymentState {
  if (status === 'charged_back' && detail === 'reimbursed') return 'approved';
  return states[status] ?? 'pending';
}

/** The provider's own address; `MP_API_BASE` replaces it. */
export const MERCADOPAGO_API = 'https://api.mercadopago.com';

/** Payments of one page of a search, and pages that are asked for at most: a thousand changes in some days. */
const PAGE = 50;
const MOST_PAGES = 20;

/** Longest text that fits on a card statement. */
const STATEMENT_LENGTH = 13;

export interface MercadoPagoOptions extends HttpClientOptions {
  /** Secret of the notices' signatures. */
  readonly noticeSecret: string;
  /** Address for notices; null when the provider cannot reach the shop, so that only searching finds payments. */
  readonly noticeUrl: () => string | null;
  /** Appears on the buyer's card statement, shortened. */
  storeName(): string;
  /** The sandbox runs beside the shop and takes addresses of this machine, which the provider refuses. */
  readonly takesLocalAddresses?: boolean;
  /** Takes a sentence about a row of a list that was passed over, without anything of the buyer's. */
  readonly onUnreadable?: (sentence: string) => void;
}

/** The rows of a list that can be read. */
function readRows<T extends z.ZodType>(
  rows: readonly unknown[],
  schema: T,
  { onUnreadable = () => undefined }: MercadoPagoOptions,
): z.output<T>[] {
  return rows.flatMap((row) => {
    const read = schema.safeParse(row);
    if (read.success) return [read.data];
    const id = z.object({ id: numeric }).safeParse(row);
    const fields = [...new Set(read.error.issues.map(({ path }) => path.join('.')))].join(', ');
    onUnreadable(
      `the payment provider told something unreadable of ${id.data?.id ?? 'a row without a number'}: ${fields}`,
    );
    return [];
  });
}

/** Mercado Pago Checkout Pro through its Preferences API, without its SDK. */
export function createMercadoPago(options: MercadoPagoOptions): PaymentPort {
  const call = createHttpClient(options);
  return {
    name: 'mercadopago',
    async createCheckout(request, idempotencyKey) {
      const body = preferenceBody(request, options);
      const path = '/checkout/preferences';
      const createdPreference = await call({ method: 'POST', path, body, idempotencyKey, answer: wirePreference });
      return {
        id: createdPreference.id,
        url: createdPreference.init_point,
        account: createdPreference.collector_id ?? null,
      };
    },
    async getPayment(paymentId) {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}`;
      return toProviderPayment(await call({ method: 'GET', path, answer: wirePayment }));
    },
    async getChargeback(chargebackId) {
      const path = `/v1/chargebacks/${encodeURIComponent(chargebackId)}`;
      const requestedChargeback = wireChargeback.refine(({ id }) => id === chargebackId);
      return toProviderChargeback(await call({ method: 'GET', path, answer: requestedChargeback }));
    },
    async searchPayments(orderId) {
      const query = { external_reference: orderId, sort: 'date_created', criteria: 'desc', limit: '50' };
      const { results } = await call({ method: 'GET', path: '/v1/payments/search', query, answer: wireSearch });
      return readRows(results, wirePayment, options).map(toProviderPayment);
    },
    changedPayments: async (since) => changedPayments(call, options, since),
    async refund(paymentId, amount, idempotencyKey) {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}/refunds`;
      const body = amount === null ? {} : { amount };
      const headers = SHOWS_UNDER_WAY;
      return toProviderRefund(await call({ method: 'POST', path, body, idempotencyKey, headers, answer: wireRefund }));
    },
    async refunds(paymentId) {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}/refunds`;
      const answer = await call({ method: 'GET', path, headers: SHOWS_UNDER_WAY, answer: z.array(z.unknown()) });
      return readRows(answer, wireRefund, options).map(toProviderRefund);
    },
    async cancelPayment(paymentId, idempotencyKey) {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}`;
      const body = { status: 'cancelled' };
      return toProviderPayment(await call({ method: 'PUT', path, body, idempotencyKey, answer: wirePayment }));
    },
    async probe() {
      await call({ method: 'GET', path: '/v1/payments/search', query: { limit: '1' }, answer: wireSearch });
    },
    async account() {
      const { id, country_id, tags } = await call({ method: 'GET', path: '/users/me', answer: wireAccount });
      // Credentials for trials begin so; accounts for trials have ordinary ones and a tag.
      const isTrial = options.accessToken.startsWith('TEST-') || (tags ?? []).includes('test_user');
      return { id, country: country_id?.toUpperCase() ?? null, isLive: !isTrial };
    },
    ways: async () =>
      waysOf(await call({ method: 'GET', path: '/v1/payment_methods', answer: z.array(z.unknown()) }), options),
    verifyNotice: (headers, query) => verifyNotice(options.noticeSecret, headers, query),
  };
}

function waysOf(methods: readonly unknown[], options: MercadoPagoOptions): PaymentWay[] {
  const active = readRows(methods, wireMethod, options).filter(({ status }) => (status ?? 'active') === 'active');
  return active.map(({ payment_type_id: type, min_allowed_amount: min, max_allowed_amount: max }) => ({
    kind: ways[type] ?? 'other',
    // Rounds the minimum up and the maximum down, so that no amount is offered that the provider refuses.
    min: Math.ceil(min),
    max: max ? Math.floor(max) : null,
  }));
}

async function changedPayments(
  call: ProviderCall,
  options: MercadoPagoOptions,
  since: number,
): Promise<ProviderPayment[]> {
  const range = { range: 'date_last_updated', begin_date: new Date(since).toISOString(), end_date: 'NOW' };
  const query = { ...range, sort: 'date_last_updated', criteria: 'desc', limit: String(PAGE) };
  const rows: unknown[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const part = { ...query, offset: String(page * PAGE) };
    const { results } = await call({ method: 'GET', path: '/v1/payments/search', query: part, answer: wireSearch });
    rows.push(...results);
    if (results.length < PAGE) break;
  }
  return readRows(rows, wirePayment, options).map(toProviderPayment);
}

function preferenceBody(request: CheckoutRequest, options: MercadoPagoOptions): object {
  const { noticeUrl, storeName, takesLocalAddresses = false } = options;
  const isTaken = (address: string): boolean => takesLocalAddresses || isTakenAddress(address);
  // The suffix asks for signed notices only; the older unsigned kind would be refused anyway.
  const notice = noticeUrl() === null ? null : `${noticeUrl() ?? ''}?source_news=webhooks`;
  const comeBack = (result: string): string => {
    const url = new URL(request.returnUrl);
    url.searchParams.set('result', result);
    return url.href;
  };
  return {
    items: request.items.map(({ id, title, amount }) => ({
      id,
      title: title.slice(0, 256),
      quantity: 1,
      currency_id: 'CLP',
      unit_price: amount,
    })),
    payer: { name: request.buyer.name, email: request.buyer.email },
    external_reference: request.orderId,
    ...(isTaken(comeBack('success'))
      ? { back_urls: { success: comeBack('success'), failure: comeBack('failure'), pending: comeBack('pending') } }
      : {}),
    ...(isTakenAddress(comeBack('success')) ? { auto_return: 'approved' } : {}),
    ...(notice !== null && isTaken(notice) ? { notification_url: notice } : {}),
    expires: true,
    expiration_date_to: new Date(request.expiresAt).toISOString().replace('Z', '+00:00'),
    ...statementOf(storeName()),
    payment_methods: { installments: 1 },
  };
}

/** Longest address that the provider takes for notices and returns. */
const ADDRESS_LENGTH = 248;
/** Names that no machine outside can resolve. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|lan|home|test|invalid)$/;

/**
 * Returns whether the provider accepts an address. It refuses the whole preference over one that is http, local or too
 * long.
 */
function isTakenAddress(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const isName = hostname.includes('.') && isIP(hostname) === 0 && !LOCAL_NAME.test(hostname);
  return protocol === 'https:' && isName && address.length <= ADDRESS_LENGTH;
}

/**
 * Returns the text of the buyer's card statement; a name without Latin letters is left out, because the provider
 * refuses an empty one.
 */
function statementOf(storeName: string): { readonly statement_descriptor?: string } {
  const text = statementText(storeName);
  return text === '' ? {} : { statement_descriptor: text };
}

function statementText(storeName: string): string {
  const plain = foldText(storeName)
    .replaceAll('ñ', 'n')
    .replaceAll(/[^a-z0-9 ]/g, '');
  return plain.slice(0, STATEMENT_LENGTH).trim().toUpperCase();
}

/**
 * Checks a notice as documented. An old `ts` with a right signature is a hint like any other, since lost notices are
 * sent again for days; repeats are harmless because what it is about is asked for. Only numeric ids count, and only that
 * of the address: it is signed, and the body writes a chargeback's as a number too long for JavaScript.
 */
function verifyNotice(secret: string, headers: NoticeHeaders, query: NoticeQuery): Notice {
  const header = headers['x-signature'];
  const signature = typeof header === 'string' ? readSignatureHeader(header) : null;
  const dataId = query['data.id'];
  const requestId = headers['x-request-id'];
  if (!signature || typeof dataId !== 'string' || Array.isArray(requestId)) return { kind: 'forged' };
  const expected = noticeSignature(secret, { dataId, requestId, ts: signature.ts });
  if (!isSameSecret(expected, signature.v1)) return { kind: 'forged' };
  const { type } = query;
  if (type !== 'payment' && type !== 'topic_chargebacks_wh') return { kind: 'irrelevant' };
  if (!/^\d{1,20}$/.test(dataId)) return { kind: 'forged' };
  return type === 'payment' ? { kind: 'payment', paymentId: dataId } : { kind: 'chargeback', chargebackId: dataId };
}
