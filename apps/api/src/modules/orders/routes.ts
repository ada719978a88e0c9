import {
  cancelOrderPayment,
  createPreference,
  findPreference,
  getOrder,
  getReceipt,
  getSeller,
  listOrders,
  withdrawOrder,
} from '@cuentos/contract/orders';
import { takePaymentNotice } from '@cuentos/contract/payments';
import { getPocket, putInPocket, takeOutOfPocket } from '@cuentos/contract/pocket';
import { quoteParts } from '@cuentos/contract/quote';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../platform/http/access.ts';
import { refuseForeignGet } from '../../platform/http/anti-forgery.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { sendPage } from '../../platform/http/paging.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { CheckoutService } from './service.ts';
import type { Purchase } from './buy-parts.ts';
import { wishOf } from '../gifts/routes.ts';

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
  serve(app, takePaymentNotice, async (request) => {
    try {
      await checkout.acceptNotice(request.headers, request.query as Readonly<Record<string, unknown>>);
    } catch (error) {
      if (error instanceof AppError && error.code === 'notice_not_authentic') {
        request.log.warn({ alert: error.code }, 'alert');
      }
      throw error;
    }
    return { received: true as const };
  });
  serve(app, getSeller, async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    return checkout.seller;
  });
}

/** A list that is not asked for a page begins so. */
const PAGE = { offset: 0, limit: 20 };

/** The buyer's own orders; another's look like missing ones. */
function registerOrderRoutes(app: TypedApp, checkout: CheckoutService): void {
  serve(app, listOrders, async (request, reply) => {
    const { offset = PAGE.offset, limit = PAGE.limit } = request.query;
    reply.header('cache-control', 'no-store');
    return sendPage(reply, await checkout.ownOrders(callerOf(request).userId, { offset, limit }));
  });
  serve(app, getOrder, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return checkout.order(callerOf(request).userId, request.params.id, request.query.payment_id);
  });
  serve(app, cancelOrderPayment, async (request) =>
    checkout.cancelPending(callerOf(request).userId, request.params.id),
  );
  registerPaidOrderRoutes(app, checkout);
}

/** What a buyer does about an order that was paid. */
function registerPaidOrderRoutes(app: TypedApp, checkout: CheckoutService): void {
  serve(app, getReceipt, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return checkout.receipt(callerOf(request).userId, request.params.id);
  });
  serve(app, withdrawOrder, async (request) =>
    checkout.withdraw({
      userId: callerOf(request).userId,
      orderId: request.params.id,
      partId: request.body.part_id,
    }),
  );
}

/** What parts cost at once, and the pocket. */
function registerPocketRoutes(app: TypedApp, checkout: CheckoutService): void {
  serve(app, quoteParts, async ({ caller, ip, query }) =>
    checkout.quote({
      userId: caller?.userId ?? null,
      partIds: query.part_ids,
      code: query.code,
      isGift: query.gift !== undefined,
      address: ip,
    }),
  );
  serve(app, getPocket, async (request) => checkout.pocket(callerOf(request).userId));
  serve(app, putInPocket, async (request) => checkout.putInPocket(callerOf(request).userId, request.body.part_ids));
  serve(app, takeOutOfPocket, async (request) =>
    checkout.takeOutOfPocket(callerOf(request).userId, request.params.part_id),
  );
}

/** `get_preference_id` as a GET, and its POST twin that carries the acknowledgement. */
function registerPreferenceRoutes(app: TypedApp, checkout: CheckoutService, publicUrl: string | undefined): void {
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
    return checkout.buyParts(
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
    return checkout.buyParts(
      purchaseOf(request, { partIds, acknowledged: body.withdrawal_acknowledged ?? false, total, code, gift }),
    );
  });
}
