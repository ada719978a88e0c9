import type { Order } from '@cuentos/contract/checkout';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isOnline } from '../../device/network-status.ts';
import { ApiError, NO_ANSWER_TEXT, statusText } from '../../lib/api/api-error.ts';
import { useSite } from '../../lib/page-data.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { createPreference, fetchOrder } from './api.ts';
import { checkoutTexts as t } from './texts.ts';

/** How a purchase ended, as far as it is known. */
type PurchaseResult = 'success' | 'failure' | 'pending';

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

interface Checkout {
  /** A free part was granted at once. */
  readonly onGranted: () => void;
  /** The provider's own window is about to open over this page. */
  readonly onLeave: () => void;
  /** Leaves for the provider's page. */
  readonly goTo?: (url: string) => void;
}

/** Asks for a preference and follows it: to the payment page, or back to the parts when it was free. */
export function useCheckout({ onGranted, onLeave, goTo = (url) => location.assign(url) }: Checkout) {
  const publicKey = useSite()?.paymentPublicKey ?? null;
  const [busyPart, setBusyPart] = useState<string | null>(null);
  const start = async (partId: string, acknowledged: boolean): Promise<void> => {
    if (busyPart) return;
    if (!isOnline()) return showToast('error', t.noConnection);
    setBusyPart(partId);
    try {
      const preference = await createPreference(partId, acknowledged);
      if (preference?.init_point && publicKey) {
        onLeave();
        return await openOver(publicKey, preference.id).catch(() => goTo(preference.init_point ?? ''));
      }
      if (preference?.init_point) return goTo(preference.init_point);
      if (preference?.id.startsWith('free-')) {
        showToast('success', t.freeDone);
        onGranted();
      } else showToast('error', t.noPreference);
    } catch (error) {
      showToast('error', failureText(error));
      if (error instanceof ApiError && error.code === 'already_owned') onGranted();
    } finally {
      setBusyPart(null);
    }
  };
  return { busyPart, start };
}

/** The provider's script comes with the click, and for nobody else. */
async function openOver(publicKey: string, preferenceId: string): Promise<void> {
  const { openProviderCheckout } = await import('./provider-script.ts');
  await openProviderCheckout(publicKey, preferenceId);
}

function failureText(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return NO_ANSWER_TEXT;
  return error.detail || statusText(error.status) || t.noPreference;
}
