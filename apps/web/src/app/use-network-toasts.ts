import { useEffect } from 'react';
import { networkStatus } from '../offline/network-status.ts';
import { showToast } from '../ui/toast-store.ts';
import { appTexts } from './texts.ts';

/** Says when the connection goes and comes back. */
export function useNetworkToasts(): void {
  useEffect(
    () =>
      networkStatus.subscribe(() => {
        if (networkStatus.isOnline()) showToast('success', appTexts.cameOnline);
        else showToast('info', appTexts.wentOffline);
      }),
    [],
  );
}
