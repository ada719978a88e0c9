import { monthSpan } from '@cuentos/domain/accounting/month';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fail } from './api-routes.ts';
import type { NoticeSender } from './notice-sender.ts';
import { sandboxRefundStatus, sandboxStatus } from './sandbox-payment.ts';
import { type SandboxStore, switchFields } from './sandbox-store.ts';

interface Deps {
  readonly store: SandboxStore;
  readonly notices: NoticeSender;
}

const paymentBody = z
  .object({
    preference_id: z.string().max(100),
    status: sandboxStatus,
    status_detail: z.string().max(100),
    transaction_amount: z.number(),
    transaction_amount_refunded: z.number().min(0),
    currency_id: z.string().max(10),
    external_reference: z.string().max(256),
    collector_id: z.int().min(0),
    /** Whether the shop gets a notice, as from the provider. */
    notify: z.boolean(),
  })
  .partial()
  .nullish();
const information = z.union([z.string(), z.boolean(), z.null(), z.array(z.string())]);
const chargebackBody = z
  .object({
    payments: z.array(z.union([z.int(), z.string()])),
    currency: z.string().max(10),
    amount: z.number(),
    coverage_applied: information,
    coverage_elegible: information,
    documentation_required: information,
    documentation_status: information,
    date_documentation_deadline: information,
    /** Whether the shop gets a notice, as from the provider. */
    notify: z.boolean(),
  })
  .partial();
const refundBody = z.object({ status: sandboxRefundStatus, notify: z.boolean().optional() });
const monthParam = z.object({ month: z.string().regex(/^\d{4}-\d{2}$/) });
const idParam = z.object({ id: z.coerce.number().int().min(1).max(999_999_999_999_999) });
const refundParams = idParam.extend({ refund: idParam.shape.id });

/**
 * Controls for tests: any payment's state, any refund's and the switches. Fields that a payment's body lacks come from
 * its preference.
 */
export function registerControls(app: FastifyInstance, { store, notices }: Deps): void {
  app.put('/_control/payments/:id', async (request, reply) => {
    const params = idParam.safeParse(request.params);
    const body = paymentBody.safeParse(request.body);
    if (!params.success || !body.success) return fail(reply, 400, 'the payment id or a field has the wrong form');
    const { preference_id, notify = false, ...change } = body.data ?? {};
    const payment = await store.setPayment(params.data.id, preference_id, withoutUndefined(change));
    if (!payment) return fail(reply, 404, 'neither the payment nor its preference exists');
    if (notify) await notices.send((await store.preference(payment.preference_id))?.notification_url, payment.id);
    return payment;
  });
  app.put('/_control/payments/:id/refunds/:refund', async (request, reply) => {
    const params = refundParams.safeParse(request.params);
    const body = refundBody.safeParse(request.body);
    if (!params.success || !body.success) return fail(reply, 400, 'an id or a field has the wrong form');
    const { id, refund } = params.data;
    const payment = await store.decideRefund(String(id), refund, body.data.status);
    if (!payment) return fail(reply, 404, 'no such refund');
    if (body.data.notify) await notices.send((await store.preference(payment.preference_id))?.notification_url, id);
    return payment;
  });
  app.put('/_control/payments/:id/chargeback', async (request, reply) => {
    const params = idParam.safeParse(request.params);
    const body = chargebackBody.safeParse(request.body);
    if (!params.success || !body.success) return fail(reply, 400, 'the payment id or a field has the wrong form');
    const { notify = false, ...change } = body.data;
    const { id } = params.data;
    const chargeback = await store.setChargeback(id, withoutUndefined(change));
    const payment = await store.payment(String(id));
    if (!chargeback || !payment) return fail(reply, 404, 'no such payment');
    const preference = await store.preference(payment.preference_id);
    if (notify) await notices.sendChargeback(preference?.notification_url, chargeback, payment);
    return chargeback;
  });
  app.get('/_control/reports/:month.csv', async (request, reply) => {
    const params = monthParam.safeParse(request.params);
    const span = params.success ? monthSpan(params.data.month) : null;
    if (!params.success || !span) return fail(reply, 400, 'the month has the wrong form');
    const report = await store.report(span.from, span.to);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="settlement-${params.data.month}.csv"`)
      .send(report);
  });
  app.get('/_control/settings', async () => store.switches());
  app.put('/_control/settings', async (request, reply) => {
    const change = switchFields.partial().safeParse(request.body);
    return change.success
      ? store.setSwitches(withoutUndefined(change.data))
      : fail(reply, 400, 'a switch has the wrong form');
  });
  app.delete('/_control/settings', async () => store.setSwitches(null));
}

type DefinedFields<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Removes absent fields, so that they do not overwrite stored values. */
function withoutUndefined<T extends object>(fields: T): DefinedFields<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as DefinedFields<T>;
}
