import * as endpoints from '@cuentos/contract/endpoints';
import { sessionFarewell } from '../features/reader/session-farewell.ts';
import { call } from '../lib/api-client.ts';
import type { SessionEnd } from '../lib/session-end.ts';
import { session } from '../lib/session.ts';
import { leaveDevice, sendBeforeLeaving } from '../offline/leave-device.ts';
import { ask } from '../ui/ask-store.ts';
import { showToast } from '../ui/toast-store.ts';
import { queryClient } from './query-client.ts';
import { messageTexts } from './message-texts.ts';

let ending: Promise<void> | null = null;

/**
 * Ends the session here: local storage, memory caches and the device's copies go. Someone who leaves is asked
 * before unsent writes are dropped; after any other end they wait for the same user.
 * Several calls may find the session over at once: it ends, and says so, once.
 */
export function endSession(end: SessionEnd, navigate: (to: string) => unknown): Promise<void> {
  ending ??= leave(end, navigate).finally(() => {
    ending = null;
  });
  return ending;
}

async function leave(end: SessionEnd, navigate: (to: string) => unknown): Promise<void> {
  const voluntary = end.voluntary === true;
  if (voluntary && (await sendBeforeLeaving()) > 0 && !(await ask(messageTexts.unsent))) return;
  if (!voluntary && end.redirect) await sessionFarewell.say();
  if (end.serverLogout && session.accessToken()) {
    await call(endpoints.logout, { handles: 'all' }).catch(() => showToast('error', messageTexts.logoutFailed));
  }
  // While it is still known whose the copies are.
  const left = leaveDevice(voluntary);
  session.forget();
  await left;
  localStorage.clear();
  if (end.text) showToast('error', end.text);
  // The next screen first: a private one would ask again for what is being cleared.
  if (end.redirect) await navigate('/');
  queryClient.clear();
}
