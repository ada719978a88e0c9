const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** When the provider is asked about an order whose notices may be lost, counted from the order's making. */
const CHECKS_MS = [2 * MINUTE_MS, 7 * MINUTE_MS, 20 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 8 * HOUR_MS, DAY_MS] as const;

/** A payment under way (a voucher, a review) may take this long; after it the order is given up. */
const PENDING_LIMIT_MS = 30 * DAY_MS;

/**
 * Next instant to ask the provider about an order, or null when it is not asked any more. Settled orders are asked
 * too, so that a second payment of the same order is found and sent back.
 */
export function nextCheckAt(
  order: { readonly createdAt: number; readonly pending: boolean },
  now: number,
): number | null {
  const age = now - order.createdAt;
  const wait = CHECKS_MS.find((candidate) => candidate > age);
  if (wait !== undefined) return order.createdAt + wait;
  return order.pending && age < PENDING_LIMIT_MS ? now + DAY_MS : null;
}
