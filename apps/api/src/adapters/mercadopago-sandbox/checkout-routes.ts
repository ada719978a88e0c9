import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../ports/clock.ts';
import { type CheckoutView, checkoutPage } from './checkout-page.ts';
import type { NoticeSender } from './notice-sender.ts';
import type { SandboxPayment, SandboxPreference } from './sandbox-payment.ts';
import type { SandboxStore } from './sandbox-store.ts';

interface Deps {
  readonly store: SandboxStore;
  readonly notices: NoticeSender;
  readonly clock: Clock;
}

const decision = z.object({ action: z.enum(['approved', 'rejected', 'pending']) });
const params = z.object({ id: z.string().max(100) });

/** The page where a buyer decides how a test payment ends. */
export function registerCheckoutPage(app: FastifyInstance, { store, notices, clock }: Deps): void {
  const view = async (id: string): Promise<CheckoutView> => {
    const preference = await store.preference(id);
    if (!preference) return { kind: 'missing' };
    const [last = null] = await store.paymentsOf('preference_id', id);
    if (last && !['pending', 'in_process', 'rejected', 'cancelled'].includes(last.status)) {
      return { kind: 'settled', preference, payment: last };
    }
    const isPending = last !== null && (last.status === 'pending' || last.status === 'in_process');
    // A pending payment is decided by the provider, however old its preference is.
    return isExpired(preference, clock.now()) && !isPending
      ? { kind: 'expired', preference }
      : { kind: 'payable', preference, last };
  };
  app.get('/checkout/:id', async (request, reply) => {
    const page = await view(params.parse(request.params).id);
    return show(reply, page.kind === 'missing' ? 404 : 200, page);
  });
  app.post('/checkout/:id', async (request, reply) => {
    const page = await view(params.parse(request.params).id);
    const body = decision.safeParse(request.body);
    if (page.kind === 'missing') return show(reply, 404, page);
    if (page.kind === 'expired' || !body.success) return show(reply, page.kind === 'expired' ? 410 : 422, page);
    const { preference } = page;
    const payment = await store.decide(preference, body.data.action);
    const { notice_when } = await store.switches();
    const send = async (): Promise<void> => notices.send(preference.notification_url, payment.id);
    if (notice_when === 'before') await send();
    else setImmediate(() => void send());
    return reply.code(303).header('cache-control', 'no-store').header('location', comeBack(preference, payment)).send();
  });
}

function isExpired({ expires, expiration_date_to: end }: SandboxPreference, now: number): boolean {
  return expires === true && end !== undefined && Date.parse(end) <= now;
}

function show(reply: FastifyReply, status: number, view: CheckoutView): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(checkoutPage(view));
}

/** The shop's address for this outcome with everything that the provider appends to it. */
function comeBack(preference: SandboxPreference, payment: SandboxPayment): string {
  const { status } = payment;
  const { success, failure, pending } = preference.back_urls;
  const failed = status === 'rejected' || status === 'cancelled';
  const url = new URL(status === 'approved' ? success : failed ? failure : pending);
  const added = {
    collection_id: String(payment.id),
    collection_status: status,
    payment_id: String(payment.id),
    status,
    external_reference: payment.external_reference ?? '',
    payment_type: payment.payment_type_id,
    merchant_order_id: String(preference.merchant_order_id),
    preference_id: preference.id,
    site_id: 'MLC',
    processing_mode: 'aggregator',
  };
  for (const [name, value] of Object.entries(added)) url.searchParams.set(name, value);
  return url.href;
}
