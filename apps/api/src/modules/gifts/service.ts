import { DAY_MS } from '@cuentos/domain/time/durations';
import type { SaleContext } from '../orders/context.ts';
import type { Purchase } from '../orders/make-order.ts';
import { buyGift } from './buy-gift.ts';
import { type Claim, claimGift, openedGift } from './claim-gift.ts';
import { deleteMails, eraseGiftNames, mailIdsAbout } from '../mail/service.ts';
import { type GiftDetails, giftEvent } from './gifts.ts';
import { mailedGiftsOfErased, sweepGifts } from './repository.ts';
import { changeGift, sendAgain, sendGifts } from './send-gift.ts';

/** An action of a giver on the gift of her own order. */
interface OwnGiftAction {
  readonly userId: string;
  readonly orderId: string;
}

/**
 * Words of a gift are kept this long after its end; those of an unpaid gift twice as long, because a voucher may be
 * paid a month late.
 */
const GIFT_WORDS_MS = 30 * DAY_MS;

export type GiftService = ReturnType<typeof createGiftService>;

/** Use cases of gifts. */
export function createGiftService(context: SaleContext) {
  return {
    buyGift: async (purchase: Purchase, details: GiftDetails) => buyGift(context, purchase, details),
    openedGift: async (token: string, userId: string | null) => openedGift(context, token, userId),
    claimGift: async (claim: Claim) => claimGift(context, claim),
    sendGiftAgain: async (action: OwnGiftAction & { readonly recipientEmail: string | null }) =>
      sendAgain(context, action),
    changeGift: async (action: OwnGiftAction & { readonly details: GiftDetails }) => changeGift(context, action),
    sendGifts: async (signal?: AbortSignal) => sendGifts(context, signal),
    /** Deletes messages and addresses of gifts that ended or were never paid, and the recipients of sent gift mails. */
    sweepGifts: async (now: number) =>
      context.db.withTx(async (tx) => {
        await sweepGifts(tx, { ended: now - GIFT_WORDS_MS, unpaid: now - 2 * GIFT_WORDS_MS });
        await eraseGiftNames(tx, now - GIFT_WORDS_MS);
        // A mail that was on its way when its giver was erased.
        const gifts = await mailedGiftsOfErased(tx, now - GIFT_WORDS_MS);
        await deleteMails(tx, await mailIdsAbout(tx, gifts.map(giftEvent), { done: true }));
      }),
  };
}

export { giftEvent, giftStates } from './gifts.ts';
export { createGiftLinks } from './links.ts';
export { eraseFromGifts, giftIdsOf, giftsForCopy, giversOf } from './repository.ts';
