import type { SaleContext } from '../orders/context.ts';
import { type QuoteRequest, leastAmount, putParts, quoteParts, readPocket, takeOut } from './pocket.ts';

export type PocketService = ReturnType<typeof createPocketService>;

/** Parts that a reader keeps to buy them together, and what parts cost at once. */
export function createPocketService(context: SaleContext) {
  return {
    quote: async (request: QuoteRequest) => quoteParts(context, request),
    read: async (userId: string) => readPocket(context, userId),
    put: async (userId: string, partIds: readonly string[]) => putParts(context, userId, partIds),
    takeOut: async (userId: string, partId: string) => takeOut(context, userId, partId),
    /** See {@link leastAmount}; 0 while neither provider nor shop has a minimum. */
    leastAmount: () => leastAmount(context),
  };
}
