import * as endpoints from '@cuentos/contract/admin/endpoints';
import { deleted, pageParams, searchQuery } from '@cuentos/contract/paging';
import {
  adminOrders,
  earlyAccessAnswer,
  earlyAccessBody,
  earlyAccessManyAnswer,
  earlyAccessManyBody,
  grantBody,
  granted,
  mailResent,
  openPayments,
  paymentReasonBody,
  paymentSettled,
  personMails,
  purchases,
  refundAnswer,
  refundBody,
} from '@cuentos/contract/admin/purchases';
import { retried } from '@cuentos/contract/admin/reports';
import { id } from '@cuentos/contract/primitives';
import { z } from 'zod';
import { callerOf } from '../../../platform/http/access.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { routeOf, type TypedApp } from '../../../platform/http/typed-app.ts';
import type { PeopleAndOrders } from './people-and-orders.ts';
import type { AdminPurchaseService } from './service.ts';

const config = { access: 'admin' } as const;
/** Sends money back, calls a payment settled, or gives a part away. */
const askingAgain = { access: 'admin', asksAgain: true } as const;
const tags = ['Admin'];

/** 'Admin': purchases, grants, refunds, early access. */
export function registerAdminPurchaseRoutes(
  app: TypedApp,
  service: AdminPurchaseService,
  people: PeopleAndOrders,
): void {
  app.route({
    ...routeOf(endpoints.adminListPurchases, {
      tags,
      summary: 'Purchases, newest first',
      params: pageParams,
      querystring: searchQuery,
      response: { 200: purchases },
    }),
    config,
    handler: async (request, reply) => sendPage(reply, await service.list({ ...request.params, ...request.query })),
  });
  app.route({
    ...routeOf(endpoints.adminListHoldings, {
      tags,
      summary: 'What a user holds',
      params: z.object({ id }),
      response: { 200: purchases },
    }),
    config,
    handler: async (request) => service.holdings(request.params.id),
  });
  registerGrantRoutes(app, service);
  registerRefundRoute(app, service);
  registerPaymentRoutes(app, service);
  registerEarlyAccessRoutes(app, service);
  registerPeopleRoutes(app, people);
}

/** Parts for good, without a sale. */
function registerGrantRoutes(app: TypedApp, service: AdminPurchaseService): void {
  app.route({
    ...routeOf(endpoints.adminGrantPart, {
      tags,
      summary: 'Grant a part',
      params: z.object({ id, part: id }),
      body: grantBody,
      response: { 201: granted },
    }),
    config: askingAgain,
    handler: async (request, reply) => {
      const { id: userId, part } = request.params;
      const gift = { userId, partId: part, notify: request.body?.notify ?? true };
      const waits = await service.grant(callerOf(request), gift);
      return reply.code(201).send({ id: part, waits });
    },
  });
  app.route({
    ...routeOf(endpoints.adminRevokeGrant, {
      tags,
      summary: 'Revoke a granted part; what was paid goes through a refund',
      params: z.object({ id, part: id }),
      response: { 200: deleted },
    }),
    config,
    handler: async (request) => {
      const { id: userId, part } = request.params;
      await service.revokeGrant(callerOf(request), userId, part);
      return { deleted: true as const };
    },
  });
}

function registerRefundRoute(app: TypedApp, service: AdminPurchaseService): void {
  app.route({
    ...routeOf(endpoints.adminRefundOrder, {
      tags,
      summary: 'Send money back, of an order or of one part',
      params: z.object({ id }),
      body: refundBody,
      response: { 200: refundAnswer },
    }),
    config: askingAgain,
    handler: async (request) => {
      const { part_id, payment_id, reason } = request.body;
      const refund = { orderId: request.params.id, partId: part_id ?? null, paymentId: payment_id ?? null, reason };
      return { refund_id: await service.refund(callerOf(request), refund) };
    },
  });
}

/** Early access of several people at once. */
function registerInvitations(app: TypedApp, service: AdminPurchaseService): void {
  app.route({
    ...routeOf(endpoints.adminInviteEarly, {
      tags,
      summary: 'Let several people read a part early, by their addresses',
      params: z.object({ part: id }),
      body: earlyAccessManyBody,
      response: { 200: earlyAccessManyAnswer },
    }),
    config: askingAgain,
    handler: async (request) => {
      const { emails, expires_at: end, notify = true } = request.body;
      const expiresAt = end ? Date.parse(end) : null;
      return service.inviteEarly(callerOf(request), { partId: request.params.part, emails, expiresAt, notify });
    },
  });
}

