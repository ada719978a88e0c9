import * as endpoints from '@cuentos/contract/endpoints/checkout';
import {
  noticeAnswer,
  order,
  orderQuery,
  ownOrder,
  ownOrders,
  pocket,
  pocketBody,
  preference,
  preferenceBody,
  quote,
  quoteQuery,
  receipt,
  sellerInfo,
  withdrawBody,
} from '@cuentos/contract/checkout';
import { logQuery } from '@cuentos/contract/paging';
import { id } from '@cuentos/contract/primitives';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../../platform/http/access.ts';
import { refuseForeignGet } from '../../platform/http/anti-forgery.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { sendPage } from '../../platform/http/paging.ts';
import { routeOf, type TypedApp } from '../../platform/http/typed-app.ts';
import type { CheckoutService } from './service.ts';
import type { Purchase } from './buy-parts.ts';
import { wishOf } from './gifts/routes.ts';

interface Options {
  /** `PUBLIC_URL`; unset, which production refuses, buyers come back to the address they came from. */
  readonly publicUrl: string | undefined;
}

/** Buying, the buyer's own orders, payment notices. */
export function registerCheckoutRoutes(app: TypedApp, checkout: CheckoutService, { publicUrl }: Options): void {
  app.addHook('onClose', async () => checkout.idle());
  registerPreferenceRoutes(app, checkout, publicUrl);
  registerPocketRoutes(app, checkout);
  registerOrderRoutes(app, checkout);
  app.route({
    ...routeOf(endpoints.paymentNotice, {
      tags: ['Checkout'],
      summary: 'Payment notice, signed by the provider',
      response: { 200: noticeAnswer },
    }),
    config: { access: 'public', signed: true },
    handler: async (request) => {
      try {
        await checkout.acceptNotice(request.headers, request.query as Readonly<Record<string, unknown>>);
      } catch (error) {
        if (error instanceof AppError && error.code === 'notice_not_authentic') {
          request.log.warn({ alert: error.code }, 'alert');
        }
        throw error;
      }
      return { received: true as const };
    },
  });
  app.route({
    ...routeOf(endpoints.seller, { tags: ['Checkout'], summary: 'Who sells', response: { 200: sellerInfo } }),
    config: { access: 'public' },
    handler: async (_request, reply) => {
      reply.header('cache-control', 'no-cache');
      return checkout.seller;
    },
  });
}

/** A list that is not asked for a page begins so. */
const PAGE = { offset: 0, limit: 20 };

/** The buyer's own orders; another's look like missing ones. */
function registerOrderRoutes(app: TypedApp, checkout: CheckoutService): void {
  const params = z.object({ id });
  const config = { access: 'user' } as const;
  app.route({
    ...routeOf(endpoints.listOrders, {
      tags: ['Checkout'],
      summary: 'Own orders, newest first',
      querystring: logQuery,
      response: { 200: ownOrders },
    }),
    config,
    handler: async (request, reply) => {
      const { offset = PAGE.offset, limit = PAGE.limit } = request.query;
      reply.header('cache-control', 'no-store');
      return sendPage(reply, await checkout.ownOrders(callerOf(request).userId, { offset, limit }));
    },
  });
  app.route({
    ...routeOf(endpoints.getOrder, {
      tags: ['Checkout'],
      summary: 'Own order',
      params,
      querystring: orderQuery,
      response: { 200: order },
    }),
    config,
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return checkout.order(callerOf(request).userId, request.params.id, request.query.payment_id);
    },
  });
  app.route({
    ...routeOf(endpoints.cancelOrderPayment, {
      tags: ['Checkout'],
      summary: 'End the payment under way of an own order',
      params,
      response: { 200: order },
    }),
    config,
    handler: async (request) => checkout.cancelPending(callerOf(request).userId, request.params.id),
  });
  registerPaidOrderRoutes(app, checkout);
}

