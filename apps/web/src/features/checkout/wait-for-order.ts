import type { Order } from '@cuentos/contract/checkout';

/** How a purchase ended, as far as it is known. */
export type PurchaseResult = 'success' | 'failure' | 'pending';

/** After the way back from the provider: the order is asked for up to 60 s. */
const WAIT_MS = 60_000;
const ASK_EVERY_MS = 2000;

function resultOf({ state }: Order): PurchaseResult | null {
  if (state === 'paid') return 'success';
  if (state === 'rejected' || state === 'expired') return 'failure';
  return null;
}

/** Asks for the order until it is decided; `pending` when the minute is over. */
export async function waitForOrder(fetchOrder: () => Promise<Order>, signal: AbortSignal): Promise<PurchaseResult> {
  const end = Date.now() + WAIT_MS;
  while (!signal.aborted && Date.now() < end) {
    // A failed question is asked again: only the order's own state decides.
    const result = await fetchOrder().then(resultOf, () => null);
    if (result) return result;
    await pause(ASK_EVERY_MS, signal);
  }
  return 'pending';
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
