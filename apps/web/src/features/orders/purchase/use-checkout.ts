import type { GiftDetails } from '@cuentos/contract/gifts';
import type { Order, Preference } from '@cuentos/contract/orders';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { onChange } from '../../../device/changes.ts';
import { isOnline } from '../../../device/network-status.ts';
import { ApiError, statusText } from '../../../lib/api/api-error.ts';
import { NO_ANSWER_TEXT } from '../../../lib/api/texts.ts';
import { session } from '../../../lib/api/session.ts';
import { useSite } from '../../../lib/page-data.ts';
import { useTask } from '../../../ui/forms/use-task.ts';
import { saveToasts, showToast } from '../../../ui/overlays/toast-store.ts';
import { forgetGift } from '../../gifts/sheet-gift.ts';
import { createPreference, fetchOrder } from './api.ts';
import { checkoutTexts as t } from './texts.ts';
import { typedCode } from './typed-code.ts';

/**
 * How a purchase ended, as far as known. `unpaid`: the buyer returned without paying; `returned`: all parts were
 * refunded.
 */
type PurchaseResult = 'success' | 'failure' | 'pending' | 'unpaid' | 'returned';

/** Longest time for which the order is requested after the return from the provider, ms. */
const WAIT_MS = 60_000;
const ASK_EVERY_MS = 2000;

function resultOf({ state }: Order): PurchaseResult | null {
  // A partial refund returns only parts that the buyer already owned; the others were bought.
  if (state === 'paid' || state === 'partially_refunded') return 'success';
  if (state === 'refunded') return 'returned';
  if (state === 'rejected' || state === 'expired') return 'failure';
  return null;
}

/**
 * Requests the order until it is decided; `pending` when the minute is over.
 * @returns null when the buyer has no such order: then nothing is known, and no message may be shown
 */
export async function waitForOrder(
  fetchOrder: () => Promise<Order>,
  signal: AbortSignal,
): Promise<PurchaseResult | null> {
  const end = Date.now() + WAIT_MS;
  while (!signal.aborted && Date.now() < end) {
    try {
      const result = resultOf(await fetchOrder());
      if (result) return result;
    } catch (error) {
      if (isUnknown(error)) return null;
      // A failed request is repeated: only the order's own state decides.
    }
    await pauseUntilNews(ASK_EVERY_MS, signal);
  }
  return 'pending';
}

const isUnknown = (error: unknown) => error instanceof ApiError && [403, 404, 422].includes(error.status);

/** Waits; ends early when the shop reports a change of one of the buyer's orders. */
function pauseUntilNews(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const stop = onChange(['orders'], end);
    signal.addEventListener('abort', end);
  });
}

function announce(result: PurchaseResult | null): void {
  if (result === 'success') showToast('success', t.succeeded);
  if (result === 'failure' || result === 'unpaid') showToast('error', t.failed);
  if (result === 'pending') showToast('info', t.pending);
  if (result === 'returned') showToast('info', t.returned);
}

