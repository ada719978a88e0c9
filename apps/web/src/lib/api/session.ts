import type { AccessClaims, Tokens } from '@cuentos/contract/auth';
import { useSyncExternalStore } from 'react';
import { createEmitter } from '../store.ts';
import { createTabChannel } from '../tab-channel.ts';

/** Key of local storage and name of the channel. */
const REFRESH_KEY = 'refresh_token';
const CHANNEL = 'auth';

type ChannelMessage = Partial<Tokens> & { readonly ended?: true };

let accessToken: string | null = null;
const otherTabs = createTabChannel<ChannelMessage>(CHANNEL);
let isListening = false;
const changed = createEmitter();

function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null; // storage refused by the browser's settings: the session lives in memory only
  }
}

/** Opens the channel that shares tokens among this browser's tabs; called once, in the browser. */
export function listenToOtherTabs(): void {
  if (isListening) return;
  isListening = true;
  otherTabs.subscribe(({ ended, access_token: token }) => {
    if (ended) accessToken = null;
    else if (token) accessToken = token;
    changed.emit();
  });
}

export const session = {
  subscribe: changed.subscribe,
  accessToken: () => accessToken,
  refreshToken: () => storage()?.getItem(REFRESH_KEY) ?? null,
  /** The refresh token's term is also the offline term. */
  isRefreshTokenValid: () => isUnexpired(session.refreshToken()),
  claims: () => readClaims(accessToken) ?? readClaims(session.refreshToken()),

  /** Takes a pair of tokens and hands it to the other tabs. */
  store(tokens: Tokens): void {
    accessToken = tokens.access_token;
    storage()?.setItem(REFRESH_KEY, tokens.refresh_token);
    otherTabs.post({ ...tokens });
    changed.emit();
  },

  /** Forgets the tokens here and in the other tabs. */
  forget(): void {
    accessToken = null;
    storage()?.removeItem(REFRESH_KEY);
    otherTabs.post({ ended: true });
    changed.emit();
  },
};

/** Claims of a token, without checking its signature (the server does); null when it cannot be read. */
function readClaims(token: string | null): Partial<AccessClaims> | null {
  const payload = token?.split('.')[1];
  if (!payload) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' ? claims : null;
  } catch {
    return null;
  }
}

/** Whether the token's `exp` lies in the future. */
export function isUnexpired(token: string | null, now = Date.now()): boolean {
  const exp = readClaims(token)?.exp;
  return typeof exp === 'number' && exp * 1000 > now;
}

/** Whether this browser holds a session that is still good; false while the server's page wakes up. */
export function useHasSession(): boolean {
  return useSyncExternalStore(session.subscribe, session.isRefreshTokenValid, () => false);
}
