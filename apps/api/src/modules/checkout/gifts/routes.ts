import * as endpoints from '@cuentos/contract/endpoints/gifts';
import { claimGiftBody, gift, giftDetails, openGiftBody, ownGift, sendGiftBody } from '@cuentos/contract/gifts';
import { id } from '@cuentos/contract/primitives';
import { z } from 'zod';
import { callerOf } from '../../../platform/http/access.ts';
import { routeOf, type TypedApp } from '../../../platform/http/typed-app.ts';
import type { CheckoutService } from '../service.ts';
import type { GiftWish } from './gifts.ts';

const tags = ['Gifts'];
const params = z.object({ order_id: id });

/** What a body says of a gift. */
export function wishOf(details: z.output<typeof giftDetails>): GiftWish {
  return {
    giverName: details.giver_name ?? null,
    recipientEmail: details.recipient_email ?? null,
    message: details.message ?? null,
    sendOn: details.send_on ?? null,
  };
}

/** Gifts by their links, and those that the caller gave; another's look like missing ones. */
export function registerGiftRoutes(app: TypedApp, checkout: CheckoutService): void {
  app.route({
    ...routeOf(endpoints.openGift, {
      tags,
      summary: 'What a gift’s link is for',
      body: openGiftBody,
      response: { 200: gift },
    }),
    config: { access: 'public' },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return checkout.openedGift(request.body.token, request.caller?.userId ?? null);
    },
  });
  app.route({
    ...routeOf(endpoints.claimGift, {
      tags,
      summary: 'Take what a gift’s link is for',
      body: claimGiftBody,
      response: { 200: gift },
    }),
    config: { access: 'user' },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { token, accepts_owned: acceptsOwned = false, accepts_own: acceptsOwn = false } = request.body;
      return checkout.claimGift({ userId: callerOf(request).userId, token, acceptsOwned, acceptsOwn });
    },
  });
  app.route({
    ...routeOf(endpoints.sendGift, {
      tags,
      summary: 'Mail an own gift again, to a corrected address too',
      params,
      body: sendGiftBody,
      response: { 200: ownGift },
    }),
    config: { access: 'user' },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const recipientEmail = request.body.recipient_email ?? null;
      const action = { userId: callerOf(request).userId, orderId: request.params.order_id };
      return checkout.sendGiftAgain({ ...action, recipientEmail });
    },
  });
  app.route({
    ...routeOf(endpoints.changeGift, {
      tags,
      summary: 'Change an own gift whose mail has not gone out',
      params,
      body: giftDetails,
      response: { 200: ownGift },
    }),
    config: { access: 'user' },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const action = { userId: callerOf(request).userId, orderId: request.params.order_id };
      return checkout.changeGift({ ...action, wish: wishOf(request.body) });
    },
  });
}