/** Names in the return address: ours first, then the provider's. */
const RETURN_PARAMETERS = [
  'result',
  'order',
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

type ReturnResult = Exclude<PurchaseResult, 'unpaid' | 'returned'>;

function isResult(value: string | null): value is ReturnResult {
  return value === 'success' || value === 'failure' || value === 'pending';
}

/** A returning buyer: the result in the address, and the order that decides. */
interface Return {
  readonly claimed: ReturnResult;
  readonly order: string;
  /** Number of the payment at the provider. */
  readonly payment: string | undefined;
}

/** Facts about a buyer who has returned from the provider. */
export interface PurchaseReturn {
  /** Whether the order is still being requested. */
  readonly waiting: boolean;
  /** Parts of a purchase for which nothing was charged. */
  readonly unpaid: readonly string[];
  /** Parts with a pending payment. */
  readonly pending: readonly string[];
  /** Parts that have just been bought. */
  readonly bought: readonly string[];
}

/**
 * Reads the `result` query once, removes it, and shows its toast. The address alone proves nothing: the toast shows the
 * order's state, and a success without an order shows none.
 */
export function usePurchaseResult(onDecided: () => void): PurchaseReturn {
  const [parameters, setParameters] = useSearchParams();
  const [asking, setAsking] = useState<Return | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const decided = useRef(onDecided);
  useEffect(() => {
    decided.current = onDecided;
  });

  const result = parameters.get('result');
  useEffect(() => {
    if (!isResult(result)) return;
    const order = parameters.get('order') ?? parameters.get('external_reference');
    const rest = new URLSearchParams(parameters);
    for (const name of RETURN_PARAMETERS) rest.delete(name);
    setParameters(rest, { replace: true, preventScrollReset: true });
    const named = parameters.get('payment_id') ?? parameters.get('collection_id') ?? '';
    const payment = /^\d{1,20}$/.test(named) ? named : undefined;
    // oxlint-disable-next-line set-state-in-effect -- the address is read once, then emptied
    if (order) setAsking({ claimed: result, order, payment });
    else {
      if (result !== 'success') announce(result);
      decided.current();
    }
  }, [result, parameters, setParameters]);

  useEffect(() => {
    if (!asking) return undefined;
    const controller = new AbortController();
    void findOut(asking, controller.signal).then((foundOutcome) => {
      if (controller.signal.aborted) return;
      setAsking(null);
      setOutcome(foundOutcome);
      if (foundOutcome.end === 'success' || foundOutcome.end === 'returned') typedCode.settled();
      announce(foundOutcome.end);
      decided.current();
    });
    return () => controller.abort();
  }, [asking]);

  const partsIf = (...ends: readonly PurchaseResult[]) =>
    outcome?.end && ends.includes(outcome.end) ? outcome.parts : none;
  return {
    waiting: asking?.claimed === 'success',
    unpaid: partsIf('failure', 'unpaid'),
    pending: partsIf('pending'),
    bought: partsIf('success'),
  };
}

const none: readonly string[] = [];

/** How the purchase ended, and the parts of its order. */
interface Outcome {
  readonly end: PurchaseResult | null;
  readonly parts: readonly string[];
}

/** Finds the result of the order; if the server does not answer, trusts the address unless it claims a success. */
async function findOut({ claimed, order: id, payment }: Return, signal: AbortSignal): Promise<Outcome> {
  const ask = () => fetchOrder(id, signal, payment);
  if (claimed === 'success') {
    const end = await waitForOrder(ask, signal);
    return { end, parts: end === null || end === 'returned' ? [] : await partsOf(ask) };
  }
  try {
    const order = await ask();
    const end = resultOf(order) ?? (claimed === 'failure' && order.state === 'open' ? 'unpaid' : 'pending');
    return { end, parts: order.part_ids };
  } catch (error) {
    return { end: isUnknown(error) ? null : claimed, parts: [] };
  }
}

const partsOf = (ask: () => Promise<Order>) =>
  ask().then(
    (order) => order.part_ids,
    () => [],
  );

interface Checkout {
  /** Called after a free part was granted, or was refused with a reason. */
  readonly onGranted: () => void;
  /** Called when the provider's own window is about to open over this page. */
  readonly onLeave: () => void;
  /** Redirects to the provider's page. */
  readonly goTo?: (url: string) => void;
}

/** Request to buy parts together. */
export interface PurchaseRequest {
  readonly partIds: readonly string[];
  readonly acknowledged: boolean;
  /** Total that the buyer saw, pesos. */
  readonly total: number;
  /** The discount code that reduced it. */
  readonly code?: string | undefined;
  /** Texts of the giver for a gift; absent or null for the buyer's own purchase. */
  readonly gift?: GiftDetails | null;
}

/**
 * Requests a preference and follows it: to the payment page, or back to the parts when they were free. `start` resolves
 * with whether the price has changed, so that nothing was bought.
 */
export function useCheckout({ onGranted, onLeave, goTo = (url) => location.assign(url) }: Checkout) {
  const publicKey = useSite()?.paymentPublicKey ?? null;
  const { busy, run } = useTask();
  const [parts, setParts] = useState(none);
  // The account of this page: after a sign-in in another tab nothing may be bought for the other account.
  const [buyer] = useState(() => session.shownUser());
  const follow = async ({ id, init_point: address }: Preference, count: number, leave: () => void): Promise<void> => {
    if (address && !publicKey) {
      leave();
      goTo(address);
    } else if (address && publicKey) {
      onLeave();
      await openOver(publicKey, id).catch(() => goTo(address));
    } else if (id.startsWith('free-')) {
      typedCode.settled();
      showToast('success', count > 1 ? t.freePartsDone : t.freeDone);
      onGranted();
    } else showToast('error', t.noPreference);
  };
  const buy = async (
    { partIds, acknowledged, total, ...more }: PurchaseRequest,
    leave: () => void,
  ): Promise<boolean> => {
    setParts(partIds);
    try {
      const preference = await createPreference(partIds, acknowledged, buyer, total, more);
      if (preference && more.gift) forgetGift();
      typedCode.ordered(more.code !== undefined);
      if (preference) await follow(preference, partIds.length, leave);
      else showToast('error', t.noPreference);
      return false;
    } catch (error) {
      const { status, code } = error instanceof ApiError ? error : { status: 0, code: null };
      // The ended session has its own message, on the way to the login.
      if (status !== 401) showToast('error', failureText(error));
      if (code === 'other_account') loadAnew();
      // Another tab or device was faster: the part's card shows the state.
      if (code === 'already_owned' || code === 'payment_pending') onGranted();
      return code === 'price_changed';
    }
  };
  const start = async (purchase: PurchaseRequest): Promise<boolean> => {
    let isRepriced = false;
    if (!isOnline()) showToast('error', t.noConnection, { about: 'connection' });
    else
      await run(async (leave) => {
        isRepriced = await buy(purchase, leave);
      });
    return isRepriced;
  };
  return { busyParts: busy ? parts : none, start };
}

function loadAnew(): void {
  saveToasts(location.pathname);
  location.reload();
}

/** The provider's script is loaded by the click, never before. */
async function openOver(publicKey: string, preferenceId: string): Promise<void> {
  const { openProviderCheckout } = await import('./provider-script.ts');
  await openProviderCheckout(publicKey, preferenceId);
}

function failureText(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return NO_ANSWER_TEXT;
  return error.detail || statusText(error.status) || t.noPreference;
}