/** What a buyer does about an order that was paid. */
function registerPaidOrderRoutes(app: TypedApp, checkout: CheckoutService): void {
  const params = z.object({ id });
  const config = { access: 'user' } as const;
  app.route({
    ...routeOf(endpoints.orderReceipt, {
      tags: ['Checkout'],
      summary: 'What a paid order of one’s own says on paper',
      params,
      response: { 200: receipt },
    }),
    config,
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return checkout.receipt(callerOf(request).userId, request.params.id);
    },
  });
  app.route({
    ...routeOf(endpoints.withdrawOrder, {
      tags: ['Checkout'],
      summary: 'Take back the purchase of a part that was not opened',
      params,
      body: withdrawBody,
      response: { 200: ownOrder },
    }),
    config,
    handler: async (request) =>
      checkout.withdraw({
        userId: callerOf(request).userId,
        orderId: request.params.id,
        partId: request.body.part_id,
      }),
  });
}

/** What parts cost at once, and those that somebody means to buy. */
function registerPocketRoutes(app: TypedApp, checkout: CheckoutService): void {
  app.route({
    ...routeOf(endpoints.quoteParts, {
      tags: ['Checkout'],
      summary: 'What parts cost when they are bought at once',
      querystring: quoteQuery,
      response: { 200: quote },
    }),
    config: { access: 'public' },
    handler: async ({ caller, ip, query }) =>
      checkout.quote({
        userId: caller?.userId ?? null,
        partIds: query.part_ids,
        code: query.code,
        isGift: query.gift !== undefined,
        address: ip,
      }),
  });
  const config = { access: 'user' } as const;
  const response = { 200: pocket };
  app.route({
    ...routeOf(endpoints.getPocket, { tags: ['Checkout'], summary: 'What the caller means to buy', response }),
    config,
    handler: async (request) => checkout.pocket(callerOf(request).userId),
  });
  app.route({
    ...routeOf(endpoints.putInPocket, {
      tags: ['Checkout'],
      summary: 'Put parts into one’s pocket',
      body: pocketBody,
      response,
    }),
    config,
    handler: async (request) => checkout.putInPocket(callerOf(request).userId, request.body.part_ids),
  });
  app.route({
    ...routeOf(endpoints.takeOutOfPocket, {
      tags: ['Checkout'],
      summary: 'Take a part out of one’s pocket',
      params: z.object({ part_id: id }),
      response,
    }),
    config,
    handler: async (request) => checkout.takeOutOfPocket(callerOf(request).userId, request.params.part_id),
  });
}

/** `get_preference_id` as a GET, and its POST twin that carries the acknowledgement. */
function registerPreferenceRoutes(app: TypedApp, checkout: CheckoutService, publicUrl: string | undefined): void {
  const params = z.object({ part_id: id });
  const response = { 200: preference };
  const purchaseOf = (
    request: FastifyRequest,
    what: Pick<Purchase, 'partIds' | 'acknowledged' | 'total' | 'code' | 'gift'>,
  ): Purchase => {
    const { userId, name, email } = callerOf(request);
    const origin = publicUrl ?? `${request.protocol}://${request.host}`;
    return { ...what, buyer: { userId, name, email }, address: request.ip, origin };
  };
  app.route({
    ...routeOf(endpoints.findPreference, { tags: ['Checkout'], summary: 'Place to pay a part', params, response }),
    config: { access: 'user' },
    handler: async (request, reply) => {
      refuseForeignGet(request);
      reply.header('cache-control', 'no-store');
      return checkout.buyParts(
        purchaseOf(request, { partIds: [request.params.part_id], acknowledged: false, total: null, gift: null }),
      );
    },
  });
  app.route({
    ...routeOf(endpoints.createPreference, {
      tags: ['Checkout'],
      summary: 'Place to pay a part, or several at once',
      params,
      body: preferenceBody,
      response,
    }),
    config: { access: 'user' },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { part_id: partId } = request.params;
      const { buyer_id: shownTo, part_ids, total = null, code, gift: details, ...body } = request.body ?? {};
      const gift = details ? wishOf(details) : null;
      const partIds = part_ids ?? [partId];
      if (!partIds.includes(partId)) throw new AppError('invalid_request');
      if (shownTo !== undefined && shownTo !== callerOf(request).userId) throw new AppError('other_account');
      return checkout.buyParts(
        purchaseOf(request, { partIds, acknowledged: body.withdrawal_acknowledged ?? false, total, code, gift }),
      );
    },
  });
}
