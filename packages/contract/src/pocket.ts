import { z } from 'zod';
import { callsOf } from './call.ts';
import { instant, pesos } from './primitives.ts';
import { partIds, quote, quoteItem } from './quote.ts';

const { user } = callsOf('pocket');

/** GET /api/pocket: what the caller means to buy, in the order in which it was put in. */
export const pocket = quote.omit({ code: true }).extend({
  items: z.array(
    quoteItem.extend({
      added_at: instant,
      /** Price of the part alone when it was added, pesos. */
      price_then: pesos,
    }),
  ),
});
export type Pocket = z.infer<typeof pocket>;

/** PUT /api/pocket: adds parts; parts that are not on sale are ignored. */
export const pocketBody = z.object({ part_ids: partIds });

export const getPocket = user('GET', '/api/pocket', 'What the caller means to buy', { answer: pocket });

export const putInPocket = user('PUT', '/api/pocket', 'Put parts into one’s pocket', {
  body: pocketBody,
  answer: pocket,
});

export const takeOutOfPocket = user('DELETE', '/api/pocket/:part_id', 'Take a part out of one’s pocket', {
  answer: pocket,
});
