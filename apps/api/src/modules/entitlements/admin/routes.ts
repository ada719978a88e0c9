import {
  adminEndEarlyAccess,
  adminGiveEarlyAccess,
  adminInviteEarly,
  adminListEarlyAccess,
} from '@cuentos/contract/early-access';
import { adminListUserMails, adminResendMail } from '@cuentos/contract/mails';
import { adminListUnfinishedOrders, adminListUserOrders } from '@cuentos/contract/orders';
import { adminListOpenPayments, adminRetryPayment, adminSettlePayment } from '@cuentos/contract/payments';
import {
  adminGrantPart,
  adminListHoldings,
  adminListPurchases,
  adminRevokeGrant,
} from '@cuentos/contract/entitlements';
import { adminRefundOrder, adminRefundPayment } from '@cuentos/contract/refunds';
import { callerOf } from '../../../platform/http/access.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { serve, type TypedApp } from '../../../platform/http/serve.ts';
import type { PeopleAndOrders } from '../../orders/admin/people-and-orders.ts';
import type { AdminPurchaseService } from './service.ts';

/** 'Admin': purchases, grants, refunds, early access. */
export function registerAdminPurchaseRoutes(
  app: TypedApp,
  service: AdminPurchaseService,
  people: PeopleAndOrders,
): void {
  serve(app, adminListPurchases, async (request, reply) =>
    sendPage(reply, await service.list({ ...request.params, ...request.query })),
  );
  serve(app, adminListHoldings, async (request) => service.holdings(request.params.id));
  registerGrantRoutes(app, service);
  registerRefundRoute(app, service);
  registerPaymentRoutes(app, service);
  registerEarlyAccessRoutes(app, service);
  registerPeopleRoutes(app, people);
}

/** Parts for good, without a sale. */
function registerGrantRoutes(app: TypedApp, service: AdminPurchaseService): void {
  serve(app, adminGrantPart, async (request) => {
    const { id: userId, part } = request.params;
    const gift = { userId, partId: part, notify: request.body?.notify ?? true };
    const waits = await service.grant(callerOf(request), gift);
    return { id: part, waits };
  });
  serve(app, adminRevokeGrant, async (request) => {
    const { id: userId, part } = request.params;
    await service.revokeGrant(callerOf(request), userId, part);
    return { deleted: true as const };
  });
}

function registerRefundRoute(app: TypedApp, service: AdminPurchaseService): void {
  serve(app, adminRefundOrder, async (request) => {
    const { part_id, payment_id, reason } = request.body;
    const refund = { orderId: request.params.id, partId: part_id ?? null, paymentId: payment_id ?? null, reason };
    return { refund_id: await service.refund(callerOf(request), refund) };
  });
}

/** Early access of several people at once. */
function registerInvitations(app: TypedApp, service: AdminPurchaseService): void {
  serve(app, adminInviteEarly, async (request) => {
    const { emails, expires_at: end, notify = true } = request.body;
    const expiresAt = end ? Date.parse(end) : null;
    return service.inviteEarly(callerOf(request), { partId: request.params.part, emails, expiresAt, notify });
  });
}

/** What answers a person who says: I paid and cannot read. */
function registerPeopleRoutes(app: TypedApp, people: PeopleAndOrders): void {
  serve(app, adminListUnfinishedOrders, async (request) => people.unfinished(request.query.q));
  serve(app, adminListUserOrders, async (request) => people.ordersOf(request.params.id));
  serve(app, adminListUserMails, async (request) => people.mailsOf(request.params.id));
  serve(app, adminResendMail, async (request) => {
    const { id: userId, mail } = request.params;
    return { sent_to: await people.resend(callerOf(request), userId, mail) };
  });
}

/** What is done about one payment, whatever became of its order. */
function registerPaymentRoutes(app: TypedApp, service: AdminPurchaseService): void {
  serve(app, adminListOpenPayments, async () => service.openPayments());
  serve(app, adminRefundPayment, async (request) => {
    const action = { paymentId: request.params.id, reason: request.body.reason };
    return { refund_id: await service.refundPayment(callerOf(request), action) };
  });
  serve(app, adminRetryPayment, async (request) => {
    await service.retryPayment(callerOf(request), request.params.id);
    return { retried: true as const };
  });
  serve(app, adminSettlePayment, async (request) => {
    const action = { paymentId: request.params.id, reason: request.body.reason };
    await service.settlePayment(callerOf(request), action);
    return { settled: true as const };
  });
}

function registerEarlyAccessRoutes(app: TypedApp, service: AdminPurchaseService): void {
  registerInvitations(app, service);
  serve(app, adminListEarlyAccess, async (request, reply) =>
    sendPage(reply, await service.listEarlyAccess({ ...request.params, ...request.query })),
  );
  serve(app, adminGiveEarlyAccess, async (request) => {
    const { id: userId, part } = request.params;
    const end = request.body?.expires_at ?? null;
    const waits = await service.grantEarlyAccess(callerOf(request), {
      userId,
      partId: part,
      expiresAt: end === null ? null : Date.parse(end),
      notify: request.body?.notify ?? true,
    });
    return { expires_at: end, waits };
  });
  serve(app, adminEndEarlyAccess, async (request) => {
    const { id: userId, part } = request.params;
    await service.revokeEarlyAccess(callerOf(request), userId, part);
    return { deleted: true as const };
  });
}
