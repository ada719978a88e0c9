import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { showToast } from '../../ui/toast-store.ts';
import { fetchOrder } from './data.ts';
import { checkoutTexts as t } from './texts.ts';
import { type PurchaseResult, waitForOrder } from './wait-for-order.ts';

function announce(result: PurchaseResult): void {
  if (result === 'success') showToast('success', t.succeeded);
  if (result === 'failure') showToast('error', t.failed);
  if (result === 'pending') showToast('info', t.pending);
}

/** Names that the payment provider adds to the address when it sends the buyer back. */
const PROVIDER_PARAMETERS = [
  'result',
  'external_reference',
  'collection_id',
  'collection_status',
  'payment_id',
  'status',
  'payment_type',
  'merchant_order_id',
  'preference_id',
  'site_id',
  'processing_mode',
  'merchant_account_id',
];

function isResult(value: string | null): value is PurchaseResult {
  return value === 'success' || value === 'failure' || value === 'pending';
}

/**
 * Reads the `result` query once, removes it, and shows its toast; a success waits for the order first.
 * @returns whether that wait is on.
 */
export function usePurchaseResult(onDecided: () => void): boolean {
  const [parameters, setParameters] = useSearchParams();
  const [waitingFor, setWaitingFor] = useState<string | null>(null);
  const decided = useRef(onDecided);
  useEffect(() => {
    decided.current = onDecided;
  });

  const result = parameters.get('result');
  useEffect(() => {
    if (!isResult(result)) return;
    const order = parameters.get('external_reference');
    const rest = new URLSearchParams(parameters);
    for (const name of PROVIDER_PARAMETERS) rest.delete(name);
    setParameters(rest, { replace: true, preventScrollReset: true });
    // oxlint-disable-next-line set-state-in-effect -- the address is read once, then emptied
    if (result === 'success' && order) setWaitingFor(order);
    else {
      announce(result);
      decided.current();
    }
  }, [result, parameters, setParameters]);

  useEffect(() => {
    if (!waitingFor) return undefined;
    const controller = new AbortController();
    void waitForOrder(() => fetchOrder(waitingFor, controller.signal), controller.signal).then((end) => {
      if (controller.signal.aborted) return;
      setWaitingFor(null);
      announce(end);
      decided.current();
    });
    return () => controller.abort();
  }, [waitingFor]);

  return waitingFor !== null;
}
