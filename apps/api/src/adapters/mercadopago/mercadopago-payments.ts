import { foldText } from '@cuentos/domain/text/fold';
import type { CheckoutRequest, Notice, NoticeHeaders, NoticeQuery, PaymentPort } from '../../ports/payment.ts';
import { createHttpClient, type HttpClientOptions } from './http-client.ts';
import { noticeSignature, readSignatureHeader, signaturesMatch } from './notice-signature.ts';
import { toProviderPayment, wirePayment, wirePreference, wireRefund, wireSearch } from './wire.ts';

/** The provider's own address; `MP_API_BASE` replaces it. */
export const MERCADOPAGO_API = 'https://api.mercadopago.com';

/** Longest text that fits on a card statement. */
const STATEMENT_LENGTH = 13;

export interface MercadoPagoOptions extends HttpClientOptions {
  /** Secret of the notices' signatures. */
  readonly noticeSecret: string;
  /** Where notices go; null when the provider could not reach us, then only searching finds payments. */
  readonly noticeUrl: () => string | null;
  /** Appears on the buyer's card statement, shortened. */
  readonly storeName: string;
}

/** Mercado Pago Checkout Pro through its Preferences API, without its SDK. */
export function createMercadoPago(options: MercadoPagoOptions): PaymentPort {
  const call = createHttpClient(options);
  return {
    name: 'mercadopago',
    async createCheckout(request, idempotencyKey) {
      const body = preferenceBody(request, options);
      const path = '/checkout/preferences';
      const made = await call({ method: 'POST', path, body, idempotencyKey, answer: wirePreference });
      return { id: made.id, url: made.init_point, account: made.collector_id ?? null };
    },
    async getPayment(paymentId) {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}`;
      return toProviderPayment(await call({ method: 'GET', path, answer: wirePayment }));
    },
    async searchPayments(orderId) {
      const query = { external_reference: orderId, sort: 'date_created', criteria: 'desc', limit: '50' };
      const { results } = await call({ method: 'GET', path: '/v1/payments/search', query, answer: wireSearch });
      return results.map(toProviderPayment);
    },
    async refund(paymentId, amount, idempotencyKey) {
      const path = `/v1/payments/${encodeURIComponent(paymentId)}/refunds`;
      const body = amount === null ? {} : { amount };
      return call({ method: 'POST', path, body, idempotencyKey, answer: wireRefund });
    },
    verifyNotice: (headers, query) => verifyNotice(options.noticeSecret, headers, query),
  };
}

function preferenceBody(request: CheckoutRequest, { noticeUrl, storeName }: MercadoPagoOptions): object {
  const notice = noticeUrl();
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
    back_urls: { success: comeBack('success'), failure: comeBack('failure'), pending: comeBack('pending') },
    ...(mayReturnByItself(request.returnUrl) ? { auto_return: 'approved' } : {}),
    // The suffix asks for signed notices only; the older unsigned kind would be refused anyway.
    ...(notice === null ? {} : { notification_url: `${notice}?source_news=webhooks` }),
    expires: true,
    expiration_date_to: new Date(request.expiresAt).toISOString().replace('Z', '+00:00'),
    statement_descriptor: statementText(storeName),
    payment_methods: { installments: 1 },
  };
}

/** The provider refuses automatic return to plain or local addresses. */
function mayReturnByItself(returnUrl: string): boolean {
  const { protocol, hostname } = new URL(returnUrl);
  const loopback = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  return protocol === 'https:' && !loopback;
}

function statementText(storeName: string): string {
  const plain = foldText(storeName)
    .replaceAll('ñ', 'n')
    .replaceAll(/[^a-z0-9 ]/g, '');
  return plain.slice(0, STATEMENT_LENGTH).trim().toUpperCase();
}

/**
 * Checks a notice as documented. An old `ts` with a right signature is a hint like any other, since lost notices are
 * sent again for days; repeats are harmless because the payment itself is asked for. Only numeric payment ids count.
 */
function verifyNotice(secret: string, headers: NoticeHeaders, query: NoticeQuery): Notice {
  const header = headers['x-signature'];
  const signature = typeof header === 'string' ? readSignatureHeader(header) : null;
  const dataId = query['data.id'];
  const requestId = headers['x-request-id'];
  if (!signature || typeof dataId !== 'string' || Array.isArray(requestId)) return { kind: 'forged' };
  const expected = noticeSignature(secret, { dataId, requestId, ts: signature.ts });
  if (!signaturesMatch(expected, signature.v1)) return { kind: 'forged' };
  if (query['type'] !== 'payment') return { kind: 'irrelevant' };
  return /^\d{1,20}$/.test(dataId) ? { kind: 'payment', paymentId: dataId } : { kind: 'forged' };
}
