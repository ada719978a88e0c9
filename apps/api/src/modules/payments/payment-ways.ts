import { HOUR_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { Clock } from '../../ports/clock.ts';
import type { PaymentPort, PaymentWay } from '../../ports/payment.ts';

/** Ways of paying of one kind, for an amount. */
export interface WaysOfKind {
  readonly kind: PaymentWay['kind'];
  /** Smallest amount that any method accepts, pesos. */
  readonly min: number;
  /** Whether any method accepts the amount. */
  readonly takes: boolean;
}

/**
 * The payment methods in the provider's latest answer. No request waits for them: while they are unknown they limit
 * nothing.
 */
export interface PaymentWays {
  /** Ways of paying an amount, by kind; empty until the provider has answered. */
  waysFor(amount: number): WaysOfKind[];
  /** Smallest amount that any method accepts, pesos; 0 while it is unknown. */
  least(): number;
  /** Asks the provider, unless it answered recently. Never fails: the earlier answer is kept. */
  refresh(): Promise<void>;
}

const FRESH_MS = 6 * HOUR_MS;
/** Wait before a provider that did not answer is asked again. */
const RETRY_MS = 10 * MINUTE_MS;

/**
 * Caches the provider's payment methods for hours.
 * @param payments a port without the watch on credentials: an answer here says nothing about other calls.
 * @param isRefused whether the provider refuses our credentials; it is not asked meanwhile.
 */
export function createPaymentWays(
  payments: Pick<PaymentPort, 'ways'>,
  clock: Clock,
  isRefused: () => Promise<boolean>,
): PaymentWays {
  let cachedWays: readonly PaymentWay[] = [];
  let nextAt = 0;
  return {
    waysFor(amount) {
      const byKind = Map.groupBy(cachedWays, ({ kind }) => kind);
      return [...byKind].map(([kind, ways]) => ({
        kind,
        min: leastOf(ways),
        takes: ways.some(({ min, max }) => min <= amount && (max === null || amount <= max)),
      }));
    },
    least: () => (cachedWays.length === 0 ? 0 : leastOf(cachedWays)),
    async refresh() {
      const now = clock.now();
      if (now < nextAt) return;
      nextAt = now + RETRY_MS;
      try {
        if (await isRefused()) return;
        cachedWays = await payments.ways();
        nextAt = now + FRESH_MS;
      } catch {
        // A failed refresh is tried again soon; no order depends on it.
      }
    },
  };
}

const leastOf = (ways: readonly PaymentWay[]): number => Math.min(...ways.map(({ min }) => min));
