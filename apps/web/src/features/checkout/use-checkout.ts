import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { NO_ANSWER_TEXT, statusText } from '../../lib/error-texts.ts';
import { useSite } from '../../lib/page-data.ts';
import { isOnline } from '../../offline/network-status.ts';
import { showToast } from '../../ui/toast-store.ts';
import { createPreference } from './data.ts';
import { checkoutTexts as t } from './texts.ts';

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
