import { isSameSecret } from '../../platform/signer.ts';
import { MINUTE_MS } from '@cuentos/domain/time/durations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { NoticeSender } from './notice-sender.ts';
import { paymentIdOf } from './sandbox-chargeback.ts';
import { COLLECTOR_ID, preferenceInput, type SandboxPayment } from './sandbox-payment.ts';
import type { SandboxStore } from './sandbox-store.ts';

interface Deps {
  readonly store: SandboxStore;
  readonly notices: NoticeSender;
  readonly accessToken: string;
}

/** In the shape of the provider's answer, with the minima that its public tables give for Chile (2026). */
const METHODS = [
  ['visa', 'credit_card', 1000],
  ['master', 'credit_card', 1000],
  ['redcompra', 'debit_card', 950],
  ['account_money', 'account_money', 1000],
].map(([id, type, min]) => ({
  id,
  payment_type_id: type,
  status: 'active',
  min_allowed_amount: min,
  max_allowed_amount: 10_000_000,
}));

/** Longest wait of a caller for the `hang` switch. */
const HANG_LIMIT_MS = MINUTE_MS;

const idParam = z.object({ id: z.string().regex(/^\d{1,15}$/) });
const refundParams = idParam.extend({ refund: z.string().regex(/^\d{1,15}$/) });
const searchQuery = z.object({
  external_reference: z.string().optional(),
  range: z.literal('date_last_updated').optional(),
  begin_date: z.iso.datetime({ offset: true }).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(50),
  offset: z.coerce.number().int().min(0).default(0),
});
const refundBody = z.object({ amount: z.number().positive().optional() }).nullish();

/** The provider's API as the shop's client calls it: Bearer, the same paths, the same answers. */
export function registerSandboxApi(app: FastifyInstance, { store, notices, accessToken }: Deps): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isBearer(request.headers.authorization, accessToken)) return undefined;
    return fail(reply, 401, 'invalid access token');
  });
  installFaults(app, store);
  app.get('/users/me', async () => ({
    id: COLLECTOR_ID,
    nickname: 'TIENDA',
    country_id: 'CL',
    site_id: 'MLC',
    tags: accessToken.startsWith('TEST-') ? ['normal', 'test_user'] : ['normal'],
  }));
  app.get('/v1/payment_methods', async () => METHODS);
  registerPreferences(app, store);
  registerPayments(app, store, notices);
}

function registerPreferences(app: FastifyInstance, store: SandboxStore): void {
  app.post('/checkout/preferences', async (request, reply) => {
    const input = preferenceInput.safeParse(request.body);
    if (!input.success)
      return fail(
        reply,
        400,
        input.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
      );
    return reply.code(201).send(await store.createPreference(input.data, keyOf(request)));
  });
  app.get('/merchant_orders/:id', async (request, reply) => {
    const params = idParam.safeParse(request.params);
    const preference = params.success ? await store.preferenceByOrder(params.data.id) : undefined;
    if (!preference) return fail(reply, 404, 'Order not found');
    const payments = await store.paymentsOf('preference_id', preference.id);
    const paid = payments
      .filter(({ status }) => status === 'approved')
      .reduce((sum, { transaction_amount }) => sum + transaction_amount, 0);
    return {
      id: preference.merchant_order_id,
      preference_id: preference.id,
      external_reference: preference.external_reference ?? null,
      status: paid > 0 ? 'closed' : 'opened',
      paid_amount: paid,
      payments: payments.map(({ id, status, transaction_amount, currency_id }) => ({
        id,
        status,
        transaction_amount,
        currency_id,
      })),
    };
  });
}

async function findPayments(store: SandboxStore, query: z.output<typeof searchQuery>): Promise<SandboxPayment[]> {
  return query.range === undefined
    ? store.paymentsOf('external_reference', query.external_reference ?? '')
    : store.paymentsChanged(Date.parse(query.begin_date ?? ''));
}

function registerPayments(app: FastifyInstance, store: SandboxStore, notices: NoticeSender): void {
  app.get('/v1/payments/search', async (request) => {
    const query = searchQuery.parse(request.query);
    const isBehind = (await store.switches()).search === 'behind';
    const matches = isBehind ? [] : await findPayments(store, query);
    const results = matches.slice(query.offset, query.offset + query.limit);
    return { paging: { total: matches.length, limit: query.limit, offset: query.offset }, results };
  });
  app.get('/v1/payments/:id', async (request, reply) => {
    const params = idParam.safeParse(request.params);
    const payment = params.success ? await store.payment(params.data.id) : undefined;
    return payment ?? fail(reply, 404, 'Payment not found');
  });
  app.put('/v1/payments/:id', async (request, reply) => {
    const params = idParam.safeParse(request.params);
    const body = z.object({ status: z.literal('cancelled') }).safeParse(request.body);
    if (!body.success) return fail(reply, 400, 'only a cancellation is known here');
    const payment = params.success ? await store.cancel(params.data.id) : 'missing';
    if (payment === 'missing') return fail(reply, 404, 'Payment not found');
    return payment === 'refused' ? fail(reply, 400, 'Invalid state for cancellation') : payment;
  });
  registerRefunds(app, store, notices);
  registerChargebacks(app, store);
}