/** What answers a person who says: I paid and cannot read. */
function registerPeopleRoutes(app: TypedApp, people: PeopleAndOrders): void {
  const params = z.object({ id });
  app.route({
    ...routeOf(endpoints.adminUnfinishedOrders, {
      tags,
      summary: 'Payments under way and tries that came to nothing, or the order of a number',
      querystring: searchQuery,
      response: { 200: adminOrders },
    }),
    config,
    handler: async (request) => people.unfinished(request.query.q),
  });
  app.route({
    ...routeOf(endpoints.adminUserOrders, {
      tags,
      summary: 'Orders of a user with their payments, newest first',
      params,
      response: { 200: adminOrders },
    }),
    config,
    handler: async (request) => people.ordersOf(request.params.id),
  });
  app.route({
    ...routeOf(endpoints.adminUserMails, {
      tags,
      summary: 'What was written to a user, newest first',
      params,
      response: { 200: personMails },
    }),
    config,
    handler: async (request) => people.mailsOf(request.params.id),
  });
  app.route({
    ...routeOf(endpoints.adminResendMail, {
      tags,
      summary: 'Send a mail once more, to the address of today',
      params: z.object({ id, mail: id }),
      response: { 200: mailResent },
    }),
    config,
    handler: async (request) => {
      const { id: userId, mail } = request.params;
      return { sent_to: await people.resend(callerOf(request), userId, mail) };
    },
  });
}

/** What is done about one payment, whatever became of its order. */
function registerPaymentRoutes(app: TypedApp, service: AdminPurchaseService): void {
  const params = z.object({ id });
  app.route({
    ...routeOf(endpoints.adminOpenPayments, {
      tags,
      summary: 'Payments that are neither granted for nor returned',
      response: { 200: openPayments },
    }),
    config,
    handler: async () => service.openPayments(),
  });
  app.route({
    ...routeOf(endpoints.adminRefundPayment, {
      tags,
      summary: 'Send back all that is left of one payment',
      params,
      body: paymentReasonBody,
      response: { 200: refundAnswer },
    }),
    config: askingAgain,
    handler: async (request) => {
      const action = { paymentId: request.params.id, reason: request.body.reason };
      return { refund_id: await service.refundPayment(callerOf(request), action) };
    },
  });
  app.route({
    ...routeOf(endpoints.adminRetryPayment, {
      tags,
      summary: 'Try the refunds of a payment now',
      params,
      response: { 200: retried },
    }),
    config,
    handler: async (request) => {
      await service.retryPayment(callerOf(request), request.params.id);
      return { retried: true as const };
    },
  });
  app.route({
    ...routeOf(endpoints.adminSettlePayment, {
      tags,
      summary: 'Close what was settled outside of the shop',
      params,
      body: paymentReasonBody,
      response: { 200: paymentSettled },
    }),
    config: askingAgain,
    handler: async (request) => {
      const action = { paymentId: request.params.id, reason: request.body.reason };
      await service.settlePayment(callerOf(request), action);
      return { settled: true as const };
    },
  });
}

function registerEarlyAccessRoutes(app: TypedApp, service: AdminPurchaseService): void {
  registerInvitations(app, service);
  const params = z.object({ id, part: id });
  app.route({
    ...routeOf(endpoints.adminListEarlyAccess, {
      tags,
      summary: 'Who reads what early, newest first',
      params: pageParams,
      querystring: searchQuery,
      response: { 200: purchases },
    }),
    config,
    handler: async (request, reply) =>
      sendPage(reply, await service.listEarlyAccess({ ...request.params, ...request.query })),
  });
  app.route({
    ...routeOf(endpoints.adminGiveEarlyAccess, {
      tags,
      summary: 'Let a user read a part early',
      params,
      body: earlyAccessBody,
      response: { 200: earlyAccessAnswer },
    }),
    config: askingAgain,
    handler: async (request) => {
      const { id: userId, part } = request.params;
      const end = request.body?.expires_at ?? null;
      const waits = await service.grantEarlyAccess(callerOf(request), {
        userId,
        partId: part,
        expiresAt: end === null ? null : Date.parse(end),
        notify: request.body?.notify ?? true,
      });
      return { expires_at: end, waits };
    },
  });
  app.route({
    ...routeOf(endpoints.adminEndEarlyAccess, {
      tags,
      summary: 'End early access',
      params,
      response: { 200: deleted },
    }),
    config,
    handler: async (request) => {
      const { id: userId, part } = request.params;
      await service.revokeEarlyAccess(callerOf(request), userId, part);
      return { deleted: true as const };
    },
  });
}
