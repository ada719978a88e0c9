import { changeGift, claimGift, type giftDetails, openGift, sendGift } from '@cuentos/contract/gifts';
import type { z } from 'zod';
import { callerOf } from '../../platform/http/access.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { GiftService } from './service.ts';
import type { GiftDetails } from './gifts.ts';

/** Reads the details of a gift from a request's body. */
export function giftDetailsOf(details: z.output<typeof giftDetails>): GiftDetails {
  return {
    giverName: details.giver_name ?? null,
    recipientEmail: details.recipient_email ?? null,
    message: details.message ?? null,
    sendOn: details.send_on ?? null,
  };
}

/** Routes of gifts by their links and of the caller's own; gifts of another giver answer like missing ones. */
export function registerGiftRoutes(app: TypedApp, gifts: GiftService): void {
  serve(app, openGift, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return gifts.openedGift(request.body.token, request.caller?.userId ?? null);
  });
  serve(app, claimGift, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { token, accepts_owned: acceptsOwned = false, accepts_own: acceptsOwn = false } = request.body;
    return gifts.claimGift({ userId: callerOf(request).userId, token, acceptsOwned, acceptsOwn });
  });
  serve(app, sendGift, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const recipientEmail = request.body.recipient_email ?? null;
    const action = { userId: callerOf(request).userId, orderId: request.params.order_id };
    return gifts.sendGiftAgain({ ...action, recipientEmail });
  });
  serve(app, changeGift, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const action = { userId: callerOf(request).userId, orderId: request.params.order_id };
    return gifts.changeGift({ ...action, details: giftDetailsOf(request.body) });
  });
}
