import { endpoint } from '../endpoint.ts';
import type * as gifts from '../gifts.ts';

/** The calls about gifts, like those of `endpoints.ts`: apart from them, because no reading needs these. */

/** What a link is for; whoever is signed in is told what of it they have. */
export const openGift = endpoint(
  'POST',
  '/api/gifts/open',
  {} as { body: typeof gifts.openGiftBody; response: typeof gifts.gift },
);
export const claimGift = endpoint(
  'POST',
  '/api/gifts/claim',
  {} as { body: typeof gifts.claimGiftBody; response: typeof gifts.gift },
);
/** Mails an own gift once more, to a corrected address too. */
export const sendGift = endpoint(
  'POST',
  '/api/gifts/:order_id/send',
  {} as { body: typeof gifts.sendGiftBody; response: typeof gifts.ownGift },
);
/** Changes an own gift whose mail has not gone out. */
export const changeGift = endpoint(
  'PUT',
  '/api/gifts/:order_id',
  {} as { body: typeof gifts.giftDetails; response: typeof gifts.ownGift },
);
