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
import { giftDetailsOf } from '../gifts/routes.ts';
import type { GiftService } from '../gifts/service.ts';
import type { Purchase } from './make-order.ts';
import type { OrderService } from './service.ts';

interface BuyingServices {
  readonly orders: OrderService;
  readonly gifts: Pick<GiftService, 'buyGift'>;
}

/** Page of a list that is requested without one. */
const PAGE = { offset: 0, limit: 20 };

/**
 * Routes of buying and of own orders; orders of another buyer answer like missing ones. @param publicUrl
 * `PUBLIC_URL`; where it is unset, which production refuses, buyers return to the address that they came from.
 */
export function registerOrderRoutes(app: TypedApp, services: BuyingServices, publicUrl: string | undefined): void {
  const { orders } = services;
  registerPreferenceRoutes(app, services, publicUrl);
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

/** `get_preference_id` as a GET, and its POST twin that carries the acknowledgement and gifts. */
function registerPreferenceRoutes(
  app: TypedApp,
  { orders, gifts }: BuyingServices,
  publicUrl: string | undefined,
): void {
  const purchaseOf = (
    request: FastifyRequest,
    choice: Pick<Purchase, 'partIds' | 'acknowledged' | 'total' | 'code'>,
  ): Purchase => {
    const { userId, name, email } = callerOf(request);
    const origin = publicUrl ?? `${request.protocol}://${request.host}`;
    return { ...choice, buyer: { userId, name, email }, address: request.ip, origin };
  };
  serve(app, findPreference, async (request, reply) => {
    refuseForeignGet(request);
    reply.header('cache-control', 'no-store');
    return orders.buyParts(
      purchaseOf(request, { partIds: [request.params.part_id], acknowledged: false, total: null }),
    );
  });
  serve(app, createPreference, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { part_id: partId } = request.params;
    const { buyer_id: buyerId, part_ids, total = null, code, gift, ...body } = request.body ?? {};
    const partIds = part_ids ?? [partId];
    if (!partIds.includes(partId)) throw new AppError('invalid_request');
    if (buyerId !== undefined && buyerId !== callerOf(request).userId) throw new AppError('other_account');
    const acknowledged = body.withdrawal_acknowledged ?? false;
    const purchase = purchaseOf(request, { partIds, acknowledged, total, code });
    return gift ? gifts.buyGift(purchase, giftDetailsOf(gift)) : orders.buyParts(purchase);
  });
}
