import type { Job } from '../../platform/jobs/job-runner.ts';
import type { CheckoutService } from './checkout-service.ts';
import { MINUTE_MS, SECOND_MS } from './deps.ts';

/**
 * What finds and finishes whatever a lost notice, a silent provider or a stopped process left undone. Each is safe to
 * run at any time and in several processes.
 */
export function checkoutJobs(checkout: CheckoutService): Job[] {
  const leaseMs = 10 * MINUTE_MS;
  return [
    { name: 'payment-notices', everyMs: 20 * SECOND_MS, leaseMs, run: checkout.processNotices },
    { name: 'payment-reconciliation', everyMs: 30 * SECOND_MS, leaseMs, run: checkout.reconcileOrders },
    { name: 'refunds', everyMs: 30 * SECOND_MS, leaseMs, run: checkout.processRefunds },
  ];
}
