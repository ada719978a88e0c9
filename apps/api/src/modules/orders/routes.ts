import {
  cancelOrderPayment,
  createPreference,
  findPreference,
  getOrder,
  getReceipt,
  getSeller,
  listOrders,
} from '@cuentos/contract/orders';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../platform/http/access.ts';
import { refuseForeignGet } from '../../platform/http/anti-forgery.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { sendPage } from '../../platform/http/paging.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import { wishOf } from '../gifts/routes.ts';
import type { Purchase } from './buy-parts.ts';
import type { OrderService } from './service.ts';

/** A list that is not asked for a page begins so. */
const PAGE = { offset: 0, limit: 20 };

/**
 * Buying, and the buyer's own orders; another's look like missing ones.
 * @param publicUrl `PUBLIC_URL`; unset, which production refuses, buyers come back to the address they came from.
 */
export function registerOrderRoutes(app: TypedApp, orders: OrderService, publicUrl: string | undefined): void {
  registerPreferenceRoutes(app, orders, publicUrl);
  serve(app, listOrders, async (request, reply) => {
    const { offset = PAGE.offset, limit = PAGE.limit } = request.query;
    reply.header('cache-control', 'no-store');
    return sendPage(reply, await orders.ownOrders(callerOf(request).userId, { offset, limit }));
  });
  serve(app, getOrder, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return orders.order(callerOf(request).userId, request.params.id, request.query.payment_id);
  });
  serve(app, cancelOrderPayment, async (request) => orders.cancelPending(callerOf(request).userId, request.params.id));
  serve(app, getReceipt, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return orders.receipt(callerOf(request).userId, request.params.id);
  });
  serve(app, getSeller, async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    return orders.seller;
  });
}

/** `get_preference_id` as a GET, and its POST twin that carries the acknowledgement. */
function registerPreferenceRoutes(app: TypedApp, orders: OrderService, publicUrl: string | undefined): void {
  const purchaseOf = (
    request: FastifyRequest,
    what: Pick<Purchase, 'partIds' | 'acknowledged' | 'total' | 'code' | 'gift'>,
  ): Purchase => {
    const { userId, name, email } = callerOf(request);
    const origin = publicUrl ?? `${request.protocol}://${request.host}`;
    return { ...what, buyer: { userId, name, email }, address: request.ip, origin };
  };
  serve(app, findPreference, async (request, reply) => {
    refuseForeignGet(request);
    reply.header('cache-control', 'no-store');
    return orders.buyParts(
      purchaseOf(request, { partIds: [request.params.part_id], acknowledged: false, total: null, gift: null }),
    );
  });
  serve(app, createPreference, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { part_id: partId } = request.params;
    const { buyer_id: shownTo, part_ids, total = null, code, gift: details, ...body } = request.body ?? {};
    const gift = details ? wishOf(details) : null;
    const partIds = part_ids ?? [partId];
    if (!partIds.includes(partId)) throw new AppError('invalid_request');
    if (shownTo !== undefined && shownTo !== callerOf(request).userId) throw new AppError('other_account');
    return orders.buyParts(
      purchaseOf(request, { partIds, acknowledged: body.withdrawal_acknowledged ?? false, total, code, gift }),
    );
  });
}
