import * as endpoints from '@cuentos/contract/endpoints';
import { noticeAnswer, order, preference, preferenceBody, sellerInfo } from '@cuentos/contract/checkout';
import { id } from '@cuentos/contract/primitives';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../../platform/http/access.ts';
import { refuseForeignGet } from '../../platform/http/anti-forgery.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { routeOf, type TypedApp } from '../../platform/http/typed-app.ts';
import type { CheckoutService } from './service.ts';
import type { Purchase } from './buy-part.ts';

interface Options {
  /** `PUBLIC_URL`; unset, which production refuses, buyers come back to the address they came from. */
  readonly publicUrl: string | undefined;
}

/** Buying, the buyer's own orders, payment notices. */
export function registerCheckoutRoutes(app: TypedApp, checkout: CheckoutService, { publicUrl }: Options): void {
  app.addHook('onClose', async () => checkout.idle());
  registerPreferenceRoutes(app, checkout, publicUrl);
  app.route({
    ...routeOf(endpoints.getOrder, {
      tags: ['Checkout'],
      summary: 'Own order',
      params: z.object({ id }),
      response: { 200: order },
    }),
    config: { access: 'user' },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return checkout.order(callerOf(request).userId, request.params.id);
    },
  });
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

/** `get_preference_id` as a GET, and its POST twin that carries the acknowledgement. */
function registerPreferenceRoutes(app: TypedApp, checkout: CheckoutService, publicUrl: string | undefined): void {
  const params = z.object({ part_id: id });
  const response = { 200: preference };
  const purchaseOf = (request: FastifyRequest, partId: string, acknowledged: boolean): Purchase => {
    const { userId, name, email } = callerOf(request);
    const origin = publicUrl ?? `${request.protocol}://${request.host}`;
    return { buyer: { userId, name, email }, partId, address: request.ip, origin, acknowledged };
  };
  app.route({
    ...routeOf(endpoints.findPreference, { tags: ['Checkout'], summary: 'Place to pay a part', params, response }),
    config: { access: 'user' },
    handler: async (request, reply) => {
      refuseForeignGet(request);
      reply.header('cache-control', 'no-store');
      return checkout.buyPart(purchaseOf(request, request.params.part_id, false));
    },
  });
  app.route({
    ...routeOf(endpoints.createPreference, {
      tags: ['Checkout'],
      summary: 'Place to pay a part',
      params,
      body: preferenceBody,
      response,
    }),
    config: { access: 'user' },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const acknowledged = request.body?.withdrawal_acknowledged ?? false;
      return checkout.buyPart(purchaseOf(request, request.params.part_id, acknowledged));
    },
  });
}
