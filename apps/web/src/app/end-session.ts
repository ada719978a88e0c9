import { paths } from '@cuentos/contract/paths';
import { callApi } from '../lib/api-client.ts';
import type { SessionEnd } from '../lib/session-end.ts';
import { session } from '../lib/session.ts';
import { offlineCache } from '../offline/cache.ts';
import { showToast } from '../ui/toast-store.ts';
import { queryClient } from './query-client.ts';
import { appTexts } from './texts.ts';

/**
 * Ends the session here (spec §4): local storage, memory caches and the device's copies go; the unsent notes live in
 * another database and stay (decisions: "Clearing local data").
 */
export async function endSession(end: SessionEnd, navigate: (to: string) => unknown): Promise<void> {
  if (end.serverLogout && session.accessToken()) {
    await callApi(paths.logout, { method: 'POST', handles: 'all' }).catch(() =>
      showToast('error', appTexts.logoutFailed),
    );
  }
  session.forget();
  localStorage.clear();
  if (end.text) showToast('error', end.text);
  // The next screen first: a private one would ask again for what is being cleared.
  if (end.redirect) await navigate('/');
  queryClient.clear();
  await offlineCache.current().clear();
}