/** Chargebacks are answered by their own number or by that of their payment. */
function registerChargebacks(app: FastifyInstance, store: SandboxStore): void {
  app.get('/v1/chargebacks/search', async (request) => {
    const { payment_id: paymentId } = z.object({ payment_id: z.coerce.number().int() }).parse(request.query);
    const chargeback = await store.chargeback(paymentId);
    const results = chargeback ? [chargeback] : [];
    return { paging: { total: results.length, limit: 25, offset: 0 }, results };
  });
  app.get('/v1/chargebacks/:id', async (request, reply) => {
    const paymentId = paymentIdOf((request.params as { id: string }).id);
    const chargeback = paymentId === null ? undefined : await store.chargeback(paymentId);
    return chargeback ?? fail(reply, 404, 'Chargeback not found');
  });
}

function registerRefunds(app: FastifyInstance, store: SandboxStore, notices: NoticeSender): void {
  app.post('/v1/payments/:id/refunds', async (request, reply) => {
    const params = idParam.safeParse(request.params);
    const body = refundBody.safeParse(request.body);
    const key = keyOf(request);
    if (!params.success) return fail(reply, 404, 'Payment not found');
    if (!body.success || key === null) return fail(reply, 400, 'amount or X-Idempotency-Key is missing or wrong');
    const refund = await store.refund(params.data.id, body.data?.amount ?? null, key);
    if (refund === 'missing') return fail(reply, 404, 'Payment not found');
    if (refund === 'refused') return fail(reply, 400, 'Invalid amount or state for refund');
    // The provider answers with an error about a pending refund unless the request asks to see such refunds.
    if (refund.status === 'in_process' && !showsRefundsInProcess(request))
      return fail(reply, 400, 'refund in contingency');
    const payment = await store.payment(params.data.id);
    const preference = payment && (await store.preference(payment.preference_id));
    if (refund.status === 'approved') void notices.send(preference?.notification_url, refund.payment_id);
    return reply.code(201).send(refund);
  });
  const refundsOf = async (request: FastifyRequest, paymentId: string) =>
    (await store.payment(paymentId))?.refunds.filter(
      ({ status }) => status !== 'in_process' || showsRefundsInProcess(request),
    );
  app.get('/v1/payments/:id/refunds', async (request, reply) => {
    const params = idParam.safeParse(request.params);
    return (params.success && (await refundsOf(request, params.data.id))) || fail(reply, 404, 'Payment not found');
  });
  app.get('/v1/payments/:id/refunds/:refund', async (request, reply) => {
    const params = refundParams.safeParse(request.params);
    const refunds = params.success ? await refundsOf(request, params.data.id) : undefined;
    return refunds?.find(({ id }) => String(id) === params.data?.refund) ?? fail(reply, 404, 'Refund not found');
  });
}

function showsRefundsInProcess({ headers }: FastifyRequest): boolean {
  return headers['x-render-in-process-refunds'] === 'true';
}

/** An error in the provider's form. */
export function fail(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ message, error: status === 404 ? 'not_found' : 'bad_request', status, cause: [] });
}

/** Makes the API fail as its switch says, after the Bearer was checked. */
function installFaults(app: FastifyInstance, store: SandboxStore): void {
  app.addHook('preHandler', async (request, reply) => {
    const { api } = await store.switches();
    const isRefund = request.method === 'POST' && request.url.endsWith('/refunds');
    switch (api) {
      case 'error_401':
        return fail(reply, 401, 'invalid access token');
      case 'error_401_once':
        await store.setSwitches({ api: 'normal' });
        return fail(reply, 401, 'invalid access token, once');
      case 'error_403':
        return fail(reply, 403, 'forbidden by a switch');
      case 'refuse_refunds':
        return isRefund ? fail(reply, 400, 'refunds are refused by a switch') : undefined;
      case 'forbid_refunds':
        return isRefund ? fail(reply, 403, 'refunds are forbidden by a switch') : undefined;
      case 'forbid_checkouts':
        return request.url.endsWith('/checkout/preferences') ? fail(reply, 403, 'forbidden by a switch') : undefined;
      case 'error_500':
        return fail(reply, 500, 'internal_error');
      case 'error_429':
        return fail(reply, 429, 'too_many_requests');
      case 'error_400':
        return fail(reply, 400, 'refused by a switch');
      case 'rubbish':
        return reply.type('application/json').send('<html>{"id": NaN');
      case 'hang':
        reply.hijack();
        setTimeout(() => request.raw.socket.destroy(), HANG_LIMIT_MS).unref();
        return reply;
      default:
        return undefined;
    }
  });
  app.addHook('onSend', async (request, _reply, payload) => {
    const losesAnswer = (await store.switches()).api === 'lost_answer';
    if (losesAnswer) request.raw.socket.destroy();
    return payload;
  });
}

function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['x-idempotency-key'];
  return typeof key === 'string' && key !== '' ? key.slice(0, 200) : null;
}

function isBearer(authorization: string | undefined, token: string): boolean {
  return isSameSecret(`Bearer ${token}`, authorization ?? '');
}
